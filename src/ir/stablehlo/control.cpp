#include "ir/stablehlo/control.h"

#include "ir/infer.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OpImplementation.h"

namespace brigade::stablehlo {

using namespace mlir;

LogicalResult OptimizationBarrierOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                                      Adaptor adaptor,
                                                      SmallVectorImpl<Type> &inferred) {
  llvm::append_range(inferred, adaptor.getOperand().getTypes());
  return success();
}

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (getHasSideEffect())
    effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getDecompositionAttr());
  if (!function)
    return emitOpError() << "names '" << getDecomposition()
                         << "', which is no function of this module";
  FunctionType type = function.getFunctionType();
  if (!llvm::equal(type.getInputs(), getOperandTypes()) ||
      !llvm::equal(type.getResults(), getResultTypes()))
    return emitOpError() << "does not fit the type " << type << " of '" << getDecomposition()
                         << "'";
  return success();
}

LogicalResult WhileOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                        SmallVectorImpl<Type> &inferred) {
  llvm::append_range(inferred, adaptor.getOperand().getTypes());
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  TypeRange types = getOperandTypes();
  for (auto [name, region] : {std::pair("condition", &getCond()), std::pair("body", &getBody())})
    if (!llvm::equal(region->getArgumentTypes(), types))
      return emitOpError() << "has a " << name << " with arguments " << region->getArgumentTypes()
                           << "; " << types << " would be right";
  Type predicate = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  Block &cond = getCond().front(), &body = getBody().front();
  if (cond.empty() || !llvm::equal(cond.back().getOperandTypes(), TypeRange(predicate)))
    return emitOpError("has a condition that must return one tensor<i1>");
  if (body.empty() || !llvm::equal(body.back().getOperandTypes(), types))
    return emitOpError() << "has a body that must return " << types;
  return success();
}

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn set_name) {
  for (BlockArgument argument : region.getArguments())
    set_name(argument, "iterArg");
}

// while(%iterArg = %a, %iterArg_0 = %b) : tensor<i32>, tensor<f32> attributes {...}
//  cond { ... } do { ... }
void WhileOp::print(OpAsmPrinter &printer) {
  printer << "(";
  llvm::interleaveComma(
      llvm::zip(getBody().getArguments(), getOperands()), printer,
      [&](auto pair) { printer << std::get<0>(pair) << " = " << std::get<1>(pair); });
  printer << ")";
  if (getNumOperands() != 0) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc where = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto pair = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, pair) ||
      (!operands.empty() && (parser.parseColon() || parser.parseTypeList(result.types))))
    return failure();
  if (result.types.size() != operands.size())
    return parser.emitError(where)
           << "has " << operands.size() << " values and " << result.types.size() << " types";
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  return failure(parser.resolveOperands(operands, result.types, where, result.operands) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseKeyword("cond") ||
                 parser.parseRegion(*result.addRegion(), arguments) || parser.parseKeyword("do") ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

} // namespace brigade::stablehlo
