#pragma once

#include "base/literal.h"

#include <gtest/gtest.h>

#include <initializer_list>

/// Literals in tests: made, drawn at random, compared.
namespace brigade::test {

/// A literal of `dtype` and `shape` with these elements, row-major, each converted from double
/// (floats are rounded, bool is "not zero"). One element fills the whole shape.
Literal literal(DType dtype, Shape shape, std::initializer_list<double> elements);
Literal literal(DType dtype, Shape shape, const std::vector<double> &elements);

/// A rank-0 literal.
inline Literal scalar(DType dtype, double element) { return literal(dtype, {}, {element}); }

/// Elements drawn evenly from [low, high] (integers: both ends included; bool: either), the same
/// for the same seed.
Literal random_literal(DType dtype, Shape shape, uint64_t seed, double low = -2, double high = 2);

/// All elements as double; s64 and u64 beyond 2^53 are rounded.
std::vector<double> to_doubles(const Literal &literal);

/// The relative error that an answer in `dtype` may have after a few operations: 0 for integers and
/// bool.
double tolerance(DType dtype);

/// Whether two literals have one dtype and shape, and elements with |a - e| <= t * max(1, |e|) for
/// t = scale * tolerance(dtype); NaN goes with NaN, infinity with the same infinity. The text names
/// the worst element.
testing::AssertionResult close(const Literal &actual, const Literal &expected, double scale = 1);

/// How far an element may be from the expected e: absolute + relative * |e|.
struct Within {
  double relative = 1e-6, absolute = 1e-6;
};

/// Whether two literals have one dtype and shape, and elements within that; integers and bools are
/// equal, NaN goes with NaN, infinity with the same infinity. The text names the first that is not.
testing::AssertionResult near(const Literal &actual, const Literal &expected, Within within);

/// Whether two literals are the same to the last bit, all NaNs of a float type taken as one.
testing::AssertionResult equal(const Literal &actual, const Literal &expected);

} // namespace brigade::test
