#include "reference/values.h"

#include "reference/element.h"

#include "ir/types.h"

#include <fmt/format.h>

namespace brigade::reference {

using mlir::FailureOr;

std::optional<DType> element_dtype(mlir::Type type) {
  auto shaped = mlir::dyn_cast<mlir::RankedTensorType>(type);
  if (!shaped)
    return std::nullopt;
  return ir::find_dtype(shaped.getElementType());
}

FailureOr<Literal> zeros_of_type(mlir::Operation *user, mlir::Type type) {
  std::optional<DType> dtype = element_dtype(type);
  if (!dtype || !mlir::cast<mlir::ShapedType>(type).hasStaticShape())
    return user->emitOpError() << "has a value of " << type
                               << ", which the interpreter cannot hold";
  Shape shape(mlir::cast<mlir::ShapedType>(type).getShape());
  constexpr int64_t limit =
      int64_t{1} << 40; // more than any host has; keeps the products below from overflowing
  int64_t bytes = static_cast<int64_t>(dtype_size(*dtype));
  for (int64_t size : shape) {
    if (size != 0 && bytes > limit / size)
      return user->emitOpError() << "needs more memory for " << type << " than there is";
    bytes *= size;
  }
  try {
    return Literal(*dtype, shape);
  } catch (const std::bad_alloc &) {
    return user->emitOpError() << "needs more memory for " << type << " than there is";
  }
}

FailureOr<Literal> zeros_of_result(mlir::Operation *op, unsigned index) {
  return zeros_of_type(op, op->getResult(index).getType());
}

bool has_type(const Literal &literal, mlir::Type type) {
  auto shaped = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return shaped && ir::find_dtype(shaped.getElementType()) == literal.dtype &&
         shaped.getShape() == llvm::ArrayRef<int64_t>(literal.shape);
}

int64_t integer_at(const Literal &literal, int64_t i) {
  return visit_dtype(literal.dtype, [&]<class T>(T) -> int64_t {
    auto x = exact(literal.data<T>()[i]);
    if constexpr (std::is_same_v<T, uint64_t>)
      return static_cast<int64_t>(std::min<uint64_t>(x, std::numeric_limits<int64_t>::max()));
    else
      return static_cast<int64_t>(x);
  });
}

std::string element_text(const Literal &literal, int64_t i) {
  return visit_dtype(literal.dtype, [&]<class T>(T) {
    T x = literal.data<T>()[i];
    if constexpr (std::is_same_v<T, bool>)
      return fmt::format("{}", x);
    else
      return fmt::format("{}", exact(x));
  });
}

} // namespace brigade::reference
