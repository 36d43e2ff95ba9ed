// What the dialects share: the tensors they accept, traits, the interfaces their operations have.
#ifndef BRIGADE_IR_COMMON
#define BRIGADE_IR_COMMON

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// A ranked tensor of static shape whose element type is in a class of ir/constraints.h.
class Brigade_TensorOf<string elements, string what>
    : Type<CPred<"::brigade::ir::is_tensor_of($_self, ::brigade::ir::Elements::"#elements#")">,
           "a tensor of static shape with elements of "#what, "::mlir::RankedTensorType">;

def Brigade_Tensor : Brigade_TensorOf<"Any", "bool, integer or float type">;
def Brigade_BoolTensor : Brigade_TensorOf<"Bool", "type i1">;
def Brigade_IntTensor : Brigade_TensorOf<"Int", "integer type">;
def Brigade_FloatTensor : Brigade_TensorOf<"Float", "float type">;
def Brigade_BitsTensor : Brigade_TensorOf<"Bits", "bool or integer type">;
def Brigade_SignedTensor : Brigade_TensorOf<"Signed", "signed integer or float type">;
def Brigade_NumberTensor : Brigade_TensorOf<"Number", "integer or float type">;
def Brigade_IndexTensor
    : Type<CPred<"::brigade::ir::is_scalar_index($_self)">,
           "a tensor of rank 0 with integer elements", "::mlir::RankedTensorType">;

// Element i of each result depends on element i of each operand and on nothing else; an operand of
// rank 0 counts for every i.
def Brigade_Elementwise : NativeOpTrait<"Elementwise"> { let cppNamespace = "::brigade::ir"; }

// f(a, b) == f(b, a), for every value. Not mlir's trait: that one lets canonicalization reorder
// operands.
def Brigade_Commutative : NativeOpTrait<"Commutative"> { let cppNamespace = "::brigade::ir"; }

#endif
