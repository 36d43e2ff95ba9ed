#include "transforms/counted_loop.h"

#include "mlir/IR/Matchers.h"

namespace brigade::transforms {

using namespace stablehlo;

static mlir::Value returned(WhileOp loop, unsigned i) {
  return loop->getRegion(1).front().getTerminator()->getOperand(i);
}

bool is_invariant(WhileOp loop, unsigned i) {
  return returned(loop, i) == loop->getRegion(1).front().getArgument(i);
}

/// The integer that `v` is in every iteration; `v` belongs to a region of the loop or lies outside.
static std::optional<int64_t> constant_in(WhileOp loop, mlir::Value v) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(v);
      argument && argument.getOwner()->getParentOp() == loop) {
    if (!is_invariant(loop, argument.getArgNumber()))
      return std::nullopt;
    v = loop->getOperand(argument.getArgNumber());
  }
  llvm::APInt value;
  mlir::DenseElementsAttr elements;
  if (!mlir::matchPattern(v, mlir::m_Constant(&elements)) || !elements.isSplat() ||
      !elements.getElementType().isIntOrIndex())
    return std::nullopt;
  return elements.getSplatValue<llvm::APInt>().getSExtValue();
}

std::optional<CountedLoop> match_counted(WhileOp loop) {
  mlir::Value condition = loop->getRegion(0).front().getTerminator()->getOperand(0);
  auto compare = condition.getDefiningOp<CompareOp>();
  if (!compare || compare.getComparisonDirection() != ComparisonDirection::LT)
    return std::nullopt;
  auto counter = llvm::dyn_cast<mlir::BlockArgument>(compare->getOperand(0));
  if (!counter || counter.getOwner()->getParentOp() != loop)
    return std::nullopt;
  unsigned i = counter.getArgNumber();
  auto next = returned(loop, i).getDefiningOp<AddOp>();
  if (!next)
    return std::nullopt;
  mlir::Value argument = loop->getRegion(1).front().getArgument(i);
  mlir::Value other = next->getOperand(0) == argument   ? next->getOperand(1)
                      : next->getOperand(1) == argument ? next->getOperand(0)
                                                        : mlir::Value();
  if (!other)
    return std::nullopt;
  auto step = constant_in(loop, other), limit = constant_in(loop, compare->getOperand(1)),
       start = constant_in(loop, loop->getOperand(i));
  if (!step || !limit || !start || *step <= 0)
    return std::nullopt;
  int64_t trips = std::max<int64_t>(0, (*limit - *start + *step - 1) / *step);
  return CountedLoop{i, *start, *step, trips};
}

WhileOp create_counted(
    Emitter &emit, int64_t trips, llvm::ArrayRef<mlir::Value> carried,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(Emitter &, Value, mlir::ValueRange)> body) {
  auto index = RankedTensorType::get({}, emit.builder.getI32Type());
  llvm::SmallVector<mlir::Value> operands = {emit.splat(index, 0)};
  operands.append(carried.begin(), carried.end());
  auto types = llvm::to_vector(mlir::ValueRange(operands).getTypes());
  auto loop = emit.create<WhileOp>(types, operands);
  llvm::SmallVector<mlir::Location> locations(types.size(), emit.loc);
  for (unsigned r : {0, 1}) {
    mlir::Block &block = loop->getRegion(r).emplaceBlock();
    block.addArguments(types, locations);
    Emitter inside(mlir::OpBuilder::atBlockEnd(&block), emit.loc);
    Value j = inside.wrap(block.getArgument(0));
    llvm::SmallVector<mlir::Value> results;
    if (r == 0) {
      results = {lt(j, static_cast<double>(trips))};
    } else {
      results = body(inside, j, block.getArguments().drop_front());
      results.insert(results.begin(), (j + 1).get());
    }
    inside.create<stablehlo::ReturnOp>(mlir::TypeRange(), results);
  }
  return loop;
}

static llvm::SmallVector<mlir::Value> row_start(Value rows, Value j) {
  llvm::SmallVector<mlir::Value> start = {j};
  start.append(rows.rank() - 1, rows.rank() > 1 ? j.like(0).get() : mlir::Value());
  return start;
}

Value read_row(Value rows, Value j) {
  Dims sizes(rows.shape());
  sizes[0] = 1;
  llvm::SmallVector<mlir::Value> operands = row_start(rows, j);
  operands.insert(operands.begin(), rows);
  Value row = rows.emit().create1<DynamicSliceOp>(rows.type().clone(sizes), operands,
                                                  {{"slice_sizes", rows.emit().dims(sizes)}});
  return row.reshape(llvm::ArrayRef(sizes).drop_front());
}

Value write_row(Value rows, Value j, Value row) {
  Dims sizes(row.shape());
  sizes.insert(sizes.begin(), 1);
  llvm::SmallVector<mlir::Value> operands = row_start(rows, j);
  operands.insert(operands.begin(), {rows, row.reshape(sizes)});
  return rows.emit().create1<DynamicUpdateSliceOp>(rows.type(), operands);
}

} // namespace brigade::transforms
