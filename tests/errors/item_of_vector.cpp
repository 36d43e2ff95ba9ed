#include "error_case.h"

ERROR_CASE(item_of_vector, "item() of f32[3]: it needs exactly one element; item_of_vector.cpp:4") {
  bg::ones({3}).item<float>();
}
