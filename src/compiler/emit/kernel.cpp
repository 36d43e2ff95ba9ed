#include "compiler/emit/kernel.h"

#include "compiler/emit/loops.h"

namespace brigade::compiler::emit {

namespace LLVM = mlir::LLVM;

Kernel::Kernel(mlir::ModuleOp module, llvm::StringRef name, ir::FusionOp fusion,
               const KernelPlan &plan)
    : fusion(fusion), plan(plan), b(module.getContext()),
      l(b, mlir::UnknownLoc::get(module.getContext()), plan.width), e(l) {
  b.setInsertionPointToEnd(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(b.getContext()), i64 = b.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(b.getI32Type(), {pointer, pointer, i64, i64});
  function_ = b.create<LLVM::LLVMFuncOp>(l.loc, name, type);
  mlir::Block *entry = function_.addEntryBlock(b);
  b.setInsertionPointToStart(entry);
  l.set_constant_block(entry);
  extents = entry->getArgument(1);
  begin = entry->getArgument(2);
  end = entry->getArgument(3);

  int32_t next = 0;
  auto buffer = [&](Value v) -> BufferRef {
    Value slot = b.create<LLVM::GEPOp>(l.loc, pointer, pointer, entry->getArgument(0),
                                       llvm::ArrayRef<LLVM::GEPArg>{next++});
    Value start =
        b.create<LLVM::LoadOp>(l.loc, pointer, slot, 8, false, false, /*isInvariant=*/true);
    auto shape = shape_of(v);
    // A flat kernel knows of no sizes: an array is one dimension, of which only the index is ever
    // used.
    if (plan.kind == KernelKind::Flat)
      return {start, dtype_of_value(v), shape.empty() ? Shape{} : Shape{INT64_MAX}};
    return {start, dtype_of_value(v), Shape(shape.begin(), shape.end())};
  };
  for (Value v : fusion.getBody().getArguments())
    e.bind(v, buffer(v));
  for (Value v : fusion.getResults())
    outputs.push_back(buffer(v));
}

Value Kernel::value_at(Value v, const Point &p) {
  if (!failed)
    if (Value value = e.value_at(v, p))
      return value;
  failed = true;
  Type type = compute_type(b.getContext(), dtype_of_value(v));
  return mlir::isa<mlir::FloatType>(type) ? l.constant(type, 0) : l.constant_int(type, 0);
}

llvm::SmallVector<Value> Kernel::region(mlir::Region &region, llvm::ArrayRef<Value> arguments) {
  llvm::SmallVector<Value> operands(arguments);
  l.unify(operands);
  if (!failed)
    if (auto values = e.region(region, operands); mlir::succeeded(values))
      return *values;
  failed = true;
  return llvm::SmallVector<Value>(operands.begin(), operands.begin() + operands.size() / 2);
}

Kernel::Part Kernel::part(Value iteration) {
  Value blocks = l.i64(plan.blocks);
  Value rows = l.i64(plan.iterations / std::max<int64_t>(1, plan.blocks));
  Value row = plan.blocks_outermost ? l.rem(iteration, rows) : l.div(iteration, blocks);
  Value block = plan.blocks_outermost ? l.div(iteration, rows) : l.rem(iteration, blocks);
  Value low = l.mul(block, l.i64(plan.block));
  Value high = plan.blocks == 1 ? l.i64(plan.dims.back())
                                : l.min(l.add(low, l.i64(plan.block)), l.i64(plan.dims.back()));
  llvm::ArrayRef<int64_t> outer = llvm::ArrayRef(plan.dims).drop_back();
  return {delinearize(l, row, outer), low, high};
}

void Kernel::finish() { b.create<LLVM::ReturnOp>(l.loc, l.constant_int(b.getI32Type(), 0)); }

mlir::LogicalResult write_kernel(mlir::ModuleOp module, llvm::StringRef name, ir::FusionOp fusion,
                                 const KernelPlan &plan) {
  Kernel kernel(module, name, fusion, plan);
  switch (plan.kind) {
  case KernelKind::Loop:
    write_loop(kernel);
    break;
  case KernelKind::Flat:
    write_flat(kernel);
    break;
  case KernelKind::Rows:
  case KernelKind::Columns:
    write_reduce(kernel);
    break;
  case KernelKind::Update:
    write_update(kernel);
    break;
  case KernelKind::Scatter:
    write_scatter(kernel);
    break;
  }
  kernel.finish();
  return mlir::failure(kernel.failed);
}

} // namespace brigade::compiler::emit
