#pragma once

#include "ir/sdy/dialect.h"

/// The custom directives of the dialect's assembly formats.
namespace brigade::sdy {

/// `[<@mesh, [{"x"}]>, <@mesh, [{}]>]`
mlir::ParseResult parseShardingList(mlir::OpAsmParser &parser,
                                    TensorShardingPerValueAttr &shardings);
void printShardingList(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       TensorShardingPerValueAttr shardings);

/// `(%a: tensor<2xf32>) { ... }`: a region of one block with its arguments in front.
mlir::ParseResult parseBodyWithArguments(mlir::OpAsmParser &parser, mlir::Region &body);
void printBodyWithArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &body);

} // namespace brigade::sdy
