#include "core/tracer/named_axes.h"
#include "core/tracer/scope.h"

#include <fmt/format.h>

/// pmap's program: one device's function over a mesh.
namespace brigade::core {

NamedSharding stacked_along(const Mesh &mesh, std::optional<int64_t> axis, Loc loc) {
  std::vector<DimSpec> dims;
  if (axis) {
    dims.resize(static_cast<size_t>(*axis));
    dims.emplace_back(mesh.axis_names()[0]);
  }
  return NamedSharding(mesh, PartitionSpec(std::move(dims)), loc);
}

std::vector<Array> call_manual(const TracedFunction &f, std::span<const Array> operands,
                               const Mesh &mesh, const std::vector<std::optional<int64_t>> &in_axes,
                               const std::vector<std::optional<int64_t>> &out_axes, Loc loc) {
  Scope &scope = Scope::current();
  Program &program = scope.program();
  mlir::MLIRContext *context = &program.context();
  mlir::Location location = program.location(loc);

  auto function = mlir::func::FuncOp(static_cast<mlir::Operation *>(f.function));
  assign_device_groups(function, mesh);

  auto sharding = [&](std::optional<int64_t> axis, size_t rank) {
    return sharding_attribute(*context, program.mesh_symbol(mesh), stacked_along(mesh, axis, loc),
                              rank);
  };
  auto stacked = [&](TensorType type, std::optional<int64_t> axis, int64_t size) {
    if (axis)
      type.shape.insert(type.shape.begin() + *axis, size);
    return type;
  };
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<sdy::TensorShardingAttr> in, out;
  for (size_t i = 0; i < operands.size(); ++i) {
    values.push_back(scope.value_of(operands[i], loc));
    in.push_back(sharding(in_axes[i], operands[i].shape().size()));
  }
  llvm::SmallVector<mlir::Type> result_types;
  for (size_t i = 0; i < f.results.size(); ++i) {
    TensorType type = stacked(f.results[i]->type, out_axes[i], mesh.size());
    result_types.push_back(program.type(type));
    out.push_back(sharding(out_axes[i], type.shape.size()));
  }
  llvm::SmallVector<mlir::StringAttr> manual_axes;
  for (const std::string &axis : mesh.axis_names())
    manual_axes.push_back(mlir::StringAttr::get(context, axis));
  auto op = scope.builder().create<sdy::ManualComputationOp>(location, result_types, values, in,
                                                             out, manual_axes);

  // The body sees a dimension of size 1 where a value is split; the function sees none.
  if (op.getBody().empty())
    op.getBody().emplaceBlock();
  mlir::Block *block = &op.getBody().front();
  if (!block->empty())
    block->clear();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(block);
  llvm::SmallVector<mlir::Value> inner;
  for (size_t i = 0; i < operands.size(); ++i) {
    TensorType type = tensor_type(values[i].getType());
    if (!in_axes[i]) {
      inner.push_back(block->addArgument(program.type(type), location));
      continue;
    }
    type.shape[static_cast<size_t>(*in_axes[i])] = 1;
    mlir::Value argument = block->addArgument(program.type(type), location);
    type.shape.erase(type.shape.begin() + *in_axes[i]);
    inner.push_back(builder.create<stablehlo::ReshapeOp>(location, program.type(type), argument));
  }
  auto call = builder.create<mlir::func::CallOp>(location, function, inner);
  llvm::SmallVector<mlir::Value> returned;
  for (size_t i = 0; i < f.results.size(); ++i)
    returned.push_back(out_axes[i] ? builder.create<stablehlo::ReshapeOp>(
                                         location,
                                         program.type(stacked(f.results[i]->type, out_axes[i], 1)),
                                         call.getResult(i))
                                   : mlir::Value(call.getResult(i)));
  builder.create<sdy::ReturnOp>(location, returned);

  std::vector<Array> results;
  for (size_t i = 0; i < f.results.size(); ++i)
    results.push_back(scope.wrap(op.getResult(i), f.results[i]->weak, loc));
  return results;
}

} // namespace brigade::core
