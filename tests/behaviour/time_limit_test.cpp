#include <brigade/brigade.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

using namespace brigade;

namespace {

// Set before the first use; each test sets its own afterwards.
const bool devices_are_set = (set_num_cpu_devices(4), set_collective_time_limit(100), true);

using Clock = std::chrono::steady_clock;

constexpr uint32_t first_line = __LINE__;
/// Device 3 multiplies `steps` times before it meets the others.
Array late(const Array &x, const Array &steps) {
  const Array mine = where(lax::axis_index("i") == 3, steps, 0);
  const Array y = lax::fori_loop(0, mine, [](Array, Array v) { return tanh(matmul(v, v)); }, x);
  return lax::psum(y, "i");
}
constexpr uint32_t loop_line = first_line + 4, psum_line = first_line + 5;

auto stalling() { return pmap(late, "i", {.in_axes = {0, std::nullopt}}); }

constexpr int for_minutes = 100'000'000;

Array matrices() { return full({4, 32, 32}, 0.01); }

/// The message of the run that f starts and that fails by a time limit of 100 ms.
template <class F> std::string stalled(const F &f, uint32_t line) {
  set_collective_time_limit(0.1);
  const Array pending = f();
  set_collective_time_limit(0);
  try {
    pending.block_until_ready();
  } catch (const RuntimeError &error) {
    EXPECT_EQ(error.where().line, line);
    return error.what();
  }
  ADD_FAILURE() << "no time limit";
  return {};
}

std::string stalled() {
  return stalled([] { return stalling()(matrices(), for_minutes); }, psum_line);
}

std::string place(uint32_t line) { return "time_limit_test.cpp:" + std::to_string(line); }

TEST(TimeLimit, NamesTheCollectiveWhoCameAndWhatTheMissingOneDoes) {
  const std::string text = stalled();
  EXPECT_TRUE(text.starts_with("time limit: stablehlo.all_reduce waited 0.1 s for all of its "
                               "devices; 0, 1, 2 came; missing: CpuDevice(id=3) is in "))
      << text;
  EXPECT_NE(text.find(" at " + place(loop_line) + "; " + place(psum_line)), std::string::npos)
      << text;
}

TEST(TimeLimit, LeavesTheProcessWorking) {
  const Clock::time_point start = Clock::now();
  stalled();
  const Array sum = stalling()(matrices(), 0);
  EXPECT_FLOAT_EQ(sum(2, 0, 0).item<float>(), 0.04f);
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(10)) << "the late device was not stopped";
}

TEST(TimeLimit, PoisonsWhatIsMadeOfTheResult) {
  set_collective_time_limit(0.05);
  const Array failed = stalling()(matrices(), for_minutes);
  set_collective_time_limit(0);
  const Array later = jit([](Array x) { return sum(x) + 1.0; })(failed);
  EXPECT_THROW(later.item<float>(), RuntimeError);
}

TEST(TimeLimit, IsNotReachedByALateDevice) {
  set_collective_time_limit(60);
  stalling()(matrices(), 2000).block_until_ready();
  set_collective_time_limit(0);
}

TEST(TimeLimit, OfDevicesThatTakeAnotherNumberOfTurns) {
  const uint32_t line = __LINE__ + 1;
  auto turn = [](Array, Array y) { return lax::psum(y, "i"); };
  auto f = pmap([&](Array x) { return lax::fori_loop(0, lax::axis_index("i"), turn, x); }, "i");
  const std::string text = stalled([&] { return f(full({4}, 1.0)); }, line);
  EXPECT_TRUE(text.starts_with("time limit: stablehlo.all_reduce waited 0.1 s for all of its "
                               "devices; 1, 2, 3 came; missing: CpuDevice(id=0) has ended"))
      << text;
}

TEST(TimeLimit, IsATimeInSeconds) {
  EXPECT_THROW(set_collective_time_limit(-1), UserError);
  set_collective_time_limit(1e300);
  EXPECT_FLOAT_EQ(stalling()(matrices(), 1)(0, 0, 0).item<float>(), 0.03f + std::tanh(0.0032f));
  set_collective_time_limit(0);
}

} // namespace
