#pragma once

#include "runtime/client.h"

#include <gtest/gtest.h>

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace brigade::runtime {

/// Writes Programs by hand. Every step gets a location "test.cpp:N" with N the step's number.
class ProgramBuilder {
public:
  schedule::Program program;
  KernelCode code;

  explicit ProgramBuilder(std::string name, int devices = 1) {
    program.name = std::move(name);
    program.devices = devices;
    std::vector<int32_t> alone;
    for (int d = 0; d < devices; ++d)
      alone.push_back(d);
    sharing(alone);
  }

  schedule::Id sharing(const std::vector<int32_t> &groups) {
    int32_t count = 0;
    for (int32_t group : groups)
      count = std::max(count, group + 1);
    program.sharings.push_back({groups, count});
    program.arena_bytes.push_back(0);
    return static_cast<schedule::Id>(program.sharings.size()) - 1;
  }
  schedule::Id everyone() { return sharing(std::vector<int32_t>(program.devices, 0)); }

  schedule::Id arena(DType dtype, Shape shape, schedule::Id sharing = 0) {
    schedule::Buffer buffer = make(dtype, std::move(shape), schedule::Space::Arena, -1, sharing);
    buffer.offset = program.arena_bytes[sharing];
    program.arena_bytes[sharing] += (buffer.bytes + 63) / 64 * 64;
    return add(buffer);
  }
  schedule::Id argument(DType dtype, Shape shape, bool donated = false) {
    auto index = static_cast<schedule::Id>(program.arguments.size());
    schedule::Id id = add(make(dtype, shape, schedule::Space::Argument, index, 0));
    program.arguments.push_back({id, dtype, shape, donated, -1});
    return id;
  }
  schedule::Id result(DType dtype, Shape shape, schedule::Id sharing = 0,
                      schedule::Id donated_argument = -1) {
    auto index = static_cast<schedule::Id>(program.results.size());
    schedule::Id id = add(make(dtype, shape, schedule::Space::Result, index, sharing));
    program.results.push_back({id, dtype, shape, false, donated_argument});
    return id;
  }
  /// A result that names a buffer of an argument, a constant or another result.
  void result_of(schedule::Id buffer) {
    program.results.push_back(
        {buffer, program.buffers[buffer].dtype, program.buffers[buffer].shape, false, -1});
  }
  schedule::Id constant(Literal value) {
    auto index = static_cast<schedule::Id>(program.constants.size());
    schedule::Id id = add(make(value.dtype, value.shape, schedule::Space::Constant, index, 0));
    program.constants.push_back(std::move(value));
    return id;
  }

  schedule::Step &step(schedule::StepBody body, const std::string &operation,
                       schedule::Id sharing = 0) {
    program.locations.push_back(
        {"/somewhere/test.cpp", static_cast<int32_t>(program.steps.size()), operation});
    program.steps.push_back(
        {std::move(body), sharing, static_cast<schedule::Id>(program.locations.size()) - 1});
    return program.steps.back();
  }
  schedule::Id add_kernel(KernelFn function) {
    code.functions.push_back(function);
    program.kernels.push_back("kernel_" + std::to_string(program.kernels.size()));
    return static_cast<schedule::Id>(program.kernels.size()) - 1;
  }
  schedule::Step &kernel(KernelFn function, std::vector<schedule::Id> buffers,
                         int64_t iterations = 1, schedule::Id sharing = 0,
                         const std::string &operation = "stablehlo.custom") {
    return step(schedule::KernelStep{add_kernel(function), std::move(buffers), {}, iterations, 1},
                operation, sharing);
  }
  schedule::Step &collective(schedule::CollectiveStep body, const std::string &operation,
                             schedule::Id sharing = 0) {
    schedule::Traffic traffic;
    traffic.operation = operation;
    for (schedule::Id operand : body.operands)
      traffic.bytes += program.buffers[operand].bytes;
    traffic.group_size = body.groups.empty() ? 1 : static_cast<int32_t>(body.groups[0].size());
    program.traffic.push_back(traffic);
    return step(std::move(body), "stablehlo." + operation, sharing);
  }

  /// while (i < limit) { body(); i += 1 } from i = 0; both are S32 of rank 0.
  template <class Body> void counted_loop(schedule::Id i, schedule::Id limit, Body body) {
    schedule::Id more = arena(DType::Bool, {});
    kernel(
        [](void *const *b, const int64_t *, int64_t, int64_t) {
          *static_cast<int *>(b[0]) = 0;
          return 0;
        },
        {i});
    const auto first = static_cast<int32_t>(program.steps.size());
    kernel(
        [](void *const *b, const int64_t *, int64_t, int64_t) {
          *static_cast<bool *>(b[0]) = *static_cast<int *>(b[1]) < *static_cast<int *>(b[2]);
          return 0;
        },
        {more, i, limit});
    const size_t branch = program.steps.size();
    step(schedule::BranchStep{more, 0}, "stablehlo.while");
    body();
    kernel(
        [](void *const *b, const int64_t *, int64_t, int64_t) {
          ++*static_cast<int *>(b[0]);
          return 0;
        },
        {i});
    step(schedule::JumpStep{first}, "stablehlo.while");
    program.steps[branch].body =
        schedule::BranchStep{more, static_cast<int32_t>(program.steps.size())};
  }

  std::unique_ptr<Executable> load(Client &client) const {
    std::vector<int> ids;
    for (int d = 0; d < program.devices; ++d)
      ids.push_back(d);
    return client.load(program, code, ids);
  }

private:
  static schedule::Buffer make(DType dtype, Shape shape, schedule::Space space, schedule::Id index,
                               schedule::Id sharing) {
    schedule::Buffer buffer;
    buffer.dtype = dtype;
    buffer.bytes = element_count(shape) * static_cast<int64_t>(dtype_size(dtype));
    buffer.shape = std::move(shape);
    buffer.space = space;
    buffer.index = index;
    buffer.sharing = sharing;
    return buffer;
  }
  schedule::Id add(schedule::Buffer buffer) {
    program.buffers.push_back(std::move(buffer));
    return static_cast<schedule::Id>(program.buffers.size()) - 1;
  }
};

inline std::vector<std::vector<int32_t>> one_group(int devices) {
  std::vector<std::vector<int32_t>> groups(1);
  for (int d = 0; d < devices; ++d)
    groups[0].push_back(d);
  return groups;
}

template <class T>
BufferPtr put(Client &client, const std::vector<T> &values, const Shape &shape,
              std::vector<int> devices = {0}) {
  return client.buffer_from_host(values.data(), dtype_of<T>, shape, devices);
}

template <class T> std::vector<T> get(const BufferPtr &buffer) {
  buffer->await();
  std::vector<T> values(static_cast<size_t>(element_count(buffer->shape())));
  std::memcpy(values.data(), buffer->data(), values.size() * sizeof(T));
  return values;
}

/// One buffer a device: f(d) is what device d gets.
template <class F> Shards put_each(Client &client, int devices, const Shape &shape, F &&f) {
  Shards shards;
  for (int d = 0; d < devices; ++d)
    shards.push_back(put(client, f(d), shape, {d}));
  return shards;
}

/// The text that f throws as an E, or "".
template <class E = Error, class F> std::string thrown(F &&f) {
  try {
    f();
  } catch (const E &error) {
    return error.what();
  }
  return "";
}

// Kernels. buffers[0] is written.

template <class T>
int add_arrays(void *const *buffers, const int64_t *, int64_t begin, int64_t end) {
  auto *out = static_cast<T *>(buffers[0]);
  auto *a = static_cast<const T *>(buffers[1]), *b = static_cast<const T *>(buffers[2]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = static_cast<T>(a[i] + b[i]);
  return 0;
}

inline int double_array(void *const *buffers, const int64_t *, int64_t begin, int64_t end) {
  auto *out = static_cast<float *>(buffers[0]);
  auto *in = static_cast<const float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = 2 * in[i];
  return 0;
}

inline int fail_with_7(void *const *, const int64_t *, int64_t, int64_t) { return 7; }

/// So many iterations that the run is guessed too long for its caller's thread.
constexpr int64_t many_iterations = 1'000'000;

} // namespace brigade::runtime
