#include "apply.h"

namespace brigade::test {
namespace {

Literal counting(Shape shape) {
  std::vector<double> elements(element_count(shape));
  for (size_t i = 0; i < elements.size(); ++i)
    elements[i] = static_cast<double>(i);
  return literal(DType::F32, shape, elements);
}

TEST(ManualComputation, pieces_by_in_shardings_and_results_by_out_shardings) {
  // Each device adds its number to its 1 x 2 piece; the result is the whole again.
  auto results = run(R"(
    sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%v: tensor<2x4xf32>) -> tensor<2x4xf32> {
      %r = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>]
          manual_axes={"x", "y"} (%p: tensor<1x2xf32>) {
        %id = stablehlo.partition_id : tensor<ui32>
        %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
        %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
        %s = stablehlo.add %p, %b : tensor<1x2xf32>
        sdy.return %s : tensor<1x2xf32>
      } : (tensor<2x4xf32>) -> tensor<2x4xf32>
      return %r : tensor<2x4xf32>
    })",
                     {counting({2, 4})});
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {2, 4}, {0, 1, 3, 4, 6, 7, 9, 10})));
}

TEST(ManualComputation, devices_in_another_order) {
  // Position (x=1) of the mesh is device 0.
  auto results = run(R"(
    sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
    func.func @main(%v: tensor<2xf32>) -> tensor<2xf32> {
      %r = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>]
          manual_axes={"x"} (%p: tensor<1xf32>) {
        %id = stablehlo.partition_id : tensor<ui32>
        %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
        %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1xf32>
        sdy.return %b : tensor<1xf32>
      } : (tensor<2xf32>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    })",
                     {counting({2})});
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {2}, {1, 0})));
}

TEST(ManualComputation, collectives_and_a_replicated_result) {
  auto results = run(R"(
    sdy.mesh @mesh = <["x"=4]>
    func.func @main(%v: tensor<8xf32>) -> tensor<2xf32> {
      %r = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>]
          manual_axes={"x"} (%p: tensor<2xf32>) {
        %s = "stablehlo.all_reduce"(%p) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %c : tensor<f32>
        }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
            channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
        sdy.return %s : tensor<2xf32>
      } : (tensor<8xf32>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    })",
                     {counting({8})});
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {2}, {0 + 2 + 4 + 6, 1 + 3 + 5 + 7})));
}

TEST(ManualComputation, axes_that_stay_automatic) {
  // Only "x" is manual: the piece is whole along "y", though the sharding names it.
  auto results = run(R"(
    sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {
      %r = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", ?}]>]
          manual_axes={"x"} (%p: tensor<2xf32>) {
        %q = stablehlo.reverse %p, dims = [0] : tensor<2xf32>
        sdy.return %q : tensor<2xf32>
      } : (tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    })",
                     {counting({4})});
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {4}, {1, 0, 3, 2})));
}

TEST(ManualComputation, one_inside_another) {
  auto results = run(R"(
    sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%v: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %r = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>]
          manual_axes={"x"} (%p: tensor<1x2xf32>) {
        %i = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>]
            manual_axes={"y"} (%q: tensor<1x1xf32>) {
          %id = stablehlo.partition_id : tensor<ui32>
          %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
          %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
          %s = stablehlo.multiply %q, %b : tensor<1x1xf32>
          sdy.return %s : tensor<1x1xf32>
        } : (tensor<1x2xf32>) -> tensor<1x2xf32>
        sdy.return %i : tensor<1x2xf32>
      } : (tensor<2x2xf32>) -> tensor<2x2xf32>
      return %r : tensor<2x2xf32>
    })",
                     {counting({2, 2})});
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {2, 2}, {0, 1, 4, 9})));
}

} // namespace
} // namespace brigade::test
