#include "error_case.h"

ERROR_CASE(dtype_of_loss_labels,
           "softmax_cross_entropy: integer labels of shape (5,) for logits of shape (4, 10); they "
           "must have shape (4,); dtype_of_loss_labels.cpp:6") {
  bg::nn::softmax_cross_entropy(bg::ones({4, 10}), bg::zeros({5}, bg::DType::S32));
}
