include "ir/stablehlo/dialect.td"

class StableHLO_Binary<string mnemonic, Type type, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, [Pure, Brigade_Elementwise, SameOperandsAndResultType]#traits> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` custom<SameType>(type($lhs), type($rhs), type($result))";
}

def StableHLO_AddOp : StableHLO_Binary<"add", Brigade_Tensor, [Brigade_Commutative]>;
def StableHLO_AndOp : StableHLO_Binary<"and", Brigade_BitsTensor, [Brigade_Commutative]>;
def StableHLO_Atan2Op : StableHLO_Binary<"atan2", Brigade_FloatTensor>;
def StableHLO_DivOp : StableHLO_Binary<"divide", Brigade_NumberTensor>;
def StableHLO_MaxOp : StableHLO_Binary<"maximum", Brigade_Tensor, [Brigade_Commutative]>;
def StableHLO_MinOp : StableHLO_Binary<"minimum", Brigade_Tensor, [Brigade_Commutative]>;
def StableHLO_MulOp : StableHLO_Binary<"multiply", Brigade_Tensor, [Brigade_Commutative]>;
def StableHLO_OrOp : StableHLO_Binary<"or", Brigade_BitsTensor, [Brigade_Commutative]>;
def StableHLO_PowOp : StableHLO_Binary<"power", Brigade_NumberTensor>;
def StableHLO_RemOp : StableHLO_Binary<"remainder", Brigade_NumberTensor>;
def StableHLO_ShiftLeftOp : StableHLO_Binary<"shift_left", Brigade_IntTensor>;
def StableHLO_ShiftRightArithmeticOp
    : StableHLO_Binary<"shift_right_arithmetic", Brigade_IntTensor>;
def StableHLO_ShiftRightLogicalOp : StableHLO_Binary<"shift_right_logical", Brigade_IntTensor>;
def StableHLO_SubtractOp : StableHLO_Binary<"subtract", Brigade_NumberTensor>;
def StableHLO_XorOp : StableHLO_Binary<"xor", Brigade_BitsTensor, [Brigade_Commutative]>;

def StableHLO_CompareOp
    : StableHLO_Op<"compare", [Pure, Brigade_Elementwise, SameTypeOperands, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$lhs, Brigade_Tensor:$rhs,
      StableHLO_ComparisonDirectionAttr:$comparison_direction,
      OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs Brigade_BoolTensor:$result);
  let hasVerifier = 1;
  // Without a compare type: the one that the element type has by default.
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::brigade::stablehlo::ComparisonDirection":$direction)>];
  let assemblyFormat = [{
    custom<Direction>($comparison_direction) `,` $lhs `,` $rhs ``
      custom<ComparedAs>($compare_type) attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_SelectOp : StableHLO_Op<"select", [Pure, Brigade_Elementwise, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_BoolTensor:$pred, Brigade_Tensor:$on_true, Brigade_Tensor:$on_false);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectType>(type($pred), type($on_true), type($on_false),
      type($result))
  }];
}

// min and max have the operand's shape or rank 0.
def StableHLO_ClampOp : StableHLO_Op<"clamp", [Pure, Brigade_Elementwise, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$min, Brigade_Tensor:$operand, Brigade_Tensor:$max);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SameType>(type($min), type($operand), type($max), type($result))
  }];
}
