#pragma once

#include "compiler/emit/index.h"
#include "ir/rules.h"

#include <functional>

/// The elements of any operation of a kernel at any point, computed from the kernel's buffers.
///
/// value_at(add(a, slice(b)), p) asks for a at p and for b at the point that the slice maps p to,
/// and adds. Results are remembered for the block being written, so an element that several
/// operations use is computed once.
namespace brigade::compiler::emit {

class Elemental;

/// An elementwise operation: `operands` are all scalars or all vectors. The result is rounded to
/// its dtype by the caller.
using ElementRule = Value (*)(Lanes &l, mlir::Operation *op, llvm::ArrayRef<Value> operands);

/// Any other operation: its result number `result` at `p`, null after a diagnostic.
using PointRule = Value (*)(Elemental &e, mlir::Operation *op, unsigned result, const Point &p);

struct EmitRule {
  ElementRule element = nullptr;
  PointRule point = nullptr;
  bool exact = false; ///< Elementwise: never needs rounding, because the result is an operand or of
                      ///< its size.
  int cost = 1; ///< In additions, roughly: says whether to store a value or to compute it again.
};
using EmitRules = ir::RuleTable<EmitRule>;

void add_arithmetic_emission(EmitRules &rules);
void add_logic_emission(EmitRules &rules);
void add_convert_emission(EmitRules &rules);
void add_functions_emission(EmitRules &rules);
void add_chlo_emission(EmitRules &rules);
void add_structure_emission(EmitRules &rules);
void add_indexing_emission(EmitRules &rules);

const EmitRules &emit_rules();

/// Memory that holds a whole array, row-major.
struct BufferRef {
  Value pointer;
  DType dtype = DType::F32;
  Shape shape;
};

class Elemental {
public:
  explicit Elemental(Lanes &lanes) : l(lanes) {}

  Lanes &l;

  /// The value is read from memory.
  void bind(Value v, BufferRef buffer) { buffers_[v] = std::move(buffer); }
  /// The value is the one that `source` gives; null: it is computed as if nothing had been said.
  using Source = std::function<Value(const Point &)>;
  void bind(Value v, Source source) { sources_[v] = std::move(source); }

  /// Null after a diagnostic at the operation that cannot be emitted.
  Value value_at(Value v, const Point &p);

  /// `changes`: this kernel writes places of the buffer that it reads by another index.
  Value load(const BufferRef &buffer, const Point &p, bool changes = false);
  void store(const BufferRef &buffer, const Point &p, Value value);

  /// Results of a region of scalar operations (of a reduction or scatter) on these values.
  mlir::FailureOr<llvm::SmallVector<Value>> region(mlir::Region &region,
                                                   llvm::ArrayRef<Value> arguments);

  /// The value of an integer operand of rank 0, as i64.
  Value scalar_index(Value v);

private:
  Value compute(mlir::Operation *op, unsigned result, const Point &p);
  Value apply(mlir::Operation *op, const EmitRule &rule, llvm::MutableArrayRef<Value> operands);
  Value address(const BufferRef &buffer, const Ix &number);

  llvm::DenseMap<Value, BufferRef> buffers_;
  llvm::DenseMap<Value, Source> sources_;
};

/// The start of a slice along one dimension, moved to where the slice fits: within [0, highest].
Value clamped_start(Elemental &e, Value start, int64_t highest);

/// The shape of a tensor value, and its dtype.
llvm::ArrayRef<int64_t> shape_of(Value v);
DType dtype_of_value(Value v);

} // namespace brigade::compiler::emit
