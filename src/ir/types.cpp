#include "ir/types.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/ErrorHandling.h"

namespace brigade::ir {

using namespace mlir;

std::optional<DType> find_dtype(Type type) {
  type = getElementTypeOrSelf(type);
  if (type.isBF16())
    return DType::BF16;
  if (type.isF16())
    return DType::F16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return std::nullopt;
  bool is_unsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return is_unsigned ? std::nullopt : std::optional(DType::Bool);
  case 8:
    return is_unsigned ? DType::U8 : DType::S8;
  case 16:
    return is_unsigned ? DType::U16 : DType::S16;
  case 32:
    return is_unsigned ? DType::U32 : DType::S32;
  case 64:
    return is_unsigned ? DType::U64 : DType::S64;
  }
  return std::nullopt;
}

DType dtype_of(Type type) {
  if (std::optional<DType> dtype = find_dtype(type))
    return *dtype;
  llvm::report_fatal_error("a verified program has an element type that programs cannot hold");
}

Type element_type(MLIRContext *context, DType dtype) {
  switch (dtype) {
  case DType::BF16:
    return BFloat16Type::get(context);
  case DType::F16:
    return Float16Type::get(context);
  case DType::F32:
    return Float32Type::get(context);
  case DType::F64:
    return Float64Type::get(context);
  case DType::Bool:
    return IntegerType::get(context, 1);
  default:
    return IntegerType::get(context, dtype_size(dtype) * 8,
                            is_unsigned_integer(dtype) ? IntegerType::Unsigned
                                                       : IntegerType::Signless);
  }
}

RankedTensorType tensor_type(MLIRContext *context, DType dtype, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, element_type(context, dtype));
}

Literal literal_of(DenseElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  Literal literal(dtype_of(type), Shape(type.getShape()));
  if (literal.bytes.empty())
    return literal;
  if (literal.dtype == DType::Bool) {
    llvm::copy(value.getValues<bool>(), literal.data<bool>().begin());
    return literal;
  }
  ArrayRef<char> raw = value.getRawData();
  if (!value.isSplat()) {
    std::memcpy(literal.bytes.data(), raw.data(), literal.bytes.size());
    return literal;
  }
  size_t width = dtype_size(literal.dtype);
  for (size_t at = 0; at < literal.bytes.size(); at += width)
    std::memcpy(&literal.bytes[at], raw.data(), width);
  return literal;
}

Literal literal_of(ElementsAttr value) { return literal_of(cast<DenseElementsAttr>(value)); }

DenseElementsAttr attribute_of(MLIRContext *context, const Literal &literal) {
  RankedTensorType type = tensor_type(context, literal.dtype, literal.shape);
  if (literal.dtype == DType::Bool)
    return DenseElementsAttr::get(type,
                                  ArrayRef<bool>(literal.data<bool>().data(), literal.size()));
  ArrayRef<char> raw(reinterpret_cast<const char *>(literal.bytes.data()), literal.bytes.size());
  size_t width = dtype_size(literal.dtype);
  // Equal to itself shifted by one element: all elements are the same.
  if (raw.size() > width && raw.drop_front(width) == raw.drop_back(width))
    raw = raw.take_front(width);
  return DenseElementsAttr::getFromRawBuffer(type, raw);
}

DenseElementsAttr splat_attribute(RankedTensorType type, double value) {
  Type element = type.getElementType();
  if (isa<FloatType>(element))
    return DenseElementsAttr::get(type, Attribute(FloatAttr::get(element, value)));
  unsigned width = element.getIntOrFloatBitWidth();
  uint64_t bits = element.isUnsignedInteger() ? static_cast<uint64_t>(value)
                                              : static_cast<uint64_t>(static_cast<int64_t>(value));
  if (width == 1)
    bits = value != 0;
  return DenseElementsAttr::get(type, APInt(64, bits).trunc(width));
}

} // namespace brigade::ir
