#pragma once

#include "core/trace.h"
#include "core/tracer/program.h"

#include "llvm/ADT/DenseMap.h"

namespace brigade::core {

/// One level of a thread's trace stack: a function, or a region of an operation, whose operations
/// are being recorded.
///
/// A value of a scope further out may be used directly from a region. A function is isolated: there
/// a value of an outer scope, or a concrete array, becomes a hidden argument, listed in `captures`,
/// which the caller supplies in turn.
class Scope {
public:
  enum class What { Function, Region };

  /// Pushes; the destructor pops and ends the life of the scope's values.
  Scope(What what, Program &program, mlir::Block *block, const char *transform);
  ~Scope();
  Scope(const Scope &) = delete;

  static Scope *innermost();
  /// The innermost scope; InternalError where there is none.
  static Scope &current();

  Program &program() { return program_; }
  mlir::OpBuilder &builder() { return builder_; }
  const char *transform() const { return state_->transform; }
  std::vector<Array> &captures() { return captures_; }

  /// The array as a value that this scope's operations may use. Throws UserError for a value of a
  /// trace that is over or of another thread.
  mlir::Value value_of(const Array &array, Loc loc);
  /// From now on `value`, of this scope, stands for the concrete `array`, which must stay alive.
  void substitute(const Array &array, const Array &value);
  /// A new value of this scope.
  Array wrap(mlir::Value value, bool weak, Loc loc);
  Array wrap(mlir::Value value, const Kind *kind, Loc loc);

private:
  mlir::Value capture(const Array &array, Loc loc);

  What what_;
  Program &program_;
  Scope *parent_;
  mlir::Block *block_;
  mlir::OpBuilder builder_;
  std::shared_ptr<ScopeState> state_;
  std::vector<Array> captures_;
  llvm::DenseMap<ArrayImpl *, mlir::Value> capture_values_; ///< Looked up only.
};

/// A region traced inside a program. Owned until bind moves a copy into an operation.
class Body {
public:
  mlir::Region region;
  Program *program = nullptr;
  std::vector<TensorType> results;

  // Outside any trace: the region as a function's text, and the concrete arrays that its last
  // arguments stand for.
  std::string text;
  std::vector<TensorType> arguments;
  std::vector<Array> captures;
};

} // namespace brigade::core
