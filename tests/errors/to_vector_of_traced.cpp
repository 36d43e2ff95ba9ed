#include "error_case.h"

ERROR_CASE(to_vector_of_traced,
           "to_vector() needs the value of f32[3], which is traced by vmap and has none; use where "
           "to choose by it, return it, or mark the argument static; to_vector_of_traced.cpp:6") {
  bg::vmap([](bg::Array x) { return x * x.to_vector<float>()[0]; })(bg::ones({2, 3}));
}
