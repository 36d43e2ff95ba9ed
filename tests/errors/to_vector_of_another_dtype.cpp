#include "error_case.h"

ERROR_CASE(to_vector_of_another_dtype, "to_vector<f64>() of f32[3]; ask for that type, or convert "
                                       "with astype first; to_vector_of_another_dtype.cpp:5") {
  bg::ones({3}).to_vector<double>();
}
