#include "ir/build.h"

#include "ir/types.h"

namespace brigade::ir {

using namespace mlir;

Value splat(OpBuilder &builder, Location location, RankedTensorType type, double value) {
  return builder.create<stablehlo::ConstantOp>(location, splat_attribute(type, value));
}

Value scalar(OpBuilder &builder, Location location, Type element, double value) {
  return splat(builder, location, RankedTensorType::get({}, element), value);
}

DenseIntElementsAttr replica_groups(MLIRContext *context, ArrayRef<SmallVector<int64_t>> groups) {
  SmallVector<int64_t> ids;
  for (const SmallVector<int64_t> &group : groups)
    ids.append(group.begin(), group.end());
  int64_t size = groups.empty() ? 0 : groups.front().size();
  auto type = RankedTensorType::get({static_cast<int64_t>(groups.size()), size},
                                    IntegerType::get(context, 64));
  return DenseIntElementsAttr::get(type, ids);
}

} // namespace brigade::ir
