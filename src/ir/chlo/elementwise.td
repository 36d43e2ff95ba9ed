// The functions that JAX leaves to the compiler to expand.
include "ir/chlo/dialect.td"

class Chlo_Unary<string mnemonic, Type type = Brigade_FloatTensor>
    : Op<Chlo_Dialect, mnemonic, [Pure, Brigade_Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_AcosOp : Chlo_Unary<"acos">;
def Chlo_AcoshOp : Chlo_Unary<"acosh">;
def Chlo_AsinOp : Chlo_Unary<"asin">;
def Chlo_AsinhOp : Chlo_Unary<"asinh">;
def Chlo_AtanOp : Chlo_Unary<"atan">;
def Chlo_AtanhOp : Chlo_Unary<"atanh">;
def Chlo_CoshOp : Chlo_Unary<"cosh">;
def Chlo_DigammaOp : Chlo_Unary<"digamma">;
def Chlo_ErfOp : Chlo_Unary<"erf">;
def Chlo_ErfInvOp : Chlo_Unary<"erf_inv">;
def Chlo_ErfcOp : Chlo_Unary<"erfc">;
def Chlo_LgammaOp : Chlo_Unary<"lgamma">;
def Chlo_SinhOp : Chlo_Unary<"sinh">;
def Chlo_SquareOp : Chlo_Unary<"square", Brigade_NumberTensor>;
