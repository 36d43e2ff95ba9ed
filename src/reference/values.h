#pragma once

#include "base/literal.h"

#include "mlir/IR/Operation.h"
#include "mlir/Support/LogicalResult.h"

#include <optional>

/// Literals and MLIR types, and single elements of literals.
namespace brigade::reference {

/// The element type of a tensor type; none for a type that Literal cannot hold.
std::optional<DType> element_dtype(mlir::Type type);

/// A literal of zeros of the type of result `index`, or a diagnostic where a literal cannot hold
/// it.
mlir::FailureOr<Literal> zeros_of_result(mlir::Operation *op, unsigned index = 0);

/// The same of a tensor type; `user` is blamed.
mlir::FailureOr<Literal> zeros_of_type(mlir::Operation *user, mlir::Type type);

/// Whether a literal has a type; the text names both where not.
bool has_type(const Literal &literal, mlir::Type type);

/// Element `i` of an integer literal; u64 values above the largest s64 give that.
int64_t integer_at(const Literal &literal, int64_t i);

/// An element as text for a message: "1.5", "-3", "true".
std::string element_text(const Literal &literal, int64_t i);

/// The elements in another dtype, as stablehlo.convert defines it.
Literal converted(const Literal &literal, DType dtype);

inline const std::byte *element(const Literal &literal, int64_t i) {
  return literal.bytes.data() + i * static_cast<int64_t>(dtype_size(literal.dtype));
}
inline std::byte *element(Literal &literal, int64_t i) {
  return literal.bytes.data() + i * static_cast<int64_t>(dtype_size(literal.dtype));
}

/// Copies one element between literals of the same dtype.
inline void copy_element(Literal &to, int64_t i, const Literal &from, int64_t j) {
  std::memcpy(element(to, i), element(from, j), dtype_size(to.dtype));
}

/// One rule's results.
inline std::vector<Literal> one(Literal literal) {
  std::vector<Literal> results;
  results.push_back(std::move(literal));
  return results;
}

} // namespace brigade::reference
