#include "error_case.h"

ERROR_CASE(broadcast_sizes,
           "add: shapes (8, 3) and (8, 4) do not broadcast: dimension 1 from the end has sizes 3 "
           "and 4, which must be equal or 1; broadcast_sizes.cpp:6") {
  bg::ones({8, 3}) + bg::ones({8, 4});
}
