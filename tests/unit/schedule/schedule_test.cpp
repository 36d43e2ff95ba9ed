#include "schedule/check.h"
#include "schedule/print.h"
#include "schedule/report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace brigade::schedule {
namespace {

/// Two devices: a kernel on each, a sum over both into a shared buffer, a shared kernel into a
/// donated result.
Program example() {
  Program p;
  p.name = "step";
  p.devices = 2;
  p.sharings = {{{0, 1}, 2}, {{0, 0}, 1}};
  p.arena_bytes = {64, 128};
  p.locations = {{"/home/user/app.cpp", 12, "stablehlo.tanh"},
                 {"/home/user/app.cpp", 13, "stablehlo.all_reduce"}};
  p.buffers = {{DType::F32, {4}, 16, Space::Argument, 0, 0, 1, 0},
               {DType::F32, {4}, 16, Space::Arena, -1, 0, 0, 0},
               {DType::F32, {4}, 16, Space::Arena, -1, 64, 1, 1},
               {DType::F32, {4}, 16, Space::Result, 0, 0, 1, 1},
               {DType::F32, {2, 2}, 16, Space::Constant, 0, 0, 0, -1}};
  p.constants = {Literal(DType::F32, {2, 2})};
  p.arguments = {{0, DType::F32, {4}, true, -1}};
  p.results = {{3, DType::F32, {4}, false, 0}};
  p.kernels = {"tanh", "add"};
  CollectiveStep sum;
  sum.operands = {1}, sum.results = {2}, sum.groups = {{0, 1}};
  p.steps = {{KernelStep{0, {1, 0}, {4}, 4, 2}, 0, 0},
             {sum, 1, 1},
             {KernelStep{1, {3, 2, 4}, {}, 1, 1}, 1, -1}};
  p.traffic = {
      {"all_reduce", 16, 2, 1, "contracting dimension split over \"data\"", p.locations[1]}};
  return p;
}

TEST(Check, AcceptsTheExample) { EXPECT_EQ(check(example()), ""); }

TEST(Check, FindsWhatIsWrong) {
  auto problem = [](const std::function<void(Program &)> &change) {
    Program p = example();
    change(p);
    return check(p);
  };
  auto collective = [](Program &p) -> CollectiveStep & {
    return std::get<CollectiveStep>(p.steps[1].body);
  };
  EXPECT_EQ(problem([](Program &p) { p.sharings[0] = {{0, 0}, 1}; }),
            "sharing 0 puts devices together");
  EXPECT_EQ(problem([](Program &p) { p.sharings[1].group = {1, 0}; }),
            "sharing 1 does not number its groups in order");
  EXPECT_EQ(problem([](Program &p) { p.sharings[1].group = {0}; }),
            "sharing 1 covers 1 of 2 devices");
  EXPECT_EQ(problem([](Program &p) { p.buffers[2].offset = 32; }),
            "buffer 2 begins at 32, no multiple of 64");
  EXPECT_EQ(problem([](Program &p) { p.buffers[2].offset = 128; }),
            "buffer 2 ends at 144, past its arena of 128 bytes");
  EXPECT_EQ(problem([](Program &p) { p.buffers[1].bytes = 8; }),
            "buffer 1 of 8 bytes cannot hold f32[4]");
  EXPECT_EQ(problem([](Program &p) { p.arguments[0].donated = false; }),
            "result 0 takes the memory of argument 0, which is not donated");
  EXPECT_EQ(problem([](Program &p) { p.results[0].buffer = 2; }), "result 0 is in an arena");
  EXPECT_EQ(problem([](Program &p) { p.results[0].shape = {5}; }),
            "result 0 is f32[5] in a buffer of f32[4]");
  EXPECT_EQ(problem([](Program &p) { p.steps.push_back({CopyStep{1, 0}, 0, -1}); }),
            "step 3 writes buffer 0, which is read only");
  EXPECT_EQ(problem([](Program &p) { p.steps.push_back({CopyStep{1, 2}, 0, -1}); }),
            "step 3 of sharing 0 writes buffer 2 of sharing 1");
  EXPECT_EQ(problem([](Program &p) { p.steps.push_back({JumpStep{5}, 0, -1}); }),
            "step 3 goes to 5");
  EXPECT_EQ(problem([](Program &p) { p.steps.push_back({JumpStep{0}, 1, -1}); }),
            "step 3 branches for several devices at once");
  EXPECT_EQ(problem([](Program &p) { p.steps.push_back({BranchStep{1, 0}, 0, -1}); }),
            "step 3 branches on f32");
  EXPECT_EQ(problem([&](Program &p) { collective(p).groups = {{0}}; }),
            "step 1 has position 1 in no group");
  EXPECT_EQ(problem([&](Program &p) { collective(p).groups = {{0, 1}, {1, 0}}; }),
            "step 1 has position 1 in two groups");
  EXPECT_EQ(problem([&](Program &p) { collective(p).kind = CollectiveKind::AllGather; }),
            "step 1 makes f32[8] into buffer 2 of f32[4]");
  EXPECT_EQ(problem([&](Program &p) {
              collective(p).kind = CollectiveKind::CollectiveBroadcast;
              collective(p).results = {1};
            }),
            "step 1 has result buffer 1 in the memory of operand 1");
  EXPECT_EQ(problem([](Program &p) { p.traffic.clear(); }),
            "0 entries of traffic for 1 collectives");
  EXPECT_EQ(problem([](Program &p) {
              DotStep dot;
              dot.lhs = 0, dot.rhs = 0, dot.out = 1, dot.m = 2, dot.n = 2, dot.k = 3;
              dot.lhs_m_stride = 3, dot.rhs_k_stride = 2;
              p.steps.push_back({dot, 0, -1});
            }),
            "step 3 multiplies past the end of buffer 0");
}

TEST(Print, OneLineAThing) {
  EXPECT_EQ(to_string(example()), R"(program step on 2 devices
sharing 1: 0 0
arena 0: 64 bytes
arena 1: 128 bytes
argument 0: f32[4] %0, donated
%0: f32[4] in argument 0, sharing 1  // app.cpp:12
%1: f32[4] in arena 0 at 0  // app.cpp:12
%2: f32[4] in arena 1 at 64  // app.cpp:13
%3: f32[4] in result 0, sharing 1  // app.cpp:13
%4: f32[2,2] in constant 0
   0: kernel tanh(%1, %0) extents [4] over 4 by 2  // stablehlo.tanh app.cpp:12
   1: all_reduce sum %2 = %1 [0 1], once a group of sharing 1  // stablehlo.all_reduce app.cpp:13
   2: kernel add(%3, %2, %4) over 1 by 1, once a group of sharing 1
result 0: f32[4] %3, in argument 0
)");
}

TEST(Report, Memory) {
  MemoryReport report = memory_report(example());
  EXPECT_EQ(report.device_bytes, (std::array<int64_t, 4>{16, 0, 16, 192}));
  EXPECT_EQ(report.physical_bytes, (std::array<int64_t, 4>{16, 0, 16, 2 * 64 + 128}));
  EXPECT_EQ(report.peak_device_bytes(), 224);
  nlohmann::json json = memory_json(example());
  EXPECT_EQ(json["device_bytes"]["temporary"], 192);
  EXPECT_EQ(json["physical_bytes"]["peak"], 16 + 16 + 256);
  EXPECT_EQ(json["buffers"].size(), 4u);
  EXPECT_EQ(memory_text(example()), R"(memory: 224 bytes a device, 288 bytes in the process
  argument              16            16
  result                 0             0
  constant              16            16
  temporary            192           256
              16 argument in 1 buffer  stablehlo.tanh app.cpp:12
              16 constant in 1 buffer
              16 temporary in 1 buffer  stablehlo.tanh app.cpp:12
              16 temporary in 1 buffer  stablehlo.all_reduce app.cpp:13
)");
}

TEST(Report, Traffic) {
  EXPECT_EQ(
      traffic_text(example()),
      "all_reduce of 16 bytes a device in groups of 2, once: contracting dimension split over "
      "\"data\"; app.cpp:13\n");
  nlohmann::json json = traffic_json(example());
  EXPECT_EQ(json[0]["bytes"], 16);
  EXPECT_EQ(json[0]["line"], 13);
  Program loop = example();
  loop.traffic[0].count = -1;
  EXPECT_TRUE(traffic_json(loop)[0]["count"].is_null());
  loop.traffic.clear();
  EXPECT_EQ(traffic_text(loop), "traffic: none\n");
}

} // namespace
} // namespace brigade::schedule
