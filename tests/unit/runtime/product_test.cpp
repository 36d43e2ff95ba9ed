#include "program_builder.h"

#include <random>

namespace brigade::runtime {
namespace {

using schedule::DotStep;
using schedule::Id;

struct Case {
  int64_t batch, m, n, k;
  bool lhs_transposed, rhs_transposed;
  DType operand, out;
};

float random_value(std::mt19937 &random, bool whole) {
  return whole ? static_cast<float>(static_cast<int>(random() % 7) - 3)
               : static_cast<float>(random()) * 0x1p-31f - 1;
}

/// Random elements; whole numbers for integers, so that their products are exact.
Literal random_literal(DType dtype, const Shape &shape, int seed) {
  Literal literal(dtype, shape);
  std::mt19937 random(seed);
  visit_dtype(dtype, [&]<class T>(T) {
    for (T &x : literal.data<T>())
      x = element_cast<T>(random_value(random, !is_floating(dtype)));
  });
  return literal;
}

std::vector<double> as_doubles(DType dtype, const std::byte *data, int64_t count) {
  std::vector<double> values(count);
  visit_dtype(dtype, [&]<class T>(T) {
    for (int64_t i = 0; i < count; ++i)
      values[i] = element_cast<double>(reinterpret_cast<const T *>(data)[i]);
  });
  return values;
}

int add_one(void *const *buffers, const int64_t *extents, int64_t begin, int64_t end) {
  auto *out = static_cast<float *>(buffers[0]);
  for (int64_t i = begin * extents[0]; i < end * extents[0]; ++i)
    out[i] += 1;
  return 0;
}

class Products {
public:
  explicit Products(int threads = 2) : client(make_cpu_client({.threads = threads})) {}

  std::vector<double> run(const Case &c, bool epilogue = false, bool check = false) {
    ProgramBuilder builder("product");
    Shape lhs_shape = c.lhs_transposed ? Shape{c.batch, c.k, c.m} : Shape{c.batch, c.m, c.k};
    Shape rhs_shape = c.rhs_transposed ? Shape{c.batch, c.n, c.k} : Shape{c.batch, c.k, c.n};
    Shape out_shape{c.batch, c.m, c.n};
    DotStep dot;
    dot.lhs = builder.argument(c.operand, lhs_shape);
    dot.rhs = builder.argument(c.operand, rhs_shape);
    dot.out = builder.result(c.out, out_shape);
    dot.operand_dtype = c.operand, dot.out_dtype = c.out;
    dot.batch = c.batch, dot.m = c.m, dot.n = c.n, dot.k = c.k;
    dot.lhs_batch_stride = c.m * c.k, dot.rhs_batch_stride = c.k * c.n;
    dot.lhs_m_stride = c.lhs_transposed ? 1 : c.k, dot.lhs_k_stride = c.lhs_transposed ? c.m : 1;
    dot.rhs_k_stride = c.rhs_transposed ? 1 : c.n, dot.rhs_n_stride = c.rhs_transposed ? c.k : 1;
    if (epilogue)
      dot.epilogue = {builder.add_kernel(add_one), {dot.out}, {c.n}, c.batch * c.m, 1};
    builder.step(dot, "stablehlo.dot_general");
    auto program = builder.load(*client);
    Literal a = random_literal(c.operand, lhs_shape, 1),
            b = random_literal(c.operand, rhs_shape, 2);
    auto give = [&](const Literal &x) {
      int device = 0;
      return Shards{client->buffer_from_host(x.bytes.data(), x.dtype, x.shape, {&device, 1})};
    };
    BufferPtr result = client->execute(*program, {give(a), give(b)})[0][0];
    result->await();
    if (check)
      expected = reference(c, a, b);
    return as_doubles(c.out, result->data(), element_count(out_shape));
  }

  void expect_close(const Case &c, bool epilogue = false) {
    std::vector<double> actual = run(c, epilogue, true);
    double tolerance = !is_floating(c.out)   ? 0
                       : c.out == DType::F64 ? 1e-13
                       : c.out == DType::F32 ? 1e-5
                       : c.out == DType::F16 ? 2e-3
                                             : 1e-2;
    for (size_t i = 0; i < actual.size(); ++i) {
      double wanted = expected[i] + epilogue;
      ASSERT_NEAR(actual[i], wanted,
                  tolerance * (1 + std::abs(wanted)) * std::max(1.0, double(c.k) / 64))
          << c.batch << "x" << c.m << "x" << c.n << "x" << c.k << " " << dtype_name(c.operand)
          << " " << dtype_name(c.out) << " at " << i;
    }
  }

  std::unique_ptr<Client> client;
  std::vector<double> expected;

private:
  static std::vector<double> reference(const Case &c, const Literal &lhs, const Literal &rhs) {
    std::vector<double> a = as_doubles(c.operand, lhs.bytes.data(), lhs.size());
    std::vector<double> b = as_doubles(c.operand, rhs.bytes.data(), rhs.size());
    std::vector<double> out(c.batch * c.m * c.n);
    for (int64_t g = 0; g < c.batch; ++g)
      for (int64_t i = 0; i < c.m; ++i)
        for (int64_t j = 0; j < c.n; ++j) {
          double &sum = out[(g * c.m + i) * c.n + j];
          for (int64_t k = 0; k < c.k; ++k)
            sum += a[g * c.m * c.k + (c.lhs_transposed ? k * c.m + i : i * c.k + k)] *
                   b[g * c.k * c.n + (c.rhs_transposed ? j * c.k + k : k * c.n + j)];
        }
    return out;
  }
};

TEST(Product, ShapesAndStrides) {
  Products products;
  for (auto [batch, m, n, k] : std::vector<std::array<int64_t, 4>>{{1, 3, 4, 5},
                                                                   {1, 1, 33, 70},
                                                                   {1, 65, 1, 129},
                                                                   {2, 17, 19, 23},
                                                                   {3, 128, 96, 64},
                                                                   {1, 300, 200, 100},
                                                                   {1, 64, 700, 65},
                                                                   {1, 4, 4, 0},
                                                                   {20, 40, 48, 40}})
    for (bool lhs : {false, true})
      for (bool rhs : {false, true})
        products.expect_close({batch, m, n, k, lhs, rhs, DType::F32, DType::F32});
}

TEST(Product, Dtypes) {
  Products products;
  for (int i = 1; i < dtype_count; ++i) // all but booleans
    for (int64_t m : {5, 70}) {
      auto dtype = static_cast<DType>(i);
      if (is_unsigned_integer(dtype))
        continue; // negative test values
      products.expect_close({2, m, 33, 40, false, false, dtype, dtype});
      products.expect_close({1, m, 33, 40, true, true, dtype, dtype});
    }
  for (DType narrow : {DType::S8, DType::S16, DType::S32})
    products.expect_close({1, 7, 9, 11, false, false, narrow, DType::S64});
  products.expect_close({1, 70, 9, 11, false, false, DType::F32, DType::F64});
  for (DType wide : {DType::BF16, DType::F16})
    products.expect_close({1, 70, 33, 40, false, false, wide, DType::F32});
}

TEST(Product, UnsignedWrapsAndBooleansAreAnyOfAll) {
  auto client = make_cpu_client({});
  ProgramBuilder builder("product");
  Id a = builder.argument(DType::U8, {1, 2}), b = builder.argument(DType::U8, {2, 1});
  Id out = builder.result(DType::U8, {1, 1});
  DotStep dot;
  dot.lhs = a, dot.rhs = b, dot.out = out;
  dot.operand_dtype = dot.out_dtype = DType::U8;
  dot.k = 2, dot.lhs_m_stride = 2, dot.rhs_k_stride = 1;
  builder.step(dot, "stablehlo.dot_general");
  auto results = client->execute(*builder.load(*client), {{put<uint8_t>(*client, {100, 3}, {1, 2})},
                                                          {put<uint8_t>(*client, {3, 1}, {2, 1})}});
  EXPECT_EQ(get<uint8_t>(results[0][0])[0], static_cast<uint8_t>(303));
}

TEST(Product, EpilogueFollowsEachBlockOfRows) {
  Products products;
  products.expect_close({1, 500, 130, 120, false, false, DType::F32, DType::F32}, true);
  products.expect_close({1, 256, 1024, 200, false, true, DType::F32, DType::F32},
                        true); // by columns
  products.expect_close({3, 40, 30, 120, true, false, DType::F32, DType::F32}, true);
}

TEST(Product, SameBitsForAnyNumberOfThreads) {
  Products one(1), four(4);
  for (auto [m, n, k] : std::vector<std::array<int64_t, 3>>{
           {512, 384, 784}, {128, 512, 784}, {784, 512, 128}, {1000, 10, 512}})
    for (DType dtype : {DType::F32, DType::BF16, DType::F64}) {
      Case c{1, m, n, k, false, false, dtype, dtype};
      EXPECT_EQ(one.run(c), four.run(c));
    }
}

} // namespace
} // namespace brigade::runtime
