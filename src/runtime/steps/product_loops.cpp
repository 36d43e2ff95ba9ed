#include "base/literal.h"
#include "runtime/steps/product.h"
#include "runtime/steps/scratch.h"

#include <algorithm>
#include <type_traits>

namespace brigade::runtime {
namespace {

/// What a dtype is multiplied and summed in: f32 for floats of up to 32 bits, f64, or the integer
/// type without its sign, so that integers wrap. Booleans are "all" and "any", which the bits of
/// bytes 0 and 1 say.
template <class T> struct Arithmetic {
  using Sum = std::conditional_t<
      std::is_same_v<T, double>, double,
      std::conditional_t<std::is_integral_v<T> && !std::is_same_v<T, bool>,
                         std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>,
                         std::conditional_t<std::is_same_v<T, bool>, uint32_t, float>>>;
};

template <class T> auto widen(T x) {
  if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>)
    return to_float(x);
  else
    return static_cast<typename Arithmetic<T>::Sum>(x);
}

template <class T, class Sum> T narrow(Sum x) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return to_bfloat16(static_cast<float>(x));
  else if constexpr (std::is_same_v<T, float16>)
    return to_float16(static_cast<float>(x));
  else if constexpr (std::is_same_v<T, bool>)
    return x != 0;
  else
    return static_cast<T>(x);
}

/// Row by row: k runs outside, n inside, so that the inner loop is over neighbours of rhs and of a
/// row of sums.
template <class In, class Out> class LoopProduct final : public Product {
public:
  explicit LoopProduct(const ProductShape &shape) : shape_(shape) {}

  void run(const ProductPointers &p) const override {
    using Sum = typename Arithmetic<In>::Sum;
    const ProductShape &s = shape_;
    auto *lhs = reinterpret_cast<const In *>(p.lhs), *rhs = reinterpret_cast<const In *>(p.rhs);
    auto *bias = reinterpret_cast<const float *>(p.bias);
    constexpr int64_t few = 256;
    Sum on_stack[few];
    Sum *sums =
        s.n <= few
            ? on_stack
            : reinterpret_cast<Sum *>(thread_scratch(ScratchUse::Product, s.n * sizeof(Sum)));
    for (int64_t i = 0; i < s.m; ++i) {
      Out *out = reinterpret_cast<Out *>(p.out) + i * s.out_m_stride;
      std::fill_n(sums, s.n, Sum{});
      for (int64_t k = 0; k < s.k; ++k) {
        Sum a = widen(lhs[i * s.lhs_m_stride + k * s.lhs_k_stride]);
        const In *row = rhs + k * s.rhs_k_stride;
        if (s.rhs_n_stride == 1)
          for (int64_t j = 0; j < s.n; ++j)
            sums[j] += a * static_cast<Sum>(widen(row[j]));
        else
          for (int64_t j = 0; j < s.n; ++j)
            sums[j] += a * static_cast<Sum>(widen(row[j * s.rhs_n_stride]));
      }
      for (int64_t j = 0; j < s.n; ++j) {
        Sum x = sums[j];
        if (s.accumulate)
          x += static_cast<Sum>(widen(out[j]));
        if (bias)
          x += static_cast<Sum>(bias[j]);
        if constexpr (std::is_floating_point_v<Sum>)
          x = s.relu && x < 0 ? Sum{} : x;
        else if (s.relu && static_cast<std::make_signed_t<Sum>>(x) < 0)
          x = Sum{};
        out[j] = narrow<Out>(x);
      }
    }
  }

private:
  ProductShape shape_;
};

/// Operands and result pass through f32: for f16, and for bf16 on processors that oneDNN does not
/// multiply it on.
class ConvertedProduct final : public Product {
public:
  explicit ConvertedProduct(const ProductShape &shape) : shape_(shape) {
    ProductShape f32{DType::F32, DType::F32, shape.m, shape.n,          shape.k,    shape.k,   1,
                     shape.n,    1,          shape.n, shape.accumulate, shape.bias, shape.relu};
    product_ = product(f32);
  }

  void run(const ProductPointers &p) const override {
    const ProductShape &s = shape_;
    float *lhs = scratch(ScratchUse::Operand, s.m * s.k);
    float *rhs = scratch(ScratchUse::OtherOperand, s.k * s.n);
    float *out = scratch(ScratchUse::Product, s.m * s.n);
    read(s.operand_dtype, p.lhs, s.m, s.k, s.lhs_m_stride, s.lhs_k_stride, lhs);
    read(s.operand_dtype, p.rhs, s.k, s.n, s.rhs_k_stride, s.rhs_n_stride, rhs);
    if (s.accumulate)
      read(s.out_dtype, p.out, s.m, s.n, s.out_m_stride, 1, out);
    product_->run({reinterpret_cast<std::byte *>(lhs), reinterpret_cast<std::byte *>(rhs),
                   reinterpret_cast<std::byte *>(out), p.bias});
    visit_dtype(s.out_dtype, [&]<class T>(T) {
      for (int64_t i = 0; i < s.m; ++i)
        for (int64_t j = 0; j < s.n; ++j)
          reinterpret_cast<T *>(p.out)[i * s.out_m_stride + j] = narrow<T>(out[i * s.n + j]);
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
          to[i * columns + j] =
              static_cast<float>(widen(values[i * row_stride + j * column_stride]));
    });
  }

  ProductShape shape_;
  std::shared_ptr<const Product> product_;
};

} // namespace

std::shared_ptr<const Product> loop_product(const ProductShape &shape) {
  return visit_dtype(shape.operand_dtype, [&]<class In>(In) -> std::shared_ptr<const Product> {
    if (shape.out_dtype == shape.operand_dtype)
      return std::make_shared<LoopProduct<In, In>>(shape);
    // Otherwise a wider or narrower relative of the operands.
    return visit_dtype(shape.out_dtype, [&]<class Out>(Out) -> std::shared_ptr<const Product> {
      return std::make_shared<LoopProduct<In, Out>>(shape);
    });
  });
}

std::shared_ptr<const Product> converted_product(const ProductShape &shape) {
  return std::make_shared<ConvertedProduct>(shape);
}

} // namespace brigade::runtime
