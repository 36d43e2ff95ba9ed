#pragma once

#include "reference/rules.h"

#include "mlir/IR/Region.h"

namespace brigade::reference {

/// A region over scalars (the body of a reduce, scatter or all_reduce) made ready to run once for
/// each element.
///
/// Where every operation of it is elementwise, its values get a place each in a row of 8-byte
/// registers, and running it is running its loops over one element each. For `^(a, b): c = add a,
/// b; d = max c, %zero; return d`:
///
///     registers   0: a   1: b   2: %zero   3: c   4: d
///     steps       add {0, 1} -> 3;  max {3, 2} -> 4
///     results     {4}
///
/// Any other body is run by the interpreter, a call for each element.
class Body {
public:
  static mlir::FailureOr<Body> prepare(mlir::Region &region, RegionRunner &regions);

  /// Reads one element an argument, then writes one a result: they may be the same memory.
  mlir::LogicalResult operator()(llvm::ArrayRef<const std::byte *> arguments,
                                 llvm::ArrayRef<std::byte *> results);

  /// The element type of block argument `i`.
  DType argument_dtype(size_t i) const { return argument_dtypes_[i]; }

private:
  struct Step {
    ElementLoop loop;
    std::vector<int> operands;
    int result;
  };

  mlir::LogicalResult interpret(llvm::ArrayRef<const std::byte *> arguments,
                                llvm::ArrayRef<std::byte *> results);

  mlir::Region *region_ = nullptr;
  RegionRunner *regions_ = nullptr;
  bool elementwise_ = true;
  std::vector<DType> argument_dtypes_, result_dtypes_;
  std::vector<uint64_t> registers_;
  std::vector<Step> steps_;
  std::vector<int> results_;
};

} // namespace brigade::reference
