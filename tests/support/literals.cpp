#include "support/literals.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

namespace brigade::test {

namespace {

/// Why two literals cannot be compared; empty where they can.
std::string mismatch(const Literal &actual, const Literal &expected) {
  if (actual.dtype == expected.dtype && actual.shape == expected.shape)
    return {};
  return fmt::format("got {}, expected {}", to_string(actual.dtype, actual.shape),
                     to_string(expected.dtype, expected.shape));
}

} // namespace

Literal literal(DType dtype, Shape shape, const std::vector<double> &elements) {
  Literal out(dtype, std::move(shape));
  visit_dtype(dtype, [&]<class T>(T) {
    for (int64_t i = 0; i < out.size(); ++i)
      out.data<T>()[i] = element_cast<T>(elements.at(elements.size() == 1 ? 0 : i));
  });
  return out;
}

Literal literal(DType dtype, Shape shape, std::initializer_list<double> elements) {
  return literal(dtype, std::move(shape), std::vector<double>(elements));
}

Literal random_literal(DType dtype, Shape shape, uint64_t seed, double low, double high) {
  std::mt19937_64 engine(seed);
  std::vector<double> elements(element_count(shape));
  for (double &element : elements) {
    // 53 bits in [0, 1): the standard library's distributions differ from one implementation to the
    // next.
    double unit = static_cast<double>(engine() >> 11) * 0x1p-53;
    if (dtype == DType::Bool)
      element = unit < 0.5 ? 0 : 1;
    else if (is_floating(dtype))
      element = low + (high - low) * unit;
    else
      element = std::floor(std::ceil(low) + (std::floor(high) - std::ceil(low) + 1) * unit);
    if (is_unsigned_integer(dtype))
      element = std::fabs(element);
  }
  return literal(dtype, std::move(shape), elements);
}

std::vector<double> to_doubles(const Literal &literal) {
  std::vector<double> out;
  visit_dtype(literal.dtype, [&]<class T>(T) {
    for (int64_t i = 0; i < literal.size(); ++i)
      out.push_back(element_cast<double>(literal.data<T>()[i]));
  });
  return out;
}

double tolerance(DType dtype) {
  switch (dtype) {
  case DType::BF16:
    return 2e-2;
  case DType::F16:
    return 2e-3;
  case DType::F32:
    return 1e-5;
  case DType::F64:
    return 1e-13;
  default:
    return 0;
  }
}

testing::AssertionResult close(const Literal &actual, const Literal &expected, double scale) {
  if (!is_floating(expected.dtype))
    return equal(actual, expected);
  if (std::string text = mismatch(actual, expected); !text.empty())
    return testing::AssertionFailure() << text;
  std::vector<double> a = to_doubles(actual), e = to_doubles(expected);
  const double limit = scale * tolerance(expected.dtype);
  double worst = 0;
  size_t where = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == e[i] || (std::isnan(a[i]) && std::isnan(e[i])))
      continue;
    double error = std::fabs(a[i] - e[i]) / std::fmax(1, std::fabs(e[i]));
    if (!std::isfinite(a[i]) || !std::isfinite(e[i]))
      error = std::numeric_limits<double>::infinity();
    if (error > worst) {
      worst = error;
      where = i;
    }
  }
  if (worst <= limit)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << fmt::format(
             "{} element {}: got {}, expected {}; error {:.3g}, at most {:.3g}",
             to_string(expected.dtype, expected.shape), where, a[where], e[where], worst, limit);
}

testing::AssertionResult near(const Literal &actual, const Literal &expected, Within within) {
  if (!is_floating(expected.dtype))
    return equal(actual, expected);
  if (std::string text = mismatch(actual, expected); !text.empty())
    return testing::AssertionFailure() << text;
  std::vector<double> a = to_doubles(actual), e = to_doubles(expected);
  for (size_t i = 0; i < a.size(); ++i) {
    bool same = a[i] == e[i] || (std::isnan(a[i]) && std::isnan(e[i]));
    bool finite = std::isfinite(a[i]) && std::isfinite(e[i]);
    if (!same &&
        !(finite && std::fabs(a[i] - e[i]) <= within.absolute + within.relative * std::fabs(e[i])))
      return testing::AssertionFailure()
             << fmt::format("{} element {}: got {}, expected {}",
                            to_string(expected.dtype, expected.shape), i, a[i], e[i]);
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult equal(const Literal &actual, const Literal &expected) {
  if (std::string text = mismatch(actual, expected); !text.empty())
    return testing::AssertionFailure() << text;
  size_t size = dtype_size(expected.dtype);
  std::vector<double> a = to_doubles(actual), e = to_doubles(expected);
  for (size_t i = 0; i < a.size(); ++i) {
    bool same = std::equal(actual.bytes.begin() + i * size, actual.bytes.begin() + (i + 1) * size,
                           expected.bytes.begin() + i * size);
    if (!same && !(std::isnan(a[i]) && std::isnan(e[i])))
      return testing::AssertionFailure()
             << fmt::format("{} element {}: got {}, expected {}",
                            to_string(expected.dtype, expected.shape), i, a[i], e[i]);
  }
  return testing::AssertionSuccess();
}

} // namespace brigade::test
