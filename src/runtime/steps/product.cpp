#include "runtime/steps/product.h"

#include "runtime/steps/scratch.h"

#include <algorithm>
#include <list>
#include <map>
#include <mutex>

namespace brigade::runtime {
namespace {

/// The products used last, by shape.
class ProductCache {
public:
  std::shared_ptr<const Product> find(const ProductShape &shape) {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(shape);
    if (found == entries_.end())
      return nullptr;
    order_.splice(order_.begin(), order_, found->second.place);
    return found->second.product;
  }

  void insert(const ProductShape &shape, std::shared_ptr<const Product> product) {
    std::lock_guard lock(mutex_);
    auto [entry, is_new] = entries_.try_emplace(shape);
    entry->second.product = std::move(product);
    if (!is_new)
      return;
    order_.push_front(shape);
    entry->second.place = order_.begin();
    if (order_.size() > capacity) {
      entries_.erase(order_.back());
      order_.pop_back();
    }
  }

private:
  static constexpr size_t capacity = 1024;
  struct Entry {
    std::shared_ptr<const Product> product;
    std::list<ProductShape>::iterator place;
  };
  std::mutex mutex_;
  std::map<ProductShape, Entry> entries_;
  std::list<ProductShape> order_; ///< Last used first.
};

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
  static auto &cache = *new ProductCache;
  if (std::shared_ptr<const Product> found = cache.find(shape))
    return found;
  std::shared_ptr<const Product> made = make(shape);
  cache.insert(shape, made);
  return made;
}

} // namespace brigade::runtime
