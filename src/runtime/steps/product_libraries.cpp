#include "runtime/pool.h"
#include "runtime/steps/openblas.h"
#include "runtime/steps/product.h"
#include "runtime/steps/scratch.h"

#include <cblas.h>
#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <dlfcn.h>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace brigade::runtime {
namespace {

using dnnl::memory;

const dnnl::engine &cpu_engine() {
  static auto &engine = *new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

memory::data_type library_dtype(DType dtype) {
  return dtype == DType::BF16 ? memory::data_type::bf16 : memory::data_type::f32;
}

/// Gives the calling thread's OpenMP loops one thread while it lives; a pool thread has said so for
/// good. The user's own setting on his thread comes back.
class OneOpenMPThread {
public:
  OneOpenMPThread() {
    if (on_pool_thread())
      return;
    static const auto max_threads =
        reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
    if (max_threads)
      before_ = max_threads();
    use_openmp_threads(1);
  }
  ~OneOpenMPThread() {
    if (before_ > 0)
      use_openmp_threads(before_);
  }
  OneOpenMPThread(const OneOpenMPThread &) = delete;

private:
  int before_ = 0;
};

class OneDnnProduct final : public Product {
public:
  explicit OneDnnProduct(const ProductShape &s) {
    lhs_ = {{s.m, s.k}, library_dtype(s.operand_dtype), {s.lhs_m_stride, s.lhs_k_stride}};
    rhs_ = {{s.k, s.n}, library_dtype(s.operand_dtype), {s.rhs_k_stride, s.rhs_n_stride}};
    out_ = {{s.m, s.n}, library_dtype(s.out_dtype), {s.out_m_stride, 1}};
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    description_ = {{lhs_, rhs_, out_}, attributes, cpu_engine()};
    scratch_ = description_.scratchpad_desc();
    primitive_ = dnnl::matmul(description_);
  }

  void run(const ProductPointers &p) const override {
    OneOpenMPThread one;
    thread_local dnnl::stream stream(cpu_engine());
    std::unique_ptr<Call> call = take_call();
    call->point(DNNL_ARG_SRC, p.lhs);
    call->point(DNNL_ARG_WEIGHTS, p.rhs);
    call->point(DNNL_ARG_DST, p.out);
    if (size_t bytes = scratch_.get_size())
      call->point(DNNL_ARG_SCRATCHPAD, thread_scratch(ScratchUse::Library, bytes));
    primitive_.execute(stream, call->arguments);
    std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
  }

private:
  /// The library's descriptions of one call's memory, dearer to make than a small product: kept for
  /// the next call.
  struct Call {
    std::unordered_map<int, memory> arguments;
    void add(int argument, const memory::desc &desc) {
      arguments.emplace(argument, memory(desc, cpu_engine(), DNNL_MEMORY_NONE));
    }
    void point(int argument, const std::byte *data) {
      arguments.find(argument)->second.set_data_handle(const_cast<std::byte *>(data));
    }
  };

  std::unique_ptr<Call> take_call() const {
    {
      std::lock_guard lock(mutex_);
      if (!calls_.empty()) {
        std::unique_ptr<Call> call = std::move(calls_.back());
        calls_.pop_back();
        return call;
      }
    }
    auto call = std::make_unique<Call>();
    call->add(DNNL_ARG_SRC, lhs_);
    call->add(DNNL_ARG_WEIGHTS, rhs_);
    call->add(DNNL_ARG_DST, out_);
    if (scratch_.get_size())
      call->add(DNNL_ARG_SCRATCHPAD, scratch_);
    return call;
  }

  memory::desc lhs_, rhs_, out_, scratch_;
  dnnl::matmul::primitive_desc description_;
  dnnl::matmul primitive_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Call>> calls_; ///< Guarded by mutex_.
};

class OpenBlasProduct final : public Product {
public:
  explicit OpenBlasProduct(const ProductShape &shape) : shape_(shape) { prepare_openblas(); }

  void run(const ProductPointers &p) const override {
    const ProductShape &s = shape_;
    bool lhs_transposed = s.lhs_k_stride != 1, rhs_transposed = s.rhs_n_stride != 1;
    auto leading = [](int64_t stride, int64_t at_least) {
      return static_cast<int>(std::max({stride, at_least, int64_t{1}}));
    };
    cblas_dgemm(CblasRowMajor, lhs_transposed ? CblasTrans : CblasNoTrans,
                rhs_transposed ? CblasTrans : CblasNoTrans, static_cast<int>(s.m),
                static_cast<int>(s.n), static_cast<int>(s.k), 1.0,
                reinterpret_cast<const double *>(p.lhs),
                lhs_transposed ? leading(s.lhs_k_stride, s.m) : leading(s.lhs_m_stride, s.k),
                reinterpret_cast<const double *>(p.rhs),
                rhs_transposed ? leading(s.rhs_n_stride, s.k) : leading(s.rhs_k_stride, s.n), 0.0,
                reinterpret_cast<double *>(p.out), static_cast<int>(s.out_m_stride));
  }

private:
  ProductShape shape_;
};

} // namespace

std::shared_ptr<const Product> onednn_product(const ProductShape &shape) {
  try {
    return std::make_shared<OneDnnProduct>(shape);
  } catch (const dnnl::error &) {
    return nullptr; // no such product on this processor
  }
}

std::shared_ptr<const Product> openblas_product(const ProductShape &shape) {
  return std::make_shared<OpenBlasProduct>(shape);
}

} // namespace brigade::runtime
