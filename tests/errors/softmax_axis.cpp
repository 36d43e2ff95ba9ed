#include "error_case.h"

ERROR_CASE(softmax_axis,
           "softmax: axis 9 is out of range for an array of 2 dimensions; -2 to 1 are "
           "in range; softmax_axis.cpp:6") {
  bg::nn::softmax(bg::ones({2, 3}), 9);
}
