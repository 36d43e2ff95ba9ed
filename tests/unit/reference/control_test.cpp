#include "apply.h"

namespace brigade::test {
namespace {

constexpr const char *power_loop = R"(
  func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %start = stablehlo.constant dense<1.0> : tensor<2xf32>
    %r:2 = stablehlo.while(%i = %zero, %y = %start) : tensor<i32>, tensor<2xf32>
      cond {
        %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %z = stablehlo.multiply %y, %x : tensor<2xf32>
        stablehlo.return %j, %z : tensor<i32>, tensor<2xf32>
      }
    return %r#0, %r#1 : tensor<i32>, tensor<2xf32>
  })";

TEST(Control, while_uses_outer_values) {
  Literal x = literal(DType::F32, {2}, {2, -3});
  auto results = run(power_loop, {scalar(DType::S32, 3), x});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(equal(results[0], scalar(DType::S32, 3)));
  EXPECT_TRUE(equal(results[1], literal(DType::F32, {2}, {8, -27})));
  EXPECT_TRUE(
      equal(run(power_loop, {scalar(DType::S32, 0), x})[1], literal(DType::F32, {2}, {1, 1})));
}

TEST(Control, calls_barriers_and_constraints) {
  EXPECT_TRUE(equal(run(R"(
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %a = call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %b, %c = stablehlo.optimization_barrier %a, %x : tensor<4xf32>, tensor<4xf32>
      %d = stablehlo.add %b, %c : tensor<4xf32>
      %e = sdy.sharding_constraint %d <@mesh, [{"x"}]> : tensor<4xf32>
      return %e : tensor<4xf32>
    }
    func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
      %r = stablehlo.add %x, %x : tensor<4xf32>
      return %r : tensor<4xf32>
    })",
                        {literal(DType::F32, {4}, {1, 2, 3, 4})})[0],
                    literal(DType::F32, {4}, {3, 6, 9, 12})));
}

TEST(Control, bad_programs_are_diagnostics) {
  constexpr const char *recursive = R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %r = call @main(%x) : (tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    })";
  EXPECT_NE(run_error(recursive, {scalar(DType::F32, 1)}).find("programs may not recurse"),
            std::string::npos);

  constexpr const char *unknown = R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %r = stablehlo.custom_call @nobody(%x) : (tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    })";
  EXPECT_NE(run_error(unknown, {scalar(DType::F32, 1)})
                .find("3:12: error: 'stablehlo.custom_call' op calls @nobody, which has no rule"),
            std::string::npos);

  EXPECT_NE(
      run_error(power_loop, {scalar(DType::S32, 1)}).find("@main takes 2 arguments, 1 are given"),
      std::string::npos);
  EXPECT_NE(run_error(power_loop, {scalar(DType::S32, 1), scalar(DType::F32, 1)})
                .find("argument 1 of @main is f32[]; it takes 'tensor<2xf32>'"),
            std::string::npos);

  constexpr const char *large = R"(
    func.func @main(%x: tensor<f32>) -> tensor<1000000000x1000000000xf32> {
      %r = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1000000000x1000000000xf32>
      return %r : tensor<1000000000x1000000000xf32>
    })";
  EXPECT_NE(run_error(large, {scalar(DType::F32, 1)}).find("needs more memory"), std::string::npos);

  Program program(power_loop);
  EXPECT_TRUE(failed(reference::interpret(program.module(), "other", {})));
  EXPECT_NE(program.diagnostics().find("there is no function @other"), std::string::npos);
}

TEST(Control, evaluate_one_operation) {
  Program program(R"(
    func.func @main(%x: tensor<2xi32>) -> tensor<i32> {
      %a = stablehlo.add %x, %x : tensor<2xi32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      return %r : tensor<i32>
    })");
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  auto operations = program.function().getBody().front().begin();
  Literal x = literal(DType::S32, {2}, {1, 2});
  auto sum = reference::evaluate(&*operations, {x, x});
  EXPECT_TRUE(failed(reference::evaluate(&*operations, {x})));
  ASSERT_TRUE(succeeded(sum));
  EXPECT_TRUE(equal((*sum)[0], literal(DType::S32, {2}, {2, 4})));
  auto constant = reference::evaluate(&*std::next(operations), {});
  ASSERT_TRUE(succeeded(constant));
  EXPECT_TRUE(equal((*constant)[0], scalar(DType::S32, 0)));
  EXPECT_TRUE(failed(reference::evaluate(&*std::next(operations, 2), {(*sum)[0], (*constant)[0]})));
}

} // namespace
} // namespace brigade::test
