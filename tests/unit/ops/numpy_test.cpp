#include "expected.h"

#include "brigade/lax.h"

namespace brigade::test {
namespace {

constexpr double loose = 1e-5;

TEST(Promotion, EveryPairOfDtypes) {
  const Expected &table = expected("promotion.table");
  for (int a = 0; a < dtype_count; ++a)
    for (int b = 0; b < dtype_count; ++b)
      EXPECT_EQ(static_cast<int>(promote_types(static_cast<DType>(a), static_cast<DType>(b))),
                static_cast<int>(table.values[static_cast<size_t>(a * dtype_count + b)]))
          << dtype_name(static_cast<DType>(a)) << " with " << dtype_name(static_cast<DType>(b));
}

TEST(Promotion, NumbersGiveWay) {
  const Expected &table = expected("promotion.weak");
  for (int a = 0; a < dtype_count; ++a) {
    const Array x = ones({}, static_cast<DType>(a));
    EXPECT_EQ(static_cast<int>((x + 1).dtype()),
              static_cast<int>(table.values[static_cast<size_t>(2 * a)]))
        << dtype_name(x.dtype()) << " + 1";
    EXPECT_EQ(static_cast<int>((1.5 + x).dtype()),
              static_cast<int>(table.values[static_cast<size_t>(2 * a + 1)]))
        << "1.5 + " << dtype_name(x.dtype());
  }
}

TEST(Promotion, NumbersAreRoundedOnce) {
  const Array x = ones({2}, DType::F64);
  EXPECT_EQ((x * 0.1).to_vector<double>()[1], 0.1);
}

TEST(Promotion, WeakStaysWeakUntilItMeetsAnother) {
  Array rate = 0.5;
  EXPECT_TRUE(rate.weak_type());
  EXPECT_TRUE((rate * 2).weak_type());
  EXPECT_EQ((rate * 2 * ones({2}, DType::BF16)).dtype(), DType::BF16);
}

TEST(Elementwise, Unary) {
  const Array a = input("a"), pos = input("pos"), unit = input("unit");
  using F = Array (*)(const Array &, Loc);
  const std::pair<const char *, F> of_a[] = {
      {"exp", exp},       {"expm1", expm1},     {"sin", sin},     {"cos", cos},
      {"tan", tan},       {"sinh", sinh},       {"cosh", cosh},   {"tanh", tanh},
      {"arctan", arctan}, {"arcsinh", arcsinh}, {"exp2", exp2},   {"cbrt", cbrt},
      {"floor", floor},   {"ceil", ceil},       {"trunc", trunc}, {"round", round},
      {"sign", sign},     {"square", square},   {"abs", abs}};
  for (auto [name, f] : of_a)
    expect_jax(std::string("elementwise.") + name, f(a, Loc::current()), 2e-6);
  const std::pair<const char *, F> of_pos[] = {
      {"log", log},     {"log1p", log1p},        {"log2", log2},
      {"log10", log10}, {"sqrt", sqrt},          {"reciprocal", reciprocal},
      {"rsqrt", rsqrt}, {"lgamma", lax::lgamma}, {"digamma", lax::digamma}};
  for (auto [name, f] : of_pos)
    // Absolutely: XLA loses digits where the logarithm of gamma crosses zero.
    expect_jax(std::string("elementwise.") + name, f(pos, Loc::current()), 1e-4);
  const std::pair<const char *, F> of_unit[] = {{"arcsin", arcsin},   {"arccos", arccos},
                                                {"arctanh", arctanh}, {"erf", lax::erf},
                                                {"erfc", lax::erfc},  {"erf_inv", lax::erf_inv}};
  for (auto [name, f] : of_unit)
    expect_jax(std::string("elementwise.") + name, f(unit, Loc::current()), loose);
  expect_jax("elementwise.arccosh", arccosh(pos + 1), loose);
}

TEST(Elementwise, Binary) {
  const Array a = input("a"), b = input("b"), i = input("i", DType::S32),
              j = input("j", DType::S32);
  using F = Array (*)(const Array &, const Array &, Loc);
  const std::pair<const char *, F> functions[] = {{"add", add},
                                                  {"subtract", subtract},
                                                  {"multiply", multiply},
                                                  {"divide", divide},
                                                  {"fmod", fmod},
                                                  {"maximum", maximum},
                                                  {"floor_divide", floor_divide},
                                                  {"remainder", remainder},
                                                  {"minimum", minimum},
                                                  {"arctan2", arctan2},
                                                  {"hypot", hypot},
                                                  {"logaddexp", logaddexp}};
  for (auto [name, f] : functions)
    expect_jax(std::string("elementwise.") + name, f(a, b, Loc::current()), 2e-6);
  const std::pair<const char *, F> of_integers[] = {{"i_floor_divide", floor_divide},
                                                    {"i_remainder", remainder},
                                                    {"i_fmod", fmod},
                                                    {"i_divide", divide},
                                                    {"i_maximum", maximum}};
  for (auto [name, f] : of_integers)
    expect_jax(std::string("elementwise.") + name, f(i, j, Loc::current()), 2e-7);
  expect_jax("elementwise.power", power(input("pos"), b), loose);
  expect_jax("elementwise.cube", power(a, 3));
  expect_jax("elementwise.inverse_square", power(a, -2));
  expect_jax("elementwise.clip", clip(a, -0.5, 0.75), 0);
  expect_jax("elementwise.where", where(a > 0, a, input("v")), 0);
}

TEST(Elementwise, Operators) {
  Array x = array({1.f, 2.f, 3.f});
  EXPECT_EQ(values_of(2 * x - x / 2 + 1), (std::vector<double>{2.5, 4, 5.5}));
  EXPECT_EQ(values_of(-x), (std::vector<double>{-1, -2, -3}));
  EXPECT_EQ(values_of((x > 1) & (x <= 3)), (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(values_of(x == 2), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(values_of(array({7, -7}) % 3), (std::vector<double>{1, 2}));
  EXPECT_EQ(values_of(array({1, -8}) << 2), (std::vector<double>{4, -32}));
  EXPECT_EQ(values_of(array({9, -8}) >> 1), (std::vector<double>{4, -4}));
  x += 1;
  EXPECT_EQ(values_of(x), (std::vector<double>{2, 3, 4}));
  EXPECT_TRUE(bool(all(x > 1)));
  EXPECT_TRUE(bool(allclose(x, x + 1e-6)));
  EXPECT_FALSE(bool(array_equal(x, x + 1)));
}

TEST(Reductions, AllAndAlongAnAxis) {
  const Array a = input("a");
  auto check = [&](const std::string &name, auto &&f) {
    expect_jax("reduce." + name, f(Axes()), 2e-6);
    expect_jax("reduce." + name + "_0", f(Axes(0)), 2e-6);
    expect_jax("reduce." + name + "_1", f(Axes(-1)), 2e-6);
  };
  check("sum", [&](Axes axis) { return sum(a, axis); });
  check("prod", [&](Axes axis) { return prod(a, axis); });
  check("mean", [&](Axes axis) { return mean(a, axis); });
  check("var", [&](Axes axis) { return var(a, axis); });
  check("std", [&](Axes axis) { return std(a, axis); });
  check("max", [&](Axes axis) { return max(a, axis); });
  check("min", [&](Axes axis) { return min(a, axis); });
  auto check_one = [&](const std::string &name, auto &&f) {
    expect_jax("reduce." + name, f(std::optional<int>()), 2e-6);
    expect_jax("reduce." + name + "_0", f(std::optional<int>(0)), 2e-6);
    expect_jax("reduce." + name + "_1", f(std::optional<int>(1)), 2e-6);
  };
  check_one("argmax", [&](std::optional<int> axis) { return argmax(a, axis); });
  check_one("argmin", [&](std::optional<int> axis) { return argmin(a, axis); });
  check_one("cumsum", [&](std::optional<int> axis) { return cumsum(a, axis); });
  check_one("cumprod", [&](std::optional<int> axis) { return cumprod(a, axis); });
  expect_jax("reduce.var_ddof", var(a, 1, 1, true), 2e-6);
  expect_jax("reduce.norm", norm(a));
  expect_jax("reduce.nan_argmax", argmax(input("nan"), 1), 0);
  expect_jax("reduce.nan_max", max(input("nan"), 1), 0);
}

TEST(Reductions, NarrowDtypesAccumulateWide) {
  EXPECT_EQ(sum(ones({300}, DType::U8)).dtype(), DType::U32);
  EXPECT_EQ(sum(array({true, true, false})).item<int>(), 2);
  expect_jax("reduce.bf16_mean", mean(astype(input("a"), DType::BF16), 0), 0);
  EXPECT_EQ(mean(ones({2}, DType::BF16)).dtype(), DType::BF16);
  EXPECT_EQ(mean(array({1, 2})).item<float>(), 1.5f);
}

TEST(Products, Matmul) {
  const Array m = input("m"), n = input("n"), a = input("a"), v = input("v");
  expect_jax("product.matmul", matmul(m, n), loose);
  expect_jax("product.matmul_one_batch", matmul(m(slice(0, 1)), n), loose);
  expect_jax("product.matmul_matrix_batch", matmul(a, n), loose);
  expect_jax("product.matmul_batch_matrix", matmul(m, n[0]), loose);
  expect_jax("product.matmul_vector", matmul(m, v), loose);
  expect_jax("product.vector_matmul", matmul(v, n), loose);
  expect_jax("product.vector_vector", matmul(v, v), loose);
  expect_jax("product.dot", dot(m, n), loose);
  expect_jax("product.outer", outer(v, a[0]));
  expect_jax("product.inner", inner(a, input("b")), loose);
  expect_jax("product.tensordot", tensordot(m, n[0], 1), loose);
}

TEST(Products, Einsum) {
  const Array m = input("m"), n = input("n"), a = input("a"), b = input("b"), v = input("v");
  const std::vector<std::pair<const char *, std::vector<Array>>> cases = {
      {"ij,kj->ik", {a, b}},
      {"bij,bjk->bik", {m, n}},
      {"ij->ji", {a}},
      {"ij->", {a}},
      {"ij,ij->i", {a, b}},
      {"...ij,...jk", {m, n}},
      {"bij,bjk,k->bi", {m, n, n(0, 0)}},
      {"ii->i", {a(all, slice(0, 3))}},
      {"i,j", {v, v}},
      {"bij,j->b", {m, v}}};
  for (size_t i = 0; i < cases.size(); ++i)
    expect_jax("einsum." + std::to_string(i), einsum(cases[i].first, cases[i].second), loose);
}

TEST(Structure, Functions) {
  const Array a = input("a"), b = input("b"), m = input("m");
  expect_jax("structure.transpose", transpose(m, {2, 0, 1}), 0);
  expect_jax("structure.swapaxes", swapaxes(m, 0, 2), 0);
  expect_jax("structure.moveaxis", moveaxis(m, 0, -1), 0);
  expect_jax("structure.roll", roll(a, 1, 1), 0);
  expect_jax("structure.roll_flat", roll(a, -2), 0);
  expect_jax("structure.flip", flip(a, 0), 0);
  expect_jax("structure.tile", tile(a, {2, 1, 2}), 0);
  expect_jax("structure.repeat", repeat(a, 2, 1), 0);
  expect_jax("structure.tril", tril(m, -1), 0);
  expect_jax("structure.triu", triu(a, 1), 0);
  expect_jax("structure.stack", stack({a, b}, 1), 0);
  expect_jax("structure.concatenate", concatenate({a, b}, -1), 0);
  expect_jax("structure.pad", pad(a, {{1, 0}, {0, 2}}, 5), 0);
  expect_jax("structure.diff", diff(a));
  expect_jax("structure.linspace", linspace(-1, 2, 7));
  expect_jax("structure.linspace_open", linspace(0, 1, 5, false));
  expect_jax("structure.arange", arange(3, -8, -3), 0);
  expect_jax("structure.arange_float", arange(0.5, 2.0, 0.25), 0);
  expect_jax("structure.eye", eye(3, 4, 1), 0);
  EXPECT_EQ(a.reshape({2, -1}).shape(), (Shape{2, 6}));
  EXPECT_EQ(a.T().shape(), (Shape{4, 3}));
  const std::vector<Array> parts = split(a, {1, 3}, 1);
  EXPECT_EQ(parts[1].shape(), (Shape{3, 2}));
  EXPECT_EQ(values_of(concatenate(split(a, 2, 1), 1)), values_of(a));
  EXPECT_EQ(array({{1, 2}, {3, 4}, {5, 6}}).shape(), (Shape{3, 2}));
  EXPECT_EQ(array({{{1.5}}, {{2.5}}}).shape(), (Shape{2, 1, 1}));
  EXPECT_EQ(array(std::vector<double>{1, 2}).dtype(), DType::F64);
}

} // namespace
} // namespace brigade::test
