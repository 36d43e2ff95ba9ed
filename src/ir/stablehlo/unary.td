include "ir/stablehlo/dialect.td"

class StableHLO_Unary<string mnemonic, Type type>
    : StableHLO_Op<mnemonic, [Pure, Brigade_Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
}

// A function whose result is rounded more than once; result_accuracy says how far off it may be.
class StableHLO_Function<string mnemonic>
    : StableHLO_Op<mnemonic, [Pure, Brigade_Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins Brigade_FloatTensor:$operand,
      OptionalAttr<StableHLO_ResultAccuracy>:$result_accuracy);
  let results = (outs Brigade_FloatTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand, ResultAccuracyAttr());
  }]>, OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$operand), [{
    build($_builder, $_state, result, operand, ResultAccuracyAttr());
  }]>];
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
}

def StableHLO_AbsOp : StableHLO_Unary<"abs", Brigade_SignedTensor>;
def StableHLO_CbrtOp : StableHLO_Function<"cbrt">;
def StableHLO_CeilOp : StableHLO_Unary<"ceil", Brigade_FloatTensor>;
def StableHLO_ClzOp : StableHLO_Unary<"count_leading_zeros", Brigade_IntTensor>;
def StableHLO_CosineOp : StableHLO_Function<"cosine">;
def StableHLO_ExpOp : StableHLO_Function<"exponential">;
def StableHLO_Expm1Op : StableHLO_Function<"exponential_minus_one">;
def StableHLO_FloorOp : StableHLO_Unary<"floor", Brigade_FloatTensor>;
def StableHLO_LogOp : StableHLO_Function<"log">;
def StableHLO_Log1pOp : StableHLO_Function<"log_plus_one">;
def StableHLO_LogisticOp : StableHLO_Function<"logistic">;
def StableHLO_NegOp : StableHLO_Unary<"negate", Brigade_NumberTensor>;
def StableHLO_NotOp : StableHLO_Unary<"not", Brigade_BitsTensor>;
def StableHLO_PopulationCountOp : StableHLO_Unary<"popcnt", Brigade_IntTensor>;
def StableHLO_RoundOp : StableHLO_Unary<"round_nearest_afz", Brigade_FloatTensor>;
def StableHLO_RoundNearestEvenOp : StableHLO_Unary<"round_nearest_even", Brigade_FloatTensor>;
def StableHLO_RsqrtOp : StableHLO_Function<"rsqrt">;
def StableHLO_SignOp : StableHLO_Unary<"sign", Brigade_SignedTensor>;
def StableHLO_SineOp : StableHLO_Function<"sine">;
def StableHLO_SqrtOp : StableHLO_Function<"sqrt">;
def StableHLO_TanOp : StableHLO_Function<"tan">;
def StableHLO_TanhOp : StableHLO_Function<"tanh">;

def StableHLO_ReducePrecisionOp
    : StableHLO_Op<"reduce_precision", [Pure, Brigade_Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins Brigade_FloatTensor:$operand, I32Attr:$exponent_bits,
      I32Attr:$mantissa_bits);
  let results = (outs Brigade_FloatTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict
      `:` custom<SameType>(type($operand), type($result))
  }];
}

def StableHLO_IsFiniteOp
    : StableHLO_Op<"is_finite", [Pure, Brigade_Elementwise, InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_FloatTensor:$x);
  let results = (outs Brigade_BoolTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

// The result's element type is the user's choice. Printed short where it does not change.
def StableHLO_ConvertOp
    : StableHLO_Op<"convert", [Pure, Brigade_Elementwise, SameOperandsAndResultShape]> {
  let arguments = (ins Brigade_Tensor:$operand);
  let results = (outs Brigade_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$element_type)>];
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
}
