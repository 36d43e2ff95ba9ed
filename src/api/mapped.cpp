#include "api/transform.h"

#include "core/client.h"

#include <fmt/format.h>

/// vmap and pmap over flat leaves, recorded in the current trace.
namespace brigade::detail {
namespace {

std::string type_of(const Array &leaf) { return to_string(leaf.dtype(), leaf.shape()); }

/// Where each result gets the mapped dimension, from one axis for all or one an element of a tuple
/// result.
std::vector<std::optional<int64_t>> result_axes(const char *transform,
                                                const std::vector<MappedAxis> &axes,
                                                const Output &user, const core::TracedFunction &f,
                                                Loc loc) {
  if (axes.size() != 1 && axes.size() != user.ends.size())
    throw UserError(fmt::format("{}: out_axes has {} entries for a result of {} elements",
                                transform, axes.size(), user.ends.size()),
                    loc);
  std::vector<std::optional<int64_t>> out;
  for (size_t e = 0; e < user.ends.size(); ++e)
    while (out.size() < user.ends[e]) {
      const core::Kind &kind = *f.results[out.size()];
      auto rank = static_cast<int64_t>(kind.type.shape.size());
      MappedAxis axis = axes.size() == 1 ? axes[0] : axes[e];
      if (axis && (*axis < -rank - 1 || *axis > rank))
        throw UserError(fmt::format("{}: out_axes {} for a result {}, which has {} dimensions",
                                    transform, *axis, to_string(kind.type.dtype, kind.type.shape),
                                    rank),
                        loc);
      out.push_back(axis ? std::optional<int64_t>(*axis < 0 ? *axis + rank + 1 : *axis)
                         : std::nullopt);
    }
  return out;
}

} // namespace

std::vector<std::optional<int64_t>> mapped_axes(const char *transform,
                                                const std::vector<MappedAxis> &axes,
                                                const Call &call, Leaves leaves) {
  if (axes.size() != 1 && axes.size() != call.ends.size())
    throw UserError(fmt::format("{}: in_axes has {} entries, but the function has {} arguments",
                                transform, axes.size(), call.ends.size()),
                    call.loc);
  std::vector<std::optional<int64_t>> out;
  for (size_t i = 0; i < leaves.size(); ++i) {
    MappedAxis axis = axes.size() == 1 ? axes[0] : axes[argument_of(call, i)];
    int rank = leaves[i].ndim();
    if (axis && (*axis < -rank || *axis >= rank))
      throw UserError(fmt::format("{}: {} is {}, which has no axis {} to map", transform,
                                  leaf_name(call, i), type_of(leaves[i]), *axis),
                      call.loc);
    out.push_back(axis ? std::optional<int64_t>(*axis < 0 ? *axis + rank : *axis) : std::nullopt);
  }
  return out;
}

int64_t mapped_size(const char *transform, const std::vector<std::optional<int64_t>> &axes,
                    const Call &call, Leaves leaves) {
  std::optional<size_t> first;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!axes[i])
      continue;
    if (!first)
      first = i;
    int64_t expected = leaves[*first].shape(static_cast<int>(*axes[*first])),
            size = leaves[i].shape(static_cast<int>(*axes[i]));
    if (size != expected)
      throw UserError(
          fmt::format(
              "{}: mapped sizes differ: {} has {} along axis {}, but {} has {} along axis {}",
              transform, leaf_name(call, *first), expected, *axes[*first], leaf_name(call, i), size,
              *axes[i]),
          call.loc);
  }
  if (!first)
    throw UserError(
        fmt::format("{}: no argument is mapped; give at least one an axis in in_axes", transform),
        call.loc);
  return leaves[*first].shape(static_cast<int>(*axes[*first]));
}

std::vector<const core::Kind *> unmapped_kinds(const std::vector<std::optional<int64_t>> &axes,
                                               Leaves leaves) {
  std::vector<const core::Kind *> kinds;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const core::Kind &kind = *leaves[i].impl()->kind;
    core::TensorType type = kind.type;
    if (axes[i])
      type.shape.erase(type.shape.begin() + *axes[i]);
    kinds.push_back(core::intern_kind(type, kind.weak, false, nullptr));
  }
  return kinds;
}

void apply_vmap(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out) {
  std::vector<std::optional<int64_t>> axes = mapped_axes("vmap", spec.in_axes, call, leaves);
  // A collective over a named axis has no value for one element, whatever its operand is.
  core::KnownValues known;
  if (spec.axis_name.empty())
    known.emplace(leaves.begin(), leaves.end());
  for (size_t i = 0; known && i < axes.size(); ++i)
    if (axes[i])
      (*known)[i] = Array();
  int64_t size = mapped_size("vmap", axes, call, leaves);
  core::TracedFunction f;
  {
    std::optional<core::AxisScope> scope;
    if (!spec.axis_name.empty())
      scope.emplace(spec.axis_name, size);
    f = trace_user("vmap", "", call, unmapped_kinds(axes, leaves), known, out);
  }
  std::vector<Array> operands = with_captures(leaves, f);
  axes.resize(operands.size());
  std::vector<std::optional<int64_t>> out_axes =
      result_axes("vmap", spec.out_axes, out, f, call.loc);
  core::TracedFunction batched = core::batch(f, axes, out_axes, size, spec.axis_name, call.loc);
  out.leaves = core::call_function(batched, operands, call.loc);
}

namespace {

/// The one-dimensional mesh of a pmap over `size` devices.
Mesh pmap_mesh(const TransformSpec &spec, int64_t size, Loc loc) {
  std::vector<int> ids = spec.devices;
  if (ids.empty())
    for (runtime::Device *device : core::client().devices())
      ids.push_back(device->id());
  if (size > static_cast<int64_t>(ids.size()))
    throw UserError(fmt::format("pmap: the mapped axis has size {}, but there {} {} device{}; map "
                                "at most that many, or call "
                                "set_num_cpu_devices({}) first",
                                size, ids.size() == 1 ? "is" : "are", ids.size(),
                                ids.size() == 1 ? "" : "s", size),
                    loc);
  ids.resize(static_cast<size_t>(size));
  return Mesh(std::move(ids), {size}, {spec.axis_name}, loc);
}

} // namespace

void apply_pmap(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out) {
  std::vector<std::optional<int64_t>> axes = mapped_axes("pmap", spec.in_axes, call, leaves);
  int64_t size = mapped_size("pmap", axes, call, leaves);
  Mesh mesh = pmap_mesh(spec, size, call.loc);
  core::TracedFunction f;
  {
    core::AxisScope scope(spec.axis_name, size);
    f = trace_user("pmap", spec.jit.name, call, unmapped_kinds(axes, leaves), std::nullopt, out);
  }
  std::vector<Array> operands = with_captures(leaves, f);
  axes.resize(operands.size());
  out.leaves = core::call_manual(f, operands, mesh, axes,
                                 result_axes("pmap", spec.out_axes, out, f, call.loc), call.loc);
}

void place_pmap(const TransformSpec &spec, const Call &call, const Output &out,
                core::BuildRequest &request) {
  std::vector<Array> leaves;
  for (const Array *leaf : call.arguments->leaves())
    leaves.push_back(*leaf);
  std::vector<std::optional<int64_t>> axes = mapped_axes("pmap", spec.in_axes, call, leaves);
  Mesh mesh = pmap_mesh(spec, mapped_size("pmap", axes, call, leaves), call.loc);
  request.moves_committed = true;
  request.in_shardings.clear();
  for (const std::optional<int64_t> &axis : axes)
    request.in_shardings.push_back(core::stacked_along(mesh, axis, call.loc));
  request.out_shardings = [&spec, &out, mesh,
                           loc = call.loc](std::span<const core::Kind *const> results) {
    std::vector<core::OptionalSharding> shardings;
    for (size_t i = 0, e = 0; i < results.size(); ++i) {
      while (out.ends[e] <= i)
        ++e;
      MappedAxis axis = spec.out_axes.size() == 1 ? spec.out_axes[0] : spec.out_axes[e];
      auto rank = static_cast<int64_t>(results[i]->type.shape.size());
      shardings.push_back(core::stacked_along(
          mesh, axis ? std::optional<int64_t>(*axis < 0 ? *axis + rank : *axis) : std::nullopt,
          loc));
    }
    return shardings;
  };
}

} // namespace brigade::detail
