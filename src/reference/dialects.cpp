#include "reference/dialects.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

namespace brigade::reference {

using mlir::OpAsmParser;
using mlir::OperationState;
using mlir::ParseResult;

namespace {

using Operand = OpAsmParser::UnresolvedOperand;

/// `, tolerance = 0.1`, where it is there.
ParseResult parse_tolerance(OpAsmParser &parser, OperationState &state) {
  double tolerance;
  if (failed(parser.parseOptionalComma()))
    return mlir::success();
  if (parser.parseKeyword("tolerance") || parser.parseEqual() || parser.parseFloat(tolerance))
    return mlir::failure();
  state.addAttribute("tolerance", parser.getBuilder().getF64FloatAttr(tolerance));
  return mlir::success();
}

/// %actual, dense<...> : type [, tolerance = ...]
ParseResult parse_with_constant(OpAsmParser &parser, OperationState &state) {
  Operand actual;
  mlir::ElementsAttr expected;
  return mlir::failure(parser.parseOperand(actual) || parser.parseComma() ||
                       parser.parseAttribute(expected, "value", state.attributes) ||
                       parse_tolerance(parser, state) ||
                       parser.parseOptionalAttrDict(state.attributes) ||
                       parser.resolveOperand(actual, expected.getShapedType(), state.operands));
}

/// %actual, %expected [, tolerance = ...] : type
ParseResult parse_with_value(OpAsmParser &parser, OperationState &state) {
  Operand actual, expected;
  mlir::Type type;
  return mlir::failure(
      parser.parseOperand(actual) || parser.parseComma() || parser.parseOperand(expected) ||
      parse_tolerance(parser, state) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) || parser.resolveOperand(actual, type, state.operands) ||
      parser.resolveOperand(expected, type, state.operands));
}

/// %actual, %expected, max_ulp_difference = 3 : type, type
ParseResult parse_close(OpAsmParser &parser, OperationState &state) {
  Operand actual, expected;
  int64_t ulps;
  mlir::Type actual_type, expected_type;
  if (parser.parseOperand(actual) || parser.parseComma() || parser.parseOperand(expected) ||
      parser.parseComma() || parser.parseKeyword("max_ulp_difference") || parser.parseEqual() ||
      parser.parseInteger(ulps) || parser.parseColon() ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseType(actual_type) ||
      parser.parseComma() || parser.parseType(expected_type))
    return mlir::failure();
  state.addAttribute("max_ulp_difference", parser.getBuilder().getI64IntegerAttr(ulps));
  return mlir::failure(parser.resolveOperand(actual, actual_type, state.operands) ||
                       parser.resolveOperand(expected, expected_type, state.operands));
}

class CheckDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() { return "check"; }

  explicit CheckDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context, mlir::TypeID::get<CheckDialect>()) {
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef name) const override {
    if (name == "check.expect_close")
      return ParseOpHook(parse_close);
    if (name == "check.expect_eq" || name == "check.expect_almost_eq")
      return ParseOpHook(parse_with_value);
    if (name == "check.expect_eq_const" || name == "check.expect_almost_eq_const")
      return ParseOpHook(parse_with_constant);
    return std::nullopt;
  }
};

class InterpreterDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InterpreterDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() { return "interpreter"; }

  explicit InterpreterDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context, mlir::TypeID::get<InterpreterDialect>()) {
    allowUnknownOperations();
  }
};

} // namespace

void register_dialects(mlir::DialectRegistry &registry) {
  registry.insert<CheckDialect, InterpreterDialect>();
}

} // namespace brigade::reference
