#include "ir/stablehlo/reduction.h"

#include "ir/assembly.h"
#include "ir/infer.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

namespace brigade::stablehlo {

using namespace mlir;
using ir::infer_error;

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  if (adaptor.getInputs().empty())
    return infer_error(location, getOperationName(), "has no input");
  auto first = cast<RankedTensorType>(adaptor.getInputs().front().getType());
  ArrayRef<int64_t> dims = adaptor.getDimensions();
  if (!ir::are_distinct_dims(dims, first.getRank()))
    return infer_error(location, getOperationName(), "reduces ", ir::list_text(dims),
                       " of inputs of rank ", first.getRank(),
                       "; they must be distinct dimensions of it");
  SmallVector<int64_t> shape = ir::without_dims(first.getShape(), dims);
  for (auto [input, init] : llvm::zip(adaptor.getInputs(), adaptor.getInitValues())) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getShape() != first.getShape())
      return infer_error(location, getOperationName(), "has inputs of different shapes ",
                         ir::shape_text(first.getShape()), " and ",
                         ir::shape_text(type.getShape()));
    if (init.getType() != RankedTensorType::get({}, type.getElementType()))
      return infer_error(location, getOperationName(), "starts the reduction of ", type, " from ",
                         init.getType(), "; a scalar of the same element type would be right");
    inferred.push_back(type.clone(shape));
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return ir::verify_reducer(*this, getBody(), getInputs().getTypes());
}

/// The only operation of the body, where the short form says it all: a commutative operation of the
/// two arguments in their order, without attributes, whose result is returned. Else null.
static Operation *short_form(ReduceOp op) {
  if (op.getInputs().size() != 1 || !llvm::hasSingleElement(op.getBody()))
    return nullptr;
  Block &body = op.getBody().front();
  if (!llvm::hasNItems(body, 2) || body.getNumArguments() != 2)
    return nullptr;
  Operation &inner = body.front(), &terminator = body.back();
  bool fits = inner.getDialect() == op->getDialect() && inner.hasTrait<ir::Commutative>() &&
              inner.getDiscardableAttrDictionary().empty() &&
              llvm::equal(inner.getOperands(), body.getArguments()) &&
              llvm::equal(terminator.getOperands(), inner.getResults()) &&
              terminator.getDiscardableAttrDictionary().empty();
  return fits ? &inner : nullptr;
}

// Short: reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (...) -> ...
// Long:  reduce(%x init: %a), (%y init: %b) across dimensions = [0] : (...) -> (...)
//         reducer(%p: ..., %q: ...) (%r: ..., %s: ...)  { ... }
void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer, [&](auto pair) {
    printer << "(" << std::get<0>(pair) << " init: " << std::get<1>(pair) << ")";
  });
  Operation *inner = short_form(*this);
  if (inner)
    printer << " applies " << inner->getName().getStringRef();
  printer << " across dimensions = ";
  ir::assembly::print_dims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &body = getBody().front();
  size_t count = getInputs().size();
  for (size_t i = 0; i < count; ++i) {
    printer << "(";
    printer.printRegionArgument(body.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(body.getArgument(i + count));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// A body that applies `name` to its two arguments.
static ParseResult add_short_body(OpAsmParser &parser, OperationState &result, OperationName name,
                                  Type element, Location location) {
  Type scalar = RankedTensorType::get({}, element);
  Block &block = result.addRegion()->emplaceBlock();
  block.addArguments({scalar, scalar}, {location, location});
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState inner(location, name, block.getArguments(), scalar);
  Operation *made = builder.create(inner);
  OperationState terminator(location, "stablehlo.return", made->getResults(), TypeRange{});
  builder.create(terminator);
  return success();
}

static ParseResult parse_dimensions(OpAsmParser &parser, OperationState &result,
                                    FunctionType &type) {
  SmallVector<int64_t> dims;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      ir::assembly::parse_dims(parser, dims) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColon())
    return failure();
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (type.getNumInputs() == 0)
    return parser.emitError(where, "expects the types of inputs and initial values");
  result.addAttribute("dimensions", parser.getBuilder().getDenseI64ArrayAttr(dims));
  result.addTypes(type.getResults());
  return success();
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc where = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  operands.append(inits);

  FunctionType type;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    FailureOr<OperationName> inner = parser.parseCustomOperationName();
    if (failed(inner))
      return failure();
    if (!inner->hasTrait<ir::Commutative>())
      return parser.emitError(where)
             << "'" << *inner << "' does not commute; the long form with a reducer is needed";
    std::optional<Location> location;
    if (parse_dimensions(parser, result, type) || parser.parseOptionalLocationSpecifier(location) ||
        parser.resolveOperands(operands, type.getInputs(), where, result.operands))
      return failure();
    if (location)
      result.location = *location;
    return add_short_body(parser, result, *inner, getElementTypeOrSelf(type.getInput(0)),
                          result.location);
  }

  if (parse_dimensions(parser, result, type) || parser.parseKeyword("reducer"))
    return failure();
  SmallVector<OpAsmParser::Argument> accumulated, elements;
  for (size_t i = 0; i < inits.size(); ++i)
    if (parser.parseLParen() ||
        parser.parseArgument(accumulated.emplace_back(), /*allowType=*/true) ||
        parser.parseOptionalLocationSpecifier(accumulated.back().sourceLoc) ||
        parser.parseComma() || parser.parseArgument(elements.emplace_back(), /*allowType=*/true) ||
        parser.parseOptionalLocationSpecifier(elements.back().sourceLoc) || parser.parseRParen())
      return failure();
  accumulated.append(elements);
  return failure(parser.resolveOperands(operands, type.getInputs(), where, result.operands) ||
                 parser.parseRegion(*result.addRegion(), accumulated));
}

} // namespace brigade::stablehlo
