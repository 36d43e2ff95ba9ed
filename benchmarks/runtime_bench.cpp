// What the runtime itself costs: dispatch, collectives, products, without tracing or compiling.

#include "runtime/client.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

namespace {

using namespace brigade;
using namespace brigade::runtime;
using schedule::Id;

int add_one(void *const *buffers, const int64_t *, int64_t begin, int64_t end) {
  auto *out = static_cast<float *>(buffers[0]);
  auto *in = static_cast<const float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = in[i] + 1;
  return 0;
}

/// A program's parts; every buffer has sharing 0 unless it says otherwise.
struct Builder {
  schedule::Program program;
  KernelCode code;

  explicit Builder(int devices) {
    program.name = "bench";
    program.devices = devices;
    schedule::Sharing alone, all;
    for (int d = 0; d < devices; ++d) {
      alone.group.push_back(d);
      all.group.push_back(0);
    }
    alone.groups = devices;
    all.groups = 1;
    program.sharings = {alone, all};
    program.arena_bytes = {0, 0};
  }
  Id buffer(DType dtype, Shape shape, schedule::Space space, Id index, Id sharing) {
    schedule::Buffer b;
    b.dtype = dtype;
    b.bytes = element_count(shape) * static_cast<int64_t>(dtype_size(dtype));
    b.shape = std::move(shape);
    b.space = space;
    b.index = index;
    b.sharing = sharing;
    program.buffers.push_back(b);
    return static_cast<Id>(program.buffers.size()) - 1;
  }
  Id argument(DType dtype, const Shape &shape) {
    Id id = buffer(dtype, shape, schedule::Space::Argument,
                   static_cast<Id>(program.arguments.size()), 0);
    program.arguments.push_back({id, dtype, shape, false, -1});
    return id;
  }
  Id result(DType dtype, const Shape &shape, Id sharing) {
    Id id = buffer(dtype, shape, schedule::Space::Result, static_cast<Id>(program.results.size()),
                   sharing);
    program.results.push_back({id, dtype, shape, false, -1});
    return id;
  }
  void kernel(Id out, Id in, int64_t n) {
    program.kernels.push_back("add_one");
    code.functions.push_back(add_one);
    Id kernel = static_cast<Id>(program.kernels.size()) - 1;
    program.steps.push_back({schedule::KernelStep{kernel, {out, in}, {}, n, 1024}, 0, -1});
  }
  std::unique_ptr<Executable> load(Client &client) const {
    std::vector<int> ids;
    for (int d = 0; d < program.devices; ++d)
      ids.push_back(d);
    return client.load(program, code, ids);
  }
};

Shards zeros(Client &client, int devices, int64_t n) {
  std::vector<float> values(n);
  Shards shards;
  for (int d = 0; d < devices; ++d)
    shards.push_back(client.buffer_from_host(values.data(), DType::F32, {n}, {&d, 1}));
  return shards;
}

/// One kernel over n floats on each of N devices, from the call to ready results.
void dispatch(benchmark::State &state) {
  auto devices = static_cast<int>(state.range(0));
  int64_t n = state.range(1);
  auto client = make_cpu_client({.devices = devices});
  Builder builder(devices);
  Id in = builder.argument(DType::F32, {n}), out = builder.result(DType::F32, {n}, 0);
  builder.kernel(out, in, n);
  auto program = builder.load(*client);
  Shards x = zeros(*client, devices, n);
  for (auto _ : state) {
    std::vector<Shards> results = client->execute(*program, {x});
    for (const BufferPtr &buffer : results[0])
      buffer->await();
  }
}
BENCHMARK(dispatch)->Args({1, 1})->Args({8, 1})->Args({64, 1})->Args({1, 1 << 20});

/// A sum of n floats over N devices into one shared result.
void all_reduce(benchmark::State &state) {
  auto devices = static_cast<int>(state.range(0));
  int64_t n = state.range(1) / 4;
  auto client = make_cpu_client({.devices = devices});
  Builder builder(devices);
  Id in = builder.argument(DType::F32, {n}), out = builder.result(DType::F32, {n}, 1);
  schedule::CollectiveStep sum;
  sum.operands = {in}, sum.results = {out};
  sum.groups.emplace_back();
  for (int d = 0; d < devices; ++d)
    sum.groups[0].push_back(d);
  builder.program.steps.push_back({sum, 1, -1});
  builder.program.traffic.emplace_back();
  auto program = builder.load(*client);
  Shards x = zeros(*client, devices, n);
  for (auto _ : state)
    client->execute(*program, {x})[0][0]->await();
  state.SetBytesProcessed(state.iterations() * n * 4 * (devices + 1));
}
BENCHMARK(all_reduce)
    ->ArgsProduct({{2, 8}, {256 << 10, 4 << 20, 64 << 20}})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

/// m x n x k with one operand transposed where `transposed` says so (1: lhs, 2: rhs).
void product(benchmark::State &state) {
  int64_t m = state.range(0), n = state.range(1), k = state.range(2), transposed = state.range(3);
  auto dtype = static_cast<DType>(state.range(4));
  auto client = make_cpu_client({});
  Builder builder(1);
  schedule::DotStep dot;
  dot.lhs = builder.argument(dtype, {m * k}), dot.rhs = builder.argument(dtype, {k * n});
  dot.out = builder.result(dtype, {m, n}, 0);
  dot.operand_dtype = dot.out_dtype = dtype;
  dot.m = m, dot.n = n, dot.k = k;
  dot.lhs_m_stride = transposed == 1 ? 1 : k, dot.lhs_k_stride = transposed == 1 ? m : 1;
  dot.rhs_k_stride = transposed == 2 ? 1 : n, dot.rhs_n_stride = transposed == 2 ? k : 1;
  builder.program.steps.push_back({dot, 0, -1});
  auto program = builder.load(*client);
  auto operand = [&](int64_t count) {
    std::vector<std::byte> bytes(static_cast<size_t>(count) * dtype_size(dtype));
    if (dtype == DType::F32)
      for (int64_t i = 0; i < count; ++i) {
        float value = static_cast<float>(i % 17) - 8;
        std::memcpy(bytes.data() + 4 * i, &value, 4);
      }
    int device = 0;
    return Shards{client->buffer_from_host(bytes.data(), dtype, {count}, {&device, 1})};
  };
  Shards a = operand(m * k), b = operand(k * n);
  for (auto _ : state)
    client->execute(*program, {a, b})[0][0]->await();
  state.counters["GFLOP/s"] = benchmark::Counter(2e-9 * static_cast<double>(m * n * k) *
                                                     static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
}
constexpr int64_t f32 = static_cast<int64_t>(DType::F32), bf16 = static_cast<int64_t>(DType::BF16),
                  f64 = static_cast<int64_t>(DType::F64);
BENCHMARK(product)
    ->Args({2048, 2048, 2048, 0, f32})
    ->Args({2048, 2048, 2048, 0, bf16})
    ->Args({1024, 1024, 1024, 0, f64})
    ->Args({128, 512, 784, 0, f32})
    ->Args({784, 512, 128, 1, f32})
    ->Args({128, 10, 512, 0, f32})
    ->Args({128, 512, 10, 2, f32})
    ->Args({8, 8, 8, 0, f32})
    ->Args({16, 16, 16, 0, f32})
    ->Args({32, 32, 32, 0, f32})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
