#include "brigade/optim.h"
#include "ops/lax/build.h"

#include <limits>

namespace brigade::optim::detail {

using namespace ops;

Array zeros_of(const Array &x) { return zeros_like(x); }

Array increment(const Array &count) {
  const int largest = std::numeric_limits<int32_t>::max();
  return where(count < largest, count + 1, largest);
}

Array scaled(const Array &x, double factor) { return x * factor; }
Array moment(const Array &x, const Array &old, double decay) {
  return (1 - decay) * x + decay * old;
}
Array square_moment(const Array &x, const Array &old, double decay) {
  return (1 - decay) * square(x) + decay * old;
}
Array accumulated(const Array &x, const Array &old, double decay) { return x + decay * old; }

/// 1 - decay^count, which a running mean that began at zero is divided by.
static Array correction(const Array &count, double decay, DType dtype) {
  return astype(1 - power(Array(decay), count), dtype);
}

Array adam_direction(const Array &m, const Array &v, const Array &count, double b1, double b2,
                     double epsilon) {
  Array mean = m / correction(count, b1, m.dtype()),
        square_mean = v / correction(count, b2, v.dtype());
  return mean / (sqrt(square_mean) + epsilon);
}

Array plus(const Array &parameter, const Array &update) {
  return astype(parameter + update, parameter.dtype());
}

Array clipped(const Array &x, const Array &norm, double largest) {
  return where(norm < largest, x, x / astype(norm, x.dtype()) * largest);
}

Array global_norm(const std::vector<Array> &leaves) {
  if (leaves.empty())
    return zeros({});
  Array total;
  for (const Array &leaf : leaves) {
    Array squares = sum(square(leaf));
    total = total.has_value() ? total + squares : squares;
  }
  return sqrt(total);
}

} // namespace brigade::optim::detail
