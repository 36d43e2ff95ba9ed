include "ir/stablehlo/dialect.td"

def StableHLO_ConstantOp
    : StableHLO_Op<
          "constant", [ConstantLike, Pure, InferTypeOpAdaptor,
                       DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Brigade_Tensor:$output);
  let hasFolder = 1;
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_IotaOp : StableHLO_Op<"iota", [Pure]> {
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Brigade_NumberTensor:$output);
  let hasVerifier = 1;
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

// Operand dimension i becomes result dimension broadcast_dimensions[i]; a size of 1 is repeated.
def StableHLO_BroadcastInDimOp
    : StableHLO_Op<"broadcast_in_dim", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins Brigade_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_ReshapeOp : StableHLO_Op<"reshape", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins Brigade_Tensor:$operand);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// Result dimension i is operand dimension permutation[i].
def StableHLO_TransposeOp : StableHLO_Op<"transpose", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_ReverseOp : StableHLO_Op<"reverse", [Pure, SameOperandsAndResultType]> {
  let arguments = (ins Brigade_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameType>(type($operand),
      type($result))
  }];
}

def StableHLO_SliceOp : StableHLO_Op<"slice", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
      DenseI64ArrayAttr:$limit_indices, DenseI64ArrayAttr:$strides);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_ConcatenateOp : StableHLO_Op<"concatenate", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsAndComma>($inputs) `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
}

// Negative low and high padding crop.
def StableHLO_PadOp : StableHLO_Op<"pad", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, Brigade_Tensor:$padding_value,
      DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
      DenseI64ArrayAttr:$interior_padding);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high
      `,`
      `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

// Element types of the same width, or a last dimension that makes up for the difference.
def StableHLO_BitcastConvertOp : StableHLO_Op<"bitcast_convert", [Pure]> {
  let arguments = (ins Brigade_Tensor:$operand);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
