#pragma once

#include "core/bind.h"

/// What eager execution needs of the tracer.
namespace brigade::core {

/// Records the operation in the current scope.
std::vector<Array> record(const Operation &operation, std::span<const Array> operands, Loc loc);

/// What messages call operand i: "operand 0 of multiply".
std::string operand_name(const Operation &operation, size_t i);

/// A body traced outside any trace: a text that is equal for equal bodies, and the arrays that it
/// captured.
std::string body_key(const Body &body);
std::span<const Array> body_captures(const Body &body);

/// In the current scope, values[i] stands for the concrete captures[i] from now on.
void substitute_captures(std::span<const Array> captures, std::span<const Array> values);

} // namespace brigade::core
