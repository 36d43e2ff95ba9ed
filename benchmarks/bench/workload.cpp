#include "workload.h"

#include <algorithm>

namespace bench {

std::vector<Array> randoms(const std::vector<bg::Shape> &shapes, float scale) {
  const bg::random::Key keys =
      bg::random::split(bg::random::key(0), static_cast<int64_t>(shapes.size()));
  std::vector<Array> out;
  for (size_t i = 0; i < shapes.size(); ++i)
    out.push_back(scale * bg::random::normal(keys[static_cast<int>(i)], shapes[i]));
  return out;
}

double checksum(const std::vector<Array> &results) {
  double sum = 0;
  for (const Array &a : results)
    if (a.dtype() != bg::DType::Bool)
      sum += bg::sum(bg::abs(a.astype(bg::DType::F32))).item<double>();
  return sum;
}

double median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Array cross_entropy(const Array &logits, const Array &labels) {
  return -bg::mean(bg::take_along_axis(bg::nn::log_softmax(logits), bg::expand_dims(labels, 1), 1));
}

} // namespace bench
