#include "core/tracer/scope.h"
#include "core/tracer/trace_program.h"

#include "transforms/transforms.h"

#include "llvm/ADT/ScopeExit.h"

/// Functions of the program being traced: tracing, calling and transforming them.
namespace brigade::core {

using mlir::func::FuncOp;

namespace {

FuncOp func(const TracedFunction &f) { return FuncOp(static_cast<mlir::Operation *>(f.function)); }

/// A transform's function, described by its types. `weak[i]` says of each result whether it is
/// weak; missing: not.
TracedFunction describe(FuncOp function, const std::vector<bool> &weak = {}) {
  TracedFunction out;
  out.function = function.getOperation();
  for (mlir::Type type : function.getArgumentTypes())
    out.arguments.push_back(intern_kind(tensor_type(type), false, false, nullptr));
  for (size_t i = 0; i < function.getNumResults(); ++i)
    out.results.push_back(intern_kind(tensor_type(function.getResultTypes()[i]),
                                      i < weak.size() && weak[i], false, nullptr));
  return out;
}

std::vector<bool> weak_results(const TracedFunction &f) {
  std::vector<bool> weak;
  for (const Kind *kind : f.results)
    weak.push_back(kind->weak);
  return weak;
}

llvm::SmallVector<bool> flags(const std::vector<bool> &v) { return {v.begin(), v.end()}; }

/// Runs a transform and turns its failure into an exception.
template <class Transform>
auto transformed(const TracedFunction &f, const char *name, Loc loc, Transform &&transform) {
  FuncOp function = func(f);
  ir::ErrorCollector errors(*function.getContext());
  auto out = transform(function);
  if (mlir::failed(out))
    raise(errors, name, loc);
  return *out;
}

} // namespace

TracedFunction trace_function(const std::string &name, const char *transform,
                              std::span<const Kind *const> arguments, const KnownValues &known,
                              const FlatBody &f, Loc loc) {
  Program &program = tracing_program();
  mlir::MLIRContext *context = &program.context();
  FuncOp function = program.make_function(name, mlir::FunctionType::get(context, {}, {}), loc);
  auto erase = llvm::make_scope_exit([&] { function.erase(); });
  mlir::Block *block = function.addEntryBlock();

  TracedFunction out;
  Scope scope(Scope::What::Function, program, block, transform, known);
  std::vector<Array> values;
  for (const Kind *kind : arguments) {
    const Kind *traced = traced_kind(kind);
    out.arguments.push_back(traced);
    values.push_back(scope.wrap(block->addArgument(program.type(kind->type), program.location(loc)),
                                traced, loc));
  }
  llvm::SmallVector<mlir::Value> returned;
  for (const Array &result : f(values)) {
    returned.push_back(scope.value_of(result, loc));
    out.results.push_back(traced_kind(result.impl()->kind));
  }
  scope.builder().create<mlir::func::ReturnOp>(program.location(loc), returned);
  function.setFunctionType(mlir::FunctionType::get(context, block->getArgumentTypes(),
                                                   mlir::ValueRange(returned).getTypes()));
  out.captures = std::move(scope.captures());
  out.function = function.getOperation();
  erase.release();
  return out;
}

std::vector<Array> call_function(const TracedFunction &f, std::span<const Array> operands,
                                 Loc loc) {
  Scope &scope = Scope::current();
  llvm::SmallVector<mlir::Value> values;
  for (const Array &operand : operands)
    values.push_back(scope.value_of(operand, loc));
  auto call =
      scope.builder().create<mlir::func::CallOp>(scope.program().location(loc), func(f), values);
  std::vector<Array> results;
  for (size_t i = 0; i < f.results.size(); ++i)
    results.push_back(scope.wrap(call.getResult(static_cast<unsigned>(i)), f.results[i], loc));
  return results;
}

TracedFunction jvp(const TracedFunction &f, const std::vector<bool> &active, Loc loc) {
  std::vector<bool> weak = weak_results(f);
  for (const Kind *kind : f.results)
    if (is_floating(kind->type.dtype))
      weak.push_back(kind->weak);
  return describe(
      transformed(f, "jvp", loc, [&](FuncOp g) { return transforms::jvp(g, flags(active)); }),
      weak);
}

TracedFunction vjp(const TracedFunction &f, const std::vector<bool> &wrt, Loc loc) {
  std::vector<bool> weak = weak_results(f);
  for (size_t i = 0; i < f.arguments.size(); ++i)
    if (wrt[i])
      weak.push_back(f.arguments[i]->weak);
  return describe(
      transformed(f, "vjp", loc, [&](FuncOp g) { return transforms::vjp(g, flags(wrt)); }), weak);
}

Linearized vjp_split(const TracedFunction &f, const std::vector<bool> &wrt, Loc loc) {
  std::vector<bool> weak;
  for (size_t i = 0; i < f.arguments.size(); ++i)
    if (wrt[i])
      weak.push_back(f.arguments[i]->weak);
  auto split =
      transformed(f, "vjp", loc, [&](FuncOp g) { return transforms::vjp_split(g, flags(wrt)); });
  return {describe(split.forward, weak_results(f)), describe(split.backward, weak)};
}

TracedFunction batch(const TracedFunction &f, const std::vector<std::optional<int64_t>> &in_axes,
                     const std::vector<std::optional<int64_t>> &out_axes, int64_t size,
                     const std::string &axis_name, Loc loc) {
  return describe(transformed(f, "vmap", loc,
                              [&](FuncOp g) {
                                return transforms::batch(g, in_axes, out_axes, size, axis_name);
                              }),
                  weak_results(f));
}

} // namespace brigade::core
