#pragma once

#include "brigade/numpy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

/// What JAX computes, from expected.inc, which make_expected.py writes.
namespace brigade::test {

struct Expected {
  Shape shape;
  std::vector<double> values;
};

inline const Expected &expected(const std::string &name) {
  static const std::map<std::string, Expected> table = {
#include "expected.inc"
  };
  return table.at(name);
}

/// An input of the cases: "a" is "in.a".
inline Array input(const std::string &name, DType dtype = DType::F32) {
  const Expected &e = expected("in." + name);
  return detail::from_doubles(e.values.data(), e.shape, dtype, Loc::current());
}

inline std::vector<double> values_of(const Array &x) {
  std::vector<double> out;
  auto append = [&]<class T>(const std::vector<T> &v) { out.assign(v.begin(), v.end()); };
  switch (x.dtype()) {
  case DType::F32:
    append(x.to_vector<float>());
    break;
  case DType::F64:
    append(x.to_vector<double>());
    break;
  case DType::S32:
    append(x.to_vector<int32_t>());
    break;
  case DType::U32:
    append(x.to_vector<uint32_t>());
    break;
  default:
    return values_of(astype(x, is_floating(x.dtype()) ? DType::F32 : DType::S32));
  }
  return out;
}

/// Equal shape, and each value within `tolerance` of JAX's, relative to the larger of it and one
/// part in a hundred of the largest. Tolerance 0: equal.
inline void expect_jax(const std::string &name, const Array &x, double tolerance = 1e-6) {
  const Expected &e = expected(name);
  ASSERT_EQ(x.shape(), e.shape) << name;
  const std::vector<double> got = values_of(x);
  double largest = 0;
  for (double value : e.values)
    if (std::isfinite(value))
      largest = std::max(largest, std::abs(value));
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(e.values[i]) || std::isinf(e.values[i]) || tolerance == 0) {
      EXPECT_TRUE(got[i] == static_cast<double>(static_cast<float>(e.values[i])) ||
                  got[i] == e.values[i] || (std::isnan(got[i]) && std::isnan(e.values[i])))
          << name << "[" << i << "]: got " << got[i] << ", JAX has " << e.values[i];
      continue;
    }
    EXPECT_NEAR(got[i], e.values[i], tolerance * std::max(std::abs(e.values[i]), largest / 100))
        << name << "[" << i << "]";
  }
}

/// The text of the UserError that f throws, without the line number at its end.
template <class F> std::string error_of(F &&f) {
  try {
    f();
  } catch (const UserError &e) {
    std::string text = e.what();
    const size_t colon = text.rfind(':');
    return text.substr(0, colon);
  }
  return "no error";
}

} // namespace brigade::test
