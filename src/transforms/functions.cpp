#include "transforms/functions.h"

#include "ir/locations.h"
#include "transforms/emitter.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace brigade::transforms {

FailureOr<FuncOp> Functions::find(mlir::Operation *user, llvm::StringRef name) {
  FuncOp f = symbols.lookup<FuncOp>(name);
  if (!f || f.isExternal())
    return refuse(user, "the function @" + name + " has no body in this module");
  return f;
}

FuncOp Functions::copy(FuncOp f, llvm::StringRef suffix) {
  FuncOp result = f.clone();
  result.setName((f.getName() + "." + suffix).str());
  result.setPrivate();
  result.removeArgAttrsAttr();
  result.removeResAttrsAttr();
  symbols.insert(result, ++f->getIterator());
  made.insert(result);
  return result;
}

FuncOp Functions::create(FuncOp f, llvm::StringRef suffix, llvm::ArrayRef<mlir::Type> arguments) {
  mlir::OpBuilder builder(f.getContext());
  FuncOp result = FuncOp::create(f.getLoc(), (f.getName() + "." + suffix).str(),
                                 builder.getFunctionType(arguments, {}));
  result.setPrivate();
  result.addEntryBlock();
  symbols.insert(result, ++f->getIterator());
  made.insert(result);
  return result;
}

void Functions::erase(FuncOp f) {
  made.remove(f);
  symbols.erase(f);
}

void Functions::erase_unused(llvm::ArrayRef<FuncOp> kept) {
  llvm::SetVector<FuncOp> reached(kept.begin(), kept.end());
  for (size_t i = 0; i < reached.size(); ++i) {
    FuncOp f = reached[i];
    f.walk([&](mlir::func::CallOp call) {
      if (auto callee = symbols.lookup<FuncOp>(call.getCallee()))
        reached.insert(callee);
    });
  }
  for (FuncOp f : llvm::to_vector(made))
    if (!reached.contains(f))
      erase(f);
}

FailureOr<Functions::Derived> Functions::once(const llvm::Twine &key,
                                              llvm::function_ref<FailureOr<Derived>()> make) {
  std::string name = key.str();
  if (auto it = derived.find(name); it != derived.end())
    return it->second;
  FailureOr<Derived> made = make();
  if (succeeded(made))
    derived.insert_or_assign(name, *made);
  return made;
}

void update_type(FuncOp f) {
  mlir::Block &block = f.getBody().front();
  f.setFunctionType(mlir::FunctionType::get(f.getContext(), block.getArgumentTypes(),
                                            block.getTerminator()->getOperandTypes()));
}

std::string mask_text(llvm::ArrayRef<bool> mask) {
  std::string text;
  for (bool bit : mask)
    text += bit ? '1' : '0';
  return text;
}

bool is_floating(mlir::Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  return tensor && llvm::isa<mlir::FloatType>(tensor.getElementType());
}

llvm::SmallVector<mlir::Value> floating(mlir::ValueRange values) {
  return llvm::to_vector(
      llvm::make_filter_range(values, [](mlir::Value v) { return is_floating(v); }));
}

/// A call is as free of effects as its callee's operations are.
static bool is_removable(mlir::Operation *op) {
  if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) {
    auto f = mlir::SymbolTable::lookupNearestSymbolFrom<FuncOp>(op, call.getCalleeAttr());
    return f && !f.isExternal() &&
           llvm::all_of(f.getBody().front().without_terminator(),
                        [](mlir::Operation &inner) { return is_removable(&inner); });
  }
  if (llvm::isa<stablehlo::WhileOp, sdy::ManualComputationOp>(op)) {
    for (mlir::Region &region : op->getRegions())
      for (mlir::Operation &inner : region.front().without_terminator())
        if (!is_removable(&inner))
          return false;
    return true;
  }
  return mlir::isMemoryEffectFree(op);
}

void erase_dead(mlir::Block &block) {
  for (mlir::Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (!op.hasTrait<mlir::OpTrait::IsTerminator>() && op.use_empty() && is_removable(&op))
      op.erase();
}

llvm::SmallVector<mlir::Value> captures(mlir::Region &region) {
  llvm::SetVector<mlir::Value> values;
  mlir::getUsedValuesDefinedAbove(region, values);
  return values.takeVector();
}

static mlir::InFlightDiagnostic report(mlir::Operation *op, const llvm::Twine &text) {
  std::string where = ir::location_text(op->getLoc());
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(op->getLoc()) << text;
  if (!where.empty())
    diagnostic << "; " << where;
  return diagnostic;
}

LogicalResult missing_rule(mlir::Operation *op, llvm::StringRef what) {
  return report(op, "operation " + op->getName().getStringRef() + " has no " + what + " rule");
}

LogicalResult refuse_function(FuncOp f, const llvm::Twine &text) { return report(f, text); }

LogicalResult refuse(mlir::Operation *op, const llvm::Twine &text) {
  return report(op, "operation " + op->getName().getStringRef() + ": " + text);
}

} // namespace brigade::transforms
