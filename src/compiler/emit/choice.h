#pragma once

#include "compiler/emit/elemental.h"

namespace brigade::compiler::emit {

/// A value that comes from one place where conditions hold and from another elsewhere: padding, a
/// dynamic update, a concatenation.
///
/// Conditions that are the same in all lanes become a branch; those that differ become a mask,
/// under which the first place is read, so that indices outside an array never reach memory.
class Choice {
public:
  Choice(Lanes &lanes, DType dtype) : l_(lanes), dtype_(dtype) {}

  void add(V condition);
  /// low <= index < high.
  void require_range(const Ix &ix, Value low, Value high);

  Value value(const Point &p, llvm::function_ref<Value(const Point &)> inside,
              llvm::function_ref<Value(const Point &)> outside);

private:
  Type result_type(bool vector) const;

  Lanes &l_;
  DType dtype_;
  V whole_, by_lane_; ///< All conditions of either kind; no value where there are none.
};

} // namespace brigade::compiler::emit
