#include "ir/assembly.h"

namespace brigade::ir::assembly {

using namespace mlir;

/// Spreads a function type over operands and the one result.
static ParseResult assign(OpAsmParser &parser, SMLoc where, FunctionType type,
                          ArrayRef<Type *> operands, Type &result) {
  if (type.getNumInputs() != operands.size())
    return parser.emitError(where)
           << "expects " << operands.size() << " operand types, not " << type.getNumInputs();
  if (type.getNumResults() != 1)
    return parser.emitError(where) << "expects one result type, not " << type.getNumResults();
  for (auto [operand, input] : llvm::zip(operands, type.getInputs()))
    *operand = input;
  result = type.getResult(0);
  return success();
}

ParseResult parse_same_type(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result) {
  SMLoc where = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assign(parser, where, function, operands, result);
  for (Type *operand : operands)
    *operand = type;
  result = type;
  return success();
}

void print_same_type(OpAsmPrinter &printer, Operation *op) {
  Type result = op->getResult(0).getType();
  if (llvm::all_of(op->getOperandTypes(), [&](Type type) { return type == result; }))
    printer.printType(result);
  else
    printer.printFunctionalType(op);
}

ParseResult parseSelectType(OpAsmParser &parser, Type &pred, Type &on_true, Type &on_false,
                            Type &result) {
  SMLoc where = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    on_true = on_false = result = types[1];
    return success();
  }
  if (auto function = types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : nullptr)
    return assign(parser, where, function, {&pred, &on_true, &on_false}, result);
  return parser.emitError(
      where, "expects a function type, or the type of the predicate and that of the values");
}

void printSelectType(OpAsmPrinter &printer, Operation *op, Type pred, Type on_true, Type on_false,
                     Type result) {
  if (on_true != result || on_false != result)
    return printer.printFunctionalType(op);
  printer << pred << ", " << result;
}

ParseResult parsePairwiseTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                               SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPairwiseTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult parseOperandsAndComma(OpAsmParser &parser,
                                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsAndComma(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  if (!operands.empty())
    printer << ",";
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits, DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto range = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(stride.back()) : success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, range))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *, ArrayRef<int64_t> starts,
                      ArrayRef<int64_t> limits, ArrayRef<int64_t> strides) {
  printer << "[";
  llvm::interleaveComma(llvm::zip(starts, limits, strides), printer, [&](auto range) {
    auto [start, limit, stride] = range;
    printer << start << ":" << limit;
    if (stride != 1)
      printer << ":" << stride;
  });
  printer << "]";
}

ParseResult parseExponentMantissa(OpAsmParser &parser, IntegerAttr &exponent,
                                  IntegerAttr &mantissa) {
  SMLoc where = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  unsigned exponent_bits, mantissa_bits;
  StringRef rest = text;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponent_bits) ||
      !rest.consume_front("m") || rest.consumeInteger(10, mantissa_bits) || !rest.empty())
    return parser.emitError(where) << "expects a format such as e5m10, not '" << text << "'";
  exponent = parser.getBuilder().getI32IntegerAttr(exponent_bits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissa_bits);
  return success();
}

void printExponentMantissa(OpAsmPrinter &printer, Operation *, IntegerAttr exponent,
                           IntegerAttr mantissa) {
  printer << "e" << exponent.getInt() << "m" << mantissa.getInt();
}

ParseResult parseSymbolName(OpAsmParser &parser, StringAttr &name) {
  return parser.parseSymbolName(name);
}

void printSymbolName(OpAsmPrinter &printer, Operation *, StringAttr name) {
  printer.printSymbolName(name.getValue());
}

ParseResult parse_dims(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(dims.emplace_back()); });
}

void print_dims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << "[";
  llvm::interleaveComma(dims, printer);
  printer << "]";
}

} // namespace brigade::ir::assembly
