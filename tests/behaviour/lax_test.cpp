#include <brigade/brigade.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

/// Every function of lax.h gives under jit, fused and folded, what it gives alone.
using namespace brigade;

namespace {

using Function = Array (*)(const Array &, const Array &);

struct Case {
  const char *name;
  Function f;
};

const lax::GatherDimensionNumbers rows{{1}, {0}, {0}};
const lax::ScatterDimensionNumbers into_rows{{1}, {0}, {0}};

Array indices() { return array({2, 0, 3, 9}).reshape({4, 1}); } // The last is out of bounds.

/// f(x, y) of two 4 x 6 arrays of one dtype.
const Case cases[] = {
#define UNARY(name) {#name, [](const Array &x, const Array &) { return lax::name(x); }},
#define BINARY(name) {#name, [](const Array &x, const Array &y) { return lax::name(x, y); }},
#define CASE(name, expression)                                                                     \
  {#name, [](const Array &x, const Array &y) -> Array {                                            \
     (void)x, (void)y;                                                                             \
     return expression;                                                                            \
   }},
    UNARY(abs) UNARY(sign) UNARY(neg) UNARY(square) UNARY(exp) UNARY(expm1) UNARY(log) UNARY(
        log1p) UNARY(sqrt) UNARY(rsqrt) UNARY(cbrt) UNARY(logistic) UNARY(sin) UNARY(cos) UNARY(tan)
        UNARY(asin) UNARY(acos) UNARY(atan) UNARY(sinh) UNARY(cosh) UNARY(tanh) UNARY(asinh) UNARY(
            acosh) UNARY(atanh) UNARY(erf) UNARY(erfc) UNARY(erf_inv) UNARY(lgamma) UNARY(digamma) UNARY(floor) UNARY(ceil) UNARY(round)
            UNARY(round_even) UNARY(is_finite) UNARY(bitwise_not) UNARY(population_count) UNARY(clz) UNARY(stop_gradient) UNARY(
                optimization_barrier) BINARY(add) BINARY(sub) BINARY(mul) BINARY(div) BINARY(rem) BINARY(pow)
                BINARY(atan2) BINARY(max) BINARY(min) BINARY(bitwise_and) BINARY(bitwise_or) BINARY(bitwise_xor) BINARY(shift_left) BINARY(
                    shift_right_arithmetic) BINARY(shift_right_logical) BINARY(eq) BINARY(ne) BINARY(ge) BINARY(gt) BINARY(le)
                    BINARY(lt) CASE(integer_pow, lax::integer_pow(x, 3)) CASE(select, lax::select(lax::lt(x, y), x, y)) CASE(
                        clamp,
                        lax::clamp(
                            lax::min(x, y),
                            x,
                            lax::max(
                                x,
                                y))) CASE(convert_element_type,
                                          lax::convert_element_type(x, DType::S16))
                        CASE(bitcast_convert_type, lax::bitcast_convert_type(x, DType::U16)) CASE(
                            reduce_precision,
                            lax::reduce_precision(
                                x, 5,
                                3)) CASE(broadcast_in_dim, lax::broadcast_in_dim(x, {4, 2, 6}, {0, 2}))
                            CASE(broadcast, lax::broadcast(x, {2, 3})) CASE(reshape, lax::reshape(x, {3, 8})) CASE(
                                squeeze,
                                lax::squeeze(
                                    lax::reshape(x, {4, 1, 6}),
                                    {1})) CASE(expand_dims, lax::expand_dims(x, {1}))
                                CASE(transpose, lax::transpose(x, {1, 0})) CASE(rev, lax::rev(x, {0})) CASE(
                                    slice,
                                    lax::slice(
                                        x, {1, 0},
                                        {4, 6},
                                        {1,
                                         2})) CASE(slice_in_dim, lax::slice_in_dim(x, -3, -1, 1, 1))
                                    CASE(concatenate, lax::concatenate({x, y, x}, 1)) CASE(
                                        pad,
                                        lax::pad(
                                            x,
                                            lax::reshape(lax::slice(y, {0, 0}, {1, 1}), {}),
                                            {{1, 2, 1},
                                             {0,
                                              -1}})) CASE(broadcasted_iota,
                                                          lax::broadcasted_iota(
                                                              x.dtype(),
                                                              {4, 6},
                                                              1)) CASE(iota, lax::iota(x.dtype(), 6))
                                        CASE(full, lax::full({2, 3}, lax::reshape(lax::slice(y, {0, 0}, {1, 1}), {}))) CASE(
                                            dot_general,
                                            lax::dot_general(
                                                x, y,
                                                {.lhs_contracting = {1},
                                                 .rhs_contracting =
                                                     {1}})) CASE(dot, lax::dot(x, lax::transpose(y, {1, 0})))
                                            CASE(reduce_sum, lax::reduce_sum(x, {0})) CASE(
                                                reduce_prod,
                                                lax::reduce_prod(
                                                    x,
                                                    {1})) CASE(reduce_max,
                                                               lax::
                                                                   reduce_max(x, {0, 1}))
                                                CASE(reduce_min, lax::reduce_min(x, {1})) CASE(
                                                    reduce_and,
                                                    lax::reduce_and(
                                                        x,
                                                        {0})) CASE(reduce_or, lax::reduce_or(x, {1}))
                                                    CASE(
                                                        reduce,
                                                        lax::reduce(
                                                            x,
                                                            lax::reshape(
                                                                lax::slice(y, {0, 0}, {1, 1}), {}),
                                                            [](Array a, Array b) {
                                                              return lax::max(a, b);
                                                            },
                                                            {1})) CASE(argmax,
                                                                       lax::
                                                                           argmax(x,
                                                                                  1)) CASE(argmin, lax::argmin(x, 0))
                                                        CASE(gather, lax::gather(x, indices(), rows, {1, 6})) CASE(
                                                            scatter,
                                                            lax::scatter(
                                                                x, indices(),
                                                                y,
                                                                into_rows)) CASE(scatter_add, lax::scatter_add(x, indices(), y, into_rows))
                                                            CASE(scatter_mul, lax::scatter_mul(x, indices(), y, into_rows)) CASE(
                                                                scatter_min,
                                                                lax::scatter_min(
                                                                    x, indices(), y,
                                                                    into_rows))
                                                                CASE(scatter_max, lax::scatter_max(x, indices(), y, into_rows)) CASE(
                                                                    dynamic_slice,
                                                                    lax::dynamic_slice(
                                                                        x, {array(2), array(-2)},
                                                                        {3,
                                                                         2})) CASE(dynamic_update_slice,
                                                                                   lax::
                                                                                       dynamic_update_slice(
                                                                                           x, lax::slice(y, {0, 0}, {2, 2}),
                                                                                           {array(
                                                                                                1),
                                                                                            array(5)}))
                                                                    CASE(dynamic_slice_in_dim,
                                                                         lax::dynamic_slice_in_dim(
                                                                             x,
                                                                             array(1), 2,
                                                                             1)) CASE(dynamic_index_in_dim,
                                                                                      lax::dynamic_index_in_dim(x, array(3), 1, false))
                                                                        CASE(
                                                                            dynamic_update_slice_in_dim,
                                                                            lax::dynamic_update_slice_in_dim(
                                                                                x,
                                                                                lax::slice(
                                                                                    y, {0, 0},
                                                                                    {4, 2}),
                                                                                array(3), 1))
                                                                            CASE(
                                                                                dynamic_update_index_in_dim,
                                                                                lax::dynamic_update_index_in_dim(
                                                                                    x,
                                                                                    lax::slice(
                                                                                        y, {0, 0},
                                                                                        {1, 6}),
                                                                                    array(2), 0))
                                                                                CASE(
                                                                                    while_loop,
                                                                                    lax::while_loop(
                                                                                        [](const std::pair<
                                                                                            Array,
                                                                                            Array>
                                                                                               &s) {
                                                                                          return lax::lt(
                                                                                              s.first,
                                                                                              array(
                                                                                                  3));
                                                                                        },
                                                                                        [](const std::pair<
                                                                                            Array,
                                                                                            Array>
                                                                                               &s) {
                                                                                          return std::pair(
                                                                                              s.first +
                                                                                                  1,
                                                                                              lax::max(
                                                                                                  s.second,
                                                                                                  lax::rev(
                                                                                                      s.second,
                                                                                                      {1})));
                                                                                        },
                                                                                        std::pair(
                                                                                            array(
                                                                                                0),
                                                                                            x))
                                                                                        .second)
                                                                                    CASE(
                                                                                        fori_loop,
                                                                                        lax::fori_loop(
                                                                                            0, 3,
                                                                                            [&](Array,
                                                                                                Array
                                                                                                    z) {
                                                                                              return lax::max(
                                                                                                  lax::rev(
                                                                                                      z,
                                                                                                      {0}),
                                                                                                  y);
                                                                                            },
                                                                                            x))
#undef CASE
#undef BINARY
#undef UNARY
};

/// Floats are in (0.05, 0.95), integers below 100; no two rows are alike.
Array sample(int64_t step, DType dtype) {
  const Array count = (arange(24).reshape({4, 6}) + 1) * array(static_cast<int>(step)) % 97;
  if (dtype == DType::Bool)
    return count % 3 == 0;
  return is_floating(dtype) ? (0.05 + 0.9 * count.astype(DType::F64) / 97.0).astype(dtype)
                            : count.astype(dtype);
}

std::vector<double> doubles(const Array &x) { return x.astype(DType::F64).to_vector<double>(); }

/// What f gives, or the first words of its error.
std::variant<Array, std::string> result_of(const auto &f, const Array &x, const Array &y) {
  try {
    return f(x, y);
  } catch (const UserError &error) {
    return std::string(error.what()).substr(0, 20);
  }
}

class Lax : public testing::TestWithParam<DType> {};

TEST_P(Lax, JitComputesWhatEagerComputes) {
  const DType dtype = GetParam();
  const Array x = sample(41, dtype), y = sample(29, dtype);
  const double tolerance = dtype == DType::F64    ? 1e-13
                           : dtype == DType::F32  ? 1e-6
                           : dtype == DType::F16  ? 2e-3
                           : dtype == DType::BF16 ? 2e-2
                                                  : 0;
  int computed = 0;
  for (const Case &c : cases) {
    SCOPED_TRACE(c.name);
    const auto eager = result_of(c.f, x, y), compiled = result_of(jit(c.f), x, y);
    ASSERT_EQ(eager.index(), compiled.index());
    if (eager.index() == 1) { // An operation on a dtype that it does not take.
      EXPECT_EQ(std::get<1>(eager), std::get<1>(compiled));
      continue;
    }
    ++computed;
    const Array &a = std::get<0>(eager), &b = std::get<0>(compiled);
    ASSERT_EQ(a.shape(), b.shape());
    ASSERT_EQ(a.dtype(), b.dtype());
    const std::vector<double> want = doubles(a), got = doubles(b);
    for (size_t i = 0; i < want.size(); ++i)
      ASSERT_TRUE(want[i] == got[i] || (std::isnan(want[i]) && std::isnan(got[i])) ||
                  std::abs(want[i] - got[i]) <= tolerance * (1 + std::abs(want[i])))
          << "element " << i << " is " << got[i] << ", alone " << want[i];
  }
  EXPECT_GT(computed, dtype == DType::Bool ? 30 : 45);
}

INSTANTIATE_TEST_SUITE_P(All, Lax,
                         testing::Values(DType::Bool, DType::S8, DType::S16, DType::S32, DType::S64,
                                         DType::U8, DType::U16, DType::U32, DType::U64, DType::BF16,
                                         DType::F16, DType::F32, DType::F64),
                         [](const auto &p) { return std::string(dtype_name(p.param)); });

TEST(LaxCases, HaveEveryFunctionOfTheHeader) {
  std::ifstream in(std::filesystem::path(__FILE__).parent_path() / "../../include/brigade/lax.h");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  std::string header = text.substr(text.find("namespace brigade::lax"));
  const size_t detail = header.find("namespace detail {");
  header.erase(detail, header.find("} // namespace detail") - detail);
  // Outside pmap there is no axis: traffic_test.cpp and transforms_test.cpp.
  std::set<std::string> known{"psum",       "pmean",      "pmax",         "pmin",
                              "pvary",      "all_gather", "psum_scatter", "ppermute",
                              "all_to_all", "axis_index", "axis_size"};
  for (const Case &c : cases)
    known.insert(c.name);
  const std::regex declaration("\n(?:template <Tree T> )?(?:Array|T|int64_t) (\\w+)\\(");
  int found = 0;
  for (std::sregex_iterator at(header.begin(), header.end(), declaration), end; at != end;
       ++at, ++found)
    EXPECT_TRUE(known.contains((*at)[1])) << (*at)[1] << " has no case";
  EXPECT_GT(found, 100);
}

} // namespace
