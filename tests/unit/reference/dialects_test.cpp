#include "apply.h"

#include "reference/dialects.h"

namespace brigade::test {
namespace {

struct Outcome {
  bool ok;
  reference::Checks checks;
  std::string diagnostics;
};

Outcome run_checks(std::string_view text) {
  mlir::DialectRegistry registry;
  reference::register_dialects(registry);
  Program program(text, registry);
  if (!program.ok()) {
    ADD_FAILURE() << program.diagnostics() << text;
    return {};
  }
  Outcome outcome;
  outcome.ok = succeeded(reference::interpret(program.module(), "main", {}, &outcome.checks));
  outcome.diagnostics = program.diagnostics();
  return outcome;
}

TEST(Dialects, checks_with_constants_and_values) {
  Outcome outcome = run_checks(R"(func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.add %a, %a : tensor<2xf32>
    check.expect_eq_const %b, dense<[2.0, 4.0]> : tensor<2xf32>
    check.expect_almost_eq_const %b, dense<[2.0001, 4.0]> : tensor<2xf32>, tolerance = 1.0e-3
    check.expect_eq %b, %b : tensor<2xf32>
    check.expect_almost_eq %a, %a : tensor<2xf32>
    check.expect_close %b, %b, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
    return
  })");
  EXPECT_TRUE(outcome.ok) << outcome.diagnostics;
  EXPECT_EQ(outcome.checks.passed, 5);
}

TEST(Dialects, a_check_that_fails) {
  Outcome outcome = run_checks(R"(func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %a, dense<[1, 3]> : tensor<2xi32>
    return
  })");
  EXPECT_FALSE(outcome.ok);
  EXPECT_EQ(outcome.checks.failed, 1);
  EXPECT_EQ(
      outcome.diagnostics,
      "3:5: error: check.expect_eq_const failed: element (1,) is 2, expected 3; 1 of 2 differ\n");
}

TEST(Dialects, run_parallel) {
  Outcome outcome = run_checks(R"(
  func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
    %r = stablehlo.replica_id : tensor<ui32>
    %p = stablehlo.partition_id : tensor<ui32>
    return %r, %p : tensor<ui32>, tensor<ui32>
  }
  func.func @swap(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
        : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %i:4 = "interpreter.run_parallel"() {programs = [[@ids, @ids]]} : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %i#2, dense<0> : tensor<ui32>
    check.expect_eq_const %i#3, dense<1> : tensor<ui32>
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %s:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@swap], [@swap]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %s#0, dense<[3, 4]> : tensor<2xi32>
    check.expect_eq_const %s#1, dense<[1, 2]> : tensor<2xi32>
    return
  })");
  EXPECT_TRUE(outcome.ok) << outcome.diagnostics;
  EXPECT_EQ(outcome.checks.passed, 4);
}

TEST(Dialects, run_parallel_of_different_programs) {
  Outcome outcome = run_checks(R"(
  func.func @f() { return }
  func.func @g() { return }
  func.func @main() {
    "interpreter.run_parallel"() {programs = [[@f, @g]]} : () -> ()
    return
  })");
  EXPECT_FALSE(outcome.ok);
  EXPECT_NE(outcome.diagnostics.find("wants one and the same function as every program"),
            std::string::npos);
}

} // namespace
} // namespace brigade::test
