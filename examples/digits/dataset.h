#pragma once

#include <brigade/literal.h>

#include <string>

namespace digits {

struct Split {
  brigade::Literal images; ///< f32[rows, 64], pixels 0 to 1.
  brigade::Literal labels; ///< s32[rows]
};

struct Dataset {
  Split train, test;
};

/// Reads digits.npy and order.npy of `folder`; the last fifth of the order is the test set. Throws
/// brigade::UserError that names the file where one is missing, cut short, or not what it should
/// be.
Dataset read_dataset(const std::string &folder);

} // namespace digits
