#pragma once

#include <brigade/brigade.h>

#include <tuple>
#include <vector>

/// The network and its loss. Nothing here knows how many devices there are.
namespace digits {

namespace bg = brigade;
using bg::Array;

struct Layer {
  Array w, b; // f32[in, out], f32[out]
};
struct Model {
  std::vector<Layer> hidden;
  Layer out;
};

inline Array logits(const Model &m, Array x) {
  for (const Layer &l : m.hidden)
    x = bg::nn::relu(bg::matmul(x, l.w) + l.b);
  return bg::matmul(x, m.out.w) + m.out.b;
}

/// Mean over a batch: x f32[batch, 64], label s32[batch].
inline Array loss(const Model &m, const Array &x, const Array &label) {
  return bg::mean(bg::nn::softmax_cross_entropy(logits(m, x), label));
}

/// The share of images whose largest logit is their label's.
inline Array accuracy(const Model &m, const Array &x, const Array &label) {
  return bg::mean((bg::argmax(logits(m, x), -1) == label).astype(bg::DType::F32));
}

/// Weights of variance 2 / in, as suits relu.
inline Layer make_layer(const bg::random::Key &key, int64_t in, int64_t out) {
  return {bg::random::normal(key, {in, out}) * bg::sqrt(2.0 / static_cast<double>(in)),
          bg::zeros({out})};
}

inline Model make_model(uint32_t seed, int64_t width) {
  auto [first, second, last] = bg::random::split_into<3>(bg::random::key(seed));
  return {.hidden = {make_layer(first, 64, width), make_layer(second, width, width)},
          .out = make_layer(last, width, 10)};
}

} // namespace digits
