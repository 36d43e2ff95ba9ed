#include "error_case.h"

ERROR_CASE(axis_out_of_range, "sum: axis 2 is out of range for an array of 2 dimensions; -2 to 1 "
                              "are in range; axis_out_of_range.cpp:5") {
  bg::sum(bg::ones({2, 3}), 2);
}
