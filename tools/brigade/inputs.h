#pragma once

#include "commands.h"
#include "program.h"

namespace brigade::tools {

/// The arrays that a command's options give for @main: files, or random numbers. Throws UserError
/// where a file does not fit its argument.
std::vector<Literal> make_inputs(const LoadedProgram &program, const RunArguments &arguments);

/// Writes DIR/out0.npy, out1.npy, ... or, without a folder, prints each result's type and first
/// elements.
void deliver(const std::vector<Literal> &results, const std::string &folder);

} // namespace brigade::tools
