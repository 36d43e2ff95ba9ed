#include "api/transform.h"

#include "core/client.h"

#include <fmt/format.h>

/// grad, jvp and vjp over flat leaves, recorded in the current trace.
namespace brigade::detail {
namespace {

std::vector<const core::Kind *> kinds_of(Leaves leaves) {
  std::vector<const core::Kind *> kinds;
  for (const Array &leaf : leaves)
    kinds.push_back(leaf.impl()->kind);
  return kinds;
}

core::KnownValues known(Leaves leaves) { return std::vector<Array>(leaves.begin(), leaves.end()); }

std::string type_of(const core::Kind &kind) { return to_string(kind.type.dtype, kind.type.shape); }

Array filled(const core::Kind &kind, int value, Loc loc) {
  Literal literal(kind.type.dtype, kind.type.shape);
  visit_dtype(kind.type.dtype,
              [&]<class T>(T) { std::ranges::fill(literal.data<T>(), element_cast<T>(value)); });
  return core::constant(literal, false, loc);
}

bool is_float(const core::Kind &kind) { return is_floating(kind.type.dtype); }

} // namespace

void apply_gradient(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out) {
  const char *name = spec.kind == TransformSpec::Kind::Grad ? "grad" : "value_and_grad";
  std::vector<bool> wrt(leaves.size());
  for (size_t i = 0; i < leaves.size(); ++i) {
    size_t argument = argument_of(call, i);
    for (int n : spec.argnums)
      wrt[i] = wrt[i] || n == static_cast<int>(argument);
    if (wrt[i] && !is_float(*leaves[i].impl()->kind))
      throw UserError(fmt::format("{}: {} is {}; a derivative needs a floating-point type, so "
                                  "convert it or differentiate "
                                  "another argument",
                                  name, leaf_name(call, i), type_of(*leaves[i].impl()->kind)),
                      call.loc);
  }
  core::TracedFunction f = trace_user(name, "", call, kinds_of(leaves), known(leaves), out);
  if (f.results.empty() || !f.results[0]->type.shape.empty() || !is_float(*f.results[0]))
    throw UserError(fmt::format("{}: the function returns {}; a gradient needs one floating-point "
                                "scalar, so reduce it with "
                                "sum or mean",
                                name, f.results.empty() ? "no array" : type_of(*f.results[0])),
                    call.loc);

  // (x..., captures..., 1 for the value, 0 for the auxiliary results) -> (results..., gradients...)
  size_t results = f.results.size();
  std::vector<Array> operands = with_captures(leaves, f);
  wrt.resize(operands.size());
  for (size_t i = 0; i < results; ++i)
    if (is_float(*f.results[i]))
      operands.push_back(filled(*f.results[i], i == 0 ? 1 : 0, call.loc));
  core::TracedFunction derivative = core::vjp(f, wrt, call.loc);
  std::vector<Array> all = core::call_function(derivative, operands, call.loc);
  size_t skip = spec.kind == TransformSpec::Kind::Grad ? 1 : 0;
  out.leaves.assign(all.begin() + static_cast<ptrdiff_t>(skip), all.end());
}

namespace {

/// "argument 1 (.w)" for leaf i of the primals, which are one argument of the call: a tuple, leaf
/// "[1].w".
std::string primal_name(const Call &call, size_t i) {
  std::string path = call.paths(call.site, 0)[i];
  size_t end = path.find(']');
  std::string argument = "argument " + path.substr(1, end - 1);
  return end + 1 == path.size() ? argument : fmt::format("{} ({})", argument, path.substr(end + 1));
}

} // namespace

void apply_jvp(const TransformSpec &, const Call &call, Leaves leaves, Output &out) {
  // The call's two arguments are the primals and the tangents; the user's function ignores the
  // second.
  size_t count = call.ends[0];
  Leaves primals = leaves.first(count), tangents = leaves.subspan(count);
  core::TracedFunction f = core::trace_function(
      "f", "jvp", kinds_of(primals), known(primals),
      [&](Leaves values) {
        std::vector<Array> both(values.begin(), values.end());
        both.insert(both.end(), values.begin(), values.end());
        call.trace(call.site, both, out);
        return std::move(out.leaves);
      },
      call.loc);
  std::vector<Array> operands = with_captures(primals, f);
  std::vector<bool> active(operands.size());
  for (size_t i = 0; i < count; ++i) {
    const core::Kind &primal = *primals[i].impl()->kind, &tangent = *tangents[i].impl()->kind;
    if (primal.type != tangent.type)
      throw UserError(fmt::format("jvp: the tangent of {} is {}, expected {}", primal_name(call, i),
                                  type_of(tangent), type_of(primal)),
                      call.loc);
    active[i] = is_float(primal);
    if (active[i])
      operands.push_back(tangents[i]);
  }
  core::TracedFunction derivative = core::jvp(f, active, call.loc);
  std::vector<Array> all = core::call_function(derivative, operands, call.loc);
  // Results, then the tangents of the floating ones; the others' are zeros.
  size_t results = f.results.size(), next = results;
  out.leaves.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(results));
  for (size_t i = 0; i < results; ++i)
    out.leaves.push_back(is_float(*f.results[i]) ? all[next++]
                                                 : filled(*f.results[i], 0, call.loc));
}

void check_same_tree(const char *what, size_t index, std::span<const TreeEntry> first,
                     std::span<const TreeEntry> second, Loc loc) {
  std::string difference = first_difference(first, second);
  if (!difference.empty())
    throw UserError(fmt::format("{}{} has another structure: {}", what, index, difference), loc);
}

/// Inside a trace: the backward function of the same program. Outside: a program of its own.
class Pullback {
public:
  std::vector<const core::Kind *> arguments; ///< Of the leaves of the call.
  std::vector<const core::Kind *> results;
  std::vector<Array> residuals;
  core::TracedFunction backward;
  Array witness; ///< A value of the trace, so that use after its end is noticed even without
                 ///< residuals.
  std::shared_ptr<const core::LoadedProgram> program;
};

namespace {

/// What a vjp's pair of programs has in common.
struct LinearizedCall {
  core::TracedFunction function;
  core::Linearized halves;
};

LinearizedCall linearize_in_trace(const Call &call, Leaves leaves, Output &out) {
  LinearizedCall made;
  made.function = trace_user("vjp", "", call, kinds_of(leaves), known(leaves), out);
  std::vector<bool> wrt;
  for (const Array &leaf : leaves)
    wrt.push_back(is_float(*leaf.impl()->kind));
  wrt.resize(leaves.size() + made.function.captures.size());
  made.halves = core::vjp_split(made.function, wrt, call.loc);
  return made;
}

std::vector<Array> copy(std::span<const Array *const> pointers) {
  std::vector<Array> out;
  for (const Array *p : pointers)
    out.push_back(*p);
  return out;
}

/// The forward program, and as `companion` the backward one, which takes residuals and then
/// cotangents like the results. It keeps what it needs alive: itself, or the transform it is in.
std::shared_ptr<const core::CompiledCall> compiled_pair(const std::shared_ptr<Transform> &transform,
                                                        const Call &call) {
  core::CallKey key{call.types, call.arguments->key(), call.arguments->leaves(),
                    core::default_device_id()};
  if (const core::CompiledCall *found = transform->cache.find(key))
    return {transform, found};
  auto made = std::make_unique<core::CompiledCall>(key);
  std::vector<Array> leaves = copy(call.arguments->leaves());
  Output user;
  core::BuildRequest request;
  request.name = "vjp_forward";
  request.transform = "vjp";
  request.arguments = kinds_of(leaves);
  request.loc = call.loc;
  request.known = leaves;
  request.argument_name = [&](size_t i) { return leaf_name(call, i); };
  request.body = [&](Leaves values) {
    LinearizedCall l = linearize_in_trace(call, values, user);
    made->user_results = l.function.results.size();
    return core::call_function(l.halves.forward, with_captures(values, l.function), call.loc);
  };
  made->program = core::build(request);
  made->prototype = user.prototype;

  // Traced again, since a program's functions end with it; the user's function gives the same
  // residuals.
  core::BuildRequest back;
  back.name = "vjp_backward";
  back.transform = "vjp";
  back.loc = call.loc;
  const std::vector<const core::Kind *> &forward = made->program.results;
  back.arguments.assign(forward.begin() + static_cast<ptrdiff_t>(made->user_results),
                        forward.end());
  for (size_t i = 0; i < made->user_results; ++i)
    if (is_float(*forward[i]))
      back.arguments.push_back(forward[i]);
  back.known = std::vector<Array>(back.arguments.size()); // The call's leaves alone.
  back.body = [&](Leaves values) {
    Output again;
    LinearizedCall l = linearize_in_trace(call, leaves, again);
    return core::call_function(l.halves.backward, values, call.loc);
  };
  made->companion = std::make_unique<core::LoadedProgram>(core::build(back));
  if (made->program.read_values)
    return made;
  return {transform, transform->cache.insert(std::move(made))};
}

} // namespace

std::shared_ptr<const Pullback> linearize(const std::shared_ptr<Transform> &transform,
                                          const Call &call, Output &out) {
  auto pullback = std::make_shared<Pullback>();
  std::vector<Array> leaves = copy(call.arguments->leaves());
  for (size_t i = 0; i < leaves.size(); ++i) {
    core::impl_of(leaves[i], call.loc);
    pullback->arguments.push_back(core::traced_kind(leaves[i].impl()->kind));
  }
  std::vector<Array> all;
  size_t results = 0;
  if (core::is_tracing()) {
    LinearizedCall l = linearize_in_trace(call, leaves, out);
    all = core::call_function(l.halves.forward, with_captures(leaves, l.function), call.loc);
    results = l.function.results.size();
    pullback->backward = l.halves.backward;
    if (!all.empty())
      pullback->witness = all.front();
  } else {
    std::shared_ptr<const core::CompiledCall> entry = compiled_pair(transform, call);
    out.prototype = entry->prototype;
    const std::function<std::string(size_t)> name = [&](size_t i) { return leaf_name(call, i); };
    core::run(entry->program, call.arguments->leaves(), all, call.loc, &name);
    results = entry->user_results;
    pullback->program = {entry, entry->companion.get()};
  }
  auto split = all.begin() + static_cast<ptrdiff_t>(results);
  for (size_t i = 0; i < results; ++i)
    pullback->results.push_back(core::traced_kind(all[i].impl()->kind));
  pullback->residuals.assign(split, all.end());
  out.leaves.assign(all.begin(), split);
  return pullback;
}

void pull_back(const Pullback &pullback, std::span<const Array *const> cotangents,
               std::vector<Array> &out, Loc loc) {
  std::vector<Array> operands = pullback.residuals;
  for (size_t i = 0; i < cotangents.size(); ++i) {
    const core::Kind &given = *core::impl_of(*cotangents[i], loc).kind,
                     &expected = *pullback.results[i];
    if (given.type != expected.type)
      throw UserError(fmt::format("vjp: the cotangent of result {} is {}, expected {}", i,
                                  type_of(given), type_of(expected)),
                      loc);
    if (is_float(expected))
      operands.push_back(*cotangents[i]);
  }
  std::vector<Array> gradients;
  if (!pullback.program) {
    if (pullback.witness.has_value() && !pullback.witness.impl()->scope->scope)
      core::throw_stale(*pullback.witness.impl(), loc);
    gradients = core::call_function(pullback.backward, operands, loc);
  } else if (core::is_tracing()) {
    // Made outside the trace, used inside: the compiled way back cannot be recorded.
    throw UserError("vjp: a function made outside jit is called inside; call vjp inside as well",
                    loc);
  } else {
    std::vector<const Array *> pointers;
    for (const Array &operand : operands)
      pointers.push_back(&operand);
    core::run(*pullback.program, pointers, gradients, loc);
  }
  size_t next = 0;
  for (const core::Kind *kind : pullback.arguments)
    out.push_back(is_float(*kind) ? gradients[next++] : filled(*kind, 0, loc));
}

} // namespace brigade::detail
