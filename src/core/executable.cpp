#include "core/executable.h"

#include "core/client.h"
#include "core/program_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

namespace brigade::core {
namespace {

/// The ordered devices of a program and the mesh over them; every committed array and every named
/// sharding must agree.
class DeviceChoice {
public:
  /// `who` tells of the first and the second source when they differ.
  void require(const NamedSharding &sharding, bool single, const std::string &who, Loc loc) {
    const std::vector<int> &ids = sharding.mesh().devices();
    if (!ids_) {
      ids_ = ids;
      who_ = who;
    } else if (*ids_ != ids) {
      throw UserError(
          fmt::format("{} is on devices {}, but {} on devices {}; move one with device_put", who_,
                      list(*ids_), who, list(ids)),
          loc);
    }
    if (!single && std::find(meshes_.begin(), meshes_.end(), sharding.mesh()) == meshes_.end())
      meshes_.push_back(sharding.mesh());
  }
  std::vector<int> devices() const { return ids_ ? *ids_ : std::vector<int>{default_device_id()}; }
  const std::vector<Mesh> &meshes() const { return meshes_; }
  bool decided() const { return ids_.has_value(); }

private:
  static std::string list(const std::vector<int> &ids) {
    if (ids.size() > 8)
      return fmt::format("{}..{} ({} of them)", ids.front(), ids.back(), ids.size());
    return fmt::format("[{}]", fmt::join(ids, ", "));
  }

  std::optional<std::vector<int>> ids_;
  std::string who_;
  std::vector<Mesh> meshes_;
};

/// A traced program and all that compile and print need.
struct Prepared {
  TracedFunction function;
  MainOptions options;
  DeviceChoice choice;
  std::vector<const Kind *> arguments; ///< Captures included.
};

TracedFunction traced(const BuildRequest &request) {
  return trace_function(request.name, request.transform, request.arguments, request.known,
                        request.body, request.loc);
}

Prepared prepare(const ProgramTrace &trace, TracedFunction function, const BuildRequest &request) {
  Prepared out;
  out.function = std::move(function);
  out.arguments = request.arguments;
  for (const Array &capture : out.function.captures)
    out.arguments.push_back(capture.impl()->kind);
  size_t given = request.arguments.size();

  auto name = [&](size_t i) {
    if (i >= given)
      return fmt::format("a captured array {}",
                         to_string(out.arguments[i]->type.dtype, out.arguments[i]->type.shape));
    return request.argument_name ? request.argument_name(i) : fmt::format("operand {}", i);
  };
  if (request.device)
    out.choice.require(single_device_placement(*request.device)->sharding, true,
                       "the device option", request.loc);
  for (size_t i = 0; i < request.in_shardings.size(); ++i)
    if (request.in_shardings[i])
      out.choice.require(*request.in_shardings[i], false, "in_shardings of " + name(i),
                         request.loc);
  for (size_t i = 0; i < out.arguments.size(); ++i) {
    const Kind &kind = *out.arguments[i];
    if (kind.committed && !request.device &&
        !(request.moves_committed || (i < request.in_shardings.size() && request.in_shardings[i])))
      out.choice.require(kind.placement->sharding, kind.placement->single_device, name(i),
                         request.loc);
  }
  std::vector<OptionalSharding> out_shardings;
  if (request.out_shardings)
    out_shardings = request.out_shardings(out.function.results);
  for (const OptionalSharding &sharding : out_shardings)
    if (sharding)
      out.choice.require(*sharding, false, "out_shardings", request.loc);
  for (const Mesh &mesh : trace.meshes())
    out.choice.require(NamedSharding(mesh, P(), request.loc), false, "a sharding constraint",
                       request.loc);

  for (size_t i = 0; i < out_shardings.size(); ++i)
    if (out_shardings[i])
      reporting(
          request.loc,
          [&] {
            return out_shardings[i]->shard_shape(out.function.results[i]->type.shape, request.loc);
          },
          fmt::format("out_shardings of result {}", i));

  MainOptions &options = out.options;
  options.name = request.name;
  options.donated = request.donated;
  options.mesh = MeshUnion(out.choice.meshes(), request.loc);
  if (out.choice.devices().size() > 1) {
    for (const OptionalSharding &sharding : out_shardings)
      options.out_shardings.push_back(sharding ? OptionalSharding(options.mesh.translate(*sharding))
                                               : std::nullopt);
    for (size_t i = 0; i < out.arguments.size(); ++i) {
      const Kind &kind = *out.arguments[i];
      if (i < request.in_shardings.size() && request.in_shardings[i]) {
        reporting(
            request.loc,
            [&] { return request.in_shardings[i]->shard_shape(kind.type.shape, request.loc); },
            "in_shardings of " + name(i));
        options.in_shardings.push_back(options.mesh.translate(*request.in_shardings[i]));
      } else if (kind.committed && !request.moves_committed) {
        options.in_shardings.push_back(options.mesh.translate(kind.placement->sharding));
      } else {
        options.in_shardings.push_back(std::nullopt);
      }
    }
  }
  return out;
}

/// A number that no two calls share.
std::atomic<uint64_t> call_counter{1};

std::string name_argument(const LoadedProgram &program, size_t i,
                          const std::function<std::string(size_t)> *name_of) {
  if (i >= program.arguments)
    return "a captured array";
  return name_of ? (*name_of)(i) : fmt::format("argument {}", i);
}

/// Throws where a donated array is also another argument. A stamp a call finds that in one pass.
template <class ArrayAt>
void check_donations(const LoadedProgram &program, const ArrayAt &array, size_t count,
                     const std::function<std::string(size_t)> *name_of, Loc loc) {
  uint64_t call = call_counter.fetch_add(1, std::memory_order_relaxed);
  auto fail = [&](size_t i) {
    size_t other = 0;
    while (other == i || array(other).impl() != array(i).impl())
      ++other;
    throw UserError(
        fmt::format("{} is donated, but {} is the same array; give a copy, or do not donate it",
                    name_argument(program, program.donated[i] ? i : other, name_of),
                    name_argument(program, program.donated[i] ? other : i, name_of)),
        loc);
  };
  for (size_t i = 0; i < count; ++i)
    if (program.donated[i] &&
        array(i).impl()->stamp.exchange(call, std::memory_order_relaxed) == call)
      fail(i);
  for (size_t i = 0; i < count; ++i)
    if (!program.donated[i] && array(i).impl()->stamp.load(std::memory_order_relaxed) == call)
      fail(i);
}

/// Kept for programs that are traced again, and for each of their lines: reports name them.
std::shared_ptr<const CompiledProgram> compiled(ProgramTrace &trace, const Prepared &prepared,
                                                Loc loc) {
  constexpr size_t kept = 256;
  static auto *cache = new ProgramCache(kept);
  std::string key = trace.print(prepared.function, prepared.options, /*with_locations=*/true);
  for (int device : prepared.choice.devices())
    key += fmt::format(" {}", device);
  if (std::shared_ptr<const CompiledProgram> found = cache->find(key))
    return found;
  Compilation made = trace.compile(prepared.function, prepared.options, loc);
  auto program = std::make_shared<CompiledProgram>();
  program->executable =
      client().load(std::move(made.program), std::move(made.code), prepared.choice.devices());
  program->arguments = std::move(made.arguments);
  program->results = std::move(made.results);
  cache->keep(std::move(key), program);
  return program;
}

LoadedProgram load(ProgramTrace &trace, const Prepared &prepared, const BuildRequest &request) {
  std::shared_ptr<const CompiledProgram> program = compiled(trace, prepared, request.loc);
  std::vector<int> devices = prepared.choice.devices();
  const Placement *single = devices.size() == 1 ? single_device_placement(devices[0]) : nullptr;
  const Mesh &mesh = prepared.options.mesh.mesh();
  auto placement = [&](const std::vector<PartitionSpec> &specs, size_t i) {
    if (mesh.empty())
      return single;
    return sharded_placement(NamedSharding(mesh, i < specs.size() ? specs[i] : P(), request.loc));
  };

  LoadedProgram out;
  out.arguments = request.arguments.size();
  out.donated = request.donated;
  out.donated.resize(prepared.arguments.size());
  for (bool donated : out.donated)
    out.donates |= donated;
  for (size_t i = 0; i < prepared.arguments.size(); ++i) {
    const Placement *have = prepared.arguments[i]->placement;
    const Placement *want = placement(program->arguments, i);
    // The same devices with the same pieces need no move, whatever the mesh is called.
    if (devices.size() == 1 && have->devices() == devices)
      want = have;
    out.wants.push_back(want);
  }
  for (const Array &capture : prepared.function.captures) {
    size_t i = out.arguments + out.captures.size();
    out.captures.push_back(placed(capture, out.wants[i], capture.committed(), request.loc));
  }
  bool committed = prepared.choice.decided();
  for (size_t i = 0; i < prepared.function.results.size(); ++i) {
    const Kind &kind = *prepared.function.results[i];
    out.results.push_back(
        intern_kind(kind.type, kind.weak, committed, placement(program->results, i), request.loc));
  }
  out.executable = program->executable;
  return out;
}

} // namespace

std::string print(const BuildRequest &request) {
  ProgramTrace trace;
  Prepared prepared = prepare(trace, traced(request), request);
  return trace.print(prepared.function, prepared.options, /*with_locations=*/false);
}

LoadedProgram build(const BuildRequest &request) {
  ProgramTrace trace;
  LoadedProgram out = load(trace, prepare(trace, traced(request), request), request);
  out.read_values = trace.read_values;
  return out;
}

Array known_value(const Array &array, const char *use, Loc loc) {
  if (!impl_of(array, loc).is_traced())
    return array;
  return value_of_traced(
      array, use, loc, [&](const TracedFunction &slice, std::span<const Array> inputs) {
        ProgramTrace &trace = ProgramTrace::current();
        trace.read_values = true;
        BuildRequest request;
        request.name = "value";
        request.loc = loc;
        std::vector<Array> values;
        for (const Array &input : inputs)
          values.push_back(known_value(input, use, loc));
        std::vector<const Array *> arguments;
        for (const Array &value : values) {
          request.arguments.push_back(value.impl()->kind);
          arguments.push_back(&value);
        }
        std::vector<Array> results;
        run(load(trace, prepare(trace, slice, request), request), arguments, results, loc);
        return std::move(results.front());
      });
}

void run(const LoadedProgram &program, std::span<const Array *const> arguments,
         std::vector<Array> &results, Loc loc, const std::function<std::string(size_t)> *name_of) {
  size_t count = arguments.size() + program.captures.size();
  std::vector<runtime::Shards> shards;
  shards.reserve(count);
  auto array = [&](size_t i) -> const Array & {
    return i < arguments.size() ? *arguments[i] : program.captures[i - arguments.size()];
  };
  for (size_t i = 0; i < count; ++i) {
    const ArrayImpl &impl = *array(i).impl();
    if (impl.is_deleted())
      check_alive(impl, name_argument(program, i, name_of).c_str(), loc);
    if (i < arguments.size() && impl.kind->placement != program.wants[i])
      shards.push_back(
          placed(array(i), program.wants[i], impl.kind->committed, loc).impl()->shards);
    else
      shards.push_back(impl.shards);
  }
  if (program.donates)
    check_donations(program, array, count, name_of, loc);
  std::vector<runtime::Shards> outputs =
      reporting(loc, [&] { return client().execute(*program.executable, std::move(shards)); });
  if (program.donates)
    for (size_t i = 0; i < count; ++i)
      if (program.donated[i])
        array(i).impl()->loc = loc;
  results.clear();
  results.reserve(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i)
    results.push_back(make_array(program.results[i], std::move(outputs[i])));
}

} // namespace brigade::core
