#pragma once

#include "brigade/literal.h"

#include <string>

/// NumPy's .npy files (format versions 1 to 3). bf16, which NumPy lacks, is written as u16.
namespace brigade {

/// Throws UserError that names the file, what is wrong with it and what it should hold: a file that
/// cannot be read, is cut short, is longer than its header says, is big-endian, or holds a type
/// that Brigade lacks. Fortran order is rearranged.
Literal read_npy(const std::string &path);

/// Writes beside `path` and renames, so that the file appears whole or not at all. Throws
/// UserError.
void write_npy(const std::string &path, const Literal &value);

} // namespace brigade
