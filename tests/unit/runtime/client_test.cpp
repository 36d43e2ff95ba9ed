#include "program_builder.h"

#include "schedule/report.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace brigade::runtime {
namespace {

using namespace std::chrono_literals;
using schedule::Id;

int sleep_50_ms(void *const *, const int64_t *, int64_t begin, int64_t) {
  if (begin == 0)
    std::this_thread::sleep_for(50ms);
  return 0;
}

ProgramBuilder doubling(int64_t n, bool donated = false) {
  ProgramBuilder builder("doubling");
  Id in = builder.argument(DType::F32, {n}, donated);
  Id out = builder.result(DType::F32, {n}, 0, donated ? 0 : -1);
  builder.kernel(double_array, {out, in}, n);
  return builder;
}

TEST(Client, ListsDevices) {
  auto client = make_cpu_client({.devices = 3});
  ASSERT_EQ(client->devices().size(), 3u);
  EXPECT_EQ(client->devices()[2]->to_string(), "CpuDevice(id=2)");
  EXPECT_EQ(client->devices()[2]->process_index(), 0);
  EXPECT_NE(thrown<UserError>([] { make_cpu_client({.devices = 0}); }), "");
}

TEST(Client, RunsAKernel) {
  auto client = make_cpu_client({});
  auto program = doubling(3).load(*client);
  auto results = client->execute(*program, {{put<float>(*client, {1, 2, 3}, {3})}});
  EXPECT_EQ(get<float>(results[0][0]), (std::vector<float>{2, 4, 6}));
}

TEST(Client, SplitsALargeKernel) {
  auto client = make_cpu_client({.threads = 4});
  constexpr int64_t n = 1 << 20;
  auto program = doubling(n).load(*client);
  std::vector<float> values(n);
  for (int64_t i = 0; i < n; ++i)
    values[i] = static_cast<float>(i % 1000);
  auto out = get<float>(client->execute(*program, {{put(*client, values, {n})}})[0][0]);
  for (int64_t i = 0; i < n; ++i)
    ASSERT_EQ(out[i], 2 * values[i]) << i;
}

TEST(Client, CallReturnsBeforeTheProgramEnds) {
  auto client = make_cpu_client({});
  ProgramBuilder builder("slow");
  Id out = builder.result(DType::F32, {1});
  builder.kernel(sleep_50_ms, {out}, many_iterations).location = -1;
  auto program = builder.load(*client);
  auto begin = std::chrono::steady_clock::now();
  auto results = client->execute(*program, {});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 40ms);
  EXPECT_FALSE(results[0][0]->is_ready());
  results[0][0]->await();
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
  EXPECT_TRUE(results[0][0]->is_ready());
}

TEST(Client, PendingInputsDelayARunWithoutBlockingTheCaller) {
  auto client = make_cpu_client({.threads = 1});
  ProgramBuilder slow("slow");
  Id in = slow.argument(DType::F32, {2}), out = slow.result(DType::F32, {2});
  slow.kernel(sleep_50_ms, {out}, many_iterations);
  slow.kernel(double_array, {out, in}, 2);
  auto first = slow.load(*client);
  auto second = doubling(2).load(*client);
  auto begin = std::chrono::steady_clock::now();
  BufferPtr x = put<float>(*client, {1, 2}, {2});
  for (int i = 0; i < 3; ++i)
    x = client->execute(i == 0 ? *first : *second, {{x}})[0][0];
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 40ms);
  EXPECT_EQ(get<float>(x), (std::vector<float>{8, 16}));
}

TEST(Client, DestroyedWithRunsInFlightAndBuffersOutliveIt) {
  auto client = make_cpu_client({});
  ProgramBuilder slow("slow");
  Id in = slow.argument(DType::F32, {2}), out = slow.result(DType::F32, {2});
  slow.kernel(sleep_50_ms, {out}, many_iterations);
  slow.kernel(double_array, {out, in}, 2);
  auto program = slow.load(*client);
  BufferPtr x = client->execute(*program, {{put<float>(*client, {1, 2}, {2})}})[0][0];
  program.reset();
  client.reset();
  EXPECT_TRUE(x->is_ready());
  EXPECT_EQ(get<float>(x), (std::vector<float>{2, 4}));
}

TEST(Client, LoopsUntilThePredicateIsFalse) {
  auto client = make_cpu_client({});
  ProgramBuilder builder("count");
  Id limit = builder.argument(DType::S32, {}), i = builder.result(DType::S32, {});
  builder.counted_loop(i, limit, [] {});
  auto program = builder.load(*client);
  for (int count : {0, 1, 10'000})
    EXPECT_EQ(get<int>(client->execute(*program, {{put<int>(*client, {count}, {})}})[0][0])[0],
              count);
}

TEST(Client, PassesArgumentsConstantsAndResultsOn) {
  auto client = make_cpu_client({.devices = 2});
  ProgramBuilder builder("pass", 2);
  Id in = builder.argument(DType::F32, {2});
  Literal seven(DType::F32, {1});
  seven.data<float>()[0] = 7;
  Id constant = builder.constant(seven);
  Id out = builder.result(DType::F32, {2});
  builder.result_of(in);
  builder.result_of(constant);
  builder.result_of(out);
  builder.kernel(double_array, {out, in}, 2);
  auto program = builder.load(*client);
  BufferPtr shared = put<float>(*client, {1, 2}, {2}, {0, 1});
  auto results = client->execute(*program, {{shared, shared}});
  EXPECT_EQ(results[1][0], results[1][1]);
  EXPECT_NE(results[1][0], shared);
  EXPECT_EQ(results[1][0]->data(), shared->data());
  EXPECT_EQ(get<float>(results[2][1]), (std::vector<float>{7}));
  EXPECT_EQ(get<float>(results[3][1]), (std::vector<float>{2, 4}));
  EXPECT_EQ(results[3][1]->data(), results[0][1]->data());
}

TEST(Client, ArgumentErrors) {
  auto client = make_cpu_client({.devices = 2});
  auto program = doubling(3).load(*client);
  auto run = [&](std::vector<Shards> arguments) {
    return thrown<UserError>([&] { client->execute(*program, arguments); });
  };
  EXPECT_EQ(run({}), "doubling takes 1 arguments, 0 are given");
  EXPECT_EQ(run({{put<float>(*client, {1, 2}, {2})}}),
            "argument 0 is f32[2] where the program takes f32[3]");
  EXPECT_EQ(run({{put<int>(*client, {1, 2, 3}, {3})}}),
            "argument 0 is s32[3] where the program takes f32[3]");
  EXPECT_EQ(run({{put<float>(*client, {1, 2, 3}, {3}, {1})}}),
            "argument 0 at device position 0 is on CpuDevice(id=1), not on CpuDevice(id=0)");
  EXPECT_EQ(run({{nullptr}}), "argument 0 at device position 0 is no buffer of this client");
  EXPECT_EQ(thrown<UserError>([&] { put<float>(*client, {1}, {1}, {2}); }),
            "there is no device 2; this process has 2, 0 to 1");
}

TEST(Donation, KeepsTheAddress) {
  auto client = make_cpu_client({});
  for (int64_t n : {4, 1 << 20}) { // on the caller's thread; on the pool
    auto program = doubling(n, true).load(*client);
    BufferPtr x = put(*client, std::vector<float>(n, 1.0f), {n});
    const std::byte *address = x->data();
    for (int i = 0; i < 3; ++i) {
      BufferPtr next = client->execute(*program, {{x}})[0][0];
      EXPECT_TRUE(x->is_deleted());
      x = next;
    }
    EXPECT_EQ(get<float>(x)[0], 8);
    EXPECT_EQ(x->data(), address);
  }
}

TEST(Donation, ReplicasShareTheResultsMemory) {
  auto client = make_cpu_client({.devices = 4});
  ProgramBuilder builder("update", 4);
  Id all = builder.everyone();
  Id in = builder.argument(DType::F32, {8}, true);
  Id out = builder.result(DType::F32, {8}, all, 0);
  builder.kernel(double_array, {out, in}, 8, all);
  auto program = builder.load(*client);
  BufferPtr x = put(*client, std::vector<float>(8, 3.0f), {8}, {0, 1, 2, 3});
  const std::byte *address = x->data();
  auto results = client->execute(*program, {Shards(4, x)});
  EXPECT_EQ(results[0][0], results[0][3]);
  EXPECT_EQ(get<float>(results[0][0])[7], 6);
  EXPECT_EQ(results[0][0]->data(), address);
}

TEST(Donation, MemoryThatOthersHoldIsNotTaken) {
  auto client = make_cpu_client({});
  ProgramBuilder pass("pass");
  Id in = pass.argument(DType::F32, {4});
  pass.result_of(in);
  auto identity = pass.load(*client);
  auto program = doubling(4, true).load(*client);
  BufferPtr x = put(*client, std::vector<float>(4, 1.0f), {4});
  BufferPtr same = client->execute(*identity, {{x}})[0][0];
  BufferPtr doubled = client->execute(*program, {{x}})[0][0];
  EXPECT_EQ(get<float>(same)[0], 1);
  EXPECT_EQ(get<float>(doubled)[0], 2);
  EXPECT_NE(doubled->data(), same->data());
}

TEST(Donation, Errors) {
  auto client = make_cpu_client({});
  ProgramBuilder builder("sum");
  Id a = builder.argument(DType::F32, {4}, true), b = builder.argument(DType::F32, {4});
  Id out = builder.result(DType::F32, {4}, 0, 0);
  builder.kernel(add_arrays<float>, {out, a, b}, 4);
  auto program = builder.load(*client);
  BufferPtr x = put(*client, std::vector<float>(4, 1.0f), {4});
  EXPECT_EQ(thrown<UserError>([&] { client->execute(*program, {{x}, {x}}); }),
            "argument 0 is donated and the same array is argument 1; a donated array can be given "
            "once");
  EXPECT_FALSE(x->is_deleted()); // the call did nothing
  BufferPtr y = put(*client, std::vector<float>(4, 1.0f), {4});
  EXPECT_EQ(get<float>(client->execute(*program, {{x}, {y}})[0][0])[0], 2);
  EXPECT_EQ(thrown<UserError>([&] { client->execute(*program, {{x}, {y}}); }),
            "argument 0, f32[4], was donated to an earlier run and cannot be used again");
  EXPECT_EQ(thrown<UserError>([&] { x->data(); }),
            "the buffer f32[4] was donated to a run and cannot be used again");
}

TEST(Memory, CapacityExceededNamesTheDeviceAndTheHolders) {
  auto client = make_cpu_client({.devices = 2, .memory_limit = 10'000});
  BufferPtr x = put(*client, std::vector<float>(1000), {1000}, {1});
  std::string text =
      thrown<RuntimeError>([&] { put(*client, std::vector<float>(2000), {2000}, {1}); });
  EXPECT_EQ(text,
            "CpuDevice(id=1) is out of memory: an array from the host asks for 8000 bytes, 4000 "
            "are in use of 10000; largest: 4000 bytes of an array from the host; free or donate "
            "arrays, or raise the limit with set_memory_limit");
  EXPECT_EQ(client->devices()[0]->memory_stats().bytes_in_use, 0);

  ProgramBuilder builder("grow");
  Id out = builder.result(DType::F32, {4000});
  builder.step(schedule::CopyStep{builder.constant(Literal(DType::F32, {4000})), out},
               "stablehlo.broadcast_in_dim");
  builder.program.constants[0] = Literal(DType::F32, {4000});
  EXPECT_NE(thrown<RuntimeError>([&] { builder.load(*client); }), "");

  ProgramBuilder temporaries("grow");
  Id big = temporaries.arena(DType::F32, {4000});
  Id small = temporaries.result(DType::F32, {1});
  temporaries.kernel(double_array, {small, big}, 1);
  auto program = temporaries.load(*client);
  BufferPtr failed = client->execute(*program, {})[0][0]; // the failure comes with the result
  EXPECT_EQ(thrown<RuntimeError>([&] { failed->await(); }),
            "CpuDevice(id=0) is out of memory: temporaries of grow asks for 16000 bytes, 0 are in "
            "use of 10000; free or donate arrays, or raise the limit with set_memory_limit");
  client->devices()[0]->set_memory_limit(0);
  client->execute(*program, {})[0][0]->await();
}

TEST(Memory, StatisticsAreTheHighWaterMark) {
  auto client = make_cpu_client({.devices = 2});
  ProgramBuilder builder("stats", 2);
  Id all = builder.everyone();
  Id in = builder.argument(DType::F32, {1024}), out = builder.result(DType::F32, {1024}, all);
  Id local = builder.arena(DType::F32, {2048}), shared = builder.arena(DType::F32, {512}, all);
  builder.kernel(double_array, {local, in}, 1024);
  builder.kernel(double_array, {shared, in}, 512, all);
  builder.kernel(double_array, {out, in}, 1024, all);
  auto program = builder.load(*client);
  BufferPtr x = put(*client, std::vector<float>(1024, 1.0f), {1024}, {0, 1});
  auto results = client->execute(*program, {{x, x}});
  results[0][0]->await();
  // Argument, result, and both arenas on each device; one copy of all but the local arena in the
  // process. The report says so before the run.
  schedule::MemoryReport report = schedule::memory_report(program->program());
  EXPECT_EQ(client->devices()[1]->memory_stats().peak_bytes_in_use, report.peak_device_bytes());
  EXPECT_EQ(client->devices()[1]->memory_stats().peak_bytes_in_use, 4096 + 4096 + 8192 + 2048);
  EXPECT_EQ(client->devices()[1]->memory_stats().bytes_in_use, 4096 + 4096);
  EXPECT_EQ(client->physical_stats().peak_bytes_in_use, 4096 + 4096 + 2 * 8192 + 2048);
  EXPECT_EQ(client->physical_stats().bytes_in_use, 4096 + 4096);
  EXPECT_EQ(client->physical_stats().bytes_cached, 2 * 8192 + 2048);
  client->devices()[1]->reset_peak_memory();
  EXPECT_EQ(client->devices()[1]->memory_stats().peak_bytes_in_use, 4096 + 4096);
}

TEST(Load, RefusesMalformedPrograms) {
  auto client = make_cpu_client({});
  ProgramBuilder builder = doubling(4);
  std::get<schedule::KernelStep>(builder.program.steps[0].body).buffers[0] = 9;
  EXPECT_EQ(thrown<InternalError>([&] { builder.load(*client); }),
            "schedule of doubling: step 0 reads buffer 9; please report this");
}

} // namespace
} // namespace brigade::runtime
