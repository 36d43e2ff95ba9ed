#include "apply.h"

#include <cmath>
#include <limits>

namespace brigade::test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<DType> floats = {DType::BF16, DType::F16, DType::F32, DType::F64};
const std::vector<DType> signed_integers = {DType::S8, DType::S16, DType::S32, DType::S64};
const std::vector<DType> unsigned_integers = {DType::U8, DType::U16, DType::U32, DType::U64};
const std::vector<DType> all_integers = {DType::S8, DType::S16, DType::S32, DType::S64,
                                         DType::U8, DType::U16, DType::U32, DType::U64};

/// Operation `name` on columns of operands, element by element, for each of the dtypes. The
/// elements are exact in all of them, and so must the answers be.
struct Row {
  const char *name;
  std::vector<DType> dtypes;
  std::vector<std::vector<double>> operands;
  std::vector<double> expected;
};

void check_rows(const std::vector<Row> &rows) {
  for (const Row &row : rows)
    for (DType dtype : row.dtypes) {
      SCOPED_TRACE(std::string(row.name) + " of " + std::string(dtype_name(dtype)));
      Shape shape = {static_cast<int64_t>(row.expected.size())};
      std::vector<Literal> operands;
      for (const std::vector<double> &column : row.operands)
        operands.push_back(literal(dtype, shape, column));
      Literal result = apply("stablehlo." + std::string(row.name), operands, dtype, shape);
      EXPECT_TRUE(equal(result, literal(dtype, shape, row.expected)));
    }
}

TEST(Elementwise, floats) {
  check_rows({
      {"abs", floats, {{-1.5, 2, -inf, nan}}, {1.5, 2, inf, nan}},
      {"negate", floats, {{-1.5, 0, inf, nan}}, {1.5, -0.0, -inf, nan}},
      {"sign", floats, {{-3, 0.0, -0.0, 5, nan, -inf}}, {-1, 0.0, -0.0, 1, nan, -1}},
      {"add", floats, {{1.5, -2, inf, inf}, {0.25, 4, 1, -inf}}, {1.75, 2, inf, nan}},
      {"subtract", floats, {{1.5, -2, inf}, {0.25, 4, inf}}, {1.25, -6, nan}},
      {"multiply", floats, {{1.5, -2, 0}, {0.25, 4, inf}}, {0.375, -8, nan}},
      {"divide", floats, {{3, -1, 1, 0}, {2, 4, 0, 0}}, {1.5, -0.25, inf, nan}},
      {"remainder", floats, {{7, -7, 7, 5.5, 1}, {3, 3, -3, 2, 0}}, {1, -1, 1, 1.5, nan}},
      {"maximum",
       floats,
       {{1, -0.0, nan, 2, 0.0}, {2, 0.0, 1, nan, -0.0}},
       {2, 0.0, nan, nan, 0.0}},
      {"minimum",
       floats,
       {{1, -0.0, nan, 2, 0.0}, {2, 0.0, 1, nan, -0.0}},
       {1, -0.0, nan, nan, -0.0}},
      {"power", floats, {{2, 4, 2, -2, 0, -2}, {3, 0.5, -1, 2, 0, 0.5}}, {8, 2, 0.5, 4, 1, nan}},
      {"ceil", floats, {{1.25, -1.25, -0.5, 2}}, {2, -1, -0.0, 2}},
      {"floor", floats, {{1.25, -1.25, 0.5, 2}}, {1, -2, 0, 2}},
      {"round_nearest_even", floats, {{0.5, 1.5, 2.5, -0.5, -2.5, 2.25}}, {0, 2, 2, -0.0, -2, 2}},
      {"round_nearest_afz", floats, {{0.5, 1.5, 2.5, -0.5, -2.5, 2.25}}, {1, 2, 3, -1, -3, 2}},
      {"sqrt", floats, {{4, 0, -1, inf}}, {2, 0, nan, inf}},
      {"rsqrt", floats, {{4, 0, -1, inf}}, {0.5, inf, nan, 0}},
      {"cbrt", floats, {{8, -8}}, {2, -2}},
      {"exponential", floats, {{0, -inf, inf}}, {1, 0, inf}},
      {"exponential_minus_one", floats, {{0, -inf}}, {0, -1}},
      {"log", floats, {{1, 0, -1, inf}}, {0, -inf, nan, inf}},
      {"log_plus_one", floats, {{0, -1, -2}}, {0, -inf, nan}},
      {"logistic", floats, {{0, -inf, inf}}, {0.5, 0, 1}},
      {"tanh", floats, {{0, -inf, inf}}, {0, -1, 1}},
      {"sine", floats, {{0, inf}}, {0, nan}},
      {"cosine", floats, {{0, inf}}, {1, nan}},
      {"tan", floats, {{0, inf}}, {0, nan}},
      {"atan2", floats, {{0, 0.0}, {1, 2}}, {0, 0}},
  });
}

TEST(Elementwise, integers) {
  check_rows({
      {"add", all_integers, {{100, 3}, {20, 4}}, {120, 7}},
      {"add", {DType::S8}, {{127, -128}, {1, -1}}, {-128, 127}},
      {"add", {DType::U8}, {{255}, {1}}, {0}},
      {"add", {DType::S32}, {{2147483647}, {1}}, {-2147483648.0}},
      {"add", {DType::Bool}, {{0, 0, 1, 1}, {0, 1, 0, 1}}, {0, 1, 1, 1}},
      {"multiply", {DType::Bool}, {{0, 0, 1, 1}, {0, 1, 0, 1}}, {0, 0, 0, 1}},
      {"multiply", {DType::S16}, {{300}, {300}}, {90000 - 65536}},
      {"multiply", {DType::U16}, {{65535}, {65535}}, {1}},
      {"subtract", {DType::U32}, {{0}, {1}}, {4294967295.0}},
      {"negate", signed_integers, {{5, -7}}, {-5, 7}},
      {"negate", {DType::S8}, {{-128}}, {-128}},
      {"abs", signed_integers, {{-5, 7}}, {5, 7}},
      {"abs", {DType::S8}, {{-128}}, {-128}},
      {"sign", signed_integers, {{-5, 0, 7}}, {-1, 0, 1}},
      {"divide", signed_integers, {{7, -7, 7, 5}, {2, 2, -2, 0}}, {3, -3, -3, -1}},
      {"divide", {DType::S8}, {{-128}, {-1}}, {-128}},
      {"divide", {DType::S32}, {{-2147483648.0}, {-1}}, {-2147483648.0}},
      {"divide", {DType::S64}, {{-0x1p63}, {-1}}, {-0x1p63}},
      {"divide", {DType::U8}, {{200, 7}, {3, 0}}, {66, 255}},
      {"remainder", signed_integers, {{7, -7, 7, 5}, {3, 3, -3, 0}}, {1, -1, 1, 5}},
      {"remainder", {DType::S64}, {{-0x1p63}, {-1}}, {0}},
      {"remainder", unsigned_integers, {{200, 7}, {3, 0}}, {2, 7}},
      {"maximum", signed_integers, {{-5, 3}, {2, -4}}, {2, 3}},
      {"minimum", unsigned_integers, {{5, 200}, {2, 201}}, {2, 200}},
      {"maximum", {DType::Bool}, {{0, 1}, {0, 0}}, {0, 1}},
      {"minimum", {DType::Bool}, {{0, 1}, {0, 0}}, {0, 0}},
      {"power",
       signed_integers,
       {{3, -2, 1, -1, -1, 5, 2}, {4, 3, -5, -3, -4, -1, 0}},
       {81, -8, 1, -1, 1, 0, 1}},
      {"power", {DType::U8}, {{2, 3}, {8, 5}}, {0, 243}},
  });
}

TEST(Elementwise, bits) {
  check_rows({
      {"and", all_integers, {{12, 1}, {10, 3}}, {8, 1}},
      {"or", all_integers, {{12, 1}, {10, 2}}, {14, 3}},
      {"xor", all_integers, {{12, 1}, {10, 3}}, {6, 2}},
      {"and", {DType::Bool}, {{0, 1, 1}, {1, 0, 1}}, {0, 0, 1}},
      {"xor", {DType::Bool}, {{0, 1, 1}, {1, 0, 1}}, {1, 1, 0}},
      {"not", {DType::Bool}, {{0, 1}}, {1, 0}},
      {"not", signed_integers, {{0, -1, 5}}, {-1, 0, -6}},
      {"not", {DType::U8}, {{0, 5}}, {255, 250}},
      {"shift_left", {DType::S8}, {{1, 1, 64, 1, 1}, {3, 7, 1, 8, -1}}, {8, -128, -128, 0, 0}},
      {"shift_left", {DType::U32}, {{1, 1}, {31, 32}}, {0x1p31, 0}},
      {"shift_left", {DType::S64}, {{1, 1}, {63, 64}}, {-0x1p63, 0}},
      {"shift_right_logical", {DType::S8}, {{-1, -128, 64, -1}, {4, 7, 3, 8}}, {15, 1, 8, 0}},
      {"shift_right_arithmetic",
       {DType::S8},
       {{-128, 64, -1, -3, 3, -3}, {3, 3, 4, 1, 8, 200}},
       {-16, 8, -1, -2, 0, -1}},
      {"shift_right_arithmetic", {DType::S64}, {{-0x1p63, -2}, {63, 64}}, {-1, -1}},
      {"popcnt", all_integers, {{0, 7, 96}}, {0, 3, 2}},
      {"popcnt", {DType::S16}, {{-1}}, {16}},
      {"count_leading_zeros", {DType::S8}, {{0, 1, -1, 16}}, {8, 7, 0, 3}},
      {"count_leading_zeros", {DType::U64}, {{0, 1}}, {64, 63}},
  });
}

TEST(Elementwise, one_rounding) {
  // f16 has 11 digits: 2048 + 1 lies between 2048 and 2050 and goes to the even one.
  EXPECT_TRUE(equal(
      apply("stablehlo.add", {scalar(DType::F16, 2048), scalar(DType::F16, 1)}, DType::F16, {}),
      scalar(DType::F16, 2048)));
  EXPECT_TRUE(equal(apply("stablehlo.add", {scalar(DType::F16, 65504), scalar(DType::F16, 65504)},
                          DType::F16, {}),
                    scalar(DType::F16, inf)));
  // bf16 has 8 digits: 1/3 is 0x1.55p-2 rounded up to 0x1.56p-2.
  EXPECT_TRUE(equal(
      apply("stablehlo.divide", {scalar(DType::BF16, 1), scalar(DType::BF16, 3)}, DType::BF16, {}),
      scalar(DType::BF16, 0x1.56p-2)));
  EXPECT_TRUE(equal(apply("stablehlo.exponential", {scalar(DType::F32, 1)}, DType::F32, {}),
                    scalar(DType::F32, 2.718281828459045)));
  EXPECT_TRUE(equal(apply("stablehlo.tanh", {scalar(DType::F32, 0.5)}, DType::F32, {}),
                    scalar(DType::F32, 0.46211715726000973)));
}

TEST(Elementwise, is_finite) {
  for (DType dtype : floats)
    EXPECT_TRUE(equal(
        apply("stablehlo.is_finite", {literal(dtype, {4}, {1, inf, -inf, nan})}, DType::Bool, {4}),
        literal(DType::Bool, {4}, {1, 0, 0, 0})));
}

Literal compare(DType dtype, std::initializer_list<double> a, std::initializer_list<double> b,
                const char *direction, const char *type) {
  Shape shape = {static_cast<int64_t>(a.size())};
  return apply("stablehlo.compare", {literal(dtype, shape, a), literal(dtype, shape, b)},
               DType::Bool, shape,
               std::string("comparison_direction = #stablehlo<comparison_direction ") + direction +
                   ">, compare_type = #stablehlo<comparison_type " + type + ">");
}

Literal booleans(std::initializer_list<double> elements) {
  return literal(DType::Bool, {static_cast<int64_t>(elements.size())}, elements);
}

TEST(Elementwise, compare) {
  for (DType dtype : floats) {
    EXPECT_TRUE(equal(compare(dtype, {1, nan, -0.0, nan}, {2, 1, 0, nan}, "LT", "FLOAT"),
                      booleans({1, 0, 0, 0})));
    EXPECT_TRUE(equal(compare(dtype, {1, nan, -0.0, nan}, {2, 1, 0, nan}, "NE", "FLOAT"),
                      booleans({1, 1, 0, 1})));
    EXPECT_TRUE(equal(compare(dtype, {1, nan, -0.0, nan}, {2, 1, 0, nan}, "EQ", "FLOAT"),
                      booleans({0, 0, 1, 0})));
    EXPECT_TRUE(equal(compare(dtype, {1, nan, -0.0, inf}, {2, inf, 0, nan}, "LT", "TOTALORDER"),
                      booleans({1, 0, 1, 1})));
    EXPECT_TRUE(
        equal(compare(dtype, {-inf, -nan, nan, 0}, {-nan, -inf, nan, 0}, "GE", "TOTALORDER"),
              booleans({1, 0, 1, 1})));
  }
  for (DType dtype : signed_integers)
    EXPECT_TRUE(equal(compare(dtype, {-1, 2, 3}, {1, 2, -3}, "LE", "SIGNED"), booleans({1, 1, 0})));
  for (DType dtype : unsigned_integers)
    EXPECT_TRUE(
        equal(compare(dtype, {200, 2, 3}, {1, 2, 4}, "GT", "UNSIGNED"), booleans({1, 0, 0})));
  EXPECT_TRUE(equal(compare(DType::Bool, {0, 1}, {1, 1}, "LT", "UNSIGNED"), booleans({1, 0})));
}

TEST(Elementwise, select_and_clamp) {
  std::vector<DType> all = all_integers;
  all.insert(all.end(), floats.begin(), floats.end());
  for (DType dtype : all) {
    Literal a = literal(dtype, {3}, {1, 2, 3}), b = literal(dtype, {3}, {4, 5, 6});
    EXPECT_TRUE(equal(apply("stablehlo.select", {booleans({1, 0, 1}), a, b}, dtype, {3}),
                      literal(dtype, {3}, {1, 5, 3})));
    EXPECT_TRUE(equal(apply("stablehlo.select", {scalar(DType::Bool, 0), a, b}, dtype, {3}), b));
    EXPECT_TRUE(equal(apply("stablehlo.clamp",
                            {scalar(dtype, 2), literal(dtype, {3}, {1, 3, 9}), scalar(dtype, 5)},
                            dtype, {3}),
                      literal(dtype, {3}, {2, 3, 5})));
    EXPECT_TRUE(equal(apply("stablehlo.clamp",
                            {literal(dtype, {3}, {2, 4, 0}), literal(dtype, {3}, {1, 3, 9}),
                             literal(dtype, {3}, {5, 5, 8})},
                            dtype, {3}),
                      literal(dtype, {3}, {2, 4, 8})));
  }
  EXPECT_TRUE(
      equal(apply("stablehlo.clamp",
                  {scalar(DType::F32, 0), literal(DType::F32, {1}, {nan}), scalar(DType::F32, 1)},
                  DType::F32, {1}),
            literal(DType::F32, {1}, {nan})));
}

Literal convert(DType from, std::initializer_list<double> elements, DType to) {
  Shape shape = {static_cast<int64_t>(elements.size())};
  return apply("stablehlo.convert", {literal(from, shape, elements)}, to, shape);
}

TEST(Elementwise, convert) {
  for (DType from : floats) {
    EXPECT_TRUE(equal(convert(from, {300, -300, nan, 1.75, -1.75, inf}, DType::S8),
                      literal(DType::S8, {6}, {127, -128, 0, 1, -1, 127})));
    EXPECT_TRUE(equal(convert(from, {300, -1, nan, 254, inf, -inf}, DType::U8),
                      literal(DType::U8, {6}, {255, 0, 0, 254, 255, 0})));
    EXPECT_TRUE(equal(convert(from, {0, -0.0, nan, 0.5}, DType::Bool), booleans({0, 0, 1, 1})));
    EXPECT_TRUE(equal(convert(DType::Bool, {0, 1}, from), literal(from, {2}, {0, 1})));
    EXPECT_TRUE(equal(convert(DType::S8, {-128, 127}, from), literal(from, {2}, {-128, 127})));
  }
  EXPECT_TRUE(equal(convert(DType::F32, {3e9, -3e9, 2147483520}, DType::S32),
                    literal(DType::S32, {3}, {2147483647, -2147483648.0, 2147483520})));
  Literal end = convert(DType::F64, {1e19, -1e19, 1e18}, DType::S64);
  EXPECT_EQ(end.data<int64_t>()[0], std::numeric_limits<int64_t>::max());
  EXPECT_EQ(end.data<int64_t>()[1], std::numeric_limits<int64_t>::min());
  EXPECT_EQ(end.data<int64_t>()[2], 1000000000000000000);
  EXPECT_EQ(convert(DType::F64, {2e19}, DType::U64).data<uint64_t>()[0],
            std::numeric_limits<uint64_t>::max());
  EXPECT_TRUE(
      equal(convert(DType::S32, {300, -1, 256}, DType::S8), literal(DType::S8, {3}, {44, -1, 0})));
  EXPECT_TRUE(equal(convert(DType::S32, {300, -1}, DType::U8), literal(DType::U8, {2}, {44, 255})));
  EXPECT_TRUE(equal(convert(DType::U8, {200}, DType::S8), literal(DType::S8, {1}, {-56})));
  EXPECT_TRUE(equal(convert(DType::S32, {300, 0, -2}, DType::Bool), booleans({1, 0, 1})));
}

TEST(Elementwise, convert_rounds_once) {
  // Just above the middle of two neighbours, by less than f32 can say: rounding by way of f32 would
  // go to the even one.
  EXPECT_TRUE(equal(convert(DType::F64, {1 + 0x1p-11 + 0x1p-30}, DType::F16),
                    literal(DType::F16, {1}, {1 + 0x1p-10})));
  EXPECT_TRUE(equal(convert(DType::F64, {1 + 0x1p-8 + 0x1p-40}, DType::BF16),
                    literal(DType::BF16, {1}, {1 + 0x1p-7})));
  EXPECT_TRUE(equal(convert(DType::S64, {257 * 0x1p40 + 1}, DType::BF16),
                    literal(DType::BF16, {1}, {258 * 0x1p40})));
  EXPECT_TRUE(equal(convert(DType::S64, {257 * 0x1p40}, DType::BF16),
                    literal(DType::BF16, {1}, {256 * 0x1p40})));
  EXPECT_TRUE(
      equal(convert(DType::S32, {16777217}, DType::F32), literal(DType::F32, {1}, {16777216})));
}

TEST(Elementwise, bitcast_convert) {
  EXPECT_TRUE(equal(
      apply("stablehlo.bitcast_convert", {literal(DType::F32, {2}, {1, -0.0})}, DType::U32, {2}),
      literal(DType::U32, {2}, {0x3f800000, 0x80000000})));
  EXPECT_TRUE(equal(apply("stablehlo.bitcast_convert", {literal(DType::U32, {1}, {0x01020304})},
                          DType::U8, {1, 4}),
                    literal(DType::U8, {1, 4}, {4, 3, 2, 1})));
  EXPECT_TRUE(equal(apply("stablehlo.bitcast_convert", {literal(DType::U16, {2, 2}, {1, 2, 3, 4})},
                          DType::U32, {2}),
                    literal(DType::U32, {2}, {0x20001, 0x40003})));
  // A bool is one bit.
  EXPECT_TRUE(equal(apply("stablehlo.bitcast_convert", {scalar(DType::U8, 5)}, DType::Bool, {8}),
                    booleans({1, 0, 1, 0, 0, 0, 0, 0})));
  EXPECT_TRUE(
      equal(apply("stablehlo.bitcast_convert", {booleans({1, 0, 1, 0, 0, 0, 0, 1})}, DType::U8, {}),
            scalar(DType::U8, 0x85)));
}

TEST(Elementwise, reduce_precision) {
  auto reduce = [](std::initializer_list<double> elements, const char *bits) {
    Shape shape = {static_cast<int64_t>(elements.size())};
    return apply("stablehlo.reduce_precision", {literal(DType::F32, shape, elements)}, DType::F32,
                 shape, bits);
  };
  // The values of f16 in f32: ties to even, large ones to infinity, what is below the normal
  // numbers to zero.
  EXPECT_TRUE(equal(reduce({1 + 0x1p-11, 1 + 0x1.8p-10, 65504, 65520, 0x1p-14, -0x1p-15, nan},
                           "exponent_bits = 5 : i32, mantissa_bits = 10 : i32"),
                    literal(DType::F32, {7}, {1, 1 + 0x1p-9, 65504, inf, 0x1p-14, -0.0, nan})));
  EXPECT_TRUE(equal(reduce({1.2345, -inf}, "exponent_bits = 8 : i32, mantissa_bits = 23 : i32"),
                    literal(DType::F32, {2}, {1.2345, -inf})));
}

TEST(Elementwise, chlo) {
  struct Case {
    const char *name;
    double x, y;
  };
  // By Wolfram Alpha and tables, to 16 digits.
  for (const Case &c : std::initializer_list<Case>{{"acos", 0.5, 1.047197551196598},
                                                   {"acosh", 2, 1.316957896924817},
                                                   {"asin", 0.5, 0.5235987755982989},
                                                   {"asinh", 1, 0.8813735870195430},
                                                   {"atan", 1, 0.7853981633974483},
                                                   {"atanh", 0.5, 0.5493061443340548},
                                                   {"cosh", 1, 1.543080634815244},
                                                   {"sinh", 1, 1.175201193643801},
                                                   {"erf", 0.5, 0.5204998778130465},
                                                   {"erfc", 2, 0.004677734981047266},
                                                   {"erf_inv", 0.5, 0.4769362762044699},
                                                   {"erf_inv", -0.999, -2.326753765513525},
                                                   {"erf_inv", 1, inf},
                                                   {"erf_inv", 1.5, nan},
                                                   {"lgamma", 4.5, 2.453736570842442},
                                                   {"lgamma", 0, inf},
                                                   {"digamma", 1, -0.5772156649015329},
                                                   {"digamma", 0.25, -4.227453533376265},
                                                   {"digamma", -0.5, 0.03648997397857652},
                                                   {"digamma", -1, nan},
                                                   {"square", -1.5, 2.25}}) {
    SCOPED_TRACE(c.name);
    Literal result =
        apply(std::string("chlo.") + c.name, {scalar(DType::F64, c.x)}, DType::F64, {});
    EXPECT_TRUE(close(result, scalar(DType::F64, c.y), 10));
    // x itself is rounded to f32 here, which the tolerance covers.
    EXPECT_TRUE(
        close(apply(std::string("chlo.") + c.name, {scalar(DType::F32, c.x)}, DType::F32, {}),
              scalar(DType::F32, c.y), 10));
  }
}

} // namespace
} // namespace brigade::test
