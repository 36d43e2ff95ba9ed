#include "transforms/partial.h"

namespace brigade::transforms {

/// f(known..., linear...) as f.known(known...) -> (known results..., residuals...) and
/// f.linear(residuals..., linear...) -> linear results. No `linear` function: f has no known
/// result, and stays whole.
static FailureOr<Functions::Derived> split_function(Functions &functions, FuncOp f,
                                                    llvm::ArrayRef<bool> is_linear) {
  FuncOp work = functions.copy(f, "split");
  mlir::Block &block = work.getBody().front();
  mlir::Operation *end = block.getTerminator();
  ValueSet linear;
  llvm::SmallVector<mlir::Value> known_arguments, linear_arguments, known_results, linear_results;
  for (auto [x, on] : llvm::zip_equal(block.getArguments(), is_linear)) {
    (on ? linear_arguments : known_arguments).push_back(x);
    if (on)
      linear.insert(x);
  }
  if (failed(separate(functions, block, linear))) {
    functions.erase(work);
    return mlir::failure();
  }
  Functions::Derived derived;
  for (mlir::Value y : end->getOperands()) {
    derived.results.push_back(linear.contains(y));
    (linear.contains(y) ? linear_results : known_results).push_back(y);
  }
  if (!known_results.empty()) {
    Residuals residuals = choose_residuals(block, linear);
    Saved saved = place_residuals(residuals, known_arguments, known_results);
    derived.residuals = saved.source;
    auto finish = [&](FuncOp g, mlir::OpBuilder &builder, mlir::IRMapping &mapping,
                      llvm::ArrayRef<mlir::Value> results) {
      auto mapped = llvm::map_to_vector(results, [&](mlir::Value v) { return mapping.lookup(v); });
      builder.create<mlir::func::ReturnOp>(end->getLoc(), mapped);
      update_type(g);
      erase_dead(g.getBody().front());
    };
    auto types = [](llvm::ArrayRef<mlir::Value> values) {
      return llvm::to_vector(mlir::ValueRange(values).getTypes());
    };
    {
      derived.function = functions.create(f, "known", types(known_arguments));
      mlir::Block &body = derived.function.getBody().front();
      mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&body);
      mlir::IRMapping mapping;
      mapping.map(known_arguments, body.getArguments());
      clone_known(builder, block, linear, mapping);
      llvm::SmallVector<mlir::Value> results(known_results);
      results.append(saved.extra);
      finish(derived.function, builder, mapping, results);
    }
    {
      llvm::SmallVector<mlir::Value> arguments(residuals.saved);
      arguments.append(linear_arguments);
      derived.linear = functions.create(f, "linear", types(arguments));
      mlir::Block &body = derived.linear.getBody().front();
      mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&body);
      mlir::IRMapping mapping;
      mapping.map(arguments, body.getArguments());
      clone_linear(builder, block, linear, residuals, mapping);
      finish(derived.linear, builder, mapping, linear_results);
    }
  }
  functions.erase(work);
  return derived;
}

static LogicalResult split_call(Functions &functions, mlir::Operation *op, ValueSet &linear) {
  auto call = llvm::cast<mlir::func::CallOp>(op);
  auto callee = functions.callee(call);
  if (failed(callee))
    return mlir::failure();
  llvm::SmallVector<bool> is_linear;
  llvm::SmallVector<mlir::Value> known, operands;
  for (mlir::Value x : call.getOperands()) {
    is_linear.push_back(linear.contains(x));
    (is_linear.back() ? operands : known).push_back(x);
  }
  auto derived = functions.once(callee->getName() + "/split/" + mask_text(is_linear),
                                [&] { return split_function(functions, *callee, is_linear); });
  if (failed(derived))
    return mlir::failure();
  if (!derived->linear) {
    linear.insert(call.getResults().begin(), call.getResults().end());
    return mlir::success();
  }
  mlir::OpBuilder builder(call);
  auto first = builder.create<mlir::func::CallOp>(call.getLoc(), derived->function, known);
  llvm::SmallVector<mlir::Value> inputs =
      llvm::map_to_vector(derived->residuals, [&](int64_t source) {
        return Saved::find(source, known, first.getResults());
      });
  inputs.append(operands);
  auto second = builder.create<mlir::func::CallOp>(call.getLoc(), derived->linear, inputs);
  unsigned next_known = 0, next_linear = 0;
  for (auto [y, is_linear] : llvm::zip_equal(call.getResults(), derived->results))
    y.replaceAllUsesWith(is_linear ? second.getResult(next_linear++)
                                   : first.getResult(next_known++));
  linear.insert(second.getResults().begin(), second.getResults().end());
  call.erase();
  return mlir::success();
}

void add_call_split(SplitRules &rules) { rules.add<mlir::func::CallOp>(split_call); }

} // namespace brigade::transforms
