#include "compiler/emit/plan.h"

#include "compiler/emit/elemental.h"
#include "compiler/emit/flat.h"
#include "compiler/emit/functions.h"
#include "compiler/emit/reducer.h"

#include <numeric>
#include <set>

namespace brigade::compiler::emit {

using mlir::Operation;

namespace {

int64_t product(llvm::ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

/// Work that is worth handing to another thread, in additions of one element.
constexpr int64_t chunk_work = 1 << 17;

int64_t grain_for(int64_t work_of_iteration) {
  return std::max<int64_t>(1, chunk_work / std::max<int64_t>(1, work_of_iteration));
}

/// Where the loop must know the index: the elements to the right of each such place. Of the
/// operations that see all of the loop's elements, those that are not elementwise ask for the
/// places between their dimensions.
class Boundaries {
public:
  explicit Boundaries(int64_t elements) : elements_(elements) {}

  void visit(Value v) {
    Operation *op = v.getDefiningOp();
    if (!op || product(shape_of(v)) != elements_ || !seen_.insert(op).second)
      return;
    if (auto broadcast = mlir::dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
      add_broadcast(broadcast);
      visit(broadcast.getOperand());
      return;
    }
    const EmitRule *rule = emit_rules().find(op);
    bool keeps_order = rule && rule->element;
    if (!keeps_order && !mlir::isa<stablehlo::ReshapeOp, stablehlo::ConstantOp>(op))
      add_shape(shape_of(v));
    for (Value operand : op->getOperands())
      visit(operand);
  }

  /// A place that the kernel cannot do without.
  void require(int64_t right) { required_.insert(right); }

  /// The loop's dimensions, outermost first. A place that does not fit among the others is left
  /// out: the index is then computed by division.
  llvm::SmallVector<int64_t> dims() const {
    if (elements_ <= 1)
      return {elements_};
    std::set<int64_t> chain = required_;
    chain.insert({1, elements_});
    for (int64_t place : places_) {
      auto above = chain.lower_bound(place);
      if (place > 1 && above != chain.end() && *above % place == 0 &&
          place % *std::prev(above) == 0)
        chain.insert(place);
    }
    llvm::SmallVector<int64_t> sizes;
    for (auto place = std::next(chain.begin()); place != chain.end(); ++place)
      sizes.insert(sizes.begin(), *place / *std::prev(place));
    return sizes;
  }

private:
  void add_shape(llvm::ArrayRef<int64_t> shape) {
    int64_t right = 1;
    for (int64_t size : llvm::reverse(shape)) {
      places_.insert(right);
      right *= size;
    }
  }

  void add_broadcast(stablehlo::BroadcastInDimOp broadcast) {
    auto to = shape_of(broadcast.getResult()), from = shape_of(broadcast.getOperand());
    llvm::SmallVector<bool> mapped(to.size(), false);
    for (auto [d, size] : llvm::zip(broadcast.getBroadcastDimensions(), from))
      mapped[d] = size != 1;
    int64_t right = 1;
    std::optional<bool> last;
    for (size_t d = to.size(); d-- > 0;) {
      if (to[d] == 1)
        continue;
      if (last && *last != mapped[d])
        places_.insert(right);
      last = mapped[d];
      right *= to[d];
    }
  }

  int64_t elements_;
  std::set<int64_t> places_, required_;
  llvm::DenseSet<Operation *> seen_;
};

/// Lanes: as many as fill a register with the widest element that the fusion computes.
int width_for(ir::FusionOp fusion, int64_t innermost) {
  if (innermost <= 1)
    return 1;
  int64_t bytes = 1;
  auto consider = [&](Value v) {
    DType dtype = dtype_of_value(v);
    int64_t size =
        dtype == DType::BF16 || dtype == DType::F16 ? 4 : static_cast<int64_t>(dtype_size(dtype));
    if (!shape_of(v).empty())
      bytes = std::max(bytes, size);
  };
  for (Value v : fusion.getBody().getArguments())
    consider(v);
  for (Operation &op : fusion.getBody().front())
    llvm::for_each(op.getResults(), consider);
  int width = static_cast<int>(std::min<int64_t>(vector_bits() / 8 / bytes, 32));
  while (width > 4 && width / 2 >= innermost)
    width /= 2;
  return width;
}

int64_t fusion_cost(ir::FusionOp fusion) {
  int64_t cost = 1;
  for (Operation &op : fusion.getBody().front())
    if (const EmitRule *rule = emit_rules().find(&op))
      cost += rule->cost;
  return cost;
}

/// Whether the loop's lanes lie apart in an array that is too large for the cache.
bool moves_innermost(ir::FusionOp fusion) {
  return llvm::any_of(fusion.getBody().front().getOps<stablehlo::TransposeOp>(),
                      [](stablehlo::TransposeOp transpose) {
                        auto permutation = transpose.getPermutation();
                        return permutation.back() + 1 != static_cast<int64_t>(permutation.size()) &&
                               product(shape_of(transpose.getResult())) >= 1 << 16;
                      });
}
constexpr int64_t transposed_block = 256;

void split_innermost(KernelPlan &plan, int64_t block) {
  int64_t inner = plan.dims.back();
  plan.block = std::max<int64_t>(1, inner <= 2 * block ? inner : block);
  plan.blocks = (inner + plan.block - 1) / plan.block;
}

KernelPlan plan_flat(ir::FusionOp fusion) {
  KernelPlan plan;
  plan.kind = KernelKind::Flat;
  plan.flat_key = flat_key(fusion);
  plan.iterations = product(shape_of(fusion.getResult(0)));
  plan.width = width_for(fusion, INT64_MAX);
  // Shares begin at whole cache lines of any element type.
  plan.grain = (grain_for(fusion_cost(fusion)) + 63) / 64 * 64;
  return plan;
}

KernelPlan plan_loop(ir::FusionOp fusion) {
  if (is_flat(fusion))
    return plan_flat(fusion);
  KernelPlan plan;
  auto results = fusion.getBody().front().getTerminator()->getOperands();
  int64_t elements = product(shape_of(results[0]));
  Boundaries boundaries(elements);
  for (Value v : results)
    boundaries.visit(v);
  plan.dims = boundaries.dims();
  plan.width = width_for(fusion, plan.dims.back());
  // A transposed array is read a line at a time: lines stay in the cache from one outer index to
  // the next.
  plan.blocks_outermost = moves_innermost(fusion);
  split_innermost(plan, plan.blocks_outermost ? transposed_block : 4096);
  plan.iterations = elements / std::max<int64_t>(1, plan.dims.back()) * plan.blocks;
  plan.grain = grain_for(plan.block * fusion_cost(fusion));
  return plan;
}

KernelPlan plan_reduce(ir::FusionOp fusion, stablehlo::ReduceOp first) {
  KernelPlan plan;
  auto shape = shape_of(first.getInputs()[0]);
  int64_t elements = product(shape);
  Boundaries boundaries(elements);
  // Between kept and reduced dimensions.
  llvm::SmallVector<std::pair<int64_t, bool>> kinds; // elements up to here from the right, reduced
  int64_t right = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    if (shape[d] == 1)
      continue;
    bool reduced = llvm::is_contained(first.getDimensions(), static_cast<int64_t>(d));
    if (!kinds.empty() && kinds.back().second != reduced)
      boundaries.require(right);
    right *= shape[d];
    kinds.push_back({right, reduced});
  }
  fusion.getBody().walk([&](stablehlo::ReduceOp reduce) {
    for (Value v : reduce.getInputs())
      boundaries.visit(v);
  });
  for (Value v : fusion.getBody().front().getTerminator()->getOperands())
    boundaries.visit(v);
  plan.dims = boundaries.dims();
  right = 1;
  for (int64_t size : llvm::reverse(plan.dims)) {
    right *= size;
    auto it = llvm::find_if(kinds, [&](auto kind) { return kind.first >= right; });
    plan.reduced.push_back(it == kinds.end() || it->second);
  }
  std::reverse(plan.reduced.begin(), plan.reduced.end());

  int64_t kept = 1, reduced = 1;
  for (auto [size, is_reduced] : llvm::zip(plan.dims, plan.reduced))
    (is_reduced ? reduced : kept) *= size;
  int64_t inner = plan.dims.back();
  plan.width = width_for(fusion, inner);
  bool ordered = false;
  fusion.getBody().walk([&](stablehlo::ReduceOp reduce) {
    ordered |= classify(reduce.getBody()).kind == ReducerKind::Ordered;
  });
  if (ordered && plan.reduced.back())
    plan.width = 1;
  plan.unroll = plan.width == 1 ? 1 : inner >= 4 * plan.width ? 4 : inner >= 2 * plan.width ? 2 : 1;
  int64_t cost = fusion_cost(fusion);
  if (plan.reduced.back()) {
    plan.kind = KernelKind::Rows;
    plan.iterations = kept;
    plan.grain = grain_for(reduced * cost);
    return plan;
  }
  plan.kind = KernelKind::Columns;
  plan.block = plan.unroll * plan.width;
  plan.blocks = (inner + plan.block - 1) / plan.block;
  plan.iterations = kept / inner * plan.blocks;
  plan.grain = grain_for(reduced * plan.block * cost);
  return plan;
}

KernelPlan plan_update(ir::FusionOp fusion, stablehlo::DynamicUpdateSliceOp update) {
  KernelPlan plan;
  plan.kind = KernelKind::Update;
  auto whole = shape_of(update.getOperand()), part = shape_of(update.getUpdate());
  int64_t elements = product(part);
  Boundaries boundaries(elements);
  // Trailing dimensions that are updated whole stay together.
  int64_t right = 1;
  bool split = false;
  for (size_t d = part.size(); d-- > 0;) {
    if (split)
      boundaries.require(right);
    split |= part[d] != whole[d];
    right *= part[d];
  }
  boundaries.visit(update.getUpdate());
  plan.dims = boundaries.dims();
  plan.width = width_for(fusion, plan.dims.back());
  split_innermost(plan, 4096);
  plan.iterations = elements / std::max<int64_t>(1, plan.dims.back()) * plan.blocks;
  plan.grain = grain_for(plan.block * fusion_cost(fusion));
  return plan;
}

/// The loop runs over the window; each iteration takes all the scatter indices in their order,
/// since they may name one place several times. Where windows of different indices may overlap, one
/// iteration does everything, index by index.
KernelPlan plan_scatter(ir::FusionOp fusion, stablehlo::ScatterOp scatter) {
  KernelPlan plan;
  plan.kind = KernelKind::Scatter;
  auto numbers = scatter.getScatterDimensionNumbers();
  auto shape = shape_of(scatter.getUpdates()[0]);
  int64_t indices = 1;
  for (auto [d, size] : llvm::enumerate(shape)) {
    if (llvm::is_contained(numbers.getUpdateWindowDims(), static_cast<int64_t>(d)))
      plan.dims.push_back(size);
    else
      indices *= size;
  }
  if (plan.dims.empty())
    plan.dims.push_back(1);
  plan.width = width_for(fusion, plan.dims.back());
  if (windows_may_overlap(scatter))
    return plan;
  plan.block = std::max<int64_t>(1, std::min<int64_t>(plan.dims.back(), plan.width));
  plan.blocks = (plan.dims.back() + plan.block - 1) / plan.block;
  plan.iterations = product(plan.dims) / std::max<int64_t>(1, plan.dims.back()) * plan.blocks;
  plan.grain = grain_for(plan.block * indices * fusion_cost(fusion));
  return plan;
}

} // namespace

bool windows_may_overlap(stablehlo::ScatterOp scatter) {
  auto numbers = scatter.getScatterDimensionNumbers();
  auto whole = shape_of(scatter.getInputs()[0]), updates = shape_of(scatter.getUpdates()[0]);
  size_t next = 0;
  for (size_t d = 0; d < whole.size(); ++d) {
    auto dim = static_cast<int64_t>(d);
    if (llvm::is_contained(numbers.getInsertedWindowDims(), dim) ||
        llvm::is_contained(numbers.getInputBatchingDims(), dim))
      continue;
    int64_t size = updates[numbers.getUpdateWindowDims()[next++]];
    if (size > 1 && llvm::is_contained(numbers.getScatterDimsToOperandDims(), dim))
      return true;
  }
  return false;
}

KernelPlan plan_kernel(ir::FusionOp fusion) {
  mlir::Block &block = fusion.getBody().front();
  if (fusion->hasAttr(in_place_attribute)) {
    Operation *root = block.getTerminator()->getOperand(0).getDefiningOp();
    if (auto scatter = mlir::dyn_cast<stablehlo::ScatterOp>(root))
      return plan_scatter(fusion, scatter);
    return plan_update(fusion, mlir::cast<stablehlo::DynamicUpdateSliceOp>(root));
  }
  auto reductions = block.getOps<stablehlo::ReduceOp>();
  if (!reductions.empty())
    return plan_reduce(fusion, *reductions.begin());
  return plan_loop(fusion);
}

KernelPlan plan_epilogue(ir::FusionOp fusion, int64_t row) {
  KernelPlan plan;
  auto results = fusion.getBody().front().getTerminator()->getOperands();
  int64_t elements = product(shape_of(results[0]));
  Boundaries boundaries(elements);
  boundaries.require(row);
  for (Value v : results)
    boundaries.visit(v);
  plan.dims = boundaries.dims();
  // One iteration is one row, whatever else divides it.
  plan.dims = {elements / row, row};
  plan.width = width_for(fusion, row);
  plan.block = row;
  plan.iterations = elements / row;
  return plan;
}

} // namespace brigade::compiler::emit
