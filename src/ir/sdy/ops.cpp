#include "ir/sdy/ops.h"

#include "ir/sdy/assembly.h"

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringSet.h"

namespace brigade::sdy {

using namespace mlir;

static MeshAttr find_mesh(Operation *op, TensorShardingAttr sharding,
                          SymbolTableCollection &symbols) {
  if (auto inlined = dyn_cast<MeshAttr>(sharding.getMeshOrRef()))
    return inlined;
  auto symbol = cast<FlatSymbolRefAttr>(sharding.getMeshOrRef());
  if (auto mesh = symbols.lookupNearestSymbolFrom<MeshOp>(op, symbol))
    return mesh.getMesh();
  op->emitOpError() << "names mesh @" << sharding.getMeshName() << ", which this module lacks";
  return nullptr;
}

static LogicalResult verify_sharded(Operation *op, TensorShardingAttr sharding,
                                    SymbolTableCollection &symbols) {
  MeshAttr mesh = find_mesh(op, sharding, symbols);
  if (!mesh)
    return failure();
  return sharding.verifyForType(op->getResult(0).getType(), mesh,
                                [&] { return op->emitOpError(); });
}

LogicalResult ShardingConstraintOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verify_sharded(*this, getSharding(), symbols);
}
LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verify_sharded(*this, getSharding(), symbols);
}

void ManualComputationOp::build(OpBuilder &builder, OperationState &state, TypeRange results,
                                ValueRange tensors, ArrayRef<TensorShardingAttr> in_shardings,
                                ArrayRef<TensorShardingAttr> out_shardings,
                                ArrayRef<StringAttr> manual_axes) {
  MLIRContext *context = builder.getContext();
  build(builder, state, results, tensors, TensorShardingPerValueAttr::get(context, in_shardings),
        TensorShardingPerValueAttr::get(context, out_shardings),
        ManualAxesAttr::get(context, manual_axes));
}

/// One side of a manual computation: global types outside, local types inside, a sharding each.
static LogicalResult verify_side(Operation *op, StringRef what,
                                 ArrayRef<TensorShardingAttr> shardings, TypeRange outer,
                                 TypeRange inner, const llvm::StringSet<> &manual,
                                 SymbolTableCollection &symbols) {
  if (shardings.size() != outer.size() || inner.size() != outer.size())
    return op->emitOpError() << "has " << outer.size() << " " << what << "s, " << shardings.size()
                             << " shardings and " << inner.size() << " in the body";
  for (auto [index, sharding] : llvm::enumerate(shardings)) {
    MeshAttr mesh = find_mesh(op, sharding, symbols);
    auto emit_error = [&, index = index] {
      return op->emitOpError() << what << " " << index << " ";
    };
    if (!mesh || failed(sharding.verifyForType(outer[index], mesh, emit_error)))
      return failure();
    auto type = cast<RankedTensorType>(outer[index]);
    SmallVector<int64_t> shape(type.getShape());
    for (auto [dim, axes] : llvm::enumerate(sharding.getDimShardings())) {
      bool free = false;
      int64_t parts = 1;
      for (AxisRefAttr axis : axes.getAxes()) {
        if (!manual.contains(axis.getName())) {
          free = true;
          continue;
        }
        if (free)
          return emit_error() << "has manual axis \"" << axis.getName()
                              << "\" after a free one in dimension " << dim;
        parts *= axis.getSize(mesh);
      }
      if (shape[dim] % parts != 0)
        return emit_error() << "splits dimension " << dim << " of size " << shape[dim] << " into "
                            << parts << " parts, which do not divide it";
      shape[dim] /= parts;
    }
    if (inner[index] != type.clone(shape))
      return emit_error() << "has type " << inner[index] << " in the body; " << type.clone(shape)
                          << " would be right";
  }
  return success();
}

LogicalResult ManualComputationOp::verifySymbolUses(SymbolTableCollection &symbols) {
  llvm::StringSet<> manual;
  for (StringAttr axis : getManualAxes())
    manual.insert(axis.getValue());
  Block &body = getBody().front();
  if (failed(verify_side(*this, "operand", getInShardings().getShardings(), getTensors().getTypes(),
                         body.getArgumentTypes(), manual, symbols)))
    return failure();
  return verify_side(*this, "result", getOutShardings().getShardings(), getResultTypes(),
                     body.getTerminator()->getOperandTypes(), manual, symbols);
}

void printShardingList(OpAsmPrinter &printer, Operation *, TensorShardingPerValueAttr shardings) {
  printer << "[";
  printer.printStrippedAttrOrType(shardings.getShardings());
  printer << "]";
}

ParseResult parseShardingList(OpAsmParser &parser, TensorShardingPerValueAttr &shardings) {
  SmallVector<TensorShardingAttr> all;
  auto one = [&]() -> ParseResult {
    auto sharding = dyn_cast_or_null<TensorShardingAttr>(TensorShardingAttr::parse(parser, {}));
    all.push_back(sharding);
    return success(static_cast<bool>(sharding));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  shardings = TensorShardingPerValueAttr::get(parser.getContext(), all);
  return success();
}

void printBodyWithArguments(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << "(";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

ParseResult parseBodyWithArguments(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseRegion(body, arguments));
}

} // namespace brigade::sdy
