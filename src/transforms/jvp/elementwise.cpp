#include "transforms/jvp/algebra.h"

namespace brigade::transforms {

using namespace stablehlo;

namespace {

/// 1 where x wins over y, 0.5 where they are equal, else 0.
Value share(Value x, Value y, ComparisonDirection wins) {
  return select(compare(x, y, wins), x.like(1), select(eq(x, y), x.like(0.5), x.like(0)));
}
Value above(Value x, Value y) { return share(x, y, ComparisonDirection::GT); }
Value below(Value x, Value y) { return share(x, y, ComparisonDirection::LT); }

/// d(x^y)/dx. With a constant exponent there is no need of the guard against 0 * inf.
Value power_by_base(Value x, Value y) {
  if (std::optional<double> n = y.splat_value())
    return *n == 0   ? x.like(0)
           : *n == 1 ? x.like(1)
           : *n == 2 ? 2 * x
                     : *n * pow(x, x.like(*n - 1));
  Value is_zero = eq(y, 0);
  return select(is_zero, y.like(0), y * pow(x, select(is_zero, y.like(1), y - 1)));
}

/// x / y towards zero, for d(x rem y)/dy.
Value truncated_quotient(Value x, Value y) { return sign(x / y) * floor(abs(x / y)); }

/// A select or clamp may have scalars where the other operands have a shape.
Value spread(Value x, Value to) { return x.rank() == to.rank() ? x : x.broadcast(to.shape(), {}); }

LogicalResult select_jvp(JvpContext &c) {
  c.set(0, select(c.operand(0), c.dense_tangent(1), c.dense_tangent(2)));
  return mlir::success();
}

LogicalResult clamp_jvp(JvpContext &c) {
  Value x = c.operand(1), low = spread(c.operand(0), x), high = spread(c.operand(2), x), sum;
  auto term = [&](unsigned i, Value where) {
    if (Value t = c.tangent(i))
      sum = sum_terms(sum, select(where, spread(t, x), 0.0));
  };
  term(0, gt(low, x));
  term(1, both(gt(x, low), lt(x, high)));
  term(2, lt(high, x));
  c.set(0, sum);
  return mlir::success();
}

LogicalResult convert_jvp(JvpContext &c) {
  if (c.result().is_floating())
    c.set(0, c.tangent(0).convert(c.result().element()));
  return mlir::success();
}

} // namespace

void add_elementwise_jvp(JvpRules &rules) {
  using V = Value;
  // Unary: x, y = f(x), dx.
  rules.add<AbsOp>(unary([](V x, V, V dx) { return dx * sign(x); }));
  rules.add<CbrtOp>(unary([](V, V y, V dx) { return dx / (3 * y * y); }));
  rules.add<CosineOp>(unary([](V x, V, V dx) { return dx * -sin(x); }));
  rules.add<ExpOp>(unary([](V, V y, V dx) { return dx * y; }));
  rules.add<Expm1Op>(unary([](V, V y, V dx) { return dx * (y + 1); }));
  rules.add<LogOp>(unary([](V x, V, V dx) { return dx / x; }));
  rules.add<Log1pOp>(unary([](V x, V, V dx) { return dx / (x + 1); }));
  rules.add<LogisticOp>(unary([](V, V y, V dx) { return dx * (y * (1 - y)); }));
  rules.add<NegOp>(unary([](V, V, V dx) { return -dx; }));
  rules.add<RsqrtOp>(unary([](V x, V y, V dx) { return dx * (-0.5 * (y / x)); }));
  rules.add<SineOp>(unary([](V x, V, V dx) { return dx * cos(x); }));
  rules.add<SqrtOp>(unary([](V, V y, V dx) { return dx * (0.5 / y); }));
  rules.add<TanOp>(unary([](V, V y, V dx) { return dx * (1 + y * y); }));
  rules.add<TanhOp>(unary([](V, V y, V dx) { return dx * (1 - y * y); }));
  rules.add<ReducePrecisionOp>(linear({0}));

  // Binary: x, y, z = f(x, y), and one tangent.
  rules.add<AddOp>(binary([](V, V, V, V dx) { return dx; }, [](V, V, V, V dy) { return dy; }));
  rules.add<SubtractOp>(
      binary([](V, V, V, V dx) { return dx; }, [](V, V, V, V dy) { return -dy; }));
  rules.add<MulOp>(
      binary([](V, V y, V, V dx) { return dx * y; }, [](V x, V, V, V dy) { return dy * x; }));
  rules.add<DivOp>(binary([](V, V y, V, V dx) { return dx / y; },
                          [](V, V y, V z, V dy) { return dy * -(z / y); }));
  rules.add<MaxOp>(binary([](V x, V y, V, V dx) { return dx * above(x, y); },
                          [](V x, V y, V, V dy) { return dy * above(y, x); }));
  rules.add<MinOp>(binary([](V x, V y, V, V dx) { return dx * below(x, y); },
                          [](V x, V y, V, V dy) { return dy * below(y, x); }));
  rules.add<PowOp>(
      binary([](V x, V y, V, V dx) { return dx * power_by_base(x, y); },
             [](V x, V, V z, V dy) { return dy * (log(select(eq(x, 0), x.like(1), x)) * z); }));
  rules.add<Atan2Op>(binary([](V x, V y, V, V dx) { return dx * (y / (x * x + y * y)); },
                            [](V x, V y, V, V dy) { return dy * -(x / (x * x + y * y)); }));
  rules.add<RemOp>(binary([](V, V, V, V dx) { return dx; },
                          [](V x, V y, V, V dy) { return dy * -truncated_quotient(x, y); }));

  rules.add<SelectOp>({select_jvp});
  rules.add<ClampOp>({clamp_jvp});
  rules.add<ConvertOp>({convert_jvp});

  rules.add<AndOp, OrOp, XorOp, NotOp, ClzOp, PopulationCountOp, ShiftLeftOp,
            ShiftRightArithmeticOp, ShiftRightLogicalOp, CompareOp, IsFiniteOp, SignOp, FloorOp,
            CeilOp, RoundOp, RoundNearestEvenOp, BitcastConvertOp>(zero());
}

} // namespace brigade::transforms
