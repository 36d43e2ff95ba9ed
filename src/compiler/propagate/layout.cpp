#include "compiler/propagate/layout.h"

namespace brigade::compiler {

using namespace mlir;

AtomSet Layout::atoms() const {
  AtomSet set = 0;
  for (const Axes &axes : dims)
    set |= set_of(axes);
  return set;
}

SmallVector<int64_t> Layout::local_shape(const Grid &grid, ArrayRef<int64_t> global) const {
  SmallVector<int64_t> shape(global);
  for (auto [size, axes] : llvm::zip_equal(shape, dims)) {
    int64_t parts = grid.count(axes);
    size = (size + parts - 1) / parts;
  }
  return shape;
}

RankedTensorType Layout::local_type(const Grid &grid, RankedTensorType global) const {
  return global.clone(local_shape(grid, global.getShape()));
}

bool Layout::divides(const Grid &grid, ArrayRef<int64_t> global) const {
  return llvm::all_of(llvm::zip_equal(global, dims), [&](auto pair) {
    return std::get<0>(pair) % grid.count(std::get<1>(pair)) == 0;
  });
}

std::string Layout::to_string(const Grid &grid) const {
  std::string text = "[";
  for (auto [d, axes] : llvm::enumerate(dims))
    text += (d ? ", {" : "{") + grid.name(axes) + "}";
  return text + "]";
}

Layout layout_of(const Grid &grid, sdy::TensorShardingAttr sharding, size_t rank) {
  Layout layout(rank);
  if (sharding)
    for (auto [axes, dim] : llvm::zip(layout.dims, sharding.getDimShardings()))
      axes = grid.axes_of(sharding.getMeshName(), dim.getAxes());
  return layout;
}

sdy::TensorShardingAttr sharding_for(const Grid &grid, const Layout &layout) {
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (const Axes &axes : layout.dims)
    dims.push_back(sdy::DimensionShardingAttr::get(grid.context(), grid.refs(axes),
                                                   /*is_closed=*/true, std::nullopt));
  return sdy::TensorShardingAttr::get(grid.context(), grid.mesh_name(), dims);
}

SmallVector<Axes, 4> to_factors(const Grid &grid, const ir::FactorRule &rule,
                                const ir::TensorFactors &tensor, const Layout &layout) {
  SmallVector<Axes, 4> result(rule.factors.size());
  for (auto [factors, axes] : llvm::zip(tensor, layout.dims)) {
    if (factors.size() == 1) {
      result[factors.front()] = axes;
      continue;
    }
    size_t next = 0;
    for (int factor : factors) {
      int64_t left = rule.factors[factor].size;
      while (next < axes.size() && left % grid.size(axes[next]) == 0) {
        left /= grid.size(axes[next]);
        result[factor].push_back(axes[next++]);
      }
      if (left != 1)
        break;
    }
  }
  return result;
}

Layout to_layout(const Grid &grid, const ir::FactorRule &rule, const ir::TensorFactors &tensor,
                 ArrayRef<Axes> factor_axes) {
  Layout layout(tensor.size());
  for (auto [factors, axes] : llvm::zip(tensor, layout.dims))
    for (int factor : factors) {
      axes.append(factor_axes[factor]);
      if (grid.count(factor_axes[factor]) != rule.factors[factor].size)
        break;
    }
  return layout;
}

bool is_whole(const ir::FactorRule &rule, int factor) {
  for (unsigned t = 0; t < rule.tensors(); ++t)
    for (const auto &factors : rule.tensor(t))
      if (factors.size() > 1 && llvm::is_contained(factors, factor))
        return false;
  return true;
}

} // namespace brigade::compiler
