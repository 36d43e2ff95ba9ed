#pragma once

#include "brigade/tree.h"

#include <utility>

/// The operations themselves, as jax.lax has them: operands of one dtype and one shape, where weak
/// scalars give way. The functions of numpy.h convert and broadcast before they call these.
///
/// Every function throws UserError with the caller's line where its arguments do not fit.
namespace brigade::lax {

using Dims = std::vector<int64_t>;

// Elementwise, one operand. Floating-point unless said otherwise.
Array abs(const Array &x, Loc loc = Loc::current());    ///< Signed integers too.
Array sign(const Array &x, Loc loc = Loc::current());   ///< -1, 0 or 1; NaN stays. Integers too.
Array neg(const Array &x, Loc loc = Loc::current());    ///< Integers too; unsigned ones wrap.
Array square(const Array &x, Loc loc = Loc::current()); ///< Integers too.
Array exp(const Array &x, Loc loc = Loc::current());
Array expm1(const Array &x, Loc loc = Loc::current());
Array log(const Array &x, Loc loc = Loc::current());
Array log1p(const Array &x, Loc loc = Loc::current());
Array sqrt(const Array &x, Loc loc = Loc::current());
Array rsqrt(const Array &x, Loc loc = Loc::current()); ///< 1 / sqrt(x)
Array cbrt(const Array &x, Loc loc = Loc::current());
Array logistic(const Array &x, Loc loc = Loc::current()); ///< 1 / (1 + exp(-x))
Array sin(const Array &x, Loc loc = Loc::current());
Array cos(const Array &x, Loc loc = Loc::current());
Array tan(const Array &x, Loc loc = Loc::current());
Array asin(const Array &x, Loc loc = Loc::current());
Array acos(const Array &x, Loc loc = Loc::current());
Array atan(const Array &x, Loc loc = Loc::current());
Array sinh(const Array &x, Loc loc = Loc::current());
Array cosh(const Array &x, Loc loc = Loc::current());
Array tanh(const Array &x, Loc loc = Loc::current());
Array asinh(const Array &x, Loc loc = Loc::current());
Array acosh(const Array &x, Loc loc = Loc::current());
Array atanh(const Array &x, Loc loc = Loc::current());
Array erf(const Array &x, Loc loc = Loc::current());
Array erfc(const Array &x, Loc loc = Loc::current());
Array erf_inv(const Array &x, Loc loc = Loc::current());
Array lgamma(const Array &x, Loc loc = Loc::current());
Array digamma(const Array &x, Loc loc = Loc::current());
Array floor(const Array &x, Loc loc = Loc::current());
Array ceil(const Array &x, Loc loc = Loc::current());
Array round(const Array &x, Loc loc = Loc::current());      ///< Halves away from zero.
Array round_even(const Array &x, Loc loc = Loc::current()); ///< Halves to even.
Array is_finite(const Array &x, Loc loc = Loc::current());
Array bitwise_not(const Array &x, Loc loc = Loc::current());      ///< Bool or integer.
Array population_count(const Array &x, Loc loc = Loc::current()); ///< Integer.
Array clz(const Array &x, Loc loc = Loc::current()); ///< Leading zero bits of an integer.

// Elementwise, two operands of one dtype.
Array add(const Array &x, const Array &y, Loc loc = Loc::current());
Array sub(const Array &x, const Array &y, Loc loc = Loc::current());
Array mul(const Array &x, const Array &y, Loc loc = Loc::current());
Array div(const Array &x, const Array &y, Loc loc = Loc::current()); ///< Integers: towards zero.
Array rem(const Array &x, const Array &y,
          Loc loc = Loc::current()); ///< The sign is the dividend's.
Array pow(const Array &x, const Array &y, Loc loc = Loc::current());
Array atan2(const Array &x, const Array &y, Loc loc = Loc::current());
Array max(const Array &x, const Array &y, Loc loc = Loc::current()); ///< NaN if either is.
Array min(const Array &x, const Array &y, Loc loc = Loc::current());
Array bitwise_and(const Array &x, const Array &y, Loc loc = Loc::current());
Array bitwise_or(const Array &x, const Array &y, Loc loc = Loc::current());
Array bitwise_xor(const Array &x, const Array &y, Loc loc = Loc::current());
Array shift_left(const Array &x, const Array &y, Loc loc = Loc::current());
Array shift_right_arithmetic(const Array &x, const Array &y, Loc loc = Loc::current());
Array shift_right_logical(const Array &x, const Array &y, Loc loc = Loc::current());

// Comparisons give bool.
Array eq(const Array &x, const Array &y, Loc loc = Loc::current());
Array ne(const Array &x, const Array &y, Loc loc = Loc::current());
Array ge(const Array &x, const Array &y, Loc loc = Loc::current());
Array gt(const Array &x, const Array &y, Loc loc = Loc::current());
Array le(const Array &x, const Array &y, Loc loc = Loc::current());
Array lt(const Array &x, const Array &y, Loc loc = Loc::current());

/// x to an integer power by repeated multiplication; a negative power divides 1.
Array integer_pow(const Array &x, int power, Loc loc = Loc::current());
/// on_true where `which` (bool, of their shape or rank 0) holds, else on_false.
Array select(const Array &which, const Array &on_true, const Array &on_false,
             Loc loc = Loc::current());
/// min(max(x, low), high); low and high have x's shape or rank 0.
Array clamp(const Array &low, const Array &x, const Array &high, Loc loc = Loc::current());
/// Floats to integers truncate and saturate; to bool compares with zero.
Array convert_element_type(const Array &x, DType dtype, Loc loc = Loc::current());
/// The same bits as another dtype of the same width.
Array bitcast_convert_type(const Array &x, DType dtype, Loc loc = Loc::current());
Array reduce_precision(const Array &x, int exponent_bits, int mantissa_bits,
                       Loc loc = Loc::current());
/// x, whose derivative is taken to be zero.
Array stop_gradient(const Array &x, Loc loc = Loc::current());

// Shape.
/// Operand dimension i becomes dimension broadcast_dimensions[i] of `shape`; a size of 1 is
/// repeated.
Array broadcast_in_dim(const Array &x, const Shape &shape, const Dims &broadcast_dimensions,
                       Loc loc = Loc::current());
/// New dimensions of these sizes in front.
Array broadcast(const Array &x, const Dims &sizes, Loc loc = Loc::current());
Array reshape(const Array &x, const Shape &shape, Loc loc = Loc::current());
Array squeeze(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
Array expand_dims(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
/// Result dimension i is operand dimension permutation[i].
Array transpose(const Array &x, const Dims &permutation, Loc loc = Loc::current());
Array rev(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
/// Elements start, start + stride, ... below limit of each dimension. No strides: all 1.
Array slice(const Array &x, const Dims &start, const Dims &limit, const Dims &strides = {},
            Loc loc = Loc::current());
/// slice of one dimension; negative start and limit count from the end.
Array slice_in_dim(const Array &x, int64_t start, int64_t limit, int64_t stride = 1, int axis = 0,
                   Loc loc = Loc::current());
Array concatenate(const std::vector<Array> &operands, int dimension, Loc loc = Loc::current());
struct Padding {
  int64_t low, high, interior = 0; ///< Negative low and high crop.
};
Array pad(const Array &x, const Array &value, const std::vector<Padding> &padding,
          Loc loc = Loc::current());
/// 0, 1, 2, ... along `dimension` of `shape`.
Array broadcasted_iota(DType dtype, const Shape &shape, int dimension, Loc loc = Loc::current());
Array iota(DType dtype, int64_t size, Loc loc = Loc::current());
Array full(const Shape &shape, const Array &value, Loc loc = Loc::current());

// Products.
struct DotDimensionNumbers {
  Dims lhs_contracting, rhs_contracting, lhs_batch = {}, rhs_batch = {};
};
/// Batch dimensions, then the rest of lhs, then the rest of rhs. `preferred`: the dtype of the sums
/// and the result.
Array dot_general(const Array &lhs, const Array &rhs, const DotDimensionNumbers &dimensions,
                  std::optional<DType> preferred = {}, Loc loc = Loc::current());
/// Vectors and matrices: the last dimension of lhs with the first of rhs.
Array dot(const Array &lhs, const Array &rhs, Loc loc = Loc::current());

// Reductions over `dimensions`, which the result lacks.
Array reduce_sum(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
Array reduce_prod(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
Array reduce_max(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
Array reduce_min(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
Array reduce_and(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
Array reduce_or(const Array &x, const Dims &dimensions, Loc loc = Loc::current());
/// The position along `axis` of the first largest (smallest) element; the first NaN, where there is
/// one.
Array argmax(const Array &x, int axis, DType index_dtype = DType::S32, Loc loc = Loc::current());
Array argmin(const Array &x, int axis, DType index_dtype = DType::S32, Loc loc = Loc::current());

// Indexing.
enum class GatherScatterMode {
  Clip,            ///< The slice is moved inside.
  FillOrDrop,      ///< A gather fills with NaN (integers: the smallest, unsigned: the largest); a
                   ///< scatter skips.
  PromiseInBounds, ///< The caller knows.
};
/// indices[..., k] is a position in operand dimensions start_index_map; see StableHLO's gather.
struct GatherDimensionNumbers {
  Dims offset_dims, collapsed_slice_dims, start_index_map, operand_batching_dims = {},
                                                           start_indices_batching_dims = {};
};
Array gather(const Array &x, const Array &indices, const GatherDimensionNumbers &dimensions,
             const Dims &slice_sizes, GatherScatterMode mode = GatherScatterMode::FillOrDrop,
             Loc loc = Loc::current());
struct ScatterDimensionNumbers {
  Dims update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims,
      operand_batching_dims = {}, scatter_indices_batching_dims = {};
};
Array scatter(const Array &x, const Array &indices, const Array &updates,
              const ScatterDimensionNumbers &dimensions,
              GatherScatterMode mode = GatherScatterMode::FillOrDrop, Loc loc = Loc::current());
Array scatter_add(const Array &x, const Array &indices, const Array &updates,
                  const ScatterDimensionNumbers &dimensions,
                  GatherScatterMode mode = GatherScatterMode::FillOrDrop, Loc loc = Loc::current());
Array scatter_mul(const Array &x, const Array &indices, const Array &updates,
                  const ScatterDimensionNumbers &dimensions,
                  GatherScatterMode mode = GatherScatterMode::FillOrDrop, Loc loc = Loc::current());
Array scatter_min(const Array &x, const Array &indices, const Array &updates,
                  const ScatterDimensionNumbers &dimensions,
                  GatherScatterMode mode = GatherScatterMode::FillOrDrop, Loc loc = Loc::current());
Array scatter_max(const Array &x, const Array &indices, const Array &updates,
                  const ScatterDimensionNumbers &dimensions,
                  GatherScatterMode mode = GatherScatterMode::FillOrDrop, Loc loc = Loc::current());
/// One integer scalar a dimension; negative ones count from the end; then clamped so that the slice
/// lies inside.
Array dynamic_slice(const Array &x, const std::vector<Array> &start, const Dims &sizes,
                    Loc loc = Loc::current());
Array dynamic_update_slice(const Array &x, const Array &update, const std::vector<Array> &start,
                           Loc loc = Loc::current());
Array dynamic_slice_in_dim(const Array &x, const Array &start, int64_t size, int axis = 0,
                           Loc loc = Loc::current());
Array dynamic_index_in_dim(const Array &x, const Array &index, int axis = 0, bool keepdims = true,
                           Loc loc = Loc::current());
Array dynamic_update_slice_in_dim(const Array &x, const Array &update, const Array &start, int axis,
                                  Loc loc = Loc::current());
Array dynamic_update_index_in_dim(const Array &x, const Array &update, const Array &index, int axis,
                                  Loc loc = Loc::current());

// Collectives over a named axis of pmap, shard_map or vmap. An axis that is not in scope is a
// UserError that lists those that are.
/// One axis or several: "data", {"data", "model"}.
class AxisNames {
public:
  AxisNames(const char *axis) : names_{axis} {}
  AxisNames(std::string axis) : names_{std::move(axis)} {}
  AxisNames(std::initializer_list<const char *> axes) : names_(axes.begin(), axes.end()) {}
  AxisNames(std::vector<std::string> axes) : names_(std::move(axes)) {}
  const std::vector<std::string> &names() const { return names_; }

private:
  std::vector<std::string> names_;
};

Array psum(const Array &x, const AxisNames &axes, Loc loc = Loc::current());
Array pmean(const Array &x, const AxisNames &axes, Loc loc = Loc::current());
Array pmax(const Array &x, const AxisNames &axes, Loc loc = Loc::current());
Array pmin(const Array &x, const AxisNames &axes, Loc loc = Loc::current());
/// The same value, from now on taken to differ along the axes.
Array pvary(const Array &x, const AxisNames &axes, Loc loc = Loc::current());
/// Stacked along a new dimension `dimension`; tiled: concatenated along it.
Array all_gather(const Array &x, const std::string &axis, int dimension = 0, bool tiled = false,
                 Loc loc = Loc::current());
/// A sum of which each member keeps its part of `dimension`; not tiled: that dimension has the
/// axis's size and goes.
Array psum_scatter(const Array &x, const std::string &axis, int dimension = 0, bool tiled = false,
                   Loc loc = Loc::current());
/// (source, target) positions; who is no target receives zeros.
Array ppermute(const Array &x, const std::string &axis,
               const std::vector<std::pair<int64_t, int64_t>> &permutation,
               Loc loc = Loc::current());
/// Splits `split`, sends part i to member i, and stacks (tiled: concatenates) what comes along
/// `concat`.
Array all_to_all(const Array &x, const std::string &axis, int split, int concat, bool tiled = false,
                 Loc loc = Loc::current());
/// The position on the axis: i32.
Array axis_index(const std::string &axis, Loc loc = Loc::current());
int64_t axis_size(const std::string &axis, Loc loc = Loc::current());

#define BRIGADE_TREE_COLLECTIVE(name)                                                              \
  template <Tree T>                                                                                \
    requires(!std::is_convertible_v<const T &, Array>)                                             \
  T name(const T &tree, const AxisNames &axes, Loc loc = Loc::current()) {                         \
    return tree_map([&](const Array &x) { return name(x, axes, loc); }, tree);                     \
  }
BRIGADE_TREE_COLLECTIVE(psum)
BRIGADE_TREE_COLLECTIVE(pmean)
BRIGADE_TREE_COLLECTIVE(pmax)
BRIGADE_TREE_COLLECTIVE(pmin)
#undef BRIGADE_TREE_COLLECTIVE

namespace detail {

/// A callable without its type: what the library's compiled half calls.
class Region {
public:
  template <class F>
  explicit Region(F &f)
      : state_(const_cast<void *>(static_cast<const void *>(&f))),
        call_([](void *state, std::vector<Array> arguments) {
          return (*static_cast<F *>(state))(std::move(arguments));
        }) {}
  std::vector<Array> operator()(std::vector<Array> arguments) const {
    return call_(state_, std::move(arguments));
  }

private:
  void *state_;
  std::vector<Array> (*call_)(void *, std::vector<Array>);
};

/// `name`: "while_loop", for messages, which call leaf i of the carry by paths[i].
std::vector<Array> while_loop(const char *name, const Region &condition, const Region &body,
                              std::vector<Array> initial, const std::vector<std::string> &paths,
                              Loc loc);
Array reduce(const Array &x, const Array &initial, const Region &body, const Dims &dimensions,
             Loc loc);
std::vector<Array> optimization_barrier(std::vector<Array> values, Loc loc);

/// The loop over trees.
template <class Condition, class Body, Tree T>
T loop(const char *name, Condition &&condition, Body &&body, const T &initial,
       const std::vector<std::string> &paths, Loc loc) {
  auto tree = [&](std::vector<Array> &leaves) {
    brigade::detail::LeafSource source{std::span<Array>(leaves)};
    return brigade::detail::rebuild(source, initial);
  };
  auto flat_condition = [&](std::vector<Array> leaves) {
    return std::vector<Array>{condition(tree(leaves))};
  };
  auto flat_body = [&](std::vector<Array> leaves) {
    return tree_leaves(static_cast<T>(body(tree(leaves))));
  };
  std::vector<Array> out =
      while_loop(name, Region(flat_condition), Region(flat_body), tree_leaves(initial), paths, loc);
  return tree(out);
}

} // namespace detail

/// body(accumulated, element) over `dimensions`. It must be associative and commutative, and
/// `initial` its neutral element.
template <class F>
Array reduce(const Array &x, const Array &initial, F &&body, const Dims &dimensions,
             Loc loc = Loc::current()) {
  auto flat = [&](std::vector<Array> a) { return std::vector<Array>{body(a[0], a[1])}; };
  return detail::reduce(x, initial, detail::Region(flat), dimensions, loc);
}

/// While condition(carry), a scalar bool: carry = body(carry). The carry is a tree; its dtypes and
/// shapes do not change.
template <class Condition, class Body, Tree T>
T while_loop(Condition &&condition, Body &&body, const T &initial, Loc loc = Loc::current()) {
  return detail::loop("while_loop", condition, body, initial, tree_paths(initial), loc);
}

/// for (i = lower; i < upper; ++i) carry = body(i, carry). The bounds are integers or integer
/// scalars.
template <class Body, Tree T>
T fori_loop(const Array &lower, const Array &upper, Body &&body, const T &initial,
            Loc loc = Loc::current()) {
  using State = std::tuple<Array, T>;
  const DType dtype = lower.weak_type() ? upper.dtype() : lower.dtype();
  const Array first = lax::convert_element_type(lower, dtype, loc),
              last = lax::convert_element_type(upper, dtype, loc);
  std::vector<std::string> paths = tree_paths(initial);
  paths.insert(paths.begin(), "counter");
  State end = detail::loop(
      "fori_loop", [&](const State &s) { return lax::lt(std::get<0>(s), last, loc); },
      [&](const State &s) {
        return State{lax::add(std::get<0>(s), Array(1, loc), loc),
                     static_cast<T>(body(std::get<0>(s), std::get<1>(s)))};
      },
      State{first, initial}, paths, loc);
  return std::get<1>(end);
}

/// The same tree, but nothing is moved, merged or removed across the barrier.
template <Tree T> T optimization_barrier(const T &tree, Loc loc = Loc::current()) {
  std::vector<Array> leaves = detail::optimization_barrier(tree_leaves(tree), loc);
  brigade::detail::LeafSource source{std::span<Array>(leaves)};
  return brigade::detail::rebuild(source, tree);
}

} // namespace brigade::lax
