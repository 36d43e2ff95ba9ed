#include "compiler/emit/kernel.h"
#include "compiler/emit/loops.h"

/// Kernels that change part of memory which already holds the rest of their result.
namespace brigade::compiler::emit {

using mlir::arith::CmpIPredicate;

void write_update(Kernel &k) {
  auto update = mlir::cast<stablehlo::DynamicUpdateSliceOp>(k.roots()[0].getDefiningOp());
  auto whole = shape_of(update.getOperand()), part_shape = shape_of(update.getUpdate());
  Lanes &l = k.l;
  Index starts;
  for (auto [d, start] : llvm::enumerate(update.getStartIndices())) {
    Value first =
        whole[d] == part_shape[d] ? l.i64(0) : clamped_start(k.e, start, whole[d] - part_shape[d]);
    k.failed |= !first;
    starts.push_back(uniform(first ? first : l.i64(0)));
  }
  loop(l, k.begin, k.end, l.i64(1), [&](Value iteration) {
    Kernel::Part part = k.part(iteration);
    over_lanes(l, part.low, part.high, k.plan.dims.back(), [&](const Ix &ix, Value mask) {
      Index at = part.outer;
      at.push_back(ix);
      Point from{remap(l, k.plan.dims, at, part_shape), mask}, to = from;
      for (size_t d = 0; d < to.at.size(); ++d)
        to.at[d] = shifted(l, to.at[d], starts[d].base);
      k.e.store(k.outputs[0], to, k.value_at(update.getUpdate(), from));
    });
  });
}

namespace {

/// Writes one scatter kernel. Example: inputs 10x8, scatter_indices 3 (one index each), updates
/// 3x8, update_window_dims [1], inserted_window_dims [0], scatter_dims_to_operand_dims [0]. Row i
/// of the updates is combined with row scatter_indices[i] of the inputs.
class ScatterWriter {
public:
  ScatterWriter(Kernel &k, stablehlo::ScatterOp scatter)
      : k_(k), l_(k.l), scatter_(scatter), numbers_(scatter.getScatterDimensionNumbers()),
        shape_(shape_of(scatter.getUpdates()[0])), whole_(shape_of(scatter.getInputs()[0])) {
    for (size_t d = 0; d < shape_.size(); ++d)
      if (!is_window(d))
        scatter_dims_.push_back(shape_[d]);
  }

  void write() {
    llvm::ArrayRef<int64_t> dims = k_.plan.dims;
    auto vectors = [&](const Index &outer, Value low, Value high,
                       llvm::function_ref<void(const Index &, Value)> body) {
      over_lanes(l_, low, high, dims.back(), [&](const Ix &ix, Value mask) {
        Index window = outer;
        window.push_back(ix);
        body(window, mask);
      });
    };
    loop(l_, k_.begin, k_.end, l_.i64(1), [&](Value iteration) {
      if (windows_may_overlap(scatter_)) {
        nest(l_, scatter_dims_, {}, [&](const Index &batch, const Carried &) -> Carried {
          return nest(l_, dims.drop_back(), {},
                      [&](const Index &outer, const Carried &) -> Carried {
                        vectors(outer, l_.i64(0), l_.i64(dims.back()),
                                [&](const Index &window, Value mask) { one(batch, window, mask); });
                        return {};
                      });
        });
        return;
      }
      Kernel::Part part = k_.part(iteration);
      vectors(part.outer, part.low, part.high, [&](const Index &window, Value mask) {
        nest(l_, scatter_dims_, {}, [&](const Index &batch, const Carried &) -> Carried {
          one(batch, window, mask);
          return {};
        });
      });
    });
  }

private:
  bool is_window(size_t d) const {
    return llvm::is_contained(numbers_.getUpdateWindowDims(), static_cast<int64_t>(d));
  }

  /// One index vector and one vector of its window.
  void one(const Index &batch, const Index &window, Value mask) {
    Point update{{}, mask};
    auto batch_ix = batch.begin(), window_ix = window.begin();
    for (size_t d = 0; d < shape_.size(); ++d)
      update.at.push_back(is_window(d) ? *window_ix++ : *batch_ix++);

    // A window that does not lie inside as a whole is skipped.
    V inside;
    Point target{target_index(batch, window, inside), mask};
    auto combine = [&] {
      llvm::SmallVector<Value> arguments;
      for (BufferRef &output : k_.outputs)
        arguments.push_back(k_.e.load(output, target, /*changes=*/true));
      for (Value v : scatter_.getUpdates())
        arguments.push_back(k_.value_at(v, update));
      auto results = k_.region(scatter_.getUpdateComputation(), arguments);
      for (auto [output, value] : llvm::zip(k_.outputs, results))
        k_.e.store(output, target, value);
    };
    if (inside.v)
      when(l_, inside, combine);
    else
      combine();
  }

  Index target_index(const Index &batch, const Index &window, V &inside) {
    Index target(whole_.size(), uniform(l_.i64(0)));
    auto index_vector_dim = static_cast<size_t>(numbers_.getIndexVectorDim());
    for (auto [d, s] :
         llvm::zip(numbers_.getInputBatchingDims(), numbers_.getScatterIndicesBatchingDims()))
      target[d] = batch[static_cast<size_t>(s) > index_vector_dim ? s - 1 : s];
    auto window_ix = window.begin();
    llvm::SmallVector<int64_t> sizes(whole_.size(), 1);
    auto window_dim = numbers_.getUpdateWindowDims().begin();
    for (size_t d = 0; d < whole_.size(); ++d)
      if (!llvm::is_contained(numbers_.getInsertedWindowDims(), static_cast<int64_t>(d)) &&
          !llvm::is_contained(numbers_.getInputBatchingDims(), static_cast<int64_t>(d))) {
        target[d] = *window_ix++;
        sizes[d] = shape_[*window_dim++];
      }
    Value indices = scatter_.getScatterIndices();
    for (auto [j, d] : llvm::enumerate(numbers_.getScatterDimsToOperandDims())) {
      Point at{batch, {}};
      if (index_vector_dim < shape_of(indices).size())
        at.at.insert(at.at.begin() + index_vector_dim, uniform(l_.i64(static_cast<int64_t>(j))));
      V start = extend(V(k_.value_at(indices, at), l_), l_.b.getI64Type(),
                       !is_unsigned_integer(dtype_of_value(indices)));
      V highest(l_.i64(whole_[d] - sizes[d] + 1), l_);
      V fits =
          compare(CmpIPredicate::ult, start, whole_[d] < sizes[d] ? start.constant(0) : highest);
      inside = inside.v ? inside & fits : fits;
      target[d] = shifted(l_, target[d], start);
    }
    return target;
  }

  Kernel &k_;
  Lanes &l_;
  stablehlo::ScatterOp scatter_;
  stablehlo::ScatterDimensionNumbersAttr numbers_;
  llvm::ArrayRef<int64_t> shape_, whole_;
  llvm::SmallVector<int64_t> scatter_dims_;
};

} // namespace

void write_scatter(Kernel &k) {
  ScatterWriter(k, mlir::cast<stablehlo::ScatterOp>(k.roots()[0].getDefiningOp())).write();
}

} // namespace brigade::compiler::emit
