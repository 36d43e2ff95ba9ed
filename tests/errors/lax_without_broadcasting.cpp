#include "error_case.h"

ERROR_CASE(lax_without_broadcasting,
           "lax::add: the arguments have shapes (2,) and (3,); they must be equal: the functions "
           "of numpy.h broadcast; lax_without_broadcasting.cpp:6") {
  bg::lax::add(bg::ones({2}), bg::ones({3}));
}
