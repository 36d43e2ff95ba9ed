include "ir/stablehlo/dialect.td"

// The result has the batching dimensions, then the rest of lhs, then the rest of rhs. Its element
// type is the user's choice.
def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [Pure]> {
  let arguments = (ins Brigade_Tensor:$lhs, Brigade_Tensor:$rhs,
      StableHLO_DotDimensionNumbers:$dot_dimension_numbers,
      OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config,
      OptionalAttr<StableHLO_DotAlgorithm>:$algorithm);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let builders =
      [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$lhs, "::mlir::Value":$rhs,
           "::llvm::ArrayRef<int64_t>":$lhs_batching, "::llvm::ArrayRef<int64_t>":$rhs_batching,
           "::llvm::ArrayRef<int64_t>":$lhs_contracting,
           "::llvm::ArrayRef<int64_t>":$rhs_contracting)>,
       // The result has lhs's element type; the shapes must fit.
       OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
           "::llvm::ArrayRef<int64_t>":$lhs_batching, "::llvm::ArrayRef<int64_t>":$rhs_batching,
           "::llvm::ArrayRef<int64_t>":$lhs_contracting,
           "::llvm::ArrayRef<int64_t>":$rhs_contracting)>];
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) ``
      custom<PrecisionAndAlgorithm>($precision_config, $algorithm)
      attr-dict `:` functional-type(operands, results)
  }];
}
