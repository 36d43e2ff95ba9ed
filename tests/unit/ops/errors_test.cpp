#include "expected.h"

#include "brigade/lax.h"
#include "brigade/nn.h"

namespace brigade::test {
namespace {

const Array &f32(const Shape &shape) {
  static std::map<Shape, Array> made;
  return made.try_emplace(shape, zeros(shape)).first->second;
}

#define EXPECT_ERROR(expression, text)                                                             \
  EXPECT_EQ(error_of([&] { expression; }), std::string(text) + "; errors_test.cpp")

TEST(OpErrors, Products) {
  EXPECT_ERROR(matmul(f32({2, 3}), f32({4, 5})), "matmul: the last dimension of lhs f32[2,3] has "
                                                 "size 3, but the second to last dimension of rhs "
                                                 "f32[4,5] has size 4; they must be equal");
  EXPECT_ERROR(matmul(f32({2, 3}), 2.0), "matmul: rhs is a scalar, f32[]; use * instead");
  EXPECT_ERROR(matmul(f32({2, 3, 3}), f32({4, 3, 3})),
               "matmul: shapes (2,) and (4,) do not broadcast: dimension 1 from the end has sizes "
               "2 and 4, which must be "
               "equal or 1");
  EXPECT_ERROR(einsum("ij,jk->ik", {f32({2, 3}), f32({4, 5})}),
               "einsum: \"ij,jk->ik\": 'j' has sizes 3 and 4; they must be equal");
  EXPECT_ERROR(einsum("ij->i", {f32({2})}),
               "einsum: term \"ij\" names 2 dimensions, but its operand has 1");
  EXPECT_ERROR(lax::dot_general(f32({2, 3}), f32({2, 3}), {{1}, {0}}),
               "lax::dot_general: contracting dimension 1 of lhs f32[2,3] has size 3, but "
               "dimension 0 of rhs f32[2,3] "
               "has size 2");
}

TEST(OpErrors, Broadcasting) {
  EXPECT_ERROR(f32({3}) + f32({4}), "add: shapes (3,) and (4,) do not broadcast: dimension 1 from "
                                    "the end has sizes 3 and 4, which must be "
                                    "equal or 1");
  EXPECT_ERROR(where(f32({2, 1}), f32({3}), f32({2, 4})),
               "where: shapes (3,) and (2, 4) do not broadcast: dimension 1 from the end has sizes "
               "3 and 4, which must "
               "be equal or 1");
  EXPECT_ERROR(broadcast_to(f32({2, 3}), {3}), "broadcast_to: f32[2,3] does not broadcast to (3,)");
  EXPECT_ERROR(lax::add(f32({2}), f32({3})),
               "lax::add: the arguments have shapes (2,) and (3,); they must be equal: the "
               "functions of numpy.h broadcast");
  EXPECT_ERROR(
      lax::exp(array({1, 2})),
      "lax::exp: the argument is s32[2]; it takes a floating-point dtype: convert with astype");
}

TEST(OpErrors, Structure) {
  EXPECT_ERROR(concatenate({f32({2, 3}), f32({2, 4})}, 0),
               "concatenate: along axis 0, dimension 1 of array 1 has size 4, but that of array 0 "
               "has size 3 (shapes (2, 4) "
               "and (2, 3)); all dimensions but 0 must agree");
  EXPECT_ERROR(f32({2, 3}).reshape({4, 2}), "reshape: f32[2,3] has 6 elements, but (4, 2) has 8");
  EXPECT_ERROR(sum(f32({2, 3}), 2),
               "sum: axis 2 is out of range for an array of 2 dimensions; -2 to 1 are in range");
  EXPECT_ERROR(transpose(f32({2, 3}), {0, 0}), "transpose: axis 0 is given twice in (0, 0)");
  EXPECT_ERROR(stack({f32({2}), f32({3})}),
               "stack: array 1 has shape (3,), but array 0 has shape (2,); all must be equal");
  EXPECT_ERROR(split(f32({5}), 2), "split: 2 sections of dimension 0 of f32[5], whose size 5 they "
                                   "do not divide; give positions instead");
  EXPECT_ERROR(max(f32({0, 2}), 0),
               "max: f32[0,2] has no elements along axes (0); at least one is needed");
  EXPECT_ERROR(array({{1, 2}, {3}}),
               "array: a row of 1 elements after one of 2; all must have one length");
}

TEST(OpErrors, AxesNameTheFunctionThatWasCalled) {
  const std::string range =
      ": axis 2 is out of range for an array of 2 dimensions; -2 to 1 are in range";
  const Array x = f32({2, 3});
  EXPECT_ERROR(nn::softmax(x, 2), "softmax" + range);
  EXPECT_ERROR(nn::log_softmax(x, 2), "log_softmax" + range);
  EXPECT_ERROR(nn::logsumexp(x, 2), "logsumexp" + range);
  EXPECT_ERROR(nn::standardize(x, 2), "standardize" + range);
  EXPECT_ERROR(nn::layer_norm(x, x, x, 1e-6, 2), "layer_norm" + range);
  EXPECT_ERROR(norm(x, 2), "norm" + range);
  EXPECT_ERROR(mean(x, 2), "mean" + range);
  EXPECT_ERROR(var(x, 2), "var" + range);
  EXPECT_ERROR(brigade::std(x, 2), "std" + range);
  EXPECT_ERROR(argmax(x, 2), "argmax" + range);
  EXPECT_ERROR(argmin(x, 2), "argmin" + range);
  EXPECT_ERROR(count_nonzero(x, 2), "count_nonzero" + range);
  EXPECT_ERROR(any(x, 2), "any" + range);
  EXPECT_ERROR(cumsum(x, 2), "cumsum" + range);
}

TEST(OpErrors, Indices) {
  EXPECT_ERROR(f32({2, 3})[2],
               "index: 2 is out of bounds for dimension 0 of f32[2,3], which has size 2");
  EXPECT_ERROR(f32({2})(0, 0), "index: 2 indices for f32[2]; at most 1 can be given");
  EXPECT_ERROR(f32({2})[f32({2}) > 0], "index: an array of bool[2]; it must have an integer dtype "
                                       "(a mask's result would have no fixed shape: use "
                                       "where)");
}

TEST(OpErrors, Losses) {
  EXPECT_ERROR(nn::softmax_cross_entropy(f32({4, 10}), zeros({5}, DType::S32)),
               "softmax_cross_entropy: integer labels of shape (5,) for logits of shape (4, 10); "
               "they must have shape (4,)");
}

TEST(OpErrors, Loops) {
  EXPECT_ERROR(
      lax::while_loop([](Array x) { return x < 3; }, [](Array x) { return x * 1.5; }, array(0)),
      "while_loop: the carry is s32[] on entry, but the body returns f32[]; a carry keeps its "
      "dtype and shape");
  EXPECT_ERROR(lax::while_loop([](Array x) { return x; }, [](Array x) { return x + 1; }, array(0)),
               "while_loop: the condition returns s32[]; it must return one bool of shape ()");
}

TEST(OpErrors, NamedAxes) {
  const std::string text = error_of([] { lax::psum(f32({2}), "data"); });
  EXPECT_NE(text.find("\"data\""), std::string::npos) << text;
  EXPECT_NE(text.find("errors_test.cpp"), std::string::npos) << text;
}

} // namespace
} // namespace brigade::test
