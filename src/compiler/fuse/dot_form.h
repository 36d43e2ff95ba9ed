#pragma once

#include "ir/dialects.h"

#include <optional>

namespace brigade::compiler {

/// A product as out[b,m,n] = sum over k of lhs[b,m,k] rhs[b,k,n] over dense row-major operands.
struct DotForm {
  int64_t batch = 1, m = 1, n = 1, k = 1;
  int64_t lhs_batch_stride = 0, lhs_m_stride = 0, lhs_k_stride = 1;
  int64_t rhs_batch_stride = 0, rhs_k_stride = 0, rhs_n_stride = 1;
};

/// None where strides cannot express it: dimensions of one kind do not lie together, or neither of
/// a matrix's two strides is 1.
std::optional<DotForm> dot_form(stablehlo::DotGeneralOp dot);

/// Whether the library multiplies these element types; others become loops.
bool has_library_types(stablehlo::DotGeneralOp dot);

} // namespace brigade::compiler
