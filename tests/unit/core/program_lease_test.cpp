#include "core/tracer/program.h"

#include "ir/types.h"

#include <gtest/gtest.h>

namespace brigade::core {
namespace {

/// A constant of `bytes` that are not all the same.
void record_constant(Program &program, int64_t bytes) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(program.module().getBody());
  Literal value(DType::U8, {bytes});
  value.data<uint8_t>()[0] = 1;
  builder.create<stablehlo::ConstantOp>(builder.getUnknownLoc(),
                                        ir::attribute_of(&program.context(), value));
}

TEST(ProgramLease, TheNextIsEmptyAndHasTheSameContext) {
  mlir::MLIRContext *context = nullptr;
  {
    ProgramLease lease;
    context = &lease->context();
    record_constant(*lease, 100);
    EXPECT_EQ(lease->make_function("f", mlir::FunctionType::get(context, {}, {}), {}).getSymName(),
              "f");
  }
  ProgramLease lease;
  EXPECT_EQ(&lease->context(), context);
  EXPECT_TRUE(lease->module().getBody()->empty());
  EXPECT_GT(lease->remaining_bytes(), 0);
  EXPECT_EQ(lease->make_function("f", mlir::FunctionType::get(context, {}, {}), {}).getSymName(),
            "f");
}

TEST(ProgramLease, AContextThatHasGrownIsNotKept) {
  {
    ProgramLease lease;
    record_constant(*lease, 16 << 20);
  }
  ProgramLease lease;
  EXPECT_EQ(lease->remaining_bytes(), 0);
}

TEST(ProgramLease, TwoAtOnceAreTwoPrograms) {
  ProgramLease one, other;
  EXPECT_NE(&*one, &*other);
}

} // namespace
} // namespace brigade::core
