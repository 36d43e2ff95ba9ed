#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace brigade::reference {

/// The two dialects of programs that test an interpreter, with StableHLO's assembly:
///
///     check.expect_eq %a, %b : tensor<2xf32>                     also expect_almost_eq, with `,
///     tolerance = 1.0e-6` check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>    also
///     expect_almost_eq_const check.expect_close %a, %b, max_ulp_difference = 3 : tensor<2xf32>,
///     tensor<2xf32>
///
///     %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f, @f]]} : (...) -> ...
///         one row a replica, one column a partition; arguments and results are those of the first
///         process, then of the second, ...; all programs must be one function
void register_dialects(mlir::DialectRegistry &registry);

} // namespace brigade::reference
