#pragma once

#include "brigade/operators.h"

#include <string_view>

/// The functions of jax.numpy. Operands broadcast; dtypes promote by JAX's lattice, to 64 bits only
/// where an operand has 64. C++ numbers convert to weak scalars, which give way: bf16 array * 2.0
/// is bf16.
///
/// `axis` may be negative; no axis means all. Every function throws UserError with the caller's
/// line.
namespace brigade {

// --- Dtypes

/// The dtype in which two dtypes meet, neither weak.
DType promote_types(DType a, DType b);
/// The dtype in which arrays meet; weak ones give way.
DType result_type(const std::vector<Array> &arrays, Loc loc = Loc::current());
Array astype(const Array &x, DType dtype, Loc loc = Loc::current());

// --- Making arrays

/// Braces of numbers, up to three deep: array({{1.f, 2.f}, {3.f, 4.f}}). Without a dtype: bool, i32
/// or f32.
template <class T>
  requires std::is_arithmetic_v<T>
Array array(std::initializer_list<T> values, std::optional<DType> dtype = {},
            Loc loc = Loc::current());
template <class T>
  requires std::is_arithmetic_v<T>
Array array(std::initializer_list<std::initializer_list<T>> values, std::optional<DType> dtype = {},
            Loc loc = Loc::current());
template <class T>
  requires std::is_arithmetic_v<T>
Array array(std::initializer_list<std::initializer_list<std::initializer_list<T>>> values,
            std::optional<DType> dtype = {}, Loc loc = Loc::current());
/// The elements keep their type: a vector of double gives f64.
template <class T>
  requires std::is_arithmetic_v<T>
Array array(const std::vector<T> &values, Loc loc = Loc::current());
/// A scalar that is not weak: bool, i32 or f32.
template <class T>
  requires std::is_arithmetic_v<T>
Array array(T value, Loc loc = Loc::current());

Array zeros(const Shape &shape, DType dtype = DType::F32, Loc loc = Loc::current());
Array ones(const Shape &shape, DType dtype = DType::F32, Loc loc = Loc::current());
/// Without a dtype: the value's.
Array full(const Shape &shape, const Array &value, std::optional<DType> dtype = {},
           Loc loc = Loc::current());
Array zeros_like(const Array &x, std::optional<DType> dtype = {}, Loc loc = Loc::current());
Array ones_like(const Array &x, std::optional<DType> dtype = {}, Loc loc = Loc::current());
Array full_like(const Array &x, const Array &value, std::optional<DType> dtype = {},
                Loc loc = Loc::current());
/// rows x columns (columns 0: square), ones where column - row == k.
Array eye(int64_t rows, int64_t columns = 0, int64_t k = 0, DType dtype = DType::F32,
          Loc loc = Loc::current());
/// start, start + step, ... below stop. Integers give i32, others f32.
Array arange(int64_t stop, Loc loc = Loc::current());
Array arange(int64_t start, int64_t stop, int64_t step = 1, std::optional<DType> dtype = {},
             Loc loc = Loc::current());
Array arange(double start, double stop, double step = 1, std::optional<DType> dtype = {},
             Loc loc = Loc::current());
inline Array arange(int stop, Loc loc = Loc::current()) {
  return arange(static_cast<int64_t>(stop), loc);
}
inline Array arange(int start, int stop, int step = 1, std::optional<DType> dtype = {},
                    Loc loc = Loc::current()) {
  return arange(static_cast<int64_t>(start), static_cast<int64_t>(stop), static_cast<int64_t>(step),
                dtype, loc);
}
Array linspace(double start, double stop, int64_t count = 50, bool endpoint = true,
               DType dtype = DType::F32, Loc loc = Loc::current());

// --- Elementwise. Functions of real numbers turn integers into floats.

#define BRIGADE_UNARY(name) Array name(const Array &x, Loc loc = Loc::current());
BRIGADE_UNARY(negative)
BRIGADE_UNARY(abs)
BRIGADE_UNARY(sign)
BRIGADE_UNARY(square)
BRIGADE_UNARY(reciprocal)
BRIGADE_UNARY(sqrt)
BRIGADE_UNARY(rsqrt)
BRIGADE_UNARY(cbrt)
BRIGADE_UNARY(exp)
BRIGADE_UNARY(exp2)
BRIGADE_UNARY(expm1)
BRIGADE_UNARY(log)
BRIGADE_UNARY(log2)
BRIGADE_UNARY(log10)
BRIGADE_UNARY(log1p)
BRIGADE_UNARY(sin)
BRIGADE_UNARY(cos)
BRIGADE_UNARY(tan)
BRIGADE_UNARY(arcsin)
BRIGADE_UNARY(arccos)
BRIGADE_UNARY(arctan)
BRIGADE_UNARY(sinh)
BRIGADE_UNARY(cosh)
BRIGADE_UNARY(tanh)
BRIGADE_UNARY(arcsinh)
BRIGADE_UNARY(arccosh)
BRIGADE_UNARY(arctanh)
BRIGADE_UNARY(floor)
BRIGADE_UNARY(ceil)
BRIGADE_UNARY(trunc)
BRIGADE_UNARY(round) ///< Halves to even.
BRIGADE_UNARY(isnan)
BRIGADE_UNARY(isinf)
BRIGADE_UNARY(isfinite)
BRIGADE_UNARY(logical_not)
BRIGADE_UNARY(bitwise_not)
#undef BRIGADE_UNARY

#define BRIGADE_BINARY(name) Array name(const Array &x, const Array &y, Loc loc = Loc::current());
BRIGADE_BINARY(add)
BRIGADE_BINARY(subtract)
BRIGADE_BINARY(multiply)
BRIGADE_BINARY(divide)       ///< Integers become floats.
BRIGADE_BINARY(floor_divide) ///< Towards minus infinity.
BRIGADE_BINARY(remainder)    ///< The sign is the divisor's.
BRIGADE_BINARY(fmod)         ///< The sign is the dividend's.
BRIGADE_BINARY(power)
BRIGADE_BINARY(maximum) ///< NaN if either is.
BRIGADE_BINARY(minimum)
BRIGADE_BINARY(arctan2)
BRIGADE_BINARY(hypot)
BRIGADE_BINARY(logaddexp)
BRIGADE_BINARY(equal)
BRIGADE_BINARY(not_equal)
BRIGADE_BINARY(less)
BRIGADE_BINARY(less_equal)
BRIGADE_BINARY(greater)
BRIGADE_BINARY(greater_equal)
BRIGADE_BINARY(logical_and)
BRIGADE_BINARY(logical_or)
BRIGADE_BINARY(logical_xor)
BRIGADE_BINARY(bitwise_and)
BRIGADE_BINARY(bitwise_or)
BRIGADE_BINARY(bitwise_xor)
BRIGADE_BINARY(left_shift)
BRIGADE_BINARY(right_shift) ///< Signed integers keep their sign.
#undef BRIGADE_BINARY

/// By repeated multiplication; a negative power of a float divides 1.
Array power(const Array &x, int exponent, Loc loc = Loc::current());
/// x where the condition holds, else y.
Array where(const Array &condition, const Array &x, const Array &y, Loc loc = Loc::current());
Array clip(const Array &x, std::optional<Array> low = {}, std::optional<Array> high = {},
           Loc loc = Loc::current());
/// |x - y| <= atol + rtol |y|, element by element.
Array isclose(const Array &x, const Array &y, double rtol = 1e-5, double atol = 1e-8,
              Loc loc = Loc::current());
Array allclose(const Array &x, const Array &y, double rtol = 1e-5, double atol = 1e-8,
               Loc loc = Loc::current());
Array array_equal(const Array &x, const Array &y, Loc loc = Loc::current());

// --- Reductions. Sums of bool and of integers below 32 bits are 32 bits wide; bf16 and f16 are
// summed in f32.

Array sum(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
Array prod(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
Array mean(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
/// Divides by count - ddof.
Array var(const Array &x, Axes axis = {}, int ddof = 0, bool keepdims = false,
          Loc loc = Loc::current());
Array std(const Array &x, Axes axis = {}, int ddof = 0, bool keepdims = false,
          Loc loc = Loc::current());
Array max(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
Array min(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
Array any(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
// all(x, axis, keepdims): see brigade/detail/index.h, where x(all) is, too.
/// i32 positions; without an axis, in the flattened array. NaN counts as the extreme; of equals,
/// the first.
Array argmax(const Array &x, std::optional<int> axis = {}, bool keepdims = false,
             Loc loc = Loc::current());
Array argmin(const Array &x, std::optional<int> axis = {}, bool keepdims = false,
             Loc loc = Loc::current());
Array count_nonzero(const Array &x, Axes axis = {}, bool keepdims = false,
                    Loc loc = Loc::current());
/// The root of the sum of squares.
Array norm(const Array &x, Axes axis = {}, bool keepdims = false, Loc loc = Loc::current());
/// Running sum and product; without an axis, of the flattened array.
Array cumsum(const Array &x, std::optional<int> axis = {}, Loc loc = Loc::current());
Array cumprod(const Array &x, std::optional<int> axis = {}, Loc loc = Loc::current());

// --- Products

/// [..., m, k] times [..., k, n]; a vector counts as a row on the left and a column on the right,
/// and drops out.
Array matmul(const Array &a, const Array &b, Loc loc = Loc::current());
/// The last dimension of a with the second to last of b.
Array dot(const Array &a, const Array &b, Loc loc = Loc::current());
Array vdot(const Array &a, const Array &b, Loc loc = Loc::current());
Array inner(const Array &a, const Array &b, Loc loc = Loc::current());
Array outer(const Array &a, const Array &b, Loc loc = Loc::current());
Array tensordot(const Array &a, const Array &b, int axes = 2, Loc loc = Loc::current());
/// "ij,jk->ik"; letters, "..." for leading dimensions, "->" optional. Operands are taken from left
/// to right.
Array einsum(std::string_view subscripts, const std::vector<Array> &operands,
             Loc loc = Loc::current());
Array trace(const Array &x, Loc loc = Loc::current());

// --- Shape

Array reshape(const Array &x, const Shape &shape,
              Loc loc = Loc::current()); ///< One size may be -1.
Array ravel(const Array &x, Loc loc = Loc::current());
Array transpose(const Array &x, const std::vector<int64_t> &axes = {},
                Loc loc = Loc::current()); ///< Empty: reversed.
Array swapaxes(const Array &x, int a, int b, Loc loc = Loc::current());
Array moveaxis(const Array &x, int source, int destination, Loc loc = Loc::current());
Array squeeze(const Array &x, Axes axis = {}, Loc loc = Loc::current());
Array expand_dims(const Array &x, Axes axis, Loc loc = Loc::current());
Array broadcast_to(const Array &x, const Shape &shape, Loc loc = Loc::current());
Shape broadcast_shapes(const Shape &a, const Shape &b, Loc loc = Loc::current());
Array concatenate(const std::vector<Array> &arrays, int axis = 0, Loc loc = Loc::current());
Array stack(const std::vector<Array> &arrays, int axis = 0, Loc loc = Loc::current());
/// Into `sections` equal parts, or before the given positions.
std::vector<Array> split(const Array &x, int sections, int axis = 0, Loc loc = Loc::current());
std::vector<Array> split(const Array &x, const std::vector<int64_t> &positions, int axis = 0,
                         Loc loc = Loc::current());
Array flip(const Array &x, Axes axis = {}, Loc loc = Loc::current());
/// Without an axis, of the flattened array.
Array roll(const Array &x, int64_t shift, std::optional<int> axis = {}, Loc loc = Loc::current());
Array tile(const Array &x, const std::vector<int64_t> &repeats, Loc loc = Loc::current());
Array repeat(const Array &x, int64_t repeats, std::optional<int> axis = {},
             Loc loc = Loc::current());
Array pad(const Array &x, const std::vector<std::pair<int64_t, int64_t>> &widths,
          const Array &value = 0, Loc loc = Loc::current());
/// The last two dimensions' part on and below (above) the k-th diagonal; the rest is zero.
Array tril(const Array &x, int64_t k = 0, Loc loc = Loc::current());
Array triu(const Array &x, int64_t k = 0, Loc loc = Loc::current());
Array diff(const Array &x, int axis = -1, Loc loc = Loc::current());

// --- Indexing

/// Slices at `indices` along `axis`; without an axis, of the flattened array. Out of bounds reads
/// NaN (integers: the smallest).
Array take(const Array &x, const Array &indices, std::optional<int> axis = {},
           Loc loc = Loc::current());
/// out[i, j] = x[i, indices[i, j]], along `axis`; the other dimensions broadcast.
Array take_along_axis(const Array &x, const Array &indices, int axis, Loc loc = Loc::current());

// --- Definitions of templates

namespace detail {
template <class T> constexpr DType literal_dtype() {
  return std::is_same_v<T, bool>       ? DType::Bool
         : std::is_floating_point_v<T> ? DType::F32
                                       : DType::S32;
}
[[noreturn]] void throw_ragged(size_t expected, size_t got, Loc loc);
Array from_doubles(const double *values, const Shape &shape, DType dtype, Loc loc);
Array from_integers(const int64_t *values, const Shape &shape, DType dtype, Loc loc);

/// A row-major array of numbers given as T, of dtype `to`.
template <class T>
Array from_list(const std::vector<T> &values, const Shape &shape, std::optional<DType> to,
                Loc loc) {
  const DType dtype = to.value_or(literal_dtype<T>());
  if constexpr (std::is_floating_point_v<T>) {
    std::vector<double> wide(values.begin(), values.end());
    return from_doubles(wide.data(), shape, dtype, loc);
  } else {
    std::vector<int64_t> wide(values.begin(), values.end());
    return from_integers(wide.data(), shape, dtype, loc);
  }
}

template <class List, class T>
void append_row(std::vector<T> &out, const List &row, size_t expected, Loc loc) {
  if (row.size() != expected)
    throw_ragged(expected, row.size(), loc);
  out.insert(out.end(), row.begin(), row.end());
}
} // namespace detail

template <class T>
  requires std::is_arithmetic_v<T>
Array array(std::initializer_list<T> values, std::optional<DType> dtype, Loc loc) {
  return detail::from_list<T>(std::vector<T>(values), {static_cast<int64_t>(values.size())}, dtype,
                              loc);
}

template <class T>
  requires std::is_arithmetic_v<T>
Array array(std::initializer_list<std::initializer_list<T>> values, std::optional<DType> dtype,
            Loc loc) {
  std::vector<T> flat;
  const size_t columns = values.size() ? values.begin()->size() : 0;
  for (const auto &row : values)
    detail::append_row(flat, row, columns, loc);
  return detail::from_list<T>(
      flat, {static_cast<int64_t>(values.size()), static_cast<int64_t>(columns)}, dtype, loc);
}

template <class T>
  requires std::is_arithmetic_v<T>
Array array(std::initializer_list<std::initializer_list<std::initializer_list<T>>> values,
            std::optional<DType> dtype, Loc loc) {
  std::vector<T> flat;
  const size_t rows = values.size() ? values.begin()->size() : 0;
  const size_t columns = rows ? values.begin()->begin()->size() : 0;
  for (const auto &matrix : values) {
    if (matrix.size() != rows)
      detail::throw_ragged(rows, matrix.size(), loc);
    for (const auto &row : matrix)
      detail::append_row(flat, row, columns, loc);
  }
  return detail::from_list<T>(flat,
                              {static_cast<int64_t>(values.size()), static_cast<int64_t>(rows),
                               static_cast<int64_t>(columns)},
                              dtype, loc);
}

template <class T>
  requires std::is_arithmetic_v<T>
Array array(const std::vector<T> &values, Loc loc) {
  if constexpr (std::is_same_v<T, bool>)
    return detail::from_list<T>(values, {static_cast<int64_t>(values.size())}, DType::Bool, loc);
  else
    return Array::from_host(values.data(), dtype_of<T>, values.size(),
                            {static_cast<int64_t>(values.size())}, loc);
}

template <class T>
  requires std::is_arithmetic_v<T>
Array array(T value, Loc loc) {
  return detail::from_list<T>({value}, {}, {}, loc);
}

} // namespace brigade
