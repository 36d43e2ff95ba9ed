#include "partition_testing.h"

#include <gtest/gtest.h>

/// Mistakes that a partitioner is known to make: each program gives a wrong answer if it does.
namespace brigade::compiler::testing {
namespace {

/// @main over a 4 x 2 mesh of x and y.
std::string main_of(const std::string &arguments, const std::string &results,
                    const std::string &body, const std::string &mesh = R"(<["x"=4, "y"=2]>)") {
  return "module {\nsdy.mesh @mesh = " + mesh + "\nfunc.func public @main(" + arguments + ") -> (" +
         results + ") {\n" + body + "}\n}\n";
}

TEST(PartitionTraps, ReductionStartsOnce) {
  std::string text = expect_same(main_of(
      R"(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})", "tensor<f32>", R"(
    %five = stablehlo.constant dense<5.0> : tensor<f32>
    %r = stablehlo.reduce(%x init: %five) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
)"));
  EXPECT_EQ(count(text, "stablehlo.all_reduce"), 1) << text;
  EXPECT_EQ(count(text, "all_gather"), 0) << text;
}

TEST(PartitionTraps, ReductionOfProductsStartsOnce) {
  expect_same(main_of(
      R"(%x: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %i: tensor<i32>)",
      "tensor<i32>", R"(
    %three = stablehlo.constant dense<3> : tensor<i32>
    %s = stablehlo.add %i, %three : tensor<i32>
    %r = stablehlo.reduce(%x init: %s) applies stablehlo.multiply across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
    return %r : tensor<i32>
)"));
}

TEST(PartitionTraps, ScatterStartsOnce) {
  std::string text = expect_same(main_of(
      R"(%x: tensor<16xf32>, %i: tensor<64x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})",
      "tensor<16xf32>", R"(
    %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<16xf32>, tensor<64x1xi32>, tensor<64xf32>) -> tensor<16xf32>
    return %r : tensor<16xf32>
)"));
  EXPECT_EQ(count(text, "stablehlo.all_reduce\""), 1) << text;
  EXPECT_NE(text.find("scattered dimension split over"), std::string::npos) << text;
}

/// 10 elements over 4 devices are padded to 12: the padding must not win, nor make a product 0, nor
/// a sum a NaN.
class Padding : public ::testing::TestWithParam<const char *> {};

TEST_P(Padding, IsNeutral) {
  std::string op = GetParam();
  std::string text = expect_same(
      main_of("%x: tensor<10x8xf32>, %i: tensor<f32>", "tensor<8xf32>",
              R"(
    %neg = stablehlo.constant dense<-10.0> : tensor<10x8xf32>
    %c = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<10x8xf32>
    %shifted = stablehlo.add %c, %neg : tensor<10x8xf32>
    %log = stablehlo.divide %shifted, %c : tensor<10x8xf32>
    %fenced = sdy.sharding_constraint %log <@mesh, [{"x"}, {}]> : tensor<10x8xf32>
    %r = stablehlo.reduce(%fenced init: %i) applies stablehlo.)" +
                  op +
                  R"( across dimensions = [0] : (tensor<10x8xf32>, tensor<f32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
)"));
  EXPECT_EQ(count(text, "stablehlo.all_reduce\""), 1) << text;
}
INSTANTIATE_TEST_SUITE_P(Partition, Padding,
                         ::testing::Values("add", "multiply", "maximum", "minimum"));

TEST(PartitionTraps, PaddingDoesNotCountInAProduct) {
  std::string text =
      expect_same(main_of("%x: tensor<8x10xf32>, %y: tensor<10x4xf32>", "tensor<8x4xf32>", R"(
    %a = sdy.sharding_constraint %x <@mesh, [{}, {"x"}]> : tensor<8x10xf32>
    %b = stablehlo.divide %a, %a : tensor<8x10xf32>
    %r = stablehlo.dot_general %b, %y, contracting_dims = [1] x [0] : (tensor<8x10xf32>, tensor<10x4xf32>) -> tensor<8x4xf32>
    return %r : tensor<8x4xf32>
)"));
  EXPECT_EQ(count(text, "stablehlo.all_reduce\""), 1) << text;
}

TEST(PartitionTraps, PaddedDimensionsThroughOtherOperations) {
  expect_same(main_of("%x: tensor<10x6xf32>",
                      "tensor<6x10xf32>, tensor<60xf32>, tensor<10x6xf32>, tensor<7x6xf32>", R"(
    %c = sdy.sharding_constraint %x <@mesh, [{"x"}, {"y"}]> : tensor<10x6xf32>
    %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<10x6xf32>) -> tensor<6x10xf32>
    %f = stablehlo.reshape %c : (tensor<10x6xf32>) -> tensor<60xf32>
    %v = stablehlo.reverse %c, dims = [0] : tensor<10x6xf32>
    %s = stablehlo.slice %c [2:9, 0:6] : (tensor<10x6xf32>) -> tensor<7x6xf32>
    return %t, %f, %v, %s : tensor<6x10xf32>, tensor<60xf32>, tensor<10x6xf32>, tensor<7x6xf32>
)"));
}

TEST(PartitionTraps, FewerElementsThanDevices) {
  expect_same(main_of("%x: tensor<3x8xf32>", "tensor<8xf32>", R"(
    %c = sdy.sharding_constraint %x <@mesh, [{"x", "y"}, {}]> : tensor<3x8xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
)"));
}

TEST(PartitionTraps, PartialSumsOfHalfPrecisionStayF32) {
  std::string text = expect_same(
      main_of(
          R"(%x: tensor<8x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %y: tensor<64x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})",
          "tensor<8x8xbf16>", R"(
    %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x64xbf16>, tensor<64x8xbf16>) -> tensor<8x8xbf16>
    return %r : tensor<8x8xbf16>
)"),
      {}, {0, 0});
  EXPECT_NE(text.find("(tensor<8x8xf32>) -> tensor<8x8xf32>"), std::string::npos) << text;
  EXPECT_NE(text.find("stablehlo.convert"), std::string::npos) << text;

  text = expect_same(
      main_of(
          R"(%x: tensor<64x8xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<f16>)",
          "tensor<8xf16>", R"(
    %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf16>, tensor<f16>) -> tensor<8xf16>
    return %r : tensor<8xf16>
)"),
      {}, {1e-3, 1e-2});
  EXPECT_NE(text.find("(tensor<8xf32>) -> tensor<8xf32>"), std::string::npos) << text;
}

TEST(PartitionTraps, OffsetsOfIota) {
  for (const char *type : {"i32", "ui8", "f32", "bf16", "i64"})
    expect_same(main_of("%x: tensor<4xf32>",
                        "tensor<64x2x" + std::string(type) +
                            R"(> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>})",
                        "%r = stablehlo.iota dim = 0 : tensor<64x2x" + std::string(type) +
                            ">\nreturn %r : tensor<64x2x" + type + ">\n"),
                {}, {0, 0});
}

/// One round of the mixing that random bits are made by, over a counter.
std::string random_bits(const std::string &sharding) {
  return main_of("%key: tensor<2xui32>",
                 "tensor<8x16xui32> {sdy.sharding = #sdy.sharding<@mesh, [" + sharding + "]>}", R"(
    %i = stablehlo.iota dim = 0 : tensor<128xui32>
    %k0 = stablehlo.slice %key [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %k1 = stablehlo.slice %key [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %s0 = stablehlo.reshape %k0 : (tensor<1xui32>) -> tensor<ui32>
    %s1 = stablehlo.reshape %k1 : (tensor<1xui32>) -> tensor<ui32>
    %b0 = stablehlo.broadcast_in_dim %s0, dims = [] : (tensor<ui32>) -> tensor<128xui32>
    %b1 = stablehlo.broadcast_in_dim %s1, dims = [] : (tensor<ui32>) -> tensor<128xui32>
    %x0 = stablehlo.add %i, %b0 : tensor<128xui32>
    %x1 = stablehlo.add %i, %b1 : tensor<128xui32>
    %r = stablehlo.constant dense<13> : tensor<128xui32>
    %l = stablehlo.constant dense<19> : tensor<128xui32>
    %x2 = stablehlo.add %x0, %x1 : tensor<128xui32>
    %h = stablehlo.shift_left %x1, %r : tensor<128xui32>
    %g = stablehlo.shift_right_logical %x1, %l : tensor<128xui32>
    %o = stablehlo.or %h, %g : tensor<128xui32>
    %x = stablehlo.xor %x2, %o : tensor<128xui32>
    %bits = stablehlo.reshape %x : (tensor<128xui32>) -> tensor<8x16xui32>
    return %bits : tensor<8x16xui32>
)");
}

TEST(PartitionTraps, RandomBitsAreThoseOfOneDevice) {
  for (const char *sharding : {R"({"x"}, {})", R"({}, {"x"})", R"({"y"}, {"x"})",
                               R"({"x", "y"}, {})", R"({}, {"y", "x"})"}) {
    std::string text = expect_same(random_bits(sharding), {}, {0, 0});
    EXPECT_EQ(count(text, "replica_groups"), 0) << text;
  }
}

TEST(PartitionTraps, CarriedValuesReachAFixpoint) {
  // %b is replicated when it enters, but takes %a's place in the first turn.
  std::string text = expect_same(main_of(
      R"(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})",
      "tensor<8x8xf32>, tensor<8x8xf32>", R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:3 = stablehlo.while(%k = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %s = stablehlo.add %a, %b : tensor<8x8xf32>
      stablehlo.return %next, %b, %s : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    }
    return %w#1, %w#2 : tensor<8x8xf32>, tensor<8x8xf32>
)"));
  EXPECT_EQ(count(text, "replica_groups"), 0) << text;
}

TEST(PartitionTraps, AllDevicesTakeAsManyTurns) {
  // How long it runs depends on data that is split, and the body has a sum over devices.
  std::string text =
      expect_same(main_of(R"(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})",
                          "tensor<16xf32>, tensor<i32>", R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:2 = stablehlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<16xf32>
    cond {
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %m = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
      %limit = stablehlo.constant dense<20.0> : tensor<f32>
      %go = stablehlo.compare LT, %m, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %abs = stablehlo.abs %a : tensor<16xf32>
      %zerof = stablehlo.constant dense<0.25> : tensor<f32>
      %sum = stablehlo.reduce(%abs init: %zerof) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
      %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %more = stablehlo.add %a, %all : tensor<16xf32>
      stablehlo.return %next, %more : tensor<i32>, tensor<16xf32>
    }
    return %w#1, %w#0 : tensor<16xf32>, tensor<i32>
)"));
  EXPECT_EQ(count(text, "stablehlo.all_reduce\""), 2) << text;
}

} // namespace
} // namespace brigade::compiler::testing
