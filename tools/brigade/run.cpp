#include "checks.h"
#include "commands.h"
#include "inputs.h"
#include "program.h"
#include "shards.h"

#include "brigade/error.h"
#include "ir/diagnostics.h"
#include "reference/forbid.h"
#include "reference/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace brigade::tools {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::vector<runtime::Shards> split_all(runtime::Client &client, const std::vector<Literal> &inputs,
                                       const Mesh &mesh, const std::vector<PartitionSpec> &specs,
                                       int devices) {
  std::vector<runtime::Shards> shards;
  for (size_t i = 0; i < inputs.size(); ++i)
    shards.push_back(split(client, inputs[i], mesh, specs[i], devices));
  return shards;
}

void await_all(const std::vector<runtime::Shards> &results) {
  for (const runtime::Shards &shards : results)
    for (const runtime::BufferPtr &shard : shards)
      shard->await();
}

int report_checks(const std::optional<std::string> &failure) {
  if (!failure)
    return 0;
  fmt::print(stderr, "{}\n", *failure);
  return 1;
}

} // namespace

int run_program(const RunArguments &arguments) {
  std::optional<reference::ForbidInterpreter> only_compiled;
  if (arguments.forbid_fallback)
    only_compiled.emplace();
  LoadedProgram program(arguments.program);
  std::vector<Literal> inputs = make_inputs(program, arguments);
  size_t own_results = program.results().size();
  std::vector<DetachedCheck> checks = detach_checks(program.module(), arguments.program.file);
  std::vector<ArrayType> result_types = program.main_results();

  Clock::time_point start = Clock::now();
  compiler::Compiled compiled = program.compile();
  double compile_ms = milliseconds_since(start);

  int devices = program.devices();
  std::vector<int> ids =
      program.mesh().empty() ? std::vector<int>(devices) : program.mesh().devices();
  if (program.mesh().empty())
    std::iota(ids.begin(), ids.end(), 0);
  auto client = runtime::make_cpu_client({.devices = std::max(devices, arguments.program.devices)});
  auto executable = client->load(std::move(compiled.program), std::move(compiled.code), ids);

  auto once = [&] {
    auto shards = split_all(*client, inputs, program.mesh(), compiled.argument_shardings, devices);
    Clock::time_point begin = Clock::now();
    std::vector<runtime::Shards> results = client->execute(*executable, std::move(shards));
    await_all(results);
    return std::pair(std::move(results), milliseconds_since(begin));
  };
  auto [outputs, first_ms] = once();
  if (arguments.time) {
    std::vector<double> times;
    constexpr int repetitions = 11;
    for (int i = 0; i < repetitions; ++i)
      times.push_back(once().second);
    std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
    fmt::print("compile {:.2f} ms, first run {:.3f} ms, median run {:.3f} ms\n", compile_ms,
               first_ms, times[repetitions / 2]);
  }
  std::vector<Literal> results;
  for (size_t i = 0; i < outputs.size(); ++i)
    results.push_back(
        join(outputs[i], result_types[i].shape, program.mesh(), compiled.result_shardings[i]));
  if (int code = report_checks(first_failure(checks, results)))
    return code;
  results.resize(own_results);
  deliver(results, arguments.output);
  return 0;
}

int interpret_program(const RunArguments &arguments) {
  LoadedProgram program(arguments.program);
  std::vector<Literal> inputs = make_inputs(program, arguments);
  ir::ErrorCollector errors(*program.module().getContext());
  reference::Checks checks;
  std::vector<Literal> results;
  Clock::time_point start = Clock::now();
  // A program with a mesh has devices inside its manual computations only; one already partitioned
  // runs on all from the start.
  if (program.mesh().empty() && program.devices() > 1) {
    std::vector<std::vector<Literal>> each(program.devices(), inputs);
    auto all = reference::interpret_parallel(program.module(), "main", each, &checks);
    if (mlir::succeeded(all))
      results = std::move(all->front());
  } else {
    auto one = reference::interpret(program.module(), "main", inputs, &checks);
    if (mlir::succeeded(one))
      results = std::move(*one);
  }
  if (checks.failed != 0)
    return report_checks(errors.first().text());
  if (errors.any())
    throw error_in(arguments.program.file, errors);
  if (arguments.time)
    fmt::print("interpreted in {:.2f} ms\n", milliseconds_since(start));
  deliver(results, arguments.output);
  return 0;
}

} // namespace brigade::tools
