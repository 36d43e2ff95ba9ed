#include "compiler/import/import.h"

#include "compiler/import/device_groups.h"
#include "compiler/import/inline.h"
#include "ir/dialects.h"
#include "ir/infer.h"
#include "ir/meaning.h"
#include "ir/sdy/shardings.h"

#include "llvm/ADT/StringSet.h"

namespace brigade::compiler {

using namespace mlir;

static LogicalResult check_types(Operation *op, TypeRange types, StringRef what) {
  for (auto [index, type] : llvm::enumerate(types))
    if (!ir::is_tensor_of(type, ir::Elements::Any))
      return op->emitOpError() << "has " << what << " " << index << " of type " << type
                               << "; tensors of static shape with bool, integer or float elements "
                                  "are what programs hold";
  return success();
}

static LogicalResult check_module(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return module.emitError("has no function @main");
  if (main.isExternal() || !llvm::hasSingleElement(main.getBody()))
    return main.emitOpError("must have a body of one block");
  sdy::MeshOp first;
  for (auto mesh : module.getOps<sdy::MeshOp>()) {
    if (first && mesh.getMesh() != first.getMesh())
      return mesh.emitOpError() << "is a second mesh, different from @" << first.getSymName();
    first = first ? first : mesh;
  }
  if (failed(check_types(main, main.getArgumentTypes(), "argument")))
    return failure();
  return check_types(main, main.getResultTypes(), "result");
}

/// A mesh without axes, as JAX writes beside the program's own, splits nothing: it goes, with all
/// that names it.
static void drop_empty_meshes(ModuleOp module) {
  llvm::StringSet<> empty;
  for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>()))
    if (mesh.getMesh().getAxes().empty()) {
      empty.insert(mesh.getSymName());
      mesh.erase();
    }
  if (empty.empty())
    return;
  auto names_empty = [&](Attribute attribute) {
    auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attribute);
    return sharding && empty.contains(sharding.getMeshName());
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (names_empty(function.getArgAttr(i, "sdy.sharding")))
        function.removeArgAttr(i, "sdy.sharding");
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (names_empty(function.getResultAttr(i, "sdy.sharding")))
        function.removeResultAttr(i, StringAttr::get(module.getContext(), "sdy.sharding"));
  }
  module.walk([&](Operation *op) {
    if (!isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op) ||
        !names_empty(op->getAttr("sharding")))
      return;
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  });
}

/// One name for one mesh: JAX may print the same mesh under several.
static void merge_meshes(ModuleOp module) {
  SmallVector<sdy::MeshOp> meshes(module.getOps<sdy::MeshOp>());
  if (meshes.size() < 2)
    return;
  auto kept = FlatSymbolRefAttr::get(meshes.front().getSymNameAttr());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](sdy::TensorShardingAttr sharding) -> std::optional<Attribute> {
    return sdy::TensorShardingAttr::get(sharding.getContext(), kept, sharding.getDimShardings(),
                                        sharding.getReplicatedAxes(), sharding.getUnreducedAxes());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true);
  for (sdy::MeshOp mesh : llvm::drop_begin(meshes))
    mesh.erase();
}

/// What is left of operations that only transforms need.
static LogicalResult lower_own_dialect(func::FuncOp main) {
  WalkResult walked = main.walk([](Operation *op) -> WalkResult {
    if (!isa_and_nonnull<ir::BrigadeDialect>(op->getDialect()) || isa<ir::FusionOp>(op))
      return WalkResult::advance();
    if (isa<ir::StopGradientOp>(op)) {
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
      return WalkResult::advance();
    }
    StringRef axis = "?";
    if (auto one = op->getAttrOfType<StringAttr>("axis"))
      axis = one.getValue();
    else if (auto axes = op->getAttrOfType<ArrayAttr>("axes"); axes && !axes.empty())
      axis = cast<StringAttr>(axes[0]).getValue();
    return op->emitOpError() << "names axis \"" << axis
                             << "\", which no enclosing pmap, shard_map or vmap has";
  });
  return failure(walked.wasInterrupted());
}

LogicalResult import_program(ModuleOp module) {
  if (failed(ir::check_meaning(module)))
    return failure();
  sdy::name_meshes(module);
  drop_empty_meshes(module);
  if (failed(check_module(module)) || failed(inline_calls(module)))
    return failure();
  merge_meshes(module);
  if (failed(write_device_groups(module)))
    return failure();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main.isPublic())
    main.setPublic();
  if (failed(lower_own_dialect(main)))
    return failure();
  WalkResult walked = main.walk([&](Operation *op) -> WalkResult {
    return op == main ? success() : check_types(op, op->getResultTypes(), "result");
  });
  return failure(walked.wasInterrupted());
}

} // namespace brigade::compiler
