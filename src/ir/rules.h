#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace brigade::ir {

/// What a layer knows about each operation: a rule of one kind (evaluate, jvp, transpose, batch,
/// factors, emit, cost) under the operation's name. Each kind has one table in the layer that uses
/// it; the file of an operation's family fills it. A test adds rules for operations of a dialect of
/// its own in the same way.
template <class Rule> class RuleTable {
public:
  template <class... Op> void add(Rule rule) {
    (rules_.insert_or_assign(Op::getOperationName(), rule), ...);
  }
  void add(llvm::StringRef operation, Rule rule) { rules_.insert_or_assign(operation, rule); }

  /// Null where there is none: the caller reports the operation and its line.
  const Rule *find(mlir::Operation *op) const { return find(op->getName().getStringRef()); }
  const Rule *find(llvm::StringRef operation) const {
    auto it = rules_.find(operation);
    return it == rules_.end() ? nullptr : &it->second;
  }
  auto keys() const { return rules_.keys(); }

private:
  llvm::StringMap<Rule> rules_;
};

} // namespace brigade::ir
