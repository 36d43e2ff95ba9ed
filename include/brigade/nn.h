#pragma once

#include "brigade/numpy.h"

/// The functions of jax.nn and the losses of optax that training needs. Floating-point arguments;
/// integers become f32.
namespace brigade::nn {

Array relu(const Array &x, Loc loc = Loc::current());        ///< max(x, 0); derivative 0 at 0.
Array relu6(const Array &x, Loc loc = Loc::current());       ///< min(max(x, 0), 6)
Array sigmoid(const Array &x, Loc loc = Loc::current());     ///< 1 / (1 + exp(-x))
Array silu(const Array &x, Loc loc = Loc::current());        ///< x sigmoid(x)
Array softplus(const Array &x, Loc loc = Loc::current());    ///< log(1 + exp(x))
Array log_sigmoid(const Array &x, Loc loc = Loc::current()); ///< -softplus(-x)
Array elu(const Array &x, double alpha = 1, Loc loc = Loc::current());
Array leaky_relu(const Array &x, double slope = 0.01, Loc loc = Loc::current());
/// x Phi(x); approximate: x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).
Array gelu(const Array &x, bool approximate = true, Loc loc = Loc::current());

/// exp(x) over its sum along `axis`, computed from x - max(x).
Array softmax(const Array &x, Axes axis = -1, Loc loc = Loc::current());
Array log_softmax(const Array &x, Axes axis = -1, Loc loc = Loc::current());
/// log(sum(exp(x))) without overflow.
Array logsumexp(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());

/// A new dimension at `axis` of size `classes`: 1 where it equals the label, else 0; all 0 for a
/// label outside.
Array one_hot(const Array &labels, int64_t classes, DType dtype = DType::F32, int axis = -1,
              Loc loc = Loc::current());

/// -sum(labels log_softmax(logits)) along the last axis. Integer labels, of logits' shape without
/// the last axis, name classes; floating-point labels, of logits' shape, are probabilities.
Array softmax_cross_entropy(const Array &logits, const Array &labels, Loc loc = Loc::current());
/// Labels are 0, 1 or probabilities between; elementwise.
Array sigmoid_binary_cross_entropy(const Array &logits, const Array &labels,
                                   Loc loc = Loc::current());

/// (x - mean) / sqrt(var + epsilon) over `axis`, then scaled and shifted.
Array layer_norm(const Array &x, const Array &scale, const Array &shift, double epsilon = 1e-6,
                 Axes axis = -1, Loc loc = Loc::current());
/// Without scale and shift.
Array standardize(const Array &x, Axes axis = -1, double epsilon = 1e-5, Loc loc = Loc::current());

} // namespace brigade::nn
