#pragma once

#include "brigade/detail/transform.h"
#include "core/jit_cache.h"

#include <functional>

namespace brigade::detail {

/// One transform of one function, with the programs compiled for calls from outside any trace.
class Transform {
public:
  Transform(TransformSpec spec, Identity identity) : spec(std::move(spec)), identity(identity) {}

  const TransformSpec spec;
  const Identity identity; ///< Of the function that is transformed.
  core::JitCache cache;

  void set_reason(std::string reason);
  std::string reason() const;

private:
  mutable std::mutex mutex_;
  std::string reason_ = "nothing was compiled yet";
};

/// A call's leaves as values: concrete, or of the current trace.
using Leaves = std::span<const Array>;

/// Records the transform of the call's function over `leaves` in the current trace. One function a
/// kind, each in its own file.
void apply_jit(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out);
void apply_gradient(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out);
void apply_jvp(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out);
void apply_vmap(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out);
void apply_pmap(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out);

/// What a program for the call would be; `out` receives the result's prototype when the body is
/// traced.
core::BuildRequest request_for(const Transform &transform, const Call &call, Output &out);

/// Gives the request the shardings of a pmap: mapped leaves and results split over its devices.
/// `out` is what the request's body fills in.
void place_pmap(const TransformSpec &spec, const Call &call, const Output &out,
                core::BuildRequest &request);

/// The user's function traced over `leaves` as a function of the program; `user` receives its
/// result's structure.
core::TracedFunction trace_user(const char *transform, const std::string &name, const Call &call,
                                std::span<const core::Kind *const> kinds,
                                const core::KnownValues &known, Output &user);

/// All operands of a call of f.
std::vector<Array> with_captures(Leaves leaves, const core::TracedFunction &f);

/// Throws UserError where one of the numbers names no argument; `what` is the option's name.
void check_argnums(const char *what, const std::vector<int> &argnums, const Call &call);
/// Whether leaf i of the call belongs to an argument in the list.
bool names_argument(const std::vector<int> &argnums, const Call &call, size_t leaf);
/// One a leaf of the call, or none at all.
std::vector<core::OptionalSharding> expand_in_shardings(const std::vector<Shardings> &given,
                                                        const Call &call);
/// One a result.
std::vector<core::OptionalSharding> expand_out_shardings(const std::vector<Shardings> &given,
                                                         const Output &user, size_t results,
                                                         Loc loc);

/// "argument 0" or "argument 0 (.w)" for leaf i of the call.
std::string leaf_name(const Call &call, size_t leaf);
/// The argument that leaf i belongs to.
size_t argument_of(const Call &call, size_t leaf);

/// The leaf's mapped axis, counted from 0, by `axes` of a vmap or pmap; none: not mapped.
std::vector<std::optional<int64_t>> mapped_axes(const char *transform,
                                                const std::vector<MappedAxis> &axes,
                                                const Call &call, Leaves leaves);
/// The size that all mapped leaves share. Throws UserError where they differ or nothing is mapped.
int64_t mapped_size(const char *transform, const std::vector<std::optional<int64_t>> &axes,
                    const Call &call, Leaves leaves);

/// The kinds of the leaves inside a trace, without dimension axes[i] of leaf i.
std::vector<const core::Kind *> unmapped_kinds(const std::vector<std::optional<int64_t>> &axes,
                                               Leaves leaves);

} // namespace brigade::detail
