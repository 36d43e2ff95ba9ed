#include "ir/sdy/shardings.h"

#include "ir/sdy/ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

namespace brigade::sdy {

using namespace mlir;

bool may_hold_shardings(Operation *op) {
  return isa<func::FuncOp>(op) || isa_and_nonnull<SdyDialect>(op->getDialect()) ||
         op->getDiscardableAttr("sdy.sharding");
}

void name_meshes(ModuleOp module) {
  SymbolTable symbols(module);
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](TensorShardingAttr sharding) -> std::optional<Attribute> {
    auto mesh = dyn_cast<MeshAttr>(sharding.getMeshOrRef());
    if (!mesh)
      return std::nullopt;
    auto known =
        llvm::find_if(module.getOps<MeshOp>(), [&](MeshOp op) { return op.getMesh() == mesh; });
    StringAttr name;
    if (known != module.getOps<MeshOp>().end()) {
      name = (*known).getSymNameAttr();
    } else {
      OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
      name = symbols.insert(builder.create<MeshOp>(module.getLoc(), "mesh", mesh));
    }
    return TensorShardingAttr::get(sharding.getContext(), FlatSymbolRefAttr::get(name),
                                   sharding.getDimShardings(), sharding.getReplicatedAxes(),
                                   sharding.getUnreducedAxes());
  });
  module.walk([&](Operation *op) {
    if (may_hold_shardings(op))
      replacer.replaceElementsIn(op, /*replaceAttrs=*/true);
  });
}

} // namespace brigade::sdy
