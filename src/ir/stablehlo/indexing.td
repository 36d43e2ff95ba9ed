include "ir/stablehlo/dialect.td"

// Start indices are clamped so that the slice lies inside.
def StableHLO_DynamicSliceOp : StableHLO_Op<"dynamic_slice", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, Variadic<Brigade_IndexTensor>:$start_indices,
      DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsAndComma>($start_indices) `sizes` `=` $slice_sizes attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicUpdateSliceOp
    : StableHLO_Op<"dynamic_update_slice", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, Brigade_Tensor:$update,
      Variadic<Brigade_IndexTensor>:$start_indices);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def StableHLO_GatherOp : StableHLO_Op<"gather", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, Brigade_IntTensor:$start_indices,
      StableHLO_GatherDimensionNumbers:$dimension_numbers, DenseI64ArrayAttr:$slice_sizes,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Brigade_Tensor:$result);
}

// update_computation(old..., update...) -> new..., applied at each place an index names; places
// outside are skipped.
def StableHLO_ScatterOp : StableHLO_Op<"scatter", [RecursiveMemoryEffects, RecursivelySpeculatable,
                                                   SameVariadicOperandSize, InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$inputs, Brigade_IntTensor:$scatter_indices,
      Variadic<Brigade_Tensor>:$updates,
      StableHLO_ScatterDimensionNumbers:$scatter_dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Brigade_Tensor>);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasRegionVerifier = 1;
}
