#include "base/literal.h"
#include "brigade/error.h"
#include "runtime/steps/instruction_set.h"
#include "runtime/steps/product.h"
#include "runtime/steps/scratch.h"

#include <algorithm>
#include <type_traits>

namespace brigade::runtime {
namespace {

/// What products of In are summed in on the way to Out: f64 where either is, f32 for other floats,
/// and integers as wide as the wider of the two, without sign, so that they wrap. Booleans are
/// "any" of "all", which counting says.
template <class In, class Out>
using SumOf = std::conditional_t<
    is_floating(dtype_of<In>),
    std::conditional_t<std::is_same_v<In, double> || std::is_same_v<Out, double>, double, float>,
    std::conditional_t<sizeof(In) == 8 || sizeof(Out) == 8, uint64_t, uint32_t>>;

/// Row by row: k runs outside, n inside, so that the inner loop is over neighbours of rhs and of a
/// row of sums.
template <class In, class Out> struct RowLoops {
  using Sum = SumOf<In, Out>;
  static constexpr int64_t few = 256;

  [[gnu::always_inline]] static inline void loop(const ProductShape &s, const ProductPointers &p) {
    auto *lhs = reinterpret_cast<const In *>(p.lhs);
    Sum on_stack[few];
    Sum *sums = on_stack;
    if (s.n > few)
      sums = reinterpret_cast<Sum *>(thread_scratch(ScratchUse::Product, s.n * sizeof(Sum)));
    for (int64_t i = 0; i < s.m; ++i) {
      for (int64_t j = 0; j < s.n; ++j)
        sums[j] = Sum{};
      for (int64_t k = 0; k < s.k; ++k)
        add_row(s, element_cast<Sum>(lhs[i * s.lhs_m_stride + k * s.lhs_k_stride]),
                reinterpret_cast<const In *>(p.rhs) + k * s.rhs_k_stride, sums);
      Out *__restrict out = reinterpret_cast<Out *>(p.out) + i * s.out_m_stride;
      for (int64_t j = 0; j < s.n; ++j)
        out[j] = element_cast<Out>(sums[j]);
    }
  }

  [[gnu::always_inline]] static inline void
  add_row(const ProductShape &s, Sum a, const In *__restrict row, Sum *__restrict sums) {
    if (s.rhs_n_stride == 1)
      for (int64_t j = 0; j < s.n; ++j)
        sums[j] += a * element_cast<Sum>(row[j]);
    else
      for (int64_t j = 0; j < s.n; ++j)
        sums[j] += a * element_cast<Sum>(row[j * s.rhs_n_stride]);
  }
};

template <class In, class Out> class LoopProduct final : public Product {
public:
  explicit LoopProduct(const ProductShape &shape) : shape_(shape) {
    // Other mixtures are too rare to be worth code for each instruction set.
    if constexpr (std::is_same_v<In, Out> || std::is_same_v<Out, float>)
      run_ = best_version<RowLoops<In, Out>, const ProductShape &, const ProductPointers &>();
    else
      run_ = portable_version<RowLoops<In, Out>, const ProductShape &, const ProductPointers &>;
  }
  void run(const ProductPointers &p) const override { run_(shape_, p); }

private:
  ProductShape shape_;
  void (*run_)(const ProductShape &, const ProductPointers &);
};

/// Operands and result pass through f32: for f16, and for bf16 on processors that oneDNN does not
/// multiply it on.
class ConvertedProduct final : public Product {
public:
  explicit ConvertedProduct(const ProductShape &shape) : shape_(shape) {
    ProductShape f32{DType::F32, DType::F32, shape.m, shape.n, shape.k,
                     shape.k,    1,          shape.n, 1,       shape.n};
    product_ = product(f32);
  }

  void run(const ProductPointers &p) const override {
    const ProductShape &s = shape_;
    float *lhs = scratch(ScratchUse::Operand, s.m * s.k);
    float *rhs = scratch(ScratchUse::OtherOperand, s.k * s.n);
    float *out = scratch(ScratchUse::Product, s.m * s.n);
    read(s.operand_dtype, p.lhs, s.m, s.k, s.lhs_m_stride, s.lhs_k_stride, lhs);
    read(s.operand_dtype, p.rhs, s.k, s.n, s.rhs_k_stride, s.rhs_n_stride, rhs);
    product_->run({reinterpret_cast<std::byte *>(lhs), reinterpret_cast<std::byte *>(rhs),
                   reinterpret_cast<std::byte *>(out)});
    visit_dtype(s.out_dtype, [&]<class T>(T) {
      for (int64_t i = 0; i < s.m; ++i)
        for (int64_t j = 0; j < s.n; ++j)
          reinterpret_cast<T *>(p.out)[i * s.out_m_stride + j] = element_cast<T>(out[i * s.n + j]);
    });
  }

private:
  static float *scratch(ScratchUse use, int64_t count) {
    return reinterpret_cast<float *>(thread_scratch(use, count * sizeof(float)));
  }

  static void read(DType dtype, const std::byte *from, int64_t rows, int64_t columns,
                   int64_t row_stride, int64_t column_stride, float *to) {
    visit_dtype(dtype, [&]<class T>(T) {
      auto *values = reinterpret_cast<const T *>(from);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          to[i * columns + j] = element_cast<float>(values[i * row_stride + j * column_stride]);
    });
  }

  ProductShape shape_;
  std::shared_ptr<const Product> product_;
};

} // namespace

std::shared_ptr<const Product> loop_product(const ProductShape &shape) {
  return visit_dtype(shape.operand_dtype, [&]<class In>(In) {
    return visit_dtype(shape.out_dtype, [&]<class Out>(Out) -> std::shared_ptr<const Product> {
      constexpr DType in = dtype_of<In>, out = dtype_of<Out>;
      if constexpr (in == out || (is_floating(in) && is_floating(out)) ||
                    (is_integer(in) && is_integer(out) && sizeof(Out) >= 4))
        return std::make_shared<LoopProduct<In, Out>>(shape);
      else
        throw InternalError("schedule: a product of " + std::string(dtype_name(in)) + " into " +
                            std::string(dtype_name(out)) + "; please report this");
    });
  });
}

std::shared_ptr<const Product> converted_product(const ProductShape &shape) {
  return std::make_shared<ConvertedProduct>(shape);
}

} // namespace brigade::runtime
