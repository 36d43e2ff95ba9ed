#include "ir/infer.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/raw_ostream.h"

namespace brigade::ir {

using namespace mlir;

std::string shape_text(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::interleave(shape, out, "x");
  return text;
}

std::string list_text(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "[";
  llvm::interleaveComma(values, out);
  out << "]";
  return text;
}

bool are_distinct_dims(ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallSet<int64_t, 8> seen;
  return llvm::all_of(
      dims, [&](int64_t dim) { return dim >= 0 && dim < rank && seen.insert(dim).second; });
}

SmallVector<int64_t> without_dims(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      kept.push_back(size);
  return kept;
}

LogicalResult verify_reducer(Operation *op, Region &region, TypeRange values) {
  SmallVector<Type> scalars;
  for (Type type : values)
    scalars.push_back(RankedTensorType::get({}, getElementTypeOrSelf(type)));
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  Block &body = region.front();
  if (!llvm::equal(body.getArgumentTypes(), arguments))
    return op->emitOpError() << "has a body whose arguments must be " << TypeRange(arguments)
                             << ", not " << body.getArgumentTypes();
  if (body.empty() || !llvm::equal(body.back().getOperandTypes(), scalars))
    return op->emitOpError() << "has a body that must return " << TypeRange(scalars);
  return success();
}

} // namespace brigade::ir
