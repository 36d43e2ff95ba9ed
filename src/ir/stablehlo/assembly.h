#pragma once

#include "ir/assembly.h"
#include "ir/stablehlo/dialect.h"

/// The custom directives of the dialect's assembly formats.
namespace brigade::stablehlo {

using namespace ir::assembly;

/// `batching_dims = [0] x [0], contracting_dims = [1] x [0]`
mlir::ParseResult parseDotDimensionNumbers(mlir::OpAsmParser &parser,
                                           DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                              DotDimensionNumbersAttr numbers);

/// `, precision = [DEFAULT, HIGHEST]`, `, algorithm = <lhs_precision_type = bf16, ...>`, both or
/// nothing.
mlir::ParseResult parsePrecisionAndAlgorithm(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionAndAlgorithm(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                                mlir::ArrayAttr precision, DotAlgorithmAttr algorithm);

/// `GT`
mlir::ParseResult parseDirection(mlir::OpAsmParser &parser, ComparisonDirectionAttr &direction);
void printDirection(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    ComparisonDirectionAttr direction);

/// `, FLOAT` or nothing.
mlir::ParseResult parseComparedAs(mlir::OpAsmParser &parser, ComparisonTypeAttr &type);
void printComparedAs(mlir::OpAsmPrinter &printer, mlir::Operation *op, ComparisonTypeAttr type);

} // namespace brigade::stablehlo
