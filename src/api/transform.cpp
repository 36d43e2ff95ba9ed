#include "api/transform.h"

#include "core/client.h"
#include "schedule/report.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <tuple>

/// Every transform's call: recorded in the current trace, or compiled once and run.
namespace brigade::detail {
namespace {

using Apply = void (*)(const TransformSpec &, const Call &, Leaves, Output &);

struct Handler {
  const char *name;
  Apply apply; ///< How a call is recorded inside a trace; none: vjp, which linearize records.
};

const Handler &handler_of(TransformSpec::Kind kind) {
  static constexpr Handler handlers[] = {
      {"jit", apply_jit},  {"grad", apply_gradient}, {"value_and_grad", apply_gradient},
      {"jvp", apply_jvp},  {"vjp", nullptr},         {"vmap", apply_vmap},
      {"pmap", apply_pmap}};
  return handlers[static_cast<size_t>(kind)];
}

std::vector<Array> copy_leaves(const Call &call) {
  std::vector<Array> leaves;
  leaves.reserve(call.arguments->leaves().size());
  for (const Array *leaf : call.arguments->leaves())
    leaves.push_back(*leaf);
  return leaves;
}

/// The part of a call that its program is kept under, and the leaves that the program takes.
struct ProgramCall {
  core::CallKey key;
  std::string
      statics; ///< With the values of static arguments; empty: those of the arguments as they are.
  std::vector<const Array *> dynamic;
};

/// Leaves of static arguments go by value, the others by kind.
void split_static(const TransformSpec &spec, const Call &call, ProgramCall &out) {
  std::span<const Array *const> leaves = call.arguments->leaves();
  out.key = {call.types, call.arguments->key(), leaves, core::default_device_id()};
  if (spec.jit.static_argnums.empty())
    return;
  check_argnums("static_argnums", spec.jit.static_argnums, call);
  out.statics = call.arguments->key();
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!names_argument(spec.jit.static_argnums, call, i)) {
      out.dynamic.push_back(leaves[i]);
      continue;
    }
    const core::ArrayImpl &impl = core::impl_of(*leaves[i], call.loc);
    Literal value(impl.kind->type.dtype, impl.kind->type.shape);
    core::copy_to_host(impl, value.bytes.data(), call.loc);
    out.statics += to_string(value.dtype, value.shape);
    out.statics.append(reinterpret_cast<const char *>(value.bytes.data()), value.bytes.size());
  }
  out.key.statics = out.statics;
  out.key.leaves = out.dynamic;
}

void check_values(const Call &call) {
  std::span<const Array *const> leaves = call.arguments->leaves();
  for (size_t i = 0; i < leaves.size(); ++i)
    if (!leaves[i]->has_value())
      throw UserError(fmt::format("{} is an Array without a value", leaf_name(call, i)), call.loc);
    else if (leaves[i]->is_traced() && !core::is_tracing())
      core::throw_stale(*leaves[i]->impl(), call.loc);
}

/// The program for the call. One that depends on the arguments' values, since tracing read some, is
/// not kept: it goes to `once`.
const core::CompiledCall &compiled(Transform &transform, const Call &call,
                                   const ProgramCall &program_call,
                                   std::unique_ptr<core::CompiledCall> &once) {
  if (const core::CompiledCall *found = transform.cache.find(program_call.key))
    return *found;
  transform.set_reason(transform.cache.explain(program_call.key,
                                               [&](size_t leaf) { return leaf_name(call, leaf); }));
  auto made = std::make_unique<core::CompiledCall>(program_call.key);
  Output user;
  made->program = core::build(request_for(transform, call, user));
  made->prototype = std::move(user.prototype);
  if (!made->program.read_values)
    return *transform.cache.insert(std::move(made));
  transform.set_reason("the function read values with item(), so each call traces it again");
  once = std::move(made);
  return *once;
}

} // namespace

void Transform::set_reason(std::string reason) {
  std::lock_guard lock(mutex_);
  reason_ = std::move(reason);
}

std::string Transform::reason() const {
  std::lock_guard lock(mutex_);
  return reason_;
}

size_t argument_of(const Call &call, size_t leaf) {
  size_t argument = 0;
  while (call.ends[argument] <= leaf)
    ++argument;
  return argument;
}

std::string leaf_name(const Call &call, size_t leaf) {
  size_t argument = argument_of(call, leaf);
  size_t begin = argument == 0 ? 0 : call.ends[argument - 1];
  std::vector<std::string> paths = call.paths(call.site, argument);
  std::string path = leaf - begin < paths.size() ? paths[leaf - begin] : "";
  return path.empty() ? fmt::format("argument {}", argument)
                      : fmt::format("argument {} ({})", argument, path);
}

std::vector<Array> with_captures(Leaves leaves, const core::TracedFunction &f) {
  std::vector<Array> operands(leaves.begin(), leaves.end());
  operands.insert(operands.end(), f.captures.begin(), f.captures.end());
  return operands;
}

core::TracedFunction trace_user(const char *transform, const std::string &name, const Call &call,
                                std::span<const core::Kind *const> kinds,
                                const core::KnownValues &known, Output &user) {
  return core::trace_function(
      name.empty() ? "f" : name, transform, kinds, known,
      [&](std::span<const Array> leaves) {
        call.trace(call.site, leaves, user);
        return std::move(user.leaves);
      },
      call.loc);
}

core::BuildRequest request_for(const Transform &transform, const Call &call, Output &out) {
  const TransformSpec &spec = transform.spec;
  check_argnums("donate_argnums", spec.jit.donate_argnums, call);
  core::BuildRequest request;
  request.name = spec.jit.name.empty() ? "f" : spec.jit.name;
  request.transform = handler_of(spec.kind).name;
  request.loc = call.loc;
  if (spec.jit.device)
    request.device = spec.jit.device->id();

  std::span<const Array *const> leaves = call.arguments->leaves();
  std::vector<core::OptionalSharding> in = expand_in_shardings(spec.jit.in_shardings, call);
  std::vector<size_t> places; // Of the program's arguments among the leaves.
  std::vector<Array> known;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (names_argument(spec.jit.static_argnums, call, i))
      continue;
    places.push_back(i);
    request.arguments.push_back(leaves[i]->impl()->kind);
    known.push_back(*leaves[i]);
    request.donated.push_back(names_argument(spec.jit.donate_argnums, call, i));
    if (!in.empty())
      request.in_shardings.push_back(in[i]);
  }
  if (spec.kind != TransformSpec::Kind::Jit && spec.kind != TransformSpec::Kind::Pmap)
    request.known = std::move(known);
  request.argument_name = [&call, places](size_t i) { return leaf_name(call, places[i]); };
  Apply apply = spec.kind == TransformSpec::Kind::Jit ? nullptr : handler_of(spec.kind).apply;
  request.body = [&spec, &call, &out, apply, places](Leaves values) {
    std::vector<Array> all = copy_leaves(call);
    for (size_t i = 0; i < places.size(); ++i)
      all[places[i]] = values[i];
    if (apply)
      apply(spec, call, all, out);
    else
      call.trace(call.site, all, out);
    return out.leaves;
  };
  request.out_shardings = [&spec, &out,
                           loc = call.loc](std::span<const core::Kind *const> results) {
    return expand_out_shardings(spec.jit.out_shardings, out, results.size(), loc);
  };
  if (spec.kind == TransformSpec::Kind::Pmap)
    place_pmap(spec, call, out, request);
  return request;
}

void invoke(Transform &transform, const Call &call, Output &out) {
  if (core::is_tracing()) {
    check_values(call);
    handler_of(transform.spec.kind).apply(transform.spec, call, copy_leaves(call), out);
    return;
  }
  ProgramCall program_call;
  check_values(call);
  split_static(transform.spec, call, program_call);
  std::unique_ptr<core::CompiledCall> once;
  const core::CompiledCall &entry = compiled(transform, call, program_call, once);
  out.prototype = entry.prototype;
  const std::function<std::string(size_t)> name = [&](size_t leaf) {
    return leaf_name(call, leaf);
  };
  core::run(entry.program, program_call.key.leaves, out.leaves, call.loc, &name);
}

std::shared_ptr<Transform> make_transform(const TransformSpec &spec, const Identity &identity) {
  // Options that hold shardings make a transform of its own.
  bool shared = identity.stable && spec.jit.in_shardings.empty() && spec.jit.out_shardings.empty();
  if (!shared)
    return std::make_shared<Transform>(spec, identity);
  using Key = std::tuple<const void *, const void *, int, std::vector<int>, std::vector<int>,
                         Device *, std::string, std::vector<int>, bool, std::vector<MappedAxis>,
                         std::vector<MappedAxis>, std::string, std::vector<int>>;
  static std::mutex mutex;
  static auto *known = new std::map<Key, std::shared_ptr<Transform>>;
  Key key{identity.type,
          identity.value,
          static_cast<int>(spec.kind),
          spec.jit.donate_argnums,
          spec.jit.static_argnums,
          spec.jit.device,
          spec.jit.name,
          spec.argnums,
          spec.has_aux,
          spec.in_axes,
          spec.out_axes,
          spec.axis_name,
          spec.devices};
  std::lock_guard lock(mutex);
  std::shared_ptr<Transform> &transform = (*known)[std::move(key)];
  if (!transform)
    transform = std::make_shared<Transform>(spec, identity);
  return transform;
}

Identity transform_identity(const Transform &transform, const Identity &inner) {
  // The registry keeps a shared transform for ever, so that its address identifies it.
  bool kept = inner.stable && transform.spec.jit.in_shardings.empty() &&
              transform.spec.jit.out_shardings.empty();
  return {inner.type, &transform, kept};
}

std::string compile_reason(const Transform &transform) { return transform.reason(); }
size_t program_count(const Transform &transform) { return transform.cache.size(); }

std::string program_text(Transform &transform, const Call &call) {
  check_values(call);
  Output user;
  return core::print(request_for(transform, call, user));
}

TrafficReport traffic(Transform &transform, const Call &call) {
  ProgramCall program_call;
  check_values(call);
  split_static(transform.spec, call, program_call);
  std::unique_ptr<core::CompiledCall> once;
  const runtime::Executable &executable =
      *compiled(transform, call, program_call, once).program.executable;
  std::vector<int64_t> moved = executable.traffic_counters();
  TrafficReport report;
  for (size_t i = 0; i < moved.size(); ++i) {
    const schedule::Traffic &t = executable.program().traffic[i];
    report.transfers.push_back(
        {t.operation, t.bytes, t.group_size, t.count, t.reason,
         to_string(Loc{t.location.file.c_str(), static_cast<uint32_t>(t.location.line)}),
         moved[i]});
  }
  return report;
}

MemoryReport memory(Transform &transform, const Call &call) {
  ProgramCall program_call;
  check_values(call);
  split_static(transform.spec, call, program_call);
  std::unique_ptr<core::CompiledCall> once;
  const schedule::Program &program =
      compiled(transform, call, program_call, once).program.executable->program();
  schedule::MemoryReport counted = schedule::memory_report(program);
  auto bytes = [&](schedule::Category category) {
    return counted.device_bytes[static_cast<size_t>(category)];
  };
  MemoryReport report{.arguments = bytes(schedule::Category::Argument),
                      .results = bytes(schedule::Category::Result),
                      .constants = bytes(schedule::Category::Constant),
                      .temporaries = bytes(schedule::Category::Temporary),
                      .physical = counted.peak_physical_bytes(),
                      .lines = {}};
  constexpr const char *names[] = {"argument", "result", "constant", "temporary"};
  for (const schedule::MemoryReport::Entry &entry : counted.entries)
    report.lines.push_back({names[static_cast<size_t>(entry.category)], entry.bytes,
                            entry.operation,
                            to_string(Loc{entry.file.c_str(), static_cast<uint32_t>(entry.line)})});
  return report;
}

} // namespace brigade::detail
