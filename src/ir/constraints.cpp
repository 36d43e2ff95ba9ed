#include "ir/constraints.h"

namespace brigade::ir {

using namespace mlir;

static bool is_int(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return false;
  unsigned width = integer.getWidth();
  return width == 8 || width == 16 || width == 32 || width == 64;
}

static bool is_float(Type type) {
  return type.isBF16() || type.isF16() || type.isF32() || type.isF64();
}

bool is_element_of(Type type, Elements elements) {
  bool boolean = type.isSignlessInteger(1);
  switch (elements) {
  case Elements::Any:
    return boolean || is_int(type) || is_float(type);
  case Elements::Bool:
    return boolean;
  case Elements::Int:
    return is_int(type);
  case Elements::Float:
    return is_float(type);
  case Elements::Bits:
    return boolean || is_int(type);
  case Elements::Signed:
    return is_float(type) || (is_int(type) && type.isSignlessInteger());
  case Elements::Number:
    return is_int(type) || is_float(type);
  }
  return false;
}

bool is_tensor_of(Type type, Elements elements) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && is_element_of(tensor.getElementType(), elements);
}

bool is_scalar_index(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && is_int(tensor.getElementType());
}

} // namespace brigade::ir
