// Exact algebra, one rule a line: for every input the right side has the bits of the left, up to
// which NaN it is.
//
// A constant operand of a commutative operation stands on the right (see canonical.cpp), so each
// rule is written once. Constraints and helpers are those of simplify/match.h. `$r` is the matched
// operation's result.
include "ir/chlo/elementwise.td"
include "ir/stablehlo/binary.td"
include "ir/stablehlo/indexing.td"
include "ir/stablehlo/structure.td"
include "ir/stablehlo/unary.td"
include "mlir/IR/PatternBase.td"

class Is<string what, string check> : Constraint<CPred<check>, what>;
def Int : Is<"integers", "is_int($0)">;
def Float : Is<"floats", "is_float($0)">;
def Zero : Is<"all +0", "is_splat($0, 0.0)">;
def MinusZero : Is<"all -0", "is_splat($0, -0.0)">;
def One : Is<"all 1", "is_splat($0, 1.0)">;
def Ones : Is<"all bits set", "is_all_ones($0)">;
def Lowest : Is<"all lowest", "is_lowest($0)">;
def Highest : Is<"all highest", "is_highest($0)">;
def PowerOfTwo : Is<"a power of two whose inverse is one too", "has_exact_inverse($0)">;
def Scalar : Is<"rank 0", "is_rank_zero($0)">;
def Same : Is<"one type", "$0.getType() == $1.getType()">;
def Equal : Is<"equal", "$0 == $1">;
def Identity : Is<"0, 1, 2, ...", "is_identity($0)">;
def Zeros : Is<"all 0", "is_all_zero($0)">;
def Widening : Is<"$1 holds every value of $0", "holds_every_value($0, $1)">;

def splat_zero : NativeCodeCall<"splat_like($_builder, $_loc, $0, 0)">;
def inverse : NativeCodeCall<"inverse_of($_builder, $_loc, $0)">;
def at : NativeCodeCall<"compose($_builder, $0, $1)">;       // i -> $0[$1[i]]
def place_in : NativeCodeCall<"place_in($_builder, $0, $1)">; // i -> where $0[i] stands in $1

class To<dag left, list<dag> when = []> : Pat<left, (replaceWithValue $x), when>;
class Rule<dag left, dag right, list<dag> when = []> : Pat<left, right, when>;

// Signs
def : To<(StableHLO_NegOp (StableHLO_NegOp $x))>;
def : To<(StableHLO_NotOp (StableHLO_NotOp $x))>;
def : Rule<(StableHLO_AbsOp (StableHLO_NegOp $x)), (StableHLO_AbsOp $x)>;
def : Rule<(StableHLO_AbsOp (StableHLO_AbsOp $x)), (StableHLO_AbsOp $x)>;
def : Rule<(StableHLO_AddOp $x, (StableHLO_NegOp $y)), (StableHLO_SubtractOp $x, $y)>;
def : Rule<(StableHLO_AddOp (StableHLO_NegOp $x), $y), (StableHLO_SubtractOp $y, $x)>;
def : Rule<(StableHLO_SubtractOp $x, (StableHLO_NegOp $y)), (StableHLO_AddOp $x, $y)>;
def : Rule<(StableHLO_NegOp (StableHLO_SubtractOp $x, $y)), (StableHLO_SubtractOp $y, $x),
           [(Int $x)]>;
def : Rule<(StableHLO_MulOp (StableHLO_NegOp $x), (StableHLO_NegOp $y)), (StableHLO_MulOp $x, $y)>;
def : Rule<(StableHLO_DivOp (StableHLO_NegOp $x), (StableHLO_NegOp $y)), (StableHLO_DivOp $x, $y),
           [(Float $x)]>;

// Neutral elements: x + 0 is no such rule for floats (-0 + 0 is 0), x + -0 is
def : To<(StableHLO_AddOp $x, $c), [(Int $x), (Zero $c)]>;
def : To<(StableHLO_AddOp $x, $c), [(MinusZero $c)]>;
def : To<(StableHLO_SubtractOp $x, $c), [(Zero $c)]>;
def : To<(StableHLO_MulOp $x, $c), [(One $c)]>;
def : To<(StableHLO_DivOp $x, $c), [(One $c)]>;
def : To<(StableHLO_PowOp $x, $c), [(One $c)]>;
def : To<(StableHLO_AndOp $x, $c), [(Ones $c)]>;
def : To<(StableHLO_OrOp $x, $c), [(Zero $c)]>;
def : To<(StableHLO_XorOp $x, $c), [(Zero $c)]>;
def : To<(StableHLO_ShiftLeftOp $x, $c), [(Zero $c)]>;
def : To<(StableHLO_ShiftRightLogicalOp $x, $c), [(Zero $c)]>;
def : To<(StableHLO_ShiftRightArithmeticOp $x, $c), [(Zero $c)]>;
def : To<(StableHLO_MaxOp $x, $c), [(Lowest $c)]>;
def : To<(StableHLO_MinOp $x, $c), [(Highest $c)]>;

// Absorbing elements, of integers and bools
def : To<(StableHLO_MulOp $_, $x), [(Int $x), (Zero $x)]>;
def : To<(StableHLO_AndOp $_, $x), [(Zero $x)]>;
def : To<(StableHLO_OrOp $_, $x), [(Ones $x)]>;
def : Rule<(StableHLO_RemOp $x, $c), (splat_zero $x), [(Int $x), (One $c)]>;

// Equal operands
def : To<(StableHLO_MaxOp $x, $x)>;
def : To<(StableHLO_MinOp $x, $x)>;
def : To<(StableHLO_AndOp $x, $x)>;
def : To<(StableHLO_OrOp $x, $x)>;
def : Rule<(StableHLO_XorOp $x, $x), (splat_zero $x)>;
def : Rule<(StableHLO_SubtractOp $x, $x), (splat_zero $x), [(Int $x)]>;
def : To<(StableHLO_SelectOp $_, $x, $x)>;

// Selection
def : To<(StableHLO_SelectOp $c, $x, $_), [(Ones $c)]>;
def : To<(StableHLO_SelectOp $c, $_, $x), [(Zero $c)]>;
def : Rule<(StableHLO_SelectOp (StableHLO_NotOp $p), $x, $y), (StableHLO_SelectOp $p, $y, $x)>;

// Cheaper operations
def : Rule<(StableHLO_DivOp $x, $c), (StableHLO_MulOp $x, (inverse $c)), [(PowerOfTwo $c)]>;
def : Rule<(Chlo_SquareOp $x), (StableHLO_MulOp $x, $x)>;

// Conversions
def : To<(StableHLO_ConvertOp:$r $x), [(Same $r, $x)]>;
def : Rule<(StableHLO_ConvertOp (StableHLO_ConvertOp:$y $x)), (StableHLO_ConvertOp $x),
           [(Widening $x, $y)]>;
def : To<(StableHLO_BitcastConvertOp:$r $x), [(Same $r, $x)]>;

// Structure
def : To<(StableHLO_ReshapeOp:$r $x), [(Same $r, $x)]>;
def : Rule<(StableHLO_ReshapeOp (StableHLO_ReshapeOp $x)), (StableHLO_ReshapeOp $x)>;
def : To<(StableHLO_TransposeOp $x, $p), [(Identity $p)]>;
def : Rule<(StableHLO_TransposeOp (StableHLO_TransposeOp $x, $p), $q),
           (StableHLO_TransposeOp $x, (at $p, $q))>;
def : To<(StableHLO_BroadcastInDimOp:$r $x, $p), [(Same $r, $x), (Identity $p)]>;
def : Rule<(StableHLO_BroadcastInDimOp (StableHLO_BroadcastInDimOp $x, $p), $q),
           (StableHLO_BroadcastInDimOp $x, (at $q, $p))>;
def : Rule<(StableHLO_TransposeOp (StableHLO_BroadcastInDimOp $x, $p), $q),
           (StableHLO_BroadcastInDimOp $x, (place_in $p, $q))>;
def : Rule<(StableHLO_ReshapeOp (StableHLO_BroadcastInDimOp $x, $p)),
           (StableHLO_BroadcastInDimOp $x, $p), [(Scalar $x)]>;
def : Rule<(StableHLO_SliceOp (StableHLO_BroadcastInDimOp $x, $p), $_, $_, $_),
           (StableHLO_BroadcastInDimOp $x, $p),
           [(Scalar $x)]>;
def : To<(StableHLO_ReverseOp (StableHLO_ReverseOp $x, $d), $e), [(Equal $d, $e)]>;
def : To<(StableHLO_SliceOp:$r $x, $_, $_, $_), [(Same $r, $x)]>;
def : To<(StableHLO_PadOp $x, $_, $low, $high, $interior),
           [(Zeros $low), (Zeros $high), (Zeros $interior)]>;
def : To<(StableHLO_DynamicSliceOp:$r $x, $_, $_), [(Same $r, $x)]>;
def : To<(StableHLO_DynamicUpdateSliceOp:$r $_, $x, $_), [(Same $r, $x)]>;
