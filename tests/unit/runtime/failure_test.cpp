#include "program_builder.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace brigade::runtime {
namespace {

using namespace std::chrono_literals;
using schedule::CollectiveKind;
using schedule::CollectiveStep;
using schedule::Id;

/// A door that hooks wait at.
class Gate {
public:
  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return open_; });
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

/// kernel, all_reduce over all devices.
ProgramBuilder summing(int devices) {
  ProgramBuilder builder("summing", devices);
  Id all = builder.everyone();
  Id in = builder.argument(DType::F32, {4}), doubled = builder.arena(DType::F32, {4});
  Id out = builder.result(DType::F32, {4}, all);
  builder.kernel(double_array, {doubled, in}, 4, 0, "stablehlo.tanh");
  CollectiveStep sum;
  sum.operands = {doubled}, sum.results = {out}, sum.groups = one_group(devices);
  builder.collective(sum, "all_reduce", all);
  return builder;
}

Shards ones(Client &client, int devices) {
  return put_each(client, devices, {4}, [](int) { return std::vector<float>(4, 1.0f); });
}

TEST(Failure, PoisonsResultsAndWhatIsMadeOfThem) {
  auto client = make_cpu_client({});
  for (int64_t iterations : {int64_t{1}, many_iterations}) { // on the caller's thread; on the pool
    ProgramBuilder builder("failing");
    Id in = builder.argument(DType::F32, {4}), out = builder.result(DType::F32, {4});
    builder.kernel(double_array, {out, in}, 4);
    builder.kernel(fail_with_7, {out, in}, iterations, 0, "stablehlo.cholesky");
    auto failing = builder.load(*client);
    ProgramBuilder next("next");
    Id in2 = next.argument(DType::F32, {4}), out2 = next.result(DType::F32, {4});
    next.kernel(double_array, {out2, in2}, 4);
    auto doubling = next.load(*client);

    BufferPtr x = put<float>(*client, {1, 2, 3, 4}, {4});
    BufferPtr poisoned = client->execute(*failing, {{x}})[0][0];
    BufferPtr later = client->execute(*doubling, {{poisoned}})[0][0];
    for (const BufferPtr &buffer : {poisoned, later})
      EXPECT_EQ(thrown<RuntimeError>([&] { buffer->await(); }),
                "stablehlo.cholesky failed with code 7; test.cpp:1");
    EXPECT_EQ(get<float>(client->execute(*doubling, {{x}})[0][0])[3], 8);
  }
}

TEST(Failure, ManyPoisonedRunsInARow) {
  auto client = make_cpu_client({});
  ProgramBuilder builder("failing");
  Id in = builder.argument(DType::F32, {4}), out = builder.result(DType::F32, {4});
  builder.kernel(fail_with_7, {out, in}, many_iterations, 0, "stablehlo.cholesky");
  auto failing = builder.load(*client);
  BufferPtr x = put<float>(*client, {1, 2, 3, 4}, {4});
  for (int i = 0; i < 20'000; ++i)
    x = client->execute(*failing, {{x}})[0][0];
  EXPECT_NE(thrown<RuntimeError>([&] { x->await(); }), "");
}

TEST(Failure, CrossesCollectives) {
  auto client = make_cpu_client({.devices = 4});
  ProgramBuilder builder("failing", 4);
  Id in = builder.argument(DType::F32, {4}), out = builder.result(DType::F32, {4});
  builder.kernel(
      [](void *const *b, const int64_t *, int64_t begin, int64_t) {
        return begin == 0 && *static_cast<const float *>(b[1]) == 2 ? 3 : 0;
      },
      {out, in}, many_iterations, 0, "stablehlo.sqrt");
  CollectiveStep sum;
  sum.operands = {in}, sum.results = {out}, sum.groups = one_group(4);
  builder.collective(sum, "all_reduce");
  auto program = builder.load(*client);
  auto results = client->execute(*program, {put_each(*client, 4, {4}, [](int d) {
    return std::vector<float>(4, static_cast<float>(d));
  })});
  for (int d = 0; d < 4; ++d)
    EXPECT_EQ(thrown<RuntimeError>([&] { results[0][d]->await(); }),
              "stablehlo.sqrt failed with code 3; test.cpp:0");
}

TEST(TimeLimit, NamesWhoIsMissingAndWhatItDoes) {
  auto client = make_cpu_client({.devices = 4, .threads = 2});
  auto program = summing(4).load(*client);
  Gate gate;
  client->set_step_hook([&](int position, const schedule::Program &, const schedule::Step &step) {
    if (position == 3 && std::holds_alternative<schedule::KernelStep>(step.body))
      gate.wait();
  });
  auto results = client->execute(*program, {ones(*client, 4)}, {.time_limit = 60ms});
  client->set_step_hook({});
  EXPECT_EQ(thrown<RuntimeError>([&] { results[0][0]->await(); }),
            "time limit: stablehlo.all_reduce waited 0.06 s for all of its devices; 0, 1, 2 came; "
            "missing: CpuDevice(id=3) is in stablehlo.tanh at test.cpp:0; test.cpp:1");
  // The other devices work on while device 3 is stuck.
  ProgramBuilder builder("doubling");
  Id in = builder.argument(DType::F32, {4}), out = builder.result(DType::F32, {4});
  builder.kernel(double_array, {out, in}, 4);
  auto doubling = builder.load(*client);
  EXPECT_EQ(
      get<float>(client->execute(*doubling, {{put<float>(*client, {1, 2, 3, 4}, {4})}})[0][0])[1],
      4);
  gate.open();
  auto again = client->execute(*program, {ones(*client, 4)});
  EXPECT_EQ(get<float>(again[0][0])[0], 8);
}

TEST(TimeLimit, ALateDeviceInTimeIsNoFailure) {
  auto client = make_cpu_client({.devices = 2, .threads = 2});
  auto program = summing(2).load(*client);
  client->set_time_limit(10s);
  client->set_step_hook([&](int position, const schedule::Program &, const schedule::Step &) {
    if (position == 0)
      std::this_thread::sleep_for(30ms);
  });
  auto results = client->execute(*program, {ones(*client, 2)});
  EXPECT_EQ(get<float>(results[0][0])[0], 4);
}

TEST(TimeLimit, DevicesThatPartAreAnError) {
  auto client = make_cpu_client({.devices = 2});
  ProgramBuilder builder("parting", 2);
  Id all = builder.everyone();
  Id go = builder.argument(DType::Bool, {}), in = builder.argument(DType::F32, {4});
  Id out = builder.result(DType::F32, {4}, all);
  CollectiveStep sum;
  sum.operands = {in}, sum.results = {out}, sum.groups = one_group(2);
  builder.step(schedule::BranchStep{go, 2}, "stablehlo.while");
  builder.collective(sum, "all_reduce", all);
  sum.kind = CollectiveKind::CollectiveBroadcast;
  builder.collective(sum, "collective_broadcast", all);
  auto program = builder.load(*client);
  Shards predicate(2);
  for (int d = 0; d < 2; ++d) {
    uint8_t value = static_cast<uint8_t>(d);
    int id = d;
    predicate[d] = client->buffer_from_host(&value, DType::Bool, {}, {&id, 1});
  }
  auto results = client->execute(*program, {predicate, ones(*client, 2)});
  std::string text = thrown<RuntimeError>([&] { results[0][0]->await(); });
  EXPECT_NE(text.find("devices that should meet take different ways: CpuDevice(id="),
            std::string::npos)
      << text;
}

} // namespace
} // namespace brigade::runtime
