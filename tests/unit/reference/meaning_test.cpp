#include "apply.h"

/// What a program may say and Brigade does not do is refused by name, not computed otherwise.
namespace brigade::test {
namespace {

std::string dot(const std::string &element, const std::string &algorithm) {
  std::string vector = "tensor<2x" + element + ">", result = "tensor<" + element + ">";
  return "func.func @main(%x: " + vector + ") -> " + result +
         " {\n  %r = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <" +
         algorithm + "> : (" + vector + ", " + vector + ") -> " + result +
         "\n  return %r : " + result + "\n}";
}

std::string algorithm(const std::string &operands, const std::string &sum, int operations) {
  return "lhs_precision_type = " + operands + ", rhs_precision_type = " + operands +
         ", accumulation_type = " + sum +
         ", lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = " +
         std::to_string(operations) + ", allow_imprecise_accumulation = false";
}

TEST(Meaning, of_a_product_that_rounds_no_more_than_ours) {
  for (const std::string &each :
       {algorithm("f32", "f32", 1), algorithm("bf16", "f32", 3), algorithm("tf32", "f32", 6)})
    EXPECT_TRUE(close(run(dot("f32", each), {literal(DType::F32, {2}, {3, 4})})[0],
                      scalar(DType::F32, 25)));
  EXPECT_TRUE(
      close(run(dot("f16", algorithm("f16", "f16", 1)), {literal(DType::F16, {2}, {3, 4})})[0],
            scalar(DType::F16, 25)));
}

TEST(Meaning, of_a_product_that_rounds_its_operands) {
  for (const char *type : {"bf16", "tf32", "f16"})
    EXPECT_NE(run_error(dot("f32", algorithm(type, "f32", 1)), {literal(DType::F32, {2}, {3, 4})})
                  .find("rounds its operands of 'f32' to '" + std::string(type)),
              std::string::npos);
}

TEST(Meaning, of_a_product_summed_in_a_wider_type) {
  EXPECT_NE(run_error(dot("f32", algorithm("f32", "f64", 1)), {literal(DType::F32, {2}, {3, 4})})
                .find("sums in 'f64'; products of 'f32' are summed in 'f32'"),
            std::string::npos);
}

std::string exponential(const std::string &accuracy) {
  return "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %r = stablehlo.exponential %x "
         "{result_accuracy = #stablehlo.result_accuracy<" +
         accuracy + ">} : tensor<f32>\n  return %r : tensor<f32>\n}";
}

TEST(Meaning, of_accuracy) {
  for (const char *accuracy : {"mode = #stablehlo.result_accuracy_mode<DEFAULT>",
                               "mode = #stablehlo.result_accuracy_mode<HIGHEST>",
                               "ulps = 16, mode = #stablehlo.result_accuracy_mode<TOLERANCE>",
                               "rtol = 1.0e-5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>"})
    EXPECT_TRUE(
        equal(run(exponential(accuracy), {scalar(DType::F32, 0)})[0], scalar(DType::F32, 1)));
  EXPECT_NE(run_error(exponential("atol = 1.0e-5, ulps = 2, mode = "
                                  "#stablehlo.result_accuracy_mode<TOLERANCE>"),
                      {scalar(DType::F32, 0)})
                .find("asks for a result within 2.0 units in the last place"),
            std::string::npos);
}

TEST(Meaning, of_sums_left_open) {
  EXPECT_NE(run_error(R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = sdy.sharding_constraint %x <@mesh, [{}], unreduced={"x"}> : tensor<2xf32>
  return %r : tensor<2xf32>
})",
                      {literal(DType::F32, {2}, {3, 4})})
                .find("leaves a value unreduced over axis \"x\""),
            std::string::npos);
}

} // namespace
} // namespace brigade::test
