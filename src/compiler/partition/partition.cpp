#include "compiler/partition/partition.h"

#include "compiler/partition/splitter.h"
#include "ir/factors/flow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace brigade::compiler {

using namespace mlir;

static LogicalResult check_whole_parts(const Grid &grid, func::FuncOp function, StringRef what,
                                       unsigned i, Type type, const Layout &layout) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return success();
  for (auto [d, size, axes] : llvm::enumerate(ranked.getShape(), layout.dims))
    if (int64_t parts = grid.count(axes); size % parts != 0) {
      int64_t below = size / parts * parts, above = below + parts;
      return function.emitOpError()
             << what << " " << i << ", dimension " << d << " has size " << size << ", which axes "
             << grid.name(axes) << " of size " << parts << " do not divide; "
             << (below == 0 ? "" : std::to_string(below) + " and ") << above
             << (below == 0 ? " does" : " do");
    }
  return success();
}

static LogicalResult partition(const Grid &grid, const ir::FactorRules &rules,
                               func::FuncOp function) {
  Block &global = function.getBody().front();
  auto *local = new Block;
  OpBuilder builder(function.getContext());
  Splitter splitter(grid, rules, builder);
  SmallVector<Type> argument_types, result_types;
  for (BlockArgument argument : global.getArguments()) {
    Layout layout = layout_of(grid, ir::sharding_of(argument), Splitter::rank(argument));
    if (failed(check_whole_parts(grid, function, "argument", argument.getArgNumber(),
                                 argument.getType(), layout))) {
      delete local;
      return failure();
    }
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    argument_types.push_back(type ? Type(layout.local_type(grid, type)) : argument.getType());
    splitter.bind(argument, local->addArgument(argument_types.back(), argument.getLoc()), layout);
  }
  function.getBody().push_back(local);
  builder.setInsertionPointToEnd(local);
  if (failed(splitter.split(global)))
    return failure();

  Operation *end = global.getTerminator();
  SmallVector<Value> results;
  for (auto [i, value] : llvm::enumerate(end->getOperands())) {
    Layout layout = layout_of(grid, ir::result_sharding(function, i), Splitter::rank(value));
    if (failed(check_whole_parts(grid, function, "result", i, value.getType(), layout)))
      return failure();
    results.push_back(splitter.as(value, layout, end));
    result_types.push_back(results.back().getType());
  }
  builder.create<func::ReturnOp>(end->getLoc(), results);

  global.dropAllReferences();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(global))) {
    op.dropAllUses();
    op.erase();
  }
  global.erase();
  function.setFunctionType(FunctionType::get(function.getContext(), argument_types, result_types));
  return success();
}

LogicalResult partition(ModuleOp module, const ir::FactorRules &rules) {
  return over_mesh(module, [&](const Grid &grid, func::FuncOp main) -> LogicalResult {
    if (failed(partition(grid, rules, main)))
      return failure();
    Builder builder(module.getContext());
    module->setAttr("mhlo.num_partitions", builder.getI32IntegerAttr(grid.devices()));
    return success();
  });
}

} // namespace brigade::compiler
