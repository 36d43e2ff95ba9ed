#include "hoist_checks.h"

#include "ir/build.h"
#include "ir/types.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace brigade::tools {

using namespace mlir;
using namespace stablehlo;

namespace {

/// The comparisons of reference/checks.h, written as operations.
class Predicate {
public:
  Predicate(OpBuilder &builder, Location loc) : b_(loc, builder) {}

  /// An i1 of rank 0: whether the named check passes on these values.
  Value passes(StringRef check, Value actual, Value expected) {
    auto none = ir::scalar(b_, b_.getLoc(), b_.getI1Type(), 0);
    if (actual.getType() != expected.getType())
      return none;
    Value same = same_value(actual, expected);
    if (isa<FloatType>(element_of(actual)) && check != "check.expect_eq")
      same = b_.create<OrOp>(same, check == "check.expect_close" ? within_ulps(actual, expected)
                                                                 : within_bound(actual, expected));
    auto all = ir::scalar(b_, b_.getLoc(), b_.getI1Type(), 1);
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, type_of(same).getRank()));
    return ir::build_reduce<AndOp>(b_, b_.getLoc(), same, all, dims)->getResult(0);
  }

private:
  static RankedTensorType type_of(Value x) { return cast<RankedTensorType>(x.getType()); }
  static Type element_of(Value x) { return type_of(x).getElementType(); }
  Value splat(Value like, double value) { return ir::splat(b_, b_.getLoc(), type_of(like), value); }
  Value compare(ComparisonDirection direction, Value x, Value y) {
    return b_.create<CompareOp>(x, y, direction);
  }

  Value same_value(Value x, Value y) {
    auto is_nan = [&](Value each) { return compare(ComparisonDirection::NE, each, each); };
    Value both_nan = b_.create<AndOp>(is_nan(x), is_nan(y));
    return b_.create<OrOp>(compare(ComparisonDirection::EQ, x, y), both_nan);
  }

  Value within_bound(Value x, Value y) {
    auto wide = [&](Value each) { return b_.create<ConvertOp>(each, b_.getF64Type()); };
    Value distance = b_.create<AbsOp>(b_.create<SubtractOp>(wide(x), wide(y)));
    return compare(ComparisonDirection::LE, distance, splat(distance, 1e-3));
  }

  Value within_ulps(Value x, Value y) {
    Value a = place_on_line(x), b = place_on_line(y);
    // The distance of two i64 is a ui64.
    Value distance = b_.create<SubtractOp>(b_.create<MaxOp>(a, b), b_.create<MinOp>(a, b));
    Type unsigned_type = type_of(a).clone(b_.getIntegerType(64, /*isSigned=*/false));
    distance = b_.create<BitcastConvertOp>(unsigned_type, distance);
    Value near = compare(ComparisonDirection::LE, distance, splat(distance, 3));
    Value finite = b_.create<AndOp>(b_.create<IsFiniteOp>(x), b_.create<IsFiniteOp>(y));
    return b_.create<AndOp>(near, finite);
  }

  /// A float's bits as an i64 on the line of all floats, both zeros at 0.
  Value place_on_line(Value x) {
    unsigned width = element_of(x).getIntOrFloatBitWidth();
    Value bits = b_.create<BitcastConvertOp>(type_of(x).clone(b_.getIntegerType(width)), x);
    Value wide = b_.create<ConvertOp>(bits, b_.getI64Type());
    Value lowest = splat(wide, -std::ldexp(1.0, static_cast<int>(width) - 1));
    Value negative = compare(ComparisonDirection::LT, wide, splat(wide, 0));
    return b_.create<SelectOp>(negative, b_.create<SubtractOp>(lowest, wide), wide);
  }

  ImplicitLocOpBuilder b_;
};

/// The same loop with further carried values that start as `initial`; the regions move there and
/// get arguments for them. Its body still returns the old values only.
WhileOp with_carried(WhileOp loop, ValueRange initial) {
  OpBuilder builder(loop);
  SmallVector<Value> operands(loop.getOperands());
  llvm::append_range(operands, initial);
  auto wider = builder.create<WhileOp>(loop.getLoc(), TypeRange(ValueRange(operands)), operands,
                                       loop->getAttrs());
  for (auto [from, to] : llvm::zip(loop->getRegions(), wider->getRegions())) {
    to.takeBody(from);
    for (Value value : initial)
      to.front().addArgument(value.getType(), loop.getLoc());
  }
  loop.replaceAllUsesWith(wider.getResults().take_front(loop.getNumResults()));
  loop.erase();
  return wider;
}

/// One loop further out.
void hoist_once(CustomCallOp check, WhileOp loop) {
  Location loc = check.getLoc();
  OpBuilder outside(loop);
  SmallVector<Value> initial{ir::scalar(outside, loc, outside.getI1Type(), 0)};
  for (Value compared : check->getOperands())
    initial.push_back(ir::splat(outside, loc, cast<RankedTensorType>(compared.getType()), 0));
  loop = with_carried(loop, initial);

  Block &body = loop.getBody().front();
  ArrayRef<BlockArgument> carried = body.getArguments().take_back(initial.size());
  Value found = carried[0];
  OpBuilder inside(check);
  Value passes = Predicate(inside, loc)
                     .passes(check.getCallTargetName(), check->getOperand(0), check->getOperand(1));
  SmallVector<Value> next{inside.create<OrOp>(loc, found, inside.create<NotOp>(loc, passes))};
  for (auto [kept, compared] : llvm::zip(carried.drop_front(), check->getOperands()))
    next.push_back(inside.create<SelectOp>(loc, found, kept, compared));
  Operation *terminator = body.getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), next);

  check->remove();
  OpBuilder behind(loop->getContext());
  behind.setInsertionPointAfter(loop);
  behind.insert(check);
  check->setOperands(loop->getResults().take_back(check->getNumOperands()));
}

} // namespace

void hoist_out_of_loops(CustomCallOp check) {
  while (auto loop = dyn_cast<WhileOp>(check->getParentOp())) {
    if (check->getParentRegion() != &loop.getBody())
      break;
    hoist_once(check, loop);
  }
}

} // namespace brigade::tools
