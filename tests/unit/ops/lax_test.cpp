#include "expected.h"

#include "brigade/lax.h"

namespace brigade::test {
namespace {

TEST(Lax, Loops) {
  EXPECT_EQ(
      lax::fori_loop(0, 5, [](Array i, Array x) { return x + i; }, array(10)).item<int>(), 20);
  struct State {
    Array i, x;
  };
  State end = lax::while_loop([](const State &s) { return s.i < 4; },
                              [](const State &s) { return State{s.i + 1, s.x * 2}; },
                              State{0, array({1.f, 3.f})});
  EXPECT_EQ(values_of(end.x), (std::vector<double>{16, 48}));
  EXPECT_EQ(end.i.item<int>(), 4);
}

TEST(Lax, WeakCarriesTakeTheBodysDtype) {
  Array x =
      lax::fori_loop(0, 3, [](Array, Array x) { return x + array({0.5f, 1.f})[1]; }, Array(0));
  EXPECT_EQ(x.dtype(), DType::F32);
  EXPECT_EQ(x.item<float>(), 3);
}

TEST(Lax, ReduceWithAnyBody) {
  const Array x = array({{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}});
  Array y = lax::reduce(x, 1.0, [](Array a, Array b) { return a * b; }, {1});
  EXPECT_EQ(values_of(y), (std::vector<double>{6, 120}));
}

TEST(Lax, DynamicSlices) {
  const Array x = arange(10);
  EXPECT_EQ(values_of(lax::dynamic_slice_in_dim(x, 3, 4)), (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(values_of(lax::dynamic_slice_in_dim(x, 9, 4)), (std::vector<double>{6, 7, 8, 9}));
  EXPECT_EQ(values_of(lax::dynamic_slice_in_dim(x, -2, 2)), (std::vector<double>{8, 9}));
  EXPECT_EQ(lax::dynamic_index_in_dim(x, array(7), 0, false).item<int>(), 7);
  EXPECT_EQ(values_of(lax::dynamic_update_slice_in_dim(arange(4), array({9, 9}), 1, 0)),
            (std::vector<double>{0, 9, 9, 3}));
}

TEST(Lax, IntegerPowersAndBits) {
  EXPECT_EQ(values_of(lax::integer_pow(array({2.f, -3.f}), 5)), (std::vector<double>{32, -243}));
  EXPECT_EQ(values_of(lax::population_count(array({7, 8}))), (std::vector<double>{3, 1}));
  EXPECT_EQ(values_of(lax::clz(array({1, 256}))), (std::vector<double>{31, 23}));
  EXPECT_EQ(lax::bitcast_convert_type(array(1.f), DType::U32).item<int64_t>(), 0x3F800000);
  EXPECT_EQ(lax::reduce_precision(array(1.00390625f), 8, 7).item<float>(), 1.f);
}

TEST(Lax, StopGradientAndBarrierKeepValues) {
  const Array x = array({1.5f, -0.f});
  EXPECT_EQ(values_of(lax::stop_gradient(x)), values_of(x));
  EXPECT_EQ(values_of(lax::optimization_barrier(x)), values_of(x));
}

TEST(Lax, PadAndConvert) {
  EXPECT_EQ(values_of(lax::pad(array({1, 2, 3}), 0, {{1, -1, 1}})),
            (std::vector<double>{0, 1, 0, 2, 0}));
  EXPECT_EQ(values_of(astype(array({1.7f, -1.7f}), DType::S32)), (std::vector<double>{1, -1}));
  EXPECT_EQ(values_of(astype(array({0.f, 2.f}), DType::Bool)), (std::vector<double>{0, 1}));
}

} // namespace
} // namespace brigade::test
