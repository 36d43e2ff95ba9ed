#include "core/tracer/named_axes.h"
#include "core/tracer/scope.h"

#include <fmt/format.h>

/// pmap's program: one device's function over a mesh.
namespace brigade::core {

std::vector<Array> call_manual(const TracedFunction &f, std::span<const Array> operands,
                               const NamedSharding &mesh_axis, const std::vector<bool> &split,
                               Loc loc) {
  Scope &scope = Scope::current();
  Program &program = scope.program();
  mlir::MLIRContext *context = &program.context();
  mlir::Location location = program.location(loc);
  const Mesh &mesh = mesh_axis.mesh();
  const int64_t devices = mesh.size();

  auto function = mlir::func::FuncOp(static_cast<mlir::Operation *>(f.function));
  assign_device_groups(function, mesh);

  const NamedSharding whole(mesh, P(), loc);
  auto sharding = [&](bool is_split, size_t rank) {
    return sharding_attribute(*context, program.mesh_symbol(mesh), is_split ? mesh_axis : whole,
                              rank);
  };
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<sdy::TensorShardingAttr> in, out;
  for (size_t i = 0; i < operands.size(); ++i) {
    values.push_back(scope.value_of(operands[i], loc));
    in.push_back(sharding(split[i], operands[i].shape().size()));
  }
  llvm::SmallVector<mlir::Type> result_types;
  for (const Kind *kind : f.results) {
    TensorType stacked = kind->type;
    stacked.shape.insert(stacked.shape.begin(), devices);
    result_types.push_back(program.type(stacked));
    out.push_back(sharding(true, stacked.shape.size()));
  }
  llvm::SmallVector<mlir::StringAttr> manual_axes;
  for (const std::string &axis : mesh.axis_names())
    manual_axes.push_back(mlir::StringAttr::get(context, axis));
  auto op = scope.builder().create<sdy::ManualComputationOp>(location, result_types, values, in,
                                                             out, manual_axes);

  // The body sees a leading dimension of size 1 where the operand is split; the function sees none.
  if (op.getBody().empty())
    op.getBody().emplaceBlock();
  mlir::Block *block = &op.getBody().front();
  if (!block->empty())
    block->clear();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(block);
  llvm::SmallVector<mlir::Value> inner;
  for (size_t i = 0; i < operands.size(); ++i) {
    TensorType type = tensor_type(values[i].getType());
    if (!split[i]) {
      inner.push_back(block->addArgument(program.type(type), location));
      continue;
    }
    type.shape[0] = 1;
    mlir::Value argument = block->addArgument(program.type(type), location);
    type.shape.erase(type.shape.begin());
    inner.push_back(builder.create<stablehlo::ReshapeOp>(location, program.type(type), argument));
  }
  auto call = builder.create<mlir::func::CallOp>(location, function, inner);
  llvm::SmallVector<mlir::Value> returned;
  for (size_t i = 0; i < f.results.size(); ++i) {
    TensorType type = f.results[i]->type;
    type.shape.insert(type.shape.begin(), 1);
    returned.push_back(
        builder.create<stablehlo::ReshapeOp>(location, program.type(type), call.getResult(i)));
  }
  builder.create<sdy::ReturnOp>(location, returned);

  std::vector<Array> results;
  for (size_t i = 0; i < f.results.size(); ++i)
    results.push_back(scope.wrap(op.getResult(i), f.results[i]->weak, loc));
  return results;
}

} // namespace brigade::core
