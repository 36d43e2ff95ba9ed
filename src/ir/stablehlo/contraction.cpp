#include "ir/stablehlo/contraction.h"

#include "ir/assembly.h"
#include "ir/infer.h"
#include "ir/stablehlo/assembly.h"

#include "mlir/IR/OpImplementation.h"

namespace brigade::stablehlo {

using namespace mlir;
using ir::list_text;
using ir::shape_text;

static SmallVector<int64_t> joined(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> all(a);
  all.append(b.begin(), b.end());
  return all;
}

/// Batching sizes, then what is left of lhs, then what is left of rhs.
static SmallVector<int64_t> dot_shape(RankedTensorType lhs, RankedTensorType rhs,
                                      DotDimensionNumbersAttr numbers) {
  SmallVector<int64_t> shape;
  for (int64_t dim : numbers.getLhsBatchingDimensions())
    shape.push_back(lhs.getDimSize(dim));
  shape.append(ir::without_dims(lhs.getShape(), joined(numbers.getLhsBatchingDimensions(),
                                                       numbers.getLhsContractingDimensions())));
  shape.append(ir::without_dims(rhs.getShape(), joined(numbers.getRhsBatchingDimensions(),
                                                       numbers.getRhsContractingDimensions())));
  return shape;
}

void DotGeneralOp::build(OpBuilder &builder, OperationState &state, Type result, Value lhs,
                         Value rhs, ArrayRef<int64_t> lhs_batching, ArrayRef<int64_t> rhs_batching,
                         ArrayRef<int64_t> lhs_contracting, ArrayRef<int64_t> rhs_contracting) {
  auto numbers = DotDimensionNumbersAttr::get(builder.getContext(), lhs_batching, rhs_batching,
                                              lhs_contracting, rhs_contracting);
  build(builder, state, result, lhs, rhs, numbers, ArrayAttr(), DotAlgorithmAttr());
}

void DotGeneralOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs,
                         ArrayRef<int64_t> lhs_batching, ArrayRef<int64_t> rhs_batching,
                         ArrayRef<int64_t> lhs_contracting, ArrayRef<int64_t> rhs_contracting) {
  auto numbers = DotDimensionNumbersAttr::get(builder.getContext(), lhs_batching, rhs_batching,
                                              lhs_contracting, rhs_contracting);
  auto type = cast<RankedTensorType>(lhs.getType());
  auto shape = dot_shape(type, cast<RankedTensorType>(rhs.getType()), numbers);
  build(builder, state, type.clone(shape), lhs, rhs, numbers, ArrayAttr(), DotAlgorithmAttr());
}

LogicalResult DotGeneralOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType(),
                   result = getResult().getType();
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  auto check = [&](StringRef side, RankedTensorType type, ArrayRef<int64_t> batching,
                   ArrayRef<int64_t> contracting) -> LogicalResult {
    if (!ir::are_distinct_dims(joined(batching, contracting), type.getRank()))
      return emitOpError() << "has batching " << list_text(batching) << " and contracting "
                           << list_text(contracting) << " for " << side << " of rank "
                           << type.getRank() << "; they must be distinct dimensions";
    return success();
  };
  if (failed(check("lhs", lhs, numbers.getLhsBatchingDimensions(),
                   numbers.getLhsContractingDimensions())) ||
      failed(check("rhs", rhs, numbers.getRhsBatchingDimensions(),
                   numbers.getRhsContractingDimensions())))
    return failure();
  auto pair = [&](StringRef kind, ArrayRef<int64_t> left,
                  ArrayRef<int64_t> right) -> LogicalResult {
    if (left.size() != right.size())
      return emitOpError() << "has " << left.size() << " " << kind << " dimensions of lhs and "
                           << right.size() << " of rhs";
    for (auto [l, r] : llvm::zip(left, right))
      if (lhs.getDimSize(l) != rhs.getDimSize(r))
        return emitOpError() << "pairs " << kind << " dimension " << l << " of lhs, of size "
                             << lhs.getDimSize(l) << ", with dimension " << r << " of rhs, of size "
                             << rhs.getDimSize(r);
    return success();
  };
  if (failed(pair("batching", numbers.getLhsBatchingDimensions(),
                  numbers.getRhsBatchingDimensions())) ||
      failed(pair("contracting", numbers.getLhsContractingDimensions(),
                  numbers.getRhsContractingDimensions())))
    return failure();
  if (lhs.getElementType() != rhs.getElementType())
    return emitOpError() << "multiplies elements of type " << lhs.getElementType() << " and "
                         << rhs.getElementType();
  if (ArrayAttr precision = getPrecisionConfigAttr();
      precision && precision.size() != 2 && precision.size() != 0)
    return emitOpError() << "has " << precision.size()
                         << " precisions; one an operand would be right";
  SmallVector<int64_t> shape = dot_shape(lhs, rhs, numbers);
  if (result.getShape() != ArrayRef(shape))
    return emitOpError() << "gives shape " << shape_text(shape) << ", not "
                         << shape_text(result.getShape());
  return success();
}

void printDotDimensionNumbers(OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr numbers) {
  auto pair = [&](StringRef name, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    printer << name << " = ";
    print_dims(printer, lhs);
    printer << " x ";
    print_dims(printer, rhs);
  };
  if (!numbers.getLhsBatchingDimensions().empty() || !numbers.getRhsBatchingDimensions().empty()) {
    pair("batching_dims", numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  pair("contracting_dims", numbers.getLhsContractingDimensions(),
       numbers.getRhsContractingDimensions());
}

ParseResult parseDotDimensionNumbers(OpAsmParser &parser, DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  auto pair = [&](SmallVectorImpl<int64_t> &lhs, SmallVectorImpl<int64_t> &rhs) -> ParseResult {
    return failure(parser.parseEqual() || parse_dims(parser, lhs) || parser.parseKeyword("x") ||
                   parse_dims(parser, rhs));
  };
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (pair(lhs_batching, rhs_batching) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || pair(lhs_contracting, rhs_contracting))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhs_batching, rhs_batching,
                                         lhs_contracting, rhs_contracting);
  return success();
}

void printPrecisionAndAlgorithm(OpAsmPrinter &printer, Operation *, ArrayAttr precision,
                                DotAlgorithmAttr algorithm) {
  if (precision && !precision.empty()) {
    printer << ", precision = [";
    llvm::interleaveComma(precision, printer, [&](Attribute each) {
      printer << stringifyPrecision(cast<PrecisionAttr>(each).getValue());
    });
    printer << "]";
  }
  if (algorithm) {
    printer << ", algorithm = ";
    algorithm.print(printer);
  }
}

static ParseResult parse_precision(OpAsmParser &parser, SmallVectorImpl<Attribute> &all) {
  SMLoc where = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<Precision> value = symbolizePrecision(name);
  if (!value)
    return parser.emitError(where)
           << "unknown precision '" << name << "'; DEFAULT, HIGH and HIGHEST exist";
  all.push_back(PrecisionAttr::get(parser.getContext(), *value));
  return success();
}

ParseResult parsePrecisionAndAlgorithm(OpAsmParser &parser, ArrayAttr &precision,
                                       DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    SmallVector<Attribute> all;
    if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parse_precision(parser, all);
        }))
      return failure();
    precision = parser.getBuilder().getArrayAttr(all);
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  if (parser.parseKeyword("algorithm") || parser.parseEqual())
    return failure();
  algorithm = dyn_cast_or_null<DotAlgorithmAttr>(DotAlgorithmAttr::parse(parser, {}));
  return success(static_cast<bool>(algorithm));
}

} // namespace brigade::stablehlo
