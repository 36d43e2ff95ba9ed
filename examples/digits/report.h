#pragma once

#include "options.h"
#include "training.h"

namespace digits {

/// Prints the result: throughput, traffic, memory.
void print_result(const Result &result);

/// Writes the result as JSON, whole or not at all. Throws brigade::UserError where the file cannot
/// be written.
void write_json(const Options &options, const Result &result);

} // namespace digits
