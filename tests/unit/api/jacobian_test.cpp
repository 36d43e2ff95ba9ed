#include "brigade/brigade.h"

#include <gtest/gtest.h>

using namespace brigade;

namespace {

using Floats = std::vector<float>;

Array vector(Floats values) {
  return Array::from(std::span<const float>(values), {static_cast<int64_t>(values.size())});
}

TEST(Jacobian, BothWaysAgree) {
  auto f = [](Array x) { return matmul(vector({1, 2, 3, 4, 5, 6}).reshape({3, 2}), x * x); };
  Floats expected = {2, 8, 6, 16, 10, 24};
  Array back = jacrev(f)(vector({1, 2})), forward = jacfwd(f)(vector({1, 2}));
  EXPECT_EQ(back.shape(), (Shape{3, 2}));
  EXPECT_EQ(back.to_vector<float>(), expected);
  EXPECT_EQ(forward.to_vector<float>(), expected);
}

TEST(Jacobian, TheHessianIsTheSecondDerivative) {
  auto f = [](Array x) { return sum(x * x * x); };
  EXPECT_EQ(hessian(f)(vector({1, 2})).to_vector<float>(), (Floats{6, 0, 0, 12}));
}

} // namespace
