#include "brigade/nn.h"
#include "ops/numpy/promotion.h"
#include "ops/whole.h"

#include <cmath>
#include <numbers>

namespace brigade::nn {

using namespace ops;

namespace {

Array number(const Array &like, double value, Loc loc) {
  return lax::full(like.shape(), scalar(like.dtype(), value, loc), loc);
}

/// The maximum along `dims`, kept, without a derivative: it only shifts the exponent. Of nothing:
/// minus infinity.
Array fixed_max(const Array &x, const Dims &dims, Loc loc) {
  return lax::stop_gradient(lax::expand_dims(lax::reduce_max(x, dims, loc), dims, loc), loc);
}

/// The axes that `function`, as the user called it, works along.
Dims along(const Axes &axis, const Array &x, const char *function, Loc loc) {
  return axes_in_range(axis, given(x, loc).ndim(), function, loc);
}

} // namespace

Array relu(const Array &x, Loc loc) {
  // A select and not a maximum: the derivative at zero is zero. NaN stays.
  return lax::select(lax::le(x, Array(0, loc), loc), zeros_like(x, {}, loc), x, loc);
}

Array relu6(const Array &x, Loc loc) { return minimum(relu(x, loc), Array(6, loc), loc); }
Array sigmoid(const Array &x, Loc loc) { return lax::logistic(inexact(x, loc), loc); }

Array silu(const Array &given, Loc loc) {
  Array x = inexact(given, loc);
  return lax::mul(x, lax::logistic(x, loc), loc);
}

Array softplus(const Array &given, Loc loc) {
  Array x = inexact(given, loc);
  return logaddexp(x, number(x, 0, loc), loc);
}

Array log_sigmoid(const Array &x, Loc loc) {
  return negative(softplus(negative(inexact(x, loc), loc), loc), loc);
}

Array elu(const Array &given, double alpha, Loc loc) {
  Array x = inexact(given, loc), zero = number(x, 0, loc);
  Array positive = lax::gt(x, zero, loc);
  // The unused branch is fed zero, so that its derivative cannot overflow.
  Array low =
      lax::mul(lax::expm1(lax::select(positive, zero, x, loc), loc), number(x, alpha, loc), loc);
  return lax::select(positive, x, low, loc);
}

Array leaky_relu(const Array &given, double slope, Loc loc) {
  Array x = inexact(given, loc);
  return lax::select(lax::ge(x, Array(0, loc), loc), x, lax::mul(x, number(x, slope, loc), loc),
                     loc);
}

Array gelu(const Array &given, bool approximate, Loc loc) {
  auto body = [&](std::span<const Array> a) {
    Array x = inexact(a[0], loc);
    if (!approximate) {
      Array tail = lax::erfc(lax::mul(lax::neg(x, loc), number(x, std::sqrt(0.5), loc), loc), loc);
      return lax::mul(lax::mul(number(x, 0.5, loc), x, loc), tail, loc);
    }
    Array cubic = lax::mul(number(x, 0.044715, loc), lax::integer_pow(x, 3, loc), loc);
    Array inside =
        lax::mul(number(x, std::sqrt(2 / std::numbers::pi), loc), lax::add(x, cubic, loc), loc);
    Array cdf = lax::mul(number(x, 0.5, loc),
                         lax::add(number(x, 1, loc), lax::tanh(inside, loc), loc), loc);
    return lax::mul(x, cdf, loc);
  };
  return as_one_program("nn_gelu", Statics() << approximate, {given}, body, loc);
}

Array softmax(const Array &given, Axes axis, Loc loc) {
  const Dims dims = along(axis, given, "softmax", loc);
  auto body = [&](std::span<const Array> a) {
    Array x = inexact(a[0], loc);
    Array e = lax::exp(subtract(x, fixed_max(x, dims, loc), loc), loc);
    return divide(e, sum(e, dims, true, loc), loc);
  };
  return as_one_program("nn_softmax", Statics() << dims, {given}, body, loc);
}

Array log_softmax(const Array &given, Axes axis, Loc loc) {
  const Dims dims = along(axis, given, "log_softmax", loc);
  auto body = [&](std::span<const Array> a) {
    Array x = inexact(a[0], loc);
    Array shifted = subtract(x, fixed_max(x, dims, loc), loc);
    return subtract(shifted, lax::log(sum(lax::exp(shifted, loc), dims, true, loc), loc), loc);
  };
  return as_one_program("nn_log_softmax", Statics() << dims, {given}, body, loc);
}

Array logsumexp(const Array &given, Axes axis, bool keepdims, Loc loc) {
  const Dims dims = along(axis, given, "logsumexp", loc);
  auto body = [&](std::span<const Array> a) {
    Array x = inexact(a[0], loc);
    Array largest = fixed_max(x, dims, loc);
    largest = lax::select(lax::is_finite(largest, loc), largest, zeros_like(largest, {}, loc), loc);
    Array total = sum(lax::exp(subtract(x, largest, loc), loc), dims, true, loc);
    Array out = lax::add(lax::log(total, loc), largest, loc);
    return keepdims ? out : lax::squeeze(out, dims, loc);
  };
  return as_one_program("nn_logsumexp", Statics() << dims << keepdims, {given}, body, loc);
}

Array one_hot(const Array &labels, int64_t classes, DType dtype, int axis, Loc loc) {
  if (!is_integer(labels.dtype()))
    fail(loc, "one_hot: the labels are {}; they must have an integer dtype", name_of(labels));
  if (classes < 0)
    fail(loc, "one_hot: {} classes; the number must not be negative", classes);
  const int64_t d = axis_in_range(axis, labels.ndim() + 1, "one_hot", loc);
  Shape shape = labels.shape();
  shape.insert(shape.begin() + d, classes);
  Array repeated =
      lax::broadcast_in_dim(labels, shape, without(count_up(labels.ndim() + 1), {d}), loc);
  Array position = lax::broadcasted_iota(labels.dtype(), shape, static_cast<int>(d), loc);
  return lax::convert_element_type(lax::eq(repeated, position, loc), dtype, loc);
}

Array softmax_cross_entropy(const Array &logits, const Array &labels, Loc loc) {
  if (logits.ndim() < 1)
    fail(loc,
         "softmax_cross_entropy: the logits are {}; they need at least one dimension, of classes",
         name_of(logits));
  if (is_integer(labels.dtype())) {
    const Shape expected(logits.shape().begin(), logits.shape().end() - 1);
    if (labels.shape() != expected)
      fail(loc,
           "softmax_cross_entropy: integer labels of shape {} for logits of shape {}; they must "
           "have shape {}",
           to_string(labels.shape()), to_string(logits.shape()), to_string(expected));
    // A masked sum picks the label's entry: it fuses, and a split dimension of classes needs one
    // small sum across devices.
    Array scores = log_softmax(logits, -1, loc);
    Array picked = lax::select(one_hot(labels, logits.shape(-1), DType::Bool, -1, loc), scores,
                               zeros_like(scores, {}, loc), loc);
    return negative(sum(picked, -1, false, loc), loc);
  }
  if (labels.shape() != logits.shape())
    fail(loc,
         "softmax_cross_entropy: labels of shape {} for logits of shape {}; probabilities must "
         "have the logits' shape, "
         "integer labels all but its last dimension",
         to_string(labels.shape()), to_string(logits.shape()));
  return negative(sum(multiply(labels, log_softmax(logits, -1, loc), loc), -1, false, loc), loc);
}

Array sigmoid_binary_cross_entropy(const Array &given, const Array &labels, Loc loc) {
  Array logits = inexact(given, loc), y = converted(labels, {logits.dtype(), false}, loc);
  Array on = multiply(y, log_sigmoid(logits, loc), loc);
  Array off =
      multiply(subtract(Array(1, loc), y, loc), log_sigmoid(negative(logits, loc), loc), loc);
  return negative(add(on, off, loc), loc);
}

Array standardize(const Array &given, Axes axis, double epsilon, Loc loc) {
  const Dims dims = along(axis, given, "standardize", loc);
  Array x = inexact(given, loc);
  Array centered = subtract(x, mean(x, dims, true, loc), loc);
  Array variance = mean(lax::mul(centered, centered, loc), dims, true, loc);
  return multiply(centered, lax::rsqrt(add(variance, Array(epsilon, loc), loc), loc), loc);
}

Array layer_norm(const Array &x, const Array &scale, const Array &shift, double epsilon, Axes axis,
                 Loc loc) {
  const Dims dims = along(axis, x, "layer_norm", loc);
  auto body = [&](std::span<const Array> a) {
    return add(multiply(standardize(a[0], dims, epsilon, loc), a[1], loc), a[2], loc);
  };
  return as_one_program("nn_layer_norm", Statics() << dims << epsilon, {x, scale, shift}, body,
                        loc);
}

} // namespace brigade::nn
