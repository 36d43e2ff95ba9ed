#include "error_case.h"

ERROR_CASE(integer_too_large, "the integer 3000000000 does not fit in s32 beside s32[3]; convert "
                              "the array with astype; integer_too_large.cpp:5") {
  bg::array({1, 2, 3}) * 3000000000;
}
