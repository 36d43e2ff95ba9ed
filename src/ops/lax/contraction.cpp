#include "ops/lax/build.h"

#include <fmt/ranges.h>

namespace brigade::lax {

using namespace brigade::ops;

namespace {

/// Dimensions of lhs and rhs that pair up must have equal sizes.
void check_pairs(const char *kind, const Array &lhs, const Dims &l, const Array &rhs, const Dims &r,
                 Loc loc) {
  if (l.size() != r.size())
    fail(loc, "lax::dot_general: {} {} dimensions of lhs, but {} of rhs", l.size(), kind, r.size());
  for (size_t i = 0; i < l.size(); ++i) {
    int64_t a = lhs.shape()[static_cast<size_t>(l[i])], b = rhs.shape()[static_cast<size_t>(r[i])];
    if (a != b)
      fail(loc,
           "lax::dot_general: {} dimension {} of lhs {} has size {}, but dimension {} of rhs {} "
           "has size {}",
           kind, l[i], name_of(lhs), a, r[i], name_of(rhs), b);
  }
}

void append_sizes(Shape &out, const Array &x, const Dims &dims) {
  for (int64_t d : dims)
    out.push_back(x.shape()[static_cast<size_t>(d)]);
}

Dims joined(Dims a, const Dims &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace

Array dot_general(const Array &lhs, const Array &rhs, const DotDimensionNumbers &dimensions,
                  std::optional<DType> preferred, Loc loc) {
  if (lhs.dtype() != rhs.dtype())
    fail(loc, "lax::dot_general: the arguments are {} and {}; they must have one dtype",
         name_of(lhs), name_of(rhs));
  const Dims lc = axes_in_order(dimensions.lhs_contracting, lhs.ndim(), "lax::dot_general", loc),
             rc = axes_in_order(dimensions.rhs_contracting, rhs.ndim(), "lax::dot_general", loc),
             lb = axes_in_order(dimensions.lhs_batch, lhs.ndim(), "lax::dot_general", loc),
             rb = axes_in_order(dimensions.rhs_batch, rhs.ndim(), "lax::dot_general", loc);
  axes_in_order(joined(lb, lc), lhs.ndim(), "lax::dot_general", loc);
  axes_in_order(joined(rb, rc), rhs.ndim(), "lax::dot_general", loc);
  check_pairs("contracting", lhs, lc, rhs, rc, loc);
  check_pairs("batch", lhs, lb, rhs, rb, loc);
  Shape shape;
  append_sizes(shape, lhs, lb);
  append_sizes(shape, lhs, without(without(count_up(lhs.ndim()), lb), lc));
  append_sizes(shape, rhs, without(without(count_up(rhs.ndim()), rb), rc));
  std::string numbers =
      field("lhs_batching_dimensions", lb) + field("rhs_batching_dimensions", rb) +
      field("lhs_contracting_dimensions", lc) + field("rhs_contracting_dimensions", rc);
  if (!numbers.empty())
    numbers.resize(numbers.size() - 2); // The last comma.
  return emit("stablehlo.dot_general", {preferred.value_or(lhs.dtype()), shape}, {lhs, rhs}, loc,
              {{"dot_dimension_numbers", AssemblyText{"#stablehlo.dot<" + numbers + ">"}}});
}

Array dot(const Array &lhs, const Array &rhs, Loc loc) {
  if (lhs.ndim() < 1 || lhs.ndim() > 2 || rhs.ndim() < 1 || rhs.ndim() > 2)
    fail(loc, "lax::dot: the arguments are {} and {}; it takes vectors and matrices", name_of(lhs),
         name_of(rhs));
  if (lhs.shape(-1) != rhs.shape(0))
    fail(loc,
         "lax::dot: the last dimension of lhs {} has size {}, but the first of rhs {} has size {}; "
         "they must be equal",
         name_of(lhs), lhs.shape(-1), name_of(rhs), rhs.shape(0));
  return dot_general(lhs, rhs, {{lhs.ndim() - 1}, {0}}, {}, loc);
}

} // namespace brigade::lax
