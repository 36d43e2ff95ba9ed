#pragma once

#include "compiler/emit/lanes.h"

/// Functions of floats (f32 or f64), for all lanes. Errors are at most 5 units in the last place.
namespace brigade::compiler::emit {

V exp(V x);
V expm1(V x);
V log(V x);
V log1p(V x);
V tanh(V x);
V erf(V x);
V sqrt(V x);
V float_power(V base, V exponent);

/// The C library's `name` for f64 and `name`f for f32: its vector variant where x is a vector.
V library_call(llvm::StringRef name, llvm::ArrayRef<V> arguments);

/// The C library's function on one lane after the other, where there is no vector variant.
V library_call_by_lane(llvm::StringRef name, V x);

/// Bits of the widest vector register of this machine: 512, 256 or 128.
int vector_bits();

} // namespace brigade::compiler::emit
