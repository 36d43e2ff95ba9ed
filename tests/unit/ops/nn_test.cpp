#include "expected.h"

#include "brigade/nn.h"

namespace brigade::test {
namespace {

TEST(Nn, Functions) {
  const Array a = input("a"), b = input("b"), v = input("v");
  expect_jax("nn.relu", nn::relu(a), 0);
  expect_jax("nn.relu6", nn::relu6(a), 0);
  expect_jax("nn.sigmoid", nn::sigmoid(a), 2e-6);
  expect_jax("nn.silu", nn::silu(a), 2e-6);
  expect_jax("nn.softplus", nn::softplus(a), 2e-6);
  expect_jax("nn.log_sigmoid", nn::log_sigmoid(a), 2e-6);
  expect_jax("nn.elu", nn::elu(a), 2e-6);
  expect_jax("nn.leaky_relu", nn::leaky_relu(a));
  expect_jax("nn.softmax", nn::softmax(a), 2e-6);
  expect_jax("nn.softmax_0", nn::softmax(a, 0), 2e-6);
  expect_jax("nn.log_softmax", nn::log_softmax(a), 2e-6);
  expect_jax("nn.logsumexp", nn::logsumexp(a), 2e-6);
  expect_jax("nn.gelu", nn::gelu(a), 4e-6);
  expect_jax("nn.gelu_exact", nn::gelu(a, false), 4e-6);
  expect_jax("nn.layer_norm", nn::layer_norm(a, v, b[0]), 4e-6);
}

TEST(Nn, CrossEntropyTakesLabelsOrProbabilities) {
  const Array a = input("a"), labels = input("labels", DType::S32);
  expect_jax("nn.one_hot", nn::one_hot(labels, 4), 0);
  expect_jax("nn.cross_entropy", nn::softmax_cross_entropy(a, labels), 2e-6);
  expect_jax("nn.cross_entropy", nn::softmax_cross_entropy(a, nn::one_hot(labels, 4)), 2e-6);
}

TEST(Nn, ExtremesStayFinite) {
  const Array far = array({1e4f, -1e4f, 0.f});
  EXPECT_EQ(values_of(nn::softmax(far)), (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(values_of(nn::softplus(far)),
            (std::vector<double>{1e4, 0, static_cast<double>(std::log(2.f))}));
  EXPECT_EQ(nn::logsumexp(far).item<float>(), 1e4f);
  EXPECT_EQ(nn::logsumexp(array({-INFINITY, -INFINITY})).item<float>(), -INFINITY);
}

TEST(Nn, OfNothingIsNothing) {
  const Array empty = zeros({0, 3});
  for (int axis : {0, 1}) {
    EXPECT_EQ(nn::softmax(empty, axis).shape(), (Shape{0, 3}));
    EXPECT_EQ(nn::log_softmax(empty, axis).shape(), (Shape{0, 3}));
  }
  EXPECT_EQ(values_of(nn::logsumexp(empty, 0)), std::vector<double>(3, -INFINITY));
}

} // namespace
} // namespace brigade::test
