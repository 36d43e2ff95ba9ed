#pragma once

#include "brigade/dtype.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace brigade::runtime {

/// One matrix product on one thread: out[m,n] = sum over k of lhs[m,k] * rhs[k,n]. Strides are in
/// elements; of lhs and rhs one stride is 1, out's rows are out_m_stride apart.
struct ProductShape {
  DType operand_dtype, out_dtype;
  int64_t m, n, k;
  int64_t lhs_m_stride, lhs_k_stride, rhs_k_stride, rhs_n_stride, out_m_stride;
  auto operator<=>(const ProductShape &) const = default;
};

struct ProductPointers {
  const std::byte *lhs, *rhs;
  std::byte *out;
};

/// Code for one ProductShape. Its results depend on the shape and the values alone. Thread-safe.
class Product {
public:
  virtual ~Product() = default;
  virtual void run(const ProductPointers &pointers) const = 0;
};

/// The product's code from a cache that the process shares, made on first use. Tiny products get
/// plain vectorised loops, f32 and bf16 go to oneDNN, f64 to OpenBLAS on one thread, f16 through
/// f32, integers to plain loops that wrap.
std::shared_ptr<const Product> product(const ProductShape &shape);

/// The makers behind product(), by what computes. onednn_product returns none where the library has
/// no such product.
std::shared_ptr<const Product> loop_product(const ProductShape &shape);
std::shared_ptr<const Product> onednn_product(const ProductShape &shape);
std::shared_ptr<const Product> openblas_product(const ProductShape &shape);
std::shared_ptr<const Product> converted_product(const ProductShape &shape);

} // namespace brigade::runtime
