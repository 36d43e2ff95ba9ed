#pragma once

#include "ir/rules.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

/// How the dimensions of an operation's operands and results belong together: all that propagation
/// and partitioning know of an operation.
///
/// A factor is an index that the operation loops over. Each dimension of each operand and result is
/// made up of factors, major to minor; a dimension of size 1, and one that can not be split, has
/// none. For
///
///   dot_general  lhs[i, k], rhs[k, j] -> result[i, j]      i, j: pass-through; k: reduction
///   reshape      operand[8, 4] -> result[2, 16]            i=2, j=4, k=4: operand[(i j), k] ->
///   result[i, (j k)]
///
/// splitting i over a mesh axis means that every tensor which has i is split there, each device
/// does its part of the loop, and nothing is moved.
namespace brigade::ir {

enum class FactorKind : uint8_t {
  PassThrough, ///< Each device computes its part.
  Reduction,   ///< Each device has a partial result; FactorRule::combine says how they become one.
  NeedReplication, ///< Carries a sharding from tensor to tensor, but the operation needs it whole.
  Permutation,     ///< As NeedReplication, except that the sizes may differ: elements move along it
                   ///< (slice, concatenate).
};

/// What combines partial results, and so which element changes none of them.
enum class Combiner : uint8_t { None, Sum, Product, Min, Max, And, Or, Xor };

struct Factor {
  int64_t size = 1;
  FactorKind kind = FactorKind::PassThrough;
};

/// The factors of each dimension, major to minor. Factors of a dimension that has any multiply to
/// its size, but for those of a Permutation factor.
using TensorFactors = llvm::SmallVector<llvm::SmallVector<int, 2>, 4>;

/// An integer array attribute of which element i is the size of dimension i of a tensor, where that
/// dimension is whole: `slice_sizes` of gather follows its operand. Where the dimension is split,
/// the element becomes the local size.
struct SizeAttribute {
  llvm::StringRef name;
  bool of_result = false;
  unsigned tensor = 0;
};

struct FactorRule {
  llvm::SmallVector<Factor, 4> factors;
  llvm::SmallVector<TensorFactors, 4> operands, results;

  Combiner combiner = Combiner::None;
  /// The operand, if any, that starts result i's reduction: counted once, however many partial
  /// results there are. It has the result's shape or rank 0. -1: none.
  llvm::SmallVector<int, 1> initial;
  /// What a reduction factor is called in reports: "contracting dimension".
  llvm::StringRef reduction_name = "reduced dimension";
  /// What fills an operand beyond the end of a reduced dimension that does not divide, so that it
  /// changes no result.
  Combiner filler = Combiner::None;
  /// At most one partial result of each element is not neutral, so they may be combined in any
  /// precision.
  bool exact = false;
  /// Partial results of bf16 and f16 are made in f32 by the result's type alone (dot_general);
  /// otherwise by widening the operands too.
  bool widens_by_result_type = false;

  /// Each combination of the factors' indices is one multiplication and addition: what a
  /// contraction costs.
  bool dense = false;

  llvm::SmallVector<SizeAttribute, 1> size_attributes;

  /// The factors of operand or result t, counting operands first.
  const TensorFactors &tensor(unsigned t) const {
    return t < operands.size() ? operands[t] : results[t - operands.size()];
  }
  unsigned tensors() const { return operands.size() + results.size(); }

  /// Every tensor of rank above 0 has every factor, and nothing is reduced or moved (elementwise,
  /// transpose, reshape): its shardings are passed on before those of other operations.
  bool is_pass_through() const;
};

/// Builds a rule step by step.
///
///   RuleBuilder b(op);                     // dot_general, lhs[m, k] x rhs[k, n]
///   b.add({0, none}, {0}, m);              // a factor of size m: dimension 0 of lhs and of the
///   result b.add({none, 1}, {1}, n); b.add({1, 0}, {none}, k, FactorKind::Reduction);
class RuleBuilder {
public:
  static constexpr int64_t none = -1;

  explicit RuleBuilder(mlir::Operation *op);

  /// A new factor, which becomes the next more minor factor of the named dimension of each operand
  /// and result. Sizes 0 and 1 are not worth a factor and are skipped.
  RuleBuilder &add(llvm::ArrayRef<int64_t> operand_dims, llvm::ArrayRef<int64_t> result_dims,
                   int64_t size, FactorKind kind = FactorKind::PassThrough);
  /// One dimension of one tensor (operands first) gets factor `factor` as its next more minor.
  void append(unsigned tensor, int64_t dim, int factor);
  int add_factor(int64_t size, FactorKind kind = FactorKind::PassThrough);

  /// One factor for dimension d of every operand and result of rank above 0, for every d of
  /// `shape`.
  RuleBuilder &pointwise(llvm::ArrayRef<int64_t> shape);

  FactorRule rule;

private:
  TensorFactors &tensor(unsigned t) {
    return t < rule.operands.size() ? rule.operands[t] : rule.results[t - rule.operands.size()];
  }
};

using FactorFn = FactorRule (*)(mlir::Operation *);
using FactorRules = RuleTable<FactorFn>;

void add_structure_factors(FactorRules &);
void add_contraction_factors(FactorRules &);
void add_reduction_factors(FactorRules &);
void add_indexing_factors(FactorRules &);
void add_collective_factors(FactorRules &);
void add_sharding_factors(FactorRules &);

/// The rules of every operation of our dialects.
const FactorRules &factor_rules();

/// The operation's rule: its entry in the table, or, where it has the trait Elementwise, the rule
/// which that implies. None: an operation that nobody knows how to split.
std::optional<FactorRule> factor_rule(const FactorRules &, mlir::Operation *);

/// The combiner that a reduction body is, where it is one operation on its two arguments that we
/// know: add, multiply, minimum, maximum, and, or, xor.
Combiner combiner_of(mlir::Region &body);

/// The element that changes nothing: 0 for Sum, -inf or the smallest integer for Max, ...
mlir::TypedAttr neutral_element(Combiner, mlir::Type element_type);

/// The shape of a ranked tensor type, or none.
llvm::ArrayRef<int64_t> shape_of(mlir::Value);

} // namespace brigade::ir
