#include "transforms/counted_loop.h"
#include "transforms/partial.h"

namespace brigade::transforms {

using namespace stablehlo;

namespace {

/// The linear values from outside that the body uses, as further carried values: an operand and a
/// result are then all that a transpose has to see.
WhileOp carry_captures(WhileOp loop, const ValueSet &linear) {
  mlir::Block &body = loop->getRegion(1).front();
  llvm::SmallVector<mlir::Value> captured;
  for (mlir::Value v : captures(loop->getRegion(1)))
    if (linear.contains(v))
      captured.push_back(v);
  if (captured.empty())
    return loop;
  llvm::SmallVector<mlir::Value> operands(loop->getOperands()),
      results(body.getTerminator()->getOperands());
  for (mlir::Value v : captured) {
    operands.push_back(v);
    loop->getRegion(0).front().addArgument(v.getType(), v.getLoc());
    mlir::Value inside = body.addArgument(v.getType(), v.getLoc());
    v.replaceUsesWithIf(inside, [&](mlir::OpOperand &use) {
      return loop->getRegion(1).isAncestor(use.getOwner()->getParentRegion());
    });
    results.push_back(inside);
  }
  body.getTerminator()->setOperands(results);
  Emitter emit = Emitter::before(loop);
  auto wider = emit.create<WhileOp>(mlir::ValueRange(operands).getTypes(), operands);
  for (unsigned r : {0, 1})
    wider->getRegion(r).takeBody(loop->getRegion(r));
  loop->replaceAllUsesWith(wider->getResults().take_front(loop->getNumResults()));
  loop->erase();
  return wider;
}

/// Which carried values are linear in some iteration. Separates the body on the way.
FailureOr<llvm::SmallVector<bool>> carried_linearity(Functions &functions, WhileOp loop,
                                                     const ValueSet &linear, ValueSet &inner) {
  mlir::Block &body = loop->getRegion(1).front();
  llvm::SmallVector<bool> is_linear;
  for (mlir::Value x : loop->getOperands())
    is_linear.push_back(linear.contains(x));
  for (bool changed = true; changed;) {
    changed = false;
    inner.clear();
    for (auto [x, on] : llvm::zip_equal(body.getArguments(), is_linear))
      if (on)
        inner.insert(x);
    if (failed(separate(functions, body, inner)))
      return mlir::failure();
    for (auto [y, on] : llvm::zip_equal(body.getTerminator()->getOperands(), is_linear))
      if (!on && inner.contains(y))
        on = changed = true;
  }
  return is_linear;
}

/// A loop of known trip count in two: the first stacks what each iteration's linear part needs, the
/// second reads it.
///
///   for i: (x, dx) = (sin x, dx * cos x)
///   ->  for i: c = cos x;  stack[i] = c;  x = sin x
///       for j: dx = dx * stack[j]
///
/// Values that do not change from iteration to iteration, and those from outside, are not stacked.
LogicalResult split_while(Functions &functions, mlir::Operation *op, ValueSet &linear) {
  auto counted = match_counted(llvm::cast<WhileOp>(op));
  if (!counted)
    return refuse(op,
                  "a loop whose trip count is not constant has a forward derivative (jvp) only");
  WhileOp loop = carry_captures(llvm::cast<WhileOp>(op), linear);
  ValueSet inner;
  auto is_linear = carried_linearity(functions, loop, linear, inner);
  if (failed(is_linear))
    return mlir::failure();
  mlir::Block &body = loop->getRegion(1).front();
  mlir::Operation *end = body.getTerminator();
  llvm::SmallVector<mlir::Value> linear_arguments, linear_results, linear_operands, stacked;
  llvm::SmallVector<unsigned> known;
  for (auto [i, on] : llvm::enumerate(*is_linear)) {
    if (!on) {
      known.push_back(i);
      continue;
    }
    linear_arguments.push_back(body.getArgument(i));
    linear_results.push_back(end->getOperand(i));
    linear_operands.push_back(loop->getOperand(i));
  }
  if (known.size() == 1 && counted->start == 0 && counted->step == 1) {
    linear.insert(loop->getResults().begin(), loop->getResults().end());
    return mlir::success();
  }

  Residuals residuals = choose_residuals(body, inner);
  auto is_stacked = [&](mlir::Value v) {
    auto x = llvm::dyn_cast<mlir::BlockArgument>(v);
    return !x || (x.getArgNumber() != counted->counter && !is_invariant(loop, x.getArgNumber()));
  };
  for (mlir::Value v : residuals.saved)
    if (is_stacked(v))
      stacked.push_back(v);

  // The known loop: the same carried values without the linear ones, then the stacks.
  Emitter emit = Emitter::before(loop);
  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i : known)
    operands.push_back(loop->getOperand(i));
  for (mlir::Value v : stacked) {
    auto type = llvm::cast<RankedTensorType>(v.getType());
    Dims shape(type.getShape());
    shape.insert(shape.begin(), counted->trips);
    operands.push_back(emit.zeros(type.clone(shape)));
  }
  auto types = llvm::to_vector(mlir::ValueRange(operands).getTypes());
  llvm::SmallVector<mlir::Location> locations(types.size(), loop.getLoc());
  auto first = emit.create<WhileOp>(types, operands);
  for (unsigned r : {0, 1}) {
    mlir::Block &from = loop->getRegion(r).front(), &to = first->getRegion(r).emplaceBlock();
    to.addArguments(types, locations);
    mlir::IRMapping mapping;
    for (auto [at, i] : llvm::enumerate(known))
      mapping.map(from.getArgument(i), to.getArgument(at));
    Emitter inside(mlir::OpBuilder::atBlockEnd(&to), loop.getLoc());
    clone_known(inside.builder, from, inner, mapping);
    llvm::SmallVector<mlir::Value> results;
    if (r == 0) {
      results = {mapping.lookupOrDefault(from.getTerminator()->getOperand(0))};
    } else {
      for (unsigned i : known)
        results.push_back(mapping.lookupOrDefault(from.getTerminator()->getOperand(i)));
      Value i = inside.wrap(mapping.lookup(from.getArgument(counted->counter)));
      Value iteration = counted->start == 0 ? i : i - static_cast<double>(counted->start);
      iteration = counted->step == 1 ? iteration : iteration / static_cast<double>(counted->step);
      for (auto [at, v] : llvm::enumerate(stacked))
        results.push_back(write_row(inside.wrap(to.getArgument(known.size() + at)), iteration,
                                    inside.wrap(mapping.lookup(v))));
    }
    inside.create<stablehlo::ReturnOp>(mlir::TypeRange(), results);
    erase_dead(to);
  }

  auto stacks = first->getResults().drop_front(known.size());
  WhileOp second = create_counted(
      emit, counted->trips, linear_operands,
      [&](Emitter &inside, Value j, mlir::ValueRange carried) {
        mlir::IRMapping mapping;
        mapping.map(linear_arguments, carried);
        unsigned next = 0;
        for (mlir::Value v : residuals.saved) {
          if (is_stacked(v)) {
            mapping.map(v, read_row(inside.wrap(stacks[next++]), j).get());
            continue;
          }
          unsigned number = llvm::cast<mlir::BlockArgument>(v).getArgNumber();
          if (number != counted->counter) {
            mapping.map(v, loop->getOperand(number));
            continue;
          }
          Value i = j.convert(llvm::cast<RankedTensorType>(v.getType()).getElementType());
          i = counted->step == 1 ? i : i * static_cast<double>(counted->step);
          mapping.map(v, (counted->start == 0 ? i : i + static_cast<double>(counted->start)).get());
        }
        clone_linear(inside.builder, body, inner, residuals, mapping);
        return llvm::map_to_vector(linear_results, [&](mlir::Value y) {
          // A known value in a linear place: a tangent that is zero.
          if (!mapping.contains(y) && y.getParentBlock() == &body)
            inside.builder.clone(*y.getDefiningOp(), mapping);
          return mapping.lookupOrDefault(y);
        });
      });

  unsigned next_known = 0, next_linear = 1;
  for (auto [y, on] : llvm::zip_equal(loop->getResults(), *is_linear))
    y.replaceAllUsesWith(on ? second->getResult(next_linear++) : first->getResult(next_known++));
  linear.insert(second->getResults().begin(), second->getResults().end());
  loop->erase();
  return mlir::success();
}

} // namespace

void add_loop_split(SplitRules &rules) { rules.add<WhileOp>(split_while); }

} // namespace brigade::transforms
