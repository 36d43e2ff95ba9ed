#include "core/record.h"

#include "core/tracer/scope.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <fmt/format.h>

/// From an Operation in plain data to an MLIR operation in the current scope.
namespace brigade::core {
namespace {

/// Fills `region` with a copy of the body.
void instantiate(const Body &body, mlir::Region &region, Scope &scope, Loc loc) {
  if (body.program == &scope.program()) {
    mlir::IRMapping mapping;
    const_cast<mlir::Region &>(body.region).cloneInto(&region, mapping);
    return;
  }
  if (body.text.empty())
    throw InternalError("a region is used in a program other than its own; please report this",
                        loc);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(body.text, &scope.program().context());
  if (!module)
    throw InternalError("the text of a region does not parse; please report this", loc);
  mlir::func::FuncOp function;
  for (auto f : llvm::make_early_inc_range(module->getOps<mlir::func::FuncOp>())) {
    if (f.getSymName() == "main")
      function = f;
    else
      scope.program().adopt_function(f);
  }
  mlir::Block &from = function.getBody().front();
  auto *block = new mlir::Block;
  region.push_back(block);
  mlir::IRMapping mapping;
  for (size_t i = 0; i < from.getNumArguments(); ++i) {
    mlir::BlockArgument argument = from.getArgument(i);
    mlir::Value value = i < body.arguments.size()
                            ? block->addArgument(argument.getType(), argument.getLoc())
                            : scope.value_of(body.captures[i - body.arguments.size()], loc);
    mapping.map(argument, value);
  }
  mlir::OpBuilder builder(&scope.program().context()); // The region has no operation yet to ask.
  builder.setInsertionPointToEnd(block);
  for (mlir::Operation &op : from.without_terminator())
    builder.clone(op, mapping);
  llvm::SmallVector<mlir::Value> results;
  for (mlir::Value result : from.getTerminator()->getOperands())
    results.push_back(mapping.lookup(result));
  builder.create<stablehlo::ReturnOp>(from.getTerminator()->getLoc(), results);
}

bool result_is_weak(const Operation &operation, size_t result, std::span<const Array> operands) {
  if (operation.weak != Weak::Inherit)
    return operation.weak == Weak::Yes;
  if (operands.empty() || operation.results[result].dtype == DType::Bool)
    return false;
  for (const Array &operand : operands)
    if (!operand.weak_type())
      return false;
  return true;
}

/// Adds a terminator that returns `results` from the scope and gives their types.
template <class ReturnOp>
std::vector<TensorType> finish(Scope &scope, const std::vector<Array> &results, Loc loc) {
  llvm::SmallVector<mlir::Value> values;
  std::vector<TensorType> types;
  for (const Array &result : results) {
    values.push_back(scope.value_of(result, loc));
    types.push_back(result.impl()->kind->type);
  }
  scope.builder().create<ReturnOp>(scope.program().location(loc), values);
  return types;
}

std::vector<Array> block_arguments(Scope &scope, mlir::Block &block,
                                   std::span<const TensorType> arguments, Loc loc) {
  std::vector<Array> out;
  for (const TensorType &type : arguments)
    out.push_back(scope.wrap(
        block.addArgument(scope.program().type(type), scope.program().location(loc)), false, loc));
  return out;
}

} // namespace

std::vector<Array> record(const Operation &operation, std::span<const Array> operands, Loc loc) {
  Scope &scope = Scope::current();
  Program &program = scope.program();
  mlir::OperationState state(program.location(loc), operation.name);
  if (!state.name.isRegistered())
    throw InternalError(
        fmt::format("operation {} is in no dialect; please report this", operation.name), loc);
  for (const Array &operand : operands)
    state.operands.push_back(scope.value_of(operand, loc));
  for (const TensorType &result : operation.results)
    state.types.push_back(program.type(result));
  for (const Attribute &attribute : operation.attributes)
    state.addAttribute(attribute.name, program.attribute(attribute.value, loc));
  for (const std::shared_ptr<const Body> &body : operation.bodies)
    instantiate(*body, *state.addRegion(), scope, loc);

  ir::ErrorCollector errors(program.context());
  mlir::Operation *op = scope.builder().create(state);
  if (mlir::failed(mlir::verify(op))) {
    op->erase();
    raise(errors, "recording an operation", loc);
  }
  std::vector<Array> results;
  results.reserve(operation.results.size());
  for (size_t i = 0; i < operation.results.size(); ++i)
    results.push_back(scope.wrap(op->getResult(static_cast<unsigned>(i)),
                                 result_is_weak(operation, i, operands), loc));
  return results;
}

const std::vector<TensorType> &body_results(const Body &body) { return body.results; }

std::string body_key(const Body &body) { return body.text; }
std::span<const Array> body_captures(const Body &body) { return body.captures; }

std::shared_ptr<const Body>
trace_body(std::span<const TensorType> arguments,
           const std::function<std::vector<Array>(std::vector<Array>)> &f, Loc loc) {
  auto body = std::make_shared<Body>();
  body->arguments.assign(arguments.begin(), arguments.end());
  if (Scope *outer = Scope::innermost()) {
    body->program = &outer->program();
    auto *block = new mlir::Block;
    body->region.push_back(block);
    Scope scope(Scope::What::Region, outer->program(), block, outer->transform());
    body->results =
        finish<stablehlo::ReturnOp>(scope, f(block_arguments(scope, *block, arguments, loc)), loc);
    return body;
  }
  ProgramLease lease;
  Program &program = *lease;
  auto function =
      program.make_function("body", mlir::FunctionType::get(&program.context(), {}, {}), loc);
  mlir::Block *block = function.addEntryBlock();
  Scope scope(Scope::What::Function, program, block, "the body of an operation");
  body->results =
      finish<mlir::func::ReturnOp>(scope, f(block_arguments(scope, *block, arguments, loc)), loc);
  function.setFunctionType(mlir::FunctionType::get(&program.context(), block->getArgumentTypes(),
                                                   block->getTerminator()->getOperandTypes()));
  body->captures = std::move(scope.captures());
  function.setName("main");
  llvm::raw_string_ostream stream(body->text);
  program.module().print(
      stream); // Without locations: equal bodies on different lines share a kernel.
  return body;
}

Array with_weak_type(const Array &array, bool weak, Loc loc) {
  ArrayImpl &impl = impl_of(array, loc);
  if (impl.kind->weak == weak)
    return array;
  const Kind *kind = intern_kind(impl.kind->type, weak, impl.kind->committed, impl.kind->placement);
  if (!impl.is_traced())
    return make_array(kind, impl.shards);
  return Array(new ArrayImpl(kind, impl.scope, impl.value, impl.loc));
}

std::string declare_mesh(const Mesh &mesh, Loc) {
  return Scope::current().program().mesh_symbol(mesh);
}

Array constrain(const Array &array, const NamedSharding &sharding, Loc loc) {
  Scope &scope = Scope::current();
  Program &program = scope.program();
  mlir::Value value = scope.value_of(array, loc);
  const Kind *kind = traced_kind(array.impl()->kind);
  size_t rank = kind->type.shape.size();
  if (sharding.spec().dims().size() > rank)
    throw UserError(
        fmt::format("with_sharding_constraint: {} has {} dimensions, but the array is {}",
                    sharding.spec().to_string(), sharding.spec().dims().size(),
                    to_string(kind->type.dtype, kind->type.shape)),
        loc);
  sdy::TensorShardingAttr attribute =
      sharding_attribute(program.context(), program.mesh_symbol(sharding.mesh()), sharding, rank);
  auto op = scope.builder().create<sdy::ShardingConstraintOp>(program.location(loc),
                                                              value.getType(), value, attribute);
  return scope.wrap(op.getResult(), kind, loc);
}

namespace {

struct NamedAxis {
  std::string name;
  int64_t size;
};
thread_local std::vector<NamedAxis> axes;

} // namespace

AxisScope::AxisScope(std::string name, int64_t size) { axes.push_back({std::move(name), size}); }
AxisScope::~AxisScope() { axes.pop_back(); }

int64_t axis_size(const std::string &name, Loc loc) {
  std::string known;
  for (size_t i = axes.size(); i-- > 0;) {
    if (axes[i].name == name)
      return axes[i].size;
    known +=
        fmt::format("{}\"{}\" of size {}", known.empty() ? "" : ", ", axes[i].name, axes[i].size);
  }
  throw UserError(
      fmt::format("no axis named \"{}\" is in scope{}", name,
                  known.empty() ? "; name one with pmap(f, \"i\") or vmap" : "; there is " + known),
      loc);
}

} // namespace brigade::core
