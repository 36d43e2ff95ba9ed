#include "program_builder.h"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

namespace brigade::runtime {
namespace {

using schedule::CollectiveStep;
using schedule::Id;

std::atomic<int> calls{0};

int count_call(void *const *buffers, const int64_t *, int64_t begin, int64_t end) {
  if (begin == 0)
    ++calls;
  auto *out = static_cast<float *>(buffers[0]);
  auto *in = static_cast<const float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = in[i] + 1;
  return 0;
}

TEST(Sharing, SharedStepsRunOnceAGroup) {
  for (int64_t iterations : {int64_t{4}, many_iterations}) {
    auto client = make_cpu_client({.devices = 8, .threads = 2});
    ProgramBuilder builder("shared", 8);
    Id all = builder.everyone(), halves = builder.sharing({0, 0, 0, 0, 1, 1, 1, 1});
    Id in = builder.argument(DType::F32, {iterations});
    Id local = builder.arena(DType::F32, {iterations});
    Id half = builder.arena(DType::F32, {iterations}, halves);
    Id out = builder.result(DType::F32, {iterations}, all);
    builder.kernel(count_call, {local, in}, iterations);           // 8 calls
    builder.kernel(count_call, {half, local}, iterations, halves); // 2
    builder.kernel(count_call, {half, half}, iterations, halves);  // 2
    builder.kernel(count_call, {out, half}, iterations, all);      // 1
    builder.kernel(count_call, {out, out}, iterations, all);       // 1
    auto program = builder.load(*client);
    BufferPtr x =
        put(*client, std::vector<float>(iterations, 0.0f), {iterations}, {0, 1, 2, 3, 4, 5, 6, 7});
    calls = 0;
    auto results = client->execute(*program, {Shards(8, x)});
    std::vector<float> values = get<float>(results[0][6]);
    EXPECT_EQ(values.back(), 5);
    EXPECT_EQ(calls, 14);
  }
}

TEST(Sharing, PositionsAndGroupsOfOne) {
  auto client = make_cpu_client({.devices = 3});
  ProgramBuilder builder("positions", 3);
  Id out = builder.result(DType::U32, {});
  builder.step(schedule::PositionStep{out}, "stablehlo.partition_id");
  auto program = client->load(builder.program, builder.code, {2, 0, 1});
  auto results = client->execute(*program, {});
  for (uint32_t d = 0; d < 3; ++d)
    EXPECT_EQ(get<uint32_t>(results[0][d])[0], d);
}

TEST(Sharing, CollectivesInALoop) {
  // The trip count is one that every device reads for itself.
  auto client = make_cpu_client({.devices = 4, .threads = 3});
  ProgramBuilder builder("loop", 4);
  Id limit = builder.argument(DType::S32, {}), in = builder.argument(DType::F32, {2});
  Id x = builder.result(DType::F32, {2}), i = builder.arena(DType::S32, {});
  builder.step(schedule::CopyStep{in, x}, "copy");
  builder.counted_loop(i, limit, [&] {
    CollectiveStep sum;
    sum.operands = {x}, sum.results = {x}, sum.groups = {{0, 1}, {2, 3}};
    builder.collective(sum, "all_reduce");
  });
  auto program = builder.load(*client);
  BufferPtr count = put<int>(*client, {10}, {}, {0, 1, 2, 3});
  auto results = client->execute(*program, {Shards(4, count), put_each(*client, 4, {2}, [](int d) {
                                              return std::vector<float>(2, d < 2 ? 1.0f : 2.0f);
                                            })});
  EXPECT_EQ(get<float>(results[0][1])[0], 1024);
  EXPECT_EQ(get<float>(results[0][2])[0], 2048);
  EXPECT_EQ(program->traffic_counters()[0], 80);
}

/// One step of "training": each device doubles its piece, the sum over all is added to a shared,
/// donated state.
ProgramBuilder training(int devices, int64_t n) {
  ProgramBuilder builder("training", devices);
  Id all = builder.everyone();
  Id state = builder.argument(DType::F32, {n}, true), x = builder.argument(DType::F32, {n});
  Id doubled = builder.arena(DType::F32, {n}), sum = builder.arena(DType::F32, {n}, all);
  Id next = builder.result(DType::F32, {n}, all, 0);
  builder.kernel(double_array, {doubled, x}, n);
  CollectiveStep reduce;
  reduce.operands = {doubled}, reduce.results = {sum}, reduce.groups = one_group(devices);
  builder.collective(reduce, "all_reduce", all);
  builder.kernel(add_arrays<float>, {next, state, sum}, n, all);
  return builder;
}

TEST(Devices, SixtyFourTrainOnTwoThreads) {
  for (int64_t n : {int64_t{16}, int64_t{10'000}}) {
    auto client = make_cpu_client({.devices = 64, .threads = 2});
    auto program = training(64, n).load(*client);
    std::vector<int> everyone;
    for (int d = 0; d < 64; ++d)
      everyone.push_back(d);
    BufferPtr state = put(*client, std::vector<float>(n, 0.0f), {n}, everyone);
    const std::byte *address = state->data();
    Shards x = put_each(*client, 64, {n}, [&](int) { return std::vector<float>(n, 1.0f); });
    for (int step = 0; step < 20; ++step)
      state = client->execute(*program, {Shards(64, state), x})[0][0];
    EXPECT_EQ(get<float>(state)[n - 1], 20 * 128);
    EXPECT_EQ(state->data(), address);
  }
}

TEST(Stress, ManyLaunchesInFlightFromManyThreads) {
  // Threads launch programs of several sizes on random lists of devices of one client; each result
  // is known.
  constexpr int devices = 6, launches = 150;
  auto client = make_cpu_client({.devices = devices, .threads = 3});
  struct Entry {
    std::unique_ptr<Executable> program;
    std::vector<int> ids;
    int64_t n;
  };
  std::vector<Entry> entries;
  std::mt19937 seed(7);
  for (int i = 0; i < 12; ++i) {
    std::vector<int> ids{0, 1, 2, 3, 4, 5};
    std::shuffle(ids.begin(), ids.end(), seed);
    ids.resize(1 + i % devices);
    int64_t n = i % 2 ? 8 : 60'000;
    ProgramBuilder builder = training(static_cast<int>(ids.size()), n);
    entries.push_back({client->load(builder.program, builder.code, ids), ids, n});
  }
  std::atomic<int> wrong{0};
  auto work = [&](int thread) {
    std::mt19937 random(thread);
    for (int i = 0; i < launches; ++i) {
      Entry &entry = entries[random() % entries.size()];
      size_t count = entry.ids.size();
      BufferPtr state = put(*client, std::vector<float>(entry.n, 1.0f), {entry.n}, entry.ids);
      Shards x;
      for (int id : entry.ids)
        x.push_back(put(*client, std::vector<float>(entry.n, 1.0f), {entry.n}, {id}));
      int steps = 1 + static_cast<int>(random() % 4);
      for (int s = 0; s < steps; ++s)
        state = client->execute(*entry.program, {Shards(count, state), x})[0][0];
      if (random() % 4 == 0)
        continue; // dropped while it runs
      std::vector<float> values = get<float>(state);
      float expected = 1 + 2.0f * static_cast<float>(steps) * static_cast<float>(count);
      wrong += values.front() != expected || values.back() != expected;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back(work, t);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  entries.clear();
  client.reset();
}

TEST(Stress, FailuresAmongOtherRuns) {
  auto client = make_cpu_client({.devices = 4, .threads = 3});
  auto good = training(4, 8).load(*client), large = training(4, 60'000).load(*client);
  ProgramBuilder builder = training(4, 60'000);
  auto &kernel = std::get<schedule::KernelStep>(builder.program.steps[0].body);
  builder.code.functions[kernel.kernel] = [](void *const *b, const int64_t *, int64_t begin,
                                             int64_t) {
    return begin == 0 && *static_cast<const float *>(b[1]) < 0 ? 9 : 0;
  };
  auto bad = builder.load(*client);
  auto state_of = [&](int64_t n) {
    return Shards(4, put(*client, std::vector<float>(n, 0.0f), {n}, {0, 1, 2, 3}));
  };
  auto ones = [&](int64_t n, int negative) {
    return put_each(*client, 4, {n},
                    [&](int d) { return std::vector<float>(n, d == negative ? -1.0f : 1.0f); });
  };
  Shards small_x = ones(8, -1), large_x = ones(60'000, -1);
  for (int i = 0; i < 100; ++i) {
    Shards x = ones(60'000, i % 4);
    BufferPtr poisoned = client->execute(*bad, {state_of(60'000), x})[0][0];
    BufferPtr later = client->execute(*large, {Shards(4, poisoned), large_x})[0][0];
    BufferPtr fine = client->execute(*good, {state_of(8), small_x})[0][0];
    EXPECT_EQ(get<float>(fine)[0], 8);
    EXPECT_NE(thrown<RuntimeError>([&] { later->await(); }), "");
  }
}

} // namespace
} // namespace brigade::runtime
