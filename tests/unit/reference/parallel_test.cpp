#include "apply.h"

namespace brigade::test {
namespace {

using PerDevice = std::vector<std::vector<Literal>>;

/// Runs @main on as many devices as there are argument lists.
PerDevice run_parallel(std::string_view text, const PerDevice &arguments) {
  Program program(text);
  if (!program.ok()) {
    ADD_FAILURE() << program.diagnostics() << text;
    return {};
  }
  auto results = reference::interpret_parallel(program.module(), "main", arguments);
  if (failed(results)) {
    ADD_FAILURE() << program.diagnostics() << text;
    return {};
  }
  return *results;
}

/// One f32 vector a device.
PerDevice vectors(std::initializer_list<std::vector<double>> rows) {
  PerDevice out;
  for (const std::vector<double> &row : rows)
    out.push_back({literal(DType::F32, {static_cast<int64_t>(row.size())}, row)});
  return out;
}

void expect_equal(const PerDevice &actual, const PerDevice &expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t d = 0; d < actual.size(); ++d) {
    ASSERT_EQ(actual[d].size(), expected[d].size());
    for (size_t i = 0; i < actual[d].size(); ++i)
      EXPECT_TRUE(equal(actual[d][i], expected[d][i])) << "device " << d;
  }
}

/// A function from tensor<NxF32> to tensor<MxF32> that is one operation %r = `op`.
std::string one_op(const std::string &op, int n, int m) {
  std::string from = "tensor<" + std::to_string(n) + "xf32>",
              to = "tensor<" + std::to_string(m) + "xf32>";
  return "func.func @main(%x: " + from + ") -> " + to + " {\n  %r = " + op + " : (" + from +
         ") -> " + to + "\n  return %r : " + to + "\n}";
}

const std::string add = R"(({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }))";
const std::string global_pairs =
    "replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, "
    "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids";
const std::string channel_pairs =
    "replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, "
    "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

TEST(Parallel, all_reduce) {
  expect_equal(
      run_parallel(one_op("\"stablehlo.all_reduce\"(%x) " + add + " {" + global_pairs + "}", 2, 2),
                   vectors({{1, 2}, {3, 4}, {5, 6}, {7, 8}})),
      vectors({{4, 6}, {4, 6}, {12, 14}, {12, 14}}));
}

TEST(Parallel, all_gather_in_the_order_of_the_group) {
  expect_equal(run_parallel(one_op("\"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, "
                                   "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, "
                                   "channel_handle = #stablehlo.channel_handle<handle = 1, type = "
                                   "1>, use_global_device_ids}",
                                   1, 2),
                            vectors({{1}, {2}})),
               vectors({{2, 1}, {2, 1}}));
}

/// A channel without global ids: row [0] of replicas stands for all partitions; and so does no row.
TEST(Parallel, groups_over_all_partitions) {
  for (const char *groups : {"dense<0> : tensor<1x1xi64>, channel_handle = "
                             "#stablehlo.channel_handle<handle = 1, type = 1>",
                             "dense<> : tensor<0x0xi64>, channel_handle = "
                             "#stablehlo.channel_handle<handle = 1, type = 1>",
                             "dense<> : tensor<0x0xi64>, use_global_device_ids"}) {
    SCOPED_TRACE(groups);
    const std::string all = std::string("replica_groups = ") + groups;
    expect_equal(
        run_parallel(
            one_op("\"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, " + all + "}", 1, 3),
            vectors({{1}, {2}, {3}})),
        vectors({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}));
    expect_equal(run_parallel(one_op("\"stablehlo.reduce_scatter\"(%x) " + add +
                                         " {scatter_dimension = 0 : i64, " + all + "}",
                                     3, 1),
                              vectors({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})),
                 vectors({{12}, {15}, {18}}));
  }
}

TEST(Parallel, a_gather_gives_what_its_type_says) {
  Program program(one_op("\"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = "
                         "dense<0> : tensor<1x1xi64>, channel_handle = "
                         "#stablehlo.channel_handle<handle = 1, type = 1>}",
                         1, 2));
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  EXPECT_TRUE(
      failed(reference::interpret_parallel(program.module(), "main", vectors({{1}, {2}, {3}}))));
  EXPECT_NE(program.diagnostics().find("gives f32[3]; its type is 'tensor<2xf32>'"),
            std::string::npos);
}

TEST(Parallel, reduce_scatter) {
  expect_equal(run_parallel(one_op("\"stablehlo.reduce_scatter\"(%x) " + add +
                                       " {scatter_dimension = 0 : i64, " + global_pairs + "}",
                                   4, 2),
                            vectors({{1, 2, 3, 4}, {10, 20, 30, 40}, {0, 0, 0, 0}, {5, 6, 7, 8}})),
               vectors({{11, 22}, {33, 44}, {5, 6}, {7, 8}}));
}

TEST(Parallel, all_to_all) {
  expect_equal(run_parallel(one_op("\"stablehlo.all_to_all\"(%x) {split_dimension = 0 : i64, "
                                   "concat_dimension = 0 : i64, "
                                   "split_count = 2 : i64, " +
                                       channel_pairs + "}",
                                   2, 2),
                            vectors({{1, 2}, {3, 4}, {5, 6}, {7, 8}})),
               vectors({{1, 5}, {3, 7}, {2, 6}, {4, 8}}));
}

TEST(Parallel, collective_permute_and_broadcast) {
  const std::string channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
  expect_equal(run_parallel(one_op("\"stablehlo.collective_permute\"(%x) {source_target_pairs = "
                                   "dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, " +
                                       channel + "}",
                                   1, 1),
                            vectors({{1}, {2}, {3}})),
               vectors({{0}, {1}, {2}}));
  expect_equal(run_parallel(one_op("\"stablehlo.collective_broadcast\"(%x) {replica_groups = "
                                   "dense<[[2, 1]]> : tensor<1x2xi64>, " +
                                       channel + "}",
                                   1, 1),
                            vectors({{1}, {2}, {3}})),
               vectors({{0}, {3}, {3}}));
}

TEST(Parallel, replicas_and_partitions) {
  // 2 replicas of 2 partitions: device 2 is replica 1, partition 0.
  std::string text =
      "module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {\n";
  const std::string groups = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>";
  expect_equal(
      run_parallel(
          text + one_op("\"stablehlo.all_reduce\"(%x) " + add + " {" + groups + "}", 1, 1) + "}",
          vectors({{1}, {2}, {3}, {4}})),
      vectors({{4}, {6}, {4}, {6}}));
  const std::string channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
  expect_equal(
      run_parallel(
          text +
              one_op("\"stablehlo.all_reduce\"(%x) " + add + " {" + groups + channel + "}", 1, 1) +
              "}",
          vectors({{1}, {2}, {3}, {4}})),
      vectors({{10}, {10}, {10}, {10}}));
}

constexpr const char *loop = R"(
  func.func @main(%turns: tensor<i32>) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %id = stablehlo.partition_id : tensor<ui32>
    %me = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %sum = %me) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %turns, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %t = "stablehlo.all_reduce"(%sum) ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %d = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %d : tensor<i32>
        }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
            channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<i32>) -> tensor<i32>
        stablehlo.return %j, %t : tensor<i32>, tensor<i32>
      }
    return %r#1 : tensor<i32>
  })";

PerDevice turns(std::initializer_list<double> counts) {
  PerDevice out;
  for (double count : counts)
    out.push_back({scalar(DType::S32, count)});
  return out;
}

TEST(Parallel, collectives_in_loops) {
  // Groups that go round together may go round as often as they like: 0 + 1 -> 1, 1 + 1 -> 2, 2 + 2
  // -> 4; 2 + 3 -> 5.
  expect_equal(run_parallel(loop, turns({3, 3, 1, 1})), turns({4, 4, 5, 5}));
}

TEST(Parallel, devices_that_miss_a_collective_are_named) {
  Program program(loop);
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  EXPECT_TRUE(failed(reference::interpret_parallel(program.module(), "main", turns({1, 1, 2, 1}))));
  EXPECT_NE(program.diagnostics().find("'stablehlo.all_reduce' op is performed by devices [2, 3] "
                                       "together, but only [2] come to it; [3] do not"),
            std::string::npos);
}

TEST(Parallel, bad_groups_are_diagnostics) {
  auto error = [](const std::string &groups) {
    Program program(one_op("\"stablehlo.all_reduce\"(%x) " + add + " {" + groups + "}", 1, 1));
    EXPECT_TRUE(program.ok()) << program.diagnostics();
    EXPECT_TRUE(
        failed(reference::interpret_parallel(program.module(), "main", vectors({{1}, {2}}))));
    return program.diagnostics();
  };
  EXPECT_NE(error("replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>")
                .find("names process 1 where there are 1 replicas; partitions take part by a "
                      "channel handle above 0"),
            std::string::npos);
  EXPECT_NE(error("replica_groups = dense<[[0]]> : tensor<1x1xi64>, channel_handle = "
                  "#stablehlo.channel_handle<handle = 1, type = 1>, "
                  "use_global_device_ids")
                .find("has device 1 in 0 groups; each must be in one"),
            std::string::npos);
}

TEST(Parallel, failed_checks_name_the_device) {
  Program program(R"(func.func @main(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  })");
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  Literal one = scalar(DType::F32, 1), two = scalar(DType::F32, 2);
  reference::Checks checks;
  EXPECT_TRUE(failed(
      reference::interpret_parallel(program.module(), "main", {{one, one}, {one, two}}, &checks)));
  EXPECT_EQ(checks.passed, 1);
  EXPECT_EQ(checks.failed, 1);
  EXPECT_NE(
      program.diagnostics().find("check.expect_eq failed on device 1: element () is 1, expected 2"),
      std::string::npos);
}

} // namespace
} // namespace brigade::test
