#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

/// Pieces of assembly that operations of several families share; each `custom<Name>` of an
/// assemblyFormat calls printName and parseName, whose names MLIR fixes.
namespace brigade::ir::assembly {

/// `tensor<4xf32>` where operands and result have one type, else the function type.
mlir::ParseResult parse_same_type(mlir::OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> operands,
                                  mlir::Type &result);
void print_same_type(mlir::OpAsmPrinter &printer, mlir::Operation *op);

template <class... Types>
mlir::ParseResult parseSameType(mlir::OpAsmParser &parser, Types &...types) {
  llvm::SmallVector<mlir::Type *> all{&types...};
  mlir::Type *result = all.pop_back_val();
  return parse_same_type(parser, all, *result);
}
template <class... Types>
void printSameType(mlir::OpAsmPrinter &printer, mlir::Operation *op, Types...) {
  print_same_type(printer, op);
}

/// The predicate's type and the others', or the function type where those differ.
mlir::ParseResult parseSelectType(mlir::OpAsmParser &parser, mlir::Type &pred, mlir::Type &on_true,
                                  mlir::Type &on_false, mlir::Type &result);
void printSelectType(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type pred,
                     mlir::Type on_true, mlir::Type on_false, mlir::Type result);

/// Types of which each stands for an operand and a result.
mlir::ParseResult parsePairwiseTypes(mlir::OpAsmParser &parser,
                                     llvm::SmallVectorImpl<mlir::Type> &operands,
                                     llvm::SmallVectorImpl<mlir::Type> &results);
void printPairwiseTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeRange operands,
                        mlir::TypeRange results);

/// `%a, %b,` before a keyword.
mlir::ParseResult
parseOperandsAndComma(mlir::OpAsmParser &parser,
                      llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printOperandsAndComma(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::OperandRange operands);

/// `[start:limit:stride, ...]`, without a stride of 1.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> limits,
                      llvm::ArrayRef<int64_t> strides);

/// `e5m10`
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser, mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);
void printExponentMantissa(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::IntegerAttr exponent, mlir::IntegerAttr mantissa);

/// `@name`
mlir::ParseResult parseSymbolName(mlir::OpAsmParser &parser, mlir::StringAttr &name);
void printSymbolName(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::StringAttr name);

/// `[1, 2] x [0, 3]`
mlir::ParseResult parse_dims(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &dims);
void print_dims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

} // namespace brigade::ir::assembly
