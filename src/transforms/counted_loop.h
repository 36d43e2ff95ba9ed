#pragma once

#include "transforms/emitter.h"

namespace brigade::transforms {

/// A while that is a for: carried value `counter` starts at `start`, grows by `step`, and the loop
/// runs `trips` times.
struct CountedLoop {
  unsigned counter;
  int64_t start, step, trips;
};

/// Recognises `while (i < limit) { ...; i = i + step }` where start, limit and step are constants;
/// the limit may also be carried unchanged.
std::optional<CountedLoop> match_counted(stablehlo::WhileOp loop);

/// Whether carried value i is returned by the body as it came.
bool is_invariant(stablehlo::WhileOp loop, unsigned i);

/// for (j = 0; j < trips; ++j) carried = body(j, carried): the loop, whose result 0 is the i32
/// counter and whose results 1... are the carried values.
stablehlo::WhileOp create_counted(
    Emitter &emit, int64_t trips, llvm::ArrayRef<mlir::Value> carried,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(Emitter &, Value, mlir::ValueRange)> body);

/// Row j of [n, shape...], and the same array with another row there.
Value read_row(Value rows, Value j);
Value write_row(Value rows, Value j, Value row);

} // namespace brigade::transforms
