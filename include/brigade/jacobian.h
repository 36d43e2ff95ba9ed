#pragma once

#include "brigade/grad.h"
#include "brigade/jit.h"
#include "brigade/numpy.h"

/// Whole matrices of derivatives, for functions of one Array that return one Array. Compiled like
/// jit, so they nest.
namespace brigade {

namespace detail {

/// The unit arrays of `like`'s shape, one for each element, stacked first.
inline Array unit_arrays(const Array &like) {
  Shape shape = like.shape();
  shape.insert(shape.begin(), like.size());
  return eye(like.size(), 0, 0, like.dtype()).reshape(shape);
}

inline Shape joined(Shape first, const Shape &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

} // namespace detail

/// d f(x)[i] / d x[j] at [i..., j...], a row of it a backward pass: for more arguments than
/// results.
template <class F> auto jacrev(F &&f) {
  return jit([f = detail::Stored<F>(static_cast<F &&>(f))](Array x) mutable {
    auto [y, back] = vjp(f)(x);
    const auto &pull = back;
    Array rows = vmap([&pull](Array cotangent) { return std::get<0>(pull(cotangent)); })(
        detail::unit_arrays(y));
    return rows.reshape(detail::joined(y.shape(), x.shape()));
  });
}

/// The same, a column of it a forward pass: for more results than arguments.
template <class F> auto jacfwd(F &&f) {
  return jit([f = detail::Stored<F>(static_cast<F &&>(f))](Array x) mutable {
    auto column = [&](Array tangent) { return jvp(f, std::tuple(x), std::tuple(tangent)).second; };
    Array columns = vmap(column, 0, -1)(detail::unit_arrays(x));
    Shape result(columns.shape().begin(), columns.shape().end() - 1);
    return columns.reshape(detail::joined(std::move(result), x.shape()));
  });
}

/// d2 f(x) / d x[i] d x[j] at [i..., j...].
template <class F> auto hessian(F &&f) { return jacfwd(jacrev(static_cast<F &&>(f))); }

} // namespace brigade
