#pragma once

#include <brigade/brigade.h>

#include <chrono>
#include <string>
#include <vector>

/// The benchmark workloads: the same names, shapes and inputs as the JAX side has, one JSON line
/// each.
namespace bench {

namespace bg = brigade;
using bg::Array;

struct Settings {
  double seconds = 2; ///< Of timed calls.
  int devices = 1;
};

/// What one workload gave. `value` is the sum of the absolute values of its results, which both
/// sides must agree on.
struct Row {
  std::string name;
  double compile_seconds = 0; ///< Tracing and compiling.
  double step_seconds = 0;    ///< Median of the timed calls.
  int calls = 0;
  int64_t temp_bytes = 0;
  double value = 0;
};

/// normal(key) of each shape, the keys split from key(0).
std::vector<Array> randoms(const std::vector<bg::Shape> &shapes, float scale = 1);

double checksum(const std::vector<Array> &results);
double median(std::vector<double> values);

/// Mean cross-entropy of logits f32[n, classes] and labels s32[n].
Array cross_entropy(const Array &logits, const Array &labels);

/// Times f(arguments...), compiled.
template <class F, class... A>
Row measure(const Settings &settings, std::string name, const F &f, const A &...arguments) {
  using Clock = std::chrono::steady_clock;
  auto since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  auto wait = [](const auto &tree) {
    for (const Array &leaf : bg::tree_leaves(tree))
      leaf.block_until_ready();
  };
  Row row{.name = std::move(name)};
  auto compiled = bg::jit(f);
  Clock::time_point begin = Clock::now();
  row.temp_bytes = compiled.memory(arguments...).temporaries;
  row.compile_seconds = since(begin);
  auto out = compiled(arguments...);
  wait(out);
  for (int i = 0; i < 3; ++i)
    wait(compiled(arguments...));
  std::vector<double> times;
  for (begin = Clock::now(); since(begin) < settings.seconds && times.size() < 20000;) {
    const Clock::time_point start = Clock::now();
    wait(compiled(arguments...));
    times.push_back(since(start));
  }
  row.calls = static_cast<int>(times.size());
  row.step_seconds = median(times);
  row.value = checksum(bg::tree_leaves(out));
  return row;
}

struct Workload {
  std::string name;
  Row (*run)(const Settings &settings, const std::string &name);
};

std::vector<Workload> single_device_workloads();
std::vector<Workload> sharded_workloads(int devices);

} // namespace bench
