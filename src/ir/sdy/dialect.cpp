#include "ir/sdy/ops.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include "ir/sdy/dialect.cpp.inc"

namespace brigade::sdy {

using namespace mlir;

void SdyDialect::initialize() {
  add_attributes();
  add_ops();
}

/// Checks attribute `sdy.sharding` of a value of type `type`; others are not ours to judge.
static LogicalResult verify_sharding(Operation *op, NamedAttribute attribute, Type type,
                                     StringRef what) {
  if (attribute.getName() != "sdy.sharding")
    return success();
  auto emit_error = [&] { return op->emitOpError() << what << " "; };
  auto sharding = dyn_cast<TensorShardingAttr>(attribute.getValue());
  if (!sharding)
    return emit_error() << "has 'sdy.sharding' that is no #sdy.sharding";
  MeshAttr mesh = sharding.getMesh(op);
  if (!mesh)
    return emit_error() << "names mesh @" << sharding.getMeshName() << ", which this module lacks";
  return sharding.verifyForType(type, mesh, emit_error);
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                   NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function ? verify_sharding(op, attribute, function.getArgumentTypes()[index],
                                    "argument " + std::to_string(index))
                  : success();
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                      NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function ? verify_sharding(op, attribute, function.getResultTypes()[index],
                                    "result " + std::to_string(index))
                  : success();
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != "sdy.sharding")
    return success();
  auto shardings = dyn_cast<TensorShardingPerValueAttr>(attribute.getValue());
  if (!shardings || shardings.size() != op->getNumResults())
    return op->emitOpError() << "needs a #sdy.sharding_per_value with " << op->getNumResults()
                             << " shardings";
  for (auto [sharding, type] : llvm::zip(shardings.getShardings(), op->getResultTypes()))
    if (failed(
            verify_sharding(op, NamedAttribute(attribute.getName(), sharding), type, "sharding")))
      return failure();
  return success();
}

} // namespace brigade::sdy
