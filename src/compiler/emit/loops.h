#pragma once

#include "compiler/emit/index.h"

/// Loops of kernels. Each body is written in a scope of its own.
namespace brigade::compiler::emit {

/// for (i = low; i < high; i += step).
void loop(Lanes &l, Value low, Value high, Value step, llvm::function_ref<void(Value)> body);

/// The same with values carried from one turn to the next; returns the last ones.
using Carried = llvm::SmallVector<Value>;
Carried loop(Lanes &l, Value low, Value high, Value step, const Carried &init,
             llvm::function_ref<Carried(Value, const Carried &)> body);

/// All indices of `dims` as scalars, innermost fastest.
Carried nest(Lanes &l, llvm::ArrayRef<int64_t> dims, const Carried &init,
             llvm::function_ref<Carried(const Index &, const Carried &)> body);

/// if (condition) body().
void when(Lanes &l, Value condition, llvm::function_ref<void()> body);

/// The lanes below `count`.
Value first_lanes(Lanes &l, Value count);

/// The indices [low, high) of a dimension of size `size`, a vector at a time, the rest of them
/// under a mask.
void over_lanes(Lanes &l, Value low, Value high, int64_t size,
                llvm::function_ref<void(const Ix &, Value mask)> body);

} // namespace brigade::compiler::emit
