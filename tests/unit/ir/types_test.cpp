#include "ir/types.h"

#include "ir/build.h"
#include "ir/locations.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

namespace brigade::ir {
namespace {

class Types : public testing::Test {
protected:
  Types() { load_dialects(context); }
  mlir::MLIRContext context;
};

TEST_F(Types, EveryDtypeHasOneElementType) {
  for (int i = 0; i < dtype_count; ++i) {
    auto dtype = static_cast<DType>(i);
    EXPECT_EQ(dtype_of(element_type(&context, dtype)), dtype);
    EXPECT_EQ(dtype_of(tensor_type(&context, dtype, {2, 3})), dtype);
  }
  EXPECT_EQ(find_dtype(mlir::IntegerType::get(&context, 4)), std::nullopt);
  EXPECT_EQ(find_dtype(mlir::IndexType::get(&context)), std::nullopt);
}

TEST_F(Types, LiteralsComeBackAsTheyWere) {
  for (int i = 0; i < dtype_count; ++i) {
    for (const Shape &shape : {Shape{}, Shape{0}, Shape{1}, Shape{3, 5}, Shape{17}}) {
      Literal literal(static_cast<DType>(i), shape);
      for (size_t at = 0; at < literal.bytes.size(); ++at)
        literal.bytes[at] =
            static_cast<std::byte>(literal.dtype == DType::Bool ? at % 3 == 0 : at * 37 + 1);
      EXPECT_EQ(literal_of(attribute_of(&context, literal)), literal) << dtype_name(literal.dtype);
    }
  }
}

TEST_F(Types, EqualElementsAreASplat) {
  Literal literal(DType::S32, {100});
  std::ranges::fill(literal.data<int32_t>(), 7);
  EXPECT_TRUE(attribute_of(&context, literal).isSplat());
  EXPECT_EQ(literal_of(attribute_of(&context, literal)), literal);
  literal.data<int32_t>()[99] = 8;
  EXPECT_FALSE(attribute_of(&context, literal).isSplat());
}

TEST_F(Types, SplatsConvertTheirNumber) {
  auto splat = [&](DType dtype, double value) {
    return literal_of(splat_attribute(tensor_type(&context, dtype, {2}), value));
  };
  EXPECT_EQ(splat(DType::F32, 0.1).data<float>()[1], 0.1f);
  EXPECT_EQ(splat(DType::S8, -3).data<int8_t>()[0], -3);
  EXPECT_EQ(splat(DType::U64, 18446744073709549568.0).data<uint64_t>()[0], 18446744073709549568u);
  EXPECT_EQ(splat(DType::Bool, 2).data<bool>()[1], true);
  EXPECT_EQ(to_float(splat(DType::BF16, 1.5).data<bfloat16>()[0]), 1.5f);
}

TEST_F(Types, TheInnermostFrameIsTheUsersLine) {
  auto inner = mlir::FileLineColLoc::get(&context, "/home/me/model.cpp", 41, 3);
  auto outer = mlir::FileLineColLoc::get(&context, "/home/me/main.cpp", 7, 1);
  mlir::Location call = mlir::CallSiteLoc::get(inner, outer);
  mlir::Location named = mlir::NameLoc::get(mlir::StringAttr::get(&context, "jit(f)/sin"), call);
  EXPECT_EQ(location_text(named), "model.cpp:41");
  EXPECT_EQ(location_text(mlir::UnknownLoc::get(&context)), "");
}

TEST_F(Types, ReducersAreBuiltAndVerified) {
  mlir::OpBuilder builder(&context);
  mlir::Location loc = builder.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  mlir::Value x = splat(builder, loc, tensor_type(&context, DType::F32, {2, 3}), 1);
  mlir::Value zero = scalar(builder, loc, builder.getF32Type(), 0);
  auto sum = build_reduce<stablehlo::AddOp>(builder, loc, x, zero, {1});
  EXPECT_EQ(sum->getResult(0).getType(), tensor_type(&context, DType::F32, {2}));
  EXPECT_TRUE(succeeded(mlir::verify(*module)));
}

} // namespace
} // namespace brigade::ir
