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

  /// Pushes; the destructor pops and ends the life of the scope's values. `known` are the values
  /// of the block's arguments, for a Function.
  Scope(What what, Program &program, mlir::Block *block, const char *transform,
        const KnownValues &known = std::nullopt);
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
  /// The array that a value of this scope is known to be; null where it is none, or not known yet.
  const Array *known(mlir::Value value) const;
  void remember(mlir::Value value, const Array &array) { remembered_.insert({value, array}); }
  /// The innermost scope from here on outwards that is traced for whatever values come.
  const Scope *unknowing() const;
  bool is_region() const { return what_ == What::Region; }
  mlir::Block *block() const { return block_; }
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
  KnownValues known_;
  llvm::DenseMap<mlir::Value, Array> remembered_; ///< Looked up only.
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
