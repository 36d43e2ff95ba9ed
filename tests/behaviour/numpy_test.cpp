#include <brigade/brigade.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace brigade;

namespace {

using Function = Array (*)(const Array &, const Array &);

struct Case {
  const char *name;
  Function f;
};

/// f(x, y) of two matrices of one shape, both positive and below 1.
const Case cases[] = {
#define CASE(name, expression)                                                                     \
  {name, [](const Array &x, const Array &y) -> Array {                                             \
     (void)y;                                                                                      \
     return expression;                                                                            \
   }}
    CASE("arithmetic", x *y - x / y + 2 * x - 1),
    CASE("floor_divide", floor_divide(x, y)),
    CASE("remainder", remainder(x, y - 0.5)),
    CASE("fmod", fmod(x, y - 0.5)),
    CASE("power", power(x, y) + power(x, 3) + power(x, -2)),
    CASE("maximum", maximum(x, y) - minimum(x, y)),
    CASE("arctan2", arctan2(x - 0.5, y - 0.5)),
    CASE("hypot", hypot(x, y)),
    CASE("logaddexp", logaddexp(x, y)),
    CASE("comparison", where((x < y) & (x > 0.25), x, -y)),
    CASE("exponentials", exp(x) + exp2(x) + expm1(x)),
    CASE("logarithms", log(x) + log2(x) + log10(x) + log1p(x)),
    CASE("roots", sqrt(x) + rsqrt(x) + cbrt(x) + square(x) + reciprocal(x)),
    CASE("trigonometry", sin(x) + cos(x) + tan(x) + arcsin(x) + arccos(x) + arctan(x)),
    CASE("hyperbolic", sinh(x) + cosh(x) + tanh(x) + arcsinh(x) + arccosh(x + 1) + arctanh(x)),
    CASE("rounding", floor(4 * x) + ceil(4 * x) + trunc(4 * x) + round(4 * x)),
    CASE("clip", clip(x, 0.2, 0.7)),
    CASE("sum", sum(x, 0)),
    CASE("mean", mean(x, 1, true) + x),
    CASE("var", var(x, {0}) + brigade::std(x)),
    CASE("prod", prod(x, 1)),
    CASE("extremes", max(x, 0) - min(x, 0)),
    CASE("argmax", argmax(x, 1) + argmin(x, 1)),
    CASE("norm", norm(x)),
    CASE("cumsum", cumsum(x, 1) + cumprod(y, 1)),
    CASE("matmul", matmul(x, y.T())),
    CASE("einsum", einsum("ij,kj->ik", {x, y})),
    CASE("outer", outer(x[0], y[1])),
    CASE("tensordot", tensordot(x, y)),
    CASE("reshape", x.reshape({-1}) + ravel(y)),
    CASE("transpose", swapaxes(x, 0, 1) + moveaxis(y, 0, 1)),
    CASE("concatenate", concatenate({x, y}, 1)),
    CASE("stack", stack({x, y}, 1)),
    CASE("split", split(x, 2, 1)[1] - split(y, 2, 1)[0]),
    CASE("flip", flip(x, 0) + roll(y, 1, 1)),
    CASE("tile", tile(x, {2, 1})),
    CASE("repeat", repeat(x, 3, 0)),
    CASE("pad", pad(x, {{1, 2}, {0, 1}}, 0.5)),
    CASE("triangles", tril(x) + triu(y, 1)),
    CASE("diff", diff(x, 1)),
    CASE("index", x(slice(1, -1), all, newaxis) + y(slice(1, -1), all, newaxis)),
    CASE("take", take(x, array({2, 0, 1}), 0)),
    CASE("at", x.at(1).add(y[0]).at(all, 2).set(0.0)),
    CASE("dynamic_slice", lax::dynamic_slice_in_dim(x, argmax(y[0]), 2, 0)),
    CASE("softmax", nn::softmax(x)),
    CASE("log_softmax", nn::log_softmax(x)),
#undef CASE
};

/// Values in (0, 1) without a pattern.
Array sample(double step, DType dtype) {
  const Array count = arange(24).astype(DType::F32).reshape({4, 6}) + 1.0;
  return (0.05 + 0.9 * remainder(count * step, 1.0)).astype(dtype);
}

class Numpy : public testing::TestWithParam<std::tuple<Case, DType>> {};

TEST_P(Numpy, JitComputesWhatEagerComputes) {
  const auto &[c, dtype] = GetParam();
  const Array x = sample(0.618034, dtype), y = sample(0.414214, dtype);
  const Array eager = c.f(x, y), compiled = jit(c.f)(x, y);
  ASSERT_EQ(compiled.shape(), eager.shape());
  ASSERT_EQ(compiled.dtype(), eager.dtype());
  ASSERT_EQ(compiled.weak_type(), eager.weak_type());
  const std::vector<double> a = eager.astype(DType::F64).to_vector<double>(),
                            b = compiled.astype(DType::F64).to_vector<double>();
  // Compiled as one program, sums of products may be taken in another order.
  const double tolerance = dtype == DType::F64 ? 1e-12 : dtype == DType::F32 ? 3e-6 : 0.03;
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_TRUE(std::isfinite(a[i])) << i;
    ASSERT_NEAR(a[i], b[i], tolerance * (1 + std::abs(a[i]))) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Numpy,
                         testing::Combine(testing::ValuesIn(cases),
                                          testing::Values(DType::F32, DType::F64, DType::BF16)),
                         [](const auto &p) {
                           return std::string(std::get<0>(p.param).name) + "_" +
                                  std::string(dtype_name(std::get<1>(p.param)));
                         });

} // namespace
