// What derivatives are told of a program.
include "ir/brigade/dialect.td"

// Its operand, without a tangent. Lowered away before the compiler's first phase.
def Brigade_StopGradientOp
    : Op<Brigade_Dialect, "stop_gradient", [Pure, Brigade_Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins Brigade_Tensor:$operand);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}
