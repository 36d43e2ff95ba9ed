#include "core/tracer/scope.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

#include <fmt/format.h>

/// Values of a function that is being traced over known arguments: the operations that one depends
/// on, cut out of what has been recorded so far.
///
///   grad([](Array x) { Array y = sin(x); return y.item<float>() > 0 ? x * x : y; })(x0)
///
/// While `y` is read the trace holds  f(%x) { %y = sine %x ...  and %x is known to be x0: the slice
/// is the function (%x) { return sine %x } of the input x0.
namespace brigade::core {
namespace {

void check_current(const ArrayImpl &array, Loc loc) {
  if (!array.scope->scope || array.scope->thread != std::this_thread::get_id())
    throw_stale(array, loc);
}

/// `blocked` is traced for whatever values come.
[[noreturn]] void throw_unknown(const ArrayImpl &array, const Scope &blocked, const char *use,
                                Loc loc) {
  throw UserError(
      fmt::format("{} needs the value of {}, which is traced {} and has none; use where to choose "
                  "by it, return it, or mark the argument static",
                  use, to_string(array.kind->type.dtype, array.kind->type.shape),
                  blocked.is_region() ? "in the body of an operation"
                                      : fmt::format("by {}", blocked.transform())),
      *loc.file ? loc : array.loc);
}

/// The operations of the scope that `value` depends on, up to values that are known, which are its
/// inputs. False where it depends on one that is not.
bool collect(const Scope &scope, mlir::Value value, llvm::SetVector<mlir::Operation *> &operations,
             llvm::SetVector<mlir::Value> &inputs) {
  llvm::SmallVector<mlir::Value> left{value};
  while (!left.empty()) {
    mlir::Value v = left.pop_back_val();
    if (scope.known(v)) {
      inputs.insert(v);
      continue;
    }
    mlir::Operation *op = v.getDefiningOp();
    if (!op)
      return false;
    if (!operations.insert(op))
      continue;
    left.append(op->operand_begin(), op->operand_end());
    llvm::SetVector<mlir::Value> captured;
    mlir::getUsedValuesDefinedAbove(op->getRegions(), captured);
    left.append(captured.begin(), captured.end());
  }
  return true;
}

} // namespace

void throw_traced_read(const ArrayImpl &array, const char *use, Loc loc) {
  check_current(array, loc);
  const Scope *blocked = array.scope->scope->unknowing();
  throw_unknown(array, blocked ? *blocked : *array.scope->scope, use, loc);
}

Array value_of_traced(
    const Array &array, const char *use, Loc loc,
    const std::function<Array(const TracedFunction &f, std::span<const Array> inputs)> &run) {
  const ArrayImpl &impl = *array.impl();
  check_current(impl, loc);
  Scope &scope = *impl.scope->scope;
  mlir::Value value = mlir::Value::getFromOpaquePointer(impl.value);
  const Scope *blocked = scope.unknowing();
  llvm::SetVector<mlir::Operation *> operations;
  llvm::SetVector<mlir::Value> inputs;
  if (blocked || !collect(scope, value, operations, inputs))
    throw_unknown(impl, blocked ? *blocked : scope, use, loc);

  std::vector<Array> arrays;
  for (mlir::Value input : inputs)
    arrays.push_back(*scope.known(input));
  Program &program = scope.program();
  mlir::func::FuncOp function = program.make_function(
      "slice",
      mlir::FunctionType::get(&program.context(), mlir::ValueRange(inputs.getArrayRef()).getTypes(),
                              {value.getType()}),
      loc);
  auto erase = llvm::make_scope_exit([&] { function.erase(); });
  mlir::IRMapping mapping;
  mlir::Block *block = function.addEntryBlock();
  mapping.map(inputs.getArrayRef(), block->getArguments());
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(block);
  for (mlir::Operation &op : *scope.block())
    if (operations.contains(&op))
      builder.clone(op, mapping);
  builder.create<mlir::func::ReturnOp>(program.location(loc), mapping.lookup(value));

  TracedFunction slice;
  slice.function = function.getOperation();
  for (const Array &input : arrays)
    slice.arguments.push_back(traced_kind(input.impl()->kind));
  slice.results = {impl.kind};
  Array out = run(slice, arrays);
  scope.remember(value, out);
  return out;
}

} // namespace brigade::core
