#include "compiler/memory/in_place.h"

#include "compiler/emit/emit.h"
#include "ir/types.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// Whether all that is computed from `v`, which has one element for each of the kernel's, stays at
/// its place.
bool stays_in_place(Value v, int64_t elements, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(v).second)
    return true;
  for (Operation *user : v.getUsers()) {
    if (isa<stablehlo::ReturnOp>(user))
      continue;
    if (auto reduce = dyn_cast<stablehlo::ReduceOp>(user)) {
      if (llvm::is_contained(reduce.getInitValues(), v))
        return false;
      continue;
    }
    if (!emit::is_elementwise(user) && !isa<stablehlo::ReshapeOp>(user))
      return false;
    Value result = user->getResult(0);
    if (cast<RankedTensorType>(result.getType()).getNumElements() != elements ||
        !stays_in_place(result, elements, seen))
      return false;
  }
  return true;
}

} // namespace

bool can_overwrite(ir::FusionOp fusion, unsigned result, unsigned input) {
  auto from = cast<RankedTensorType>(fusion.getOperand(input).getType());
  auto to = cast<RankedTensorType>(fusion.getResult(result).getType());
  if (from.getNumElements() != to.getNumElements() ||
      dtype_size(ir::dtype_of(from)) != dtype_size(ir::dtype_of(to)))
    return false;
  // Reductions of one row or column block are over before its results are written, and no other row
  // reads it.
  Block &body = fusion.getBody().front();
  for (auto reduce : body.getOps<stablehlo::ReduceOp>())
    if (cast<RankedTensorType>(reduce.getInputs()[0].getType()).getNumElements() !=
        to.getNumElements())
      return false;
  // A result with as many elements is written at the loop's own index only.
  llvm::DenseSet<Value> seen;
  return stays_in_place(body.getArgument(input), to.getNumElements(), seen);
}

} // namespace brigade::compiler
