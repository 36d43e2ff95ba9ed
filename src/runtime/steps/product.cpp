#include "runtime/steps/product.h"

#include "base/lru_cache.h"

namespace brigade::runtime {
namespace {

constexpr size_t kept_products = 1024;

/// Below this many multiply-adds a call into a library costs more than it gains.
constexpr int64_t tiny = 4096;

std::shared_ptr<const Product> make(const ProductShape &shape) {
  auto either = [&](DType dtype) {
    return shape.operand_dtype == dtype || shape.out_dtype == dtype;
  };
  if (!is_floating(shape.operand_dtype) || shape.m * shape.n * shape.k <= tiny)
    return loop_product(shape);
  if (either(DType::F64))
    return shape.operand_dtype == shape.out_dtype ? openblas_product(shape) : loop_product(shape);
  if (!either(DType::F16))
    if (std::shared_ptr<const Product> code = onednn_product(shape))
      return code;
  if (shape.operand_dtype == DType::F32 && shape.out_dtype == DType::F32)
    return loop_product(shape);
  return converted_product(shape);
}

} // namespace

std::shared_ptr<const Product> product(const ProductShape &shape) {
  static auto &cache = *new LruCache<ProductShape, std::shared_ptr<const Product>>(kept_products);
  if (std::shared_ptr<const Product> found = cache.find(shape))
    return found;
  std::shared_ptr<const Product> made = make(shape);
  cache.keep(shape, made);
  return made;
}

} // namespace brigade::runtime
