#pragma once

#include "ir/dialects.h"
#include "runtime/client.h"

#include <optional>
#include <string>

/// Kernels that fit any shape.
namespace brigade::compiler::emit {

/// Whether every element of a fusion is computed in the same way from the elements of the inputs at
/// its own place and from single elements. Such a kernel is walked as one dimension, knows nothing
/// of shapes, and is the same for all of them.
bool is_flat(ir::FusionOp fusion);

/// What the code of a flat kernel depends on: operations, element types, constants, and which
/// inputs are single elements.
std::string flat_key(ir::FusionOp fusion);

/// Flat kernels of small programs, most of them single operations that run as soon as they are
/// called, are kept by their key, so that a new shape needs no new code.
std::optional<runtime::KernelCode> find_flat_kernel(const std::string &key);
void keep_flat_kernel(const std::string &key, runtime::KernelCode code);

} // namespace brigade::compiler::emit
