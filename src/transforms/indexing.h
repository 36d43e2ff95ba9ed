#pragma once

#include "transforms/emitter.h"

/// Gather and scatter with the same dimension numbers are each other's transpose. This is where one
/// becomes the other.
namespace brigade::transforms {

/// gather(operand, indices) of what a scatter with `numbers` would write: a result of shape
/// `updates`.
Value gather_of_scatter(Value operand, Value indices, llvm::ArrayRef<int64_t> updates,
                        stablehlo::ScatterDimensionNumbersAttr numbers);

/// The dimension numbers of the scatter that writes where `numbers` reads.
stablehlo::ScatterDimensionNumbersAttr
scatter_of_gather(stablehlo::GatherDimensionNumbersAttr numbers);

/// Start indices moved so that windows of `sizes` lie inside the operand, as gather and
/// dynamic_slice take them.
Value clamp_indices(Value indices, llvm::ArrayRef<int64_t> operand, llvm::ArrayRef<int64_t> sizes,
                    stablehlo::ScatterDimensionNumbersAttr numbers);

} // namespace brigade::transforms
