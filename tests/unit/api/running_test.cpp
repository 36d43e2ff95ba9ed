#include "support/expect_error.h"

#include "brigade/brigade.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace brigade;

namespace {

using Floats = std::vector<float>;

Array vector(Floats values) {
  return Array::from(std::span<const float>(values), {static_cast<int64_t>(values.size())});
}
Floats values(const Array &x) { return x.to_vector<float>(); }

struct Layer {
  Array w, b;
  int power = 1;
};

TEST(Running, JitComputes) {
  auto f = jit([](Array x, Array y) { return x * y + 1.0; });
  EXPECT_EQ(values(f(vector({1, 2}), vector({3, 4}))), (Floats{4, 9}));
  EXPECT_EQ(values(f(vector({1, 2}), 3.0)), (Floats{4, 7}));
  EXPECT_EQ(f.program_count(), 2u);
}

TEST(Running, EagerOperationsCompute) {
  Array x = vector({1, 2, 3});
  EXPECT_EQ(values(x + x), (Floats{2, 4, 6}));
  EXPECT_EQ(values(x * 2.0), (Floats{2, 4, 6}));
  EXPECT_EQ(sum(x).item<float>(), 6);
  EXPECT_EQ((x + 1).dtype(), DType::F32);
  EXPECT_TRUE((Array(1) + Array(2.5)).weak_type());
}

TEST(Running, TreesComeBack) {
  auto f = jit(
      [](const Layer &l) { return std::make_tuple(Layer{l.w + l.b, l.b, l.power + 1}, sum(l.w)); });
  auto [layer, total] = f(Layer{vector({1, 2}), vector({3, 4}), 5});
  EXPECT_EQ(values(layer.w), (Floats{4, 6}));
  EXPECT_EQ(values(layer.b), (Floats{3, 4}));
  EXPECT_EQ(layer.power, 6);
  EXPECT_EQ(total.item<float>(), 3);
}

TEST(Running, AProgramIsKeptForEachKindOfCall) {
  int traced = 0;
  auto f = jit([&](Array x, int n) {
    ++traced;
    return x * n;
  });
  f(vector({1, 2}), 3);
  f(vector({5, 6}), 3);
  EXPECT_EQ(traced, 1);
  EXPECT_EQ(f.compile_reason(), "the first call");
  f(vector({5, 6, 7}), 3);
  EXPECT_EQ(traced, 2);
  EXPECT_EQ(f.compile_reason(),
            "argument 0 is f32[3] on device 0, before it was f32[2] on device 0");
  f(vector({5, 6, 7}), 4);
  EXPECT_EQ(traced, 3);
  EXPECT_EQ(f.compile_reason(),
            "a static value or the length of a container in the arguments changed");
  f(vector({1, 2}), 3);
  EXPECT_EQ(traced, 3);
}

TEST(Running, FunctionsWithoutStateShareTheirPrograms) {
  auto make = [] { return jit([](Array x) { return x + 1.0; }); };
  make()(vector({1}));
  EXPECT_EQ(make().program_count(), 1u);
}

TEST(Running, CapturedArraysAreBound) {
  Array c = vector({10, 20});
  auto f = jit([&](Array x) { return x + c; });
  EXPECT_EQ(values(f(vector({1, 2}))), (Floats{11, 22}));
  EXPECT_EQ(values(f(vector({3, 4}))), (Floats{13, 24}));
}

TEST(Running, StaticArgumentsHaveValues) {
  auto f = jit([](Array x, Array n) { return x * n.item<float>(); }, {.static_argnums = {1}});
  EXPECT_EQ(values(f(vector({1, 2}), vector({3}))), (Floats{3, 6}));
  EXPECT_EQ(values(f(vector({1, 2}), vector({4}))), (Floats{4, 8}));
}

TEST(Running, StaticArgumentsHaveValuesInsideToo) {
  auto inner = jit([](Array x, Array n) { return x * n.item<float>(); }, {.static_argnums = {1}});
  Array three = vector({3});
  EXPECT_EQ(values(jit([&](Array x) { return inner(x, three); })(vector({1, 2}))), (Floats{3, 6}));
}

TEST(Running, GradientsAreRight) {
  auto loss = [](const Layer &l, Array x) { return sum(l.w * x * x + l.b); };
  Layer g = grad(loss)(Layer{vector({1, 2}), vector({3, 4})}, vector({5, 6}));
  EXPECT_EQ(values(g.w), (Floats{25, 36}));
  EXPECT_EQ(values(g.b), (Floats{1, 1}));
  auto [value, both] =
      value_and_grad<0, 1>(loss)(Layer{vector({1, 2}), vector({3, 4})}, vector({5, 6}));
  EXPECT_EQ(value.item<float>(), 25 + 72 + 7);
  EXPECT_EQ(values(std::get<1>(both)), (Floats{10, 24}));
}

TEST(Running, AuxiliaryResultsComeBeside) {
  auto loss = [](Array x) { return std::pair(sum(x * x), Layer{x + 1.0, x}); };
  auto [g, aux] = grad(loss)(vector({1, 2}));
  EXPECT_EQ(values(g), (Floats{2, 4}));
  EXPECT_EQ(values(aux.w), (Floats{2, 3}));
  auto [result, gradient] = value_and_grad(loss)(vector({1, 2}));
  EXPECT_EQ(result.first.item<float>(), 5);
  EXPECT_EQ(values(result.second.b), (Floats{1, 2}));
  EXPECT_EQ(values(gradient), (Floats{2, 4}));
}

TEST(Running, GradientsNest) {
  auto f = [](Array x) { return x * x * x; };
  EXPECT_EQ(grad(grad(f))(2.0).item<float>(), 12);
  EXPECT_EQ(grad(grad(grad(f)))(2.0).item<float>(), 6);
  EXPECT_EQ(jit(grad([&](Array x) { return grad([&](Array y) { return x * y * y; })(x); }))(3.0)
                .item<float>(),
            12);
}

TEST(Running, JvpAndVjpAgree) {
  auto f = [](Array x, Array y) { return std::pair(x * y, x + y); };
  auto [value, tangent] =
      jvp(f, std::tuple(vector({2}), vector({3})), std::tuple(vector({1}), vector({10})));
  EXPECT_EQ(values(value.first), (Floats{6}));
  EXPECT_EQ(values(tangent.first), (Floats{23}));
  EXPECT_EQ(values(tangent.second), (Floats{11}));
  auto [out, back] = vjp(f)(vector({2}), vector({3}));
  EXPECT_EQ(values(out.second), (Floats{5}));
  auto [dx, dy] = back(std::pair(vector({1}), vector({10})));
  EXPECT_EQ(values(dx), (Floats{13}));
  EXPECT_EQ(values(dy), (Floats{12}));
  Array inside = jit([&](Array x) {
    auto [y, pull] = vjp([](Array z) { return z * z; })(x);
    return std::get<0>(pull(y));
  })(vector({3}));
  EXPECT_EQ(values(inside), (Floats{54}));
  EXPECT_USER_ERROR(back(std::pair(vector({1, 2}), vector({10}))),
                    "vjp: the cotangent of result 0 is f32[2], expected f32[1]");
}

TEST(Running, VmapIsTheLoopStacked) {
  auto f = [](Array x, Array y) { return std::pair(sum(x * y), x + 1.0); };
  Array rows = vector({1, 2, 3, 4, 5, 6}).reshape({3, 2});
  auto [dots, plus] = vmap(f, {0, std::nullopt})(rows, vector({10, 1}));
  EXPECT_EQ(values(dots), (Floats{12, 34, 56}));
  EXPECT_EQ(plus.shape(), (Shape{3, 2}));
  auto [across, moved] = vmap(f, {1, std::nullopt}, {0, 1})(rows.transpose(), vector({10, 1}));
  EXPECT_EQ(values(across), (Floats{12, 34, 56}));
  EXPECT_EQ(moved.shape(), (Shape{2, 3}));
  EXPECT_EQ(values(vmap(grad([](Array x) { return x * x; }))(vector({1, 2, 3}))),
            (Floats{2, 4, 6}));
  EXPECT_EQ(values(vmap([](Array x) { return x / lax::psum(x, "i"); }, 0, 0, "i")(vector({1, 3}))),
            (Floats{0.25f, 0.75f}));
}

TEST(Running, DonatedArgumentsAreGone) {
  auto f = jit([](Array x, Array y) { return x + y; }, {.donate_argnums = {0}});
  Array x = vector({1, 2}), y = vector({3, 4});
  EXPECT_EQ(values(f(x, y)), (Floats{4, 6}));
  EXPECT_TRUE(x.is_deleted());
  EXPECT_FALSE(y.is_deleted());
  EXPECT_USER_ERROR(f(x, y), "argument 0, f32[2], was donated to the call at running_test.cpp:");
  EXPECT_USER_ERROR(x + y, "was donated to the call at");
  EXPECT_USER_ERROR(x.to_vector<float>(), "was donated to the call at");
  Array z = vector({1, 2});
  EXPECT_USER_ERROR(f(z, z), "argument 0 is donated, but argument 1 is the same array");
  EXPECT_EQ(values(z), (Floats{1, 2}));
}

TEST(Running, ADonatedInputsOutputHasItsAddress) {
  auto f = jit([](Array x) { return x + 1.0; }, {.donate_argnums = {0}});
  Array x = vector(Floats(1000));
  MemoryStats before = devices()[0]->memory_stats();
  x = f(x);
  x.block_until_ready();
  EXPECT_EQ(devices()[0]->memory_stats().bytes_in_use, before.bytes_in_use);
}

TEST(Running, OptionsThatNameNoArgumentAreRefused) {
  EXPECT_USER_ERROR(jit([](Array x) { return x; }, {.donate_argnums = {1}})(vector({1})),
                    "donate_argnums names argument 1, but the function has 1");
  EXPECT_USER_ERROR(jit([](Array x) { return x; })(Array()),
                    "argument 0 is an Array without a value");
}

} // namespace
