#include "ops/lax/build.h"

#include <fmt/ranges.h>

namespace brigade::lax {

using namespace brigade::ops;

namespace {

AssemblyText string_list(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return {"[" + text + "]"};
}

/// The number of members over all axes; throws where one is unknown, named twice, or none is given.
int64_t members(const char *function, const AxisNames &axes, Loc loc) {
  if (axes.names().empty())
    fail(loc, "{}: no axis is named; at least one is needed", function);
  int64_t n = 1;
  for (size_t i = 0; i < axes.names().size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      if (axes.names()[i] == axes.names()[j])
        fail(loc, "{}: axis \"{}\" is named twice", function, axes.names()[i]);
    n *= core::axis_size(axes.names()[i], loc);
  }
  return n;
}

Array named_reduction(const char *function, const char *operation, const Array &x,
                      const AxisNames &axes, Loc loc) {
  members(function, axes, loc);
  return emit(operation, type_of(x), {x}, loc, {{"axes", string_list(axes.names())}});
}

std::vector<Attribute> on_axis(const std::string &axis, int64_t size) {
  return {{"axis", axis}, {"axis_size", size}};
}

void add_tiled(std::vector<Attribute> &attributes, int64_t dimension, bool tiled) {
  attributes.push_back({"dimension", dimension});
  if (tiled)
    attributes.push_back({"tiled", AssemblyText{"unit"}});
}

void check_divides(const char *function, const char *what, const Array &x, int64_t d,
                   const std::string &axis, int64_t n, Loc loc) {
  const int64_t size = x.shape()[static_cast<size_t>(d)];
  if (size % n != 0)
    fail(loc,
         "{}: {} dimension {} of {} has size {}, which axis \"{}\" of size {} does not divide; {} "
         "and {} do",
         function, what, d, name_of(x), size, axis, n, size / n * n, (size / n + 1) * n);
}

} // namespace

Array psum(const Array &x, const AxisNames &axes, Loc loc) {
  return named_reduction("lax::psum", "brigade.psum",
                         x.dtype() == DType::Bool ? convert_element_type(x, DType::S32, loc) : x,
                         axes, loc);
}
Array pmax(const Array &x, const AxisNames &axes, Loc loc) {
  return named_reduction("lax::pmax", "brigade.pmax", x, axes, loc);
}
Array pmin(const Array &x, const AxisNames &axes, Loc loc) {
  return named_reduction("lax::pmin", "brigade.pmin", x, axes, loc);
}
Array pvary(const Array &x, const AxisNames &axes, Loc loc) {
  return named_reduction("lax::pvary", "brigade.pvary", x, axes, loc);
}

Array pmean(const Array &x, const AxisNames &axes, Loc loc) {
  const int64_t n = members("lax::pmean", axes, loc);
  const Array floating = is_floating(x.dtype()) ? x : convert_element_type(x, DType::F32, loc);
  return div(psum(floating, axes, loc), Array(static_cast<double>(n), loc), loc);
}

Array all_gather(const Array &x, const std::string &axis, int dimension, bool tiled, Loc loc) {
  const int64_t n = core::axis_size(axis, loc);
  const int64_t d = axis_in_range(dimension, x.ndim() + (tiled ? 0 : 1), "lax::all_gather", loc);
  Shape shape = x.shape();
  if (tiled)
    shape[static_cast<size_t>(d)] *= n;
  else
    shape.insert(shape.begin() + d, n);
  std::vector<Attribute> attributes = on_axis(axis, n);
  add_tiled(attributes, d, tiled);
  return emit("brigade.all_gather", {x.dtype(), shape}, {x}, loc, std::move(attributes));
}

Array psum_scatter(const Array &x, const std::string &axis, int dimension, bool tiled, Loc loc) {
  const int64_t n = core::axis_size(axis, loc);
  const int64_t d = axis_in_range(dimension, x.ndim(), "lax::psum_scatter", loc);
  Shape shape = x.shape();
  if (tiled) {
    check_divides("lax::psum_scatter", "scatter", x, d, axis, n, loc);
    shape[static_cast<size_t>(d)] /= n;
  } else {
    if (x.shape(static_cast<int>(d)) != n)
      fail(loc,
           "lax::psum_scatter: dimension {} of {} has size {}; it must be {}, the size of axis "
           "\"{}\", or tiled be set",
           d, name_of(x), x.shape(static_cast<int>(d)), n, axis);
    shape.erase(shape.begin() + d);
  }
  std::vector<Attribute> attributes = on_axis(axis, n);
  add_tiled(attributes, d, tiled);
  return emit("brigade.reduce_scatter", {x.dtype(), shape}, {x}, loc, std::move(attributes));
}

Array ppermute(const Array &x, const std::string &axis,
               const std::vector<std::pair<int64_t, int64_t>> &permutation, Loc loc) {
  const int64_t n = core::axis_size(axis, loc);
  Literal pairs(DType::S64, {static_cast<int64_t>(permutation.size()), 2});
  std::vector<bool> sends(static_cast<size_t>(n)), receives(static_cast<size_t>(n));
  for (size_t i = 0; i < permutation.size(); ++i) {
    const auto [source, target] = permutation[i];
    if (source < 0 || source >= n || target < 0 || target >= n)
      fail(loc, "lax::ppermute: pair ({}, {}) on axis \"{}\" of size {}; positions are 0 to {}",
           source, target, axis, n, n - 1);
    if (sends[static_cast<size_t>(source)] || receives[static_cast<size_t>(target)])
      fail(loc,
           "lax::ppermute: pair ({}, {}) repeats a source or a target; each position sends and "
           "receives once",
           source, target);
    sends[static_cast<size_t>(source)] = receives[static_cast<size_t>(target)] = true;
    pairs.data<int64_t>()[2 * i] = source;
    pairs.data<int64_t>()[2 * i + 1] = target;
  }
  std::vector<Attribute> attributes = on_axis(axis, n);
  attributes.push_back({"source_target_pairs", pairs});
  return emit("brigade.ppermute", type_of(x), {x}, loc, std::move(attributes));
}

Array all_to_all(const Array &x, const std::string &axis, int split, int concat, bool tiled,
                 Loc loc) {
  const int64_t n = core::axis_size(axis, loc);
  const int64_t s = axis_in_range(split, x.ndim(), "lax::all_to_all", loc);
  const int64_t c = axis_in_range(concat, x.ndim(), "lax::all_to_all", loc);
  if (!tiled) {
    if (x.shape(static_cast<int>(s)) != n)
      fail(loc,
           "lax::all_to_all: split dimension {} of {} has size {}; it must be {}, the size of axis "
           "\"{}\", or tiled be "
           "set",
           s, name_of(x), x.shape(static_cast<int>(s)), n, axis);
    // A new dimension of size 1 at its place beside the split one, which then goes.
    const int64_t inserted = c < s ? c : c + 1, remaining = c < s ? s + 1 : s;
    Array out = all_to_all(expand_dims(x, {inserted}, loc), axis, static_cast<int>(remaining),
                           static_cast<int>(inserted), true, loc);
    return squeeze(out, {remaining}, loc);
  }
  check_divides("lax::all_to_all", "split", x, s, axis, n, loc);
  Shape shape = x.shape();
  shape[static_cast<size_t>(s)] /= n;
  shape[static_cast<size_t>(c)] *= n;
  std::vector<Attribute> attributes = on_axis(axis, n);
  attributes.push_back({"split_dimension", s});
  attributes.push_back({"concat_dimension", c});
  return emit("brigade.all_to_all", {x.dtype(), shape}, {x}, loc, std::move(attributes));
}

Array axis_index(const std::string &axis, Loc loc) {
  return emit("brigade.axis_index", {DType::S32, {}}, {}, loc,
              on_axis(axis, core::axis_size(axis, loc)));
}

int64_t axis_size(const std::string &axis, Loc loc) { return core::axis_size(axis, loc); }

} // namespace brigade::lax
