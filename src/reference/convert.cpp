#include "reference/element.h"
#include "reference/values.h"

#include "ir/dialects.h"

/// Changes of element type.
namespace brigade::reference {

using mlir::FailureOr;
using mlir::Operation;

namespace {

/// Float to integer: towards zero, NaN gives 0, and what lies outside gives the nearest end of the
/// range. Integer to float: the nearest. Integer to integer: modulo its width. To bool: "not zero",
/// NaN included.
template <class To, class From> To convert_element(From from) {
  auto x = exact(from);
  if constexpr (std::is_same_v<To, bool>) {
    return x != 0;
  } else if constexpr (is_float<To>) {
    if constexpr (is_float<From>)
      return round_to<To>(static_cast<double>(x));
    else
      return round_to<To>(static_cast<long double>(x)); // holds every 64-bit integer
  } else if constexpr (is_float<From>) {
    using Range = std::numeric_limits<To>;
    // The end of the range plus one is a power of two, so a double holds it.
    const double above = std::ldexp(1.0, Range::digits);
    if (x != x)
      return 0;
    if (x >= above)
      return Range::max();
    if (x <= static_cast<double>(Range::min()))
      return Range::min();
    return static_cast<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

ElementLoop convert_loop(DType from, DType to) {
  return visit_dtype(from, [&]<class From>(From) -> ElementLoop {
    return visit_dtype(to, []<class To>(To) -> ElementLoop {
      return [](const std::byte *const *in, std::byte *out, int64_t count) {
        for (int64_t i = 0; i < count; ++i)
          reinterpret_cast<To *>(out)[i] =
              convert_element<To>(reinterpret_cast<const From *>(in[0])[i]);
      };
    });
  });
}

FailureOr<ElementLoop> convert(Operation *op) {
  std::optional<DType> from = element_dtype(op->getOperand(0).getType());
  std::optional<DType> to = element_dtype(op->getResult(0).getType());
  if (!from)
    return refuse_type(op);
  if (!to)
    return op->emitOpError() << "cannot convert to " << op->getResult(0).getType();
  return convert_loop(*from, *to);
}

/// The bits of an array in the order in which they lie; a bool is one bit, though it is stored in a
/// byte.
std::vector<bool> bits_of(const Literal &literal) {
  std::vector<bool> bits;
  for (std::byte byte : literal.bytes)
    for (int i = 0; i < (literal.dtype == DType::Bool ? 1 : 8); ++i)
      bits.push_back((byte >> i & std::byte{1}) != std::byte{0});
  return bits;
}

/// The bits stay as they lie; a change of width splits or joins the last dimension.
FailureOr<std::vector<Literal>>
bitcast_convert(Operation *op, llvm::ArrayRef<const Literal *> operands, RegionRunner &) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  std::vector<bool> bits = bits_of(*operands[0]);
  const size_t in_a_byte = out->dtype == DType::Bool ? 1 : 8;
  if (bits.size() != out->bytes.size() * in_a_byte)
    return op->emitOpError() << "joins or splits elements that do not fill "
                             << op->getResult(0).getType();
  for (size_t i = 0; i < bits.size(); ++i)
    if (bits[i])
      out->bytes[i / in_a_byte] |= std::byte{1} << i % in_a_byte;
  return one(std::move(*out));
}

/// x with an exponent of `exponent_bits` and a mantissa of `mantissa_bits`, in T's own format: the
/// mantissa is rounded to nearest even, what is too large becomes infinity and what is below the
/// smallest normal number zero.
template <class T, class Bits, int exponent, int mantissa>
Bits reduced(Bits x, int exponent_bits, int mantissa_bits) {
  const Bits sign = x & (Bits{1} << (exponent + mantissa));
  const Bits infinity = ((Bits{1} << exponent) - 1) << mantissa;
  Bits magnitude = static_cast<Bits>(x ^ sign);
  if (magnitude > infinity) // NaN: without mantissa bits there is no place for it
    return mantissa_bits > 0 ? x : static_cast<Bits>(sign | infinity);
  if (mantissa_bits < mantissa) {
    int cut = mantissa - mantissa_bits;
    Bits last = (magnitude >> cut) & 1;
    magnitude += static_cast<Bits>((Bits{1} << (cut - 1)) - 1 + last);
    magnitude &= static_cast<Bits>(~((Bits{1} << cut) - 1));
  }
  if (exponent_bits < exponent) {
    const Bits bias = (Bits{1} << (exponent - 1)) - 1;
    const Bits small_bias = (Bits{1} << (exponent_bits - 1)) - 1;
    Bits field = magnitude >> mantissa;
    if (field > bias + small_bias)
      magnitude = infinity;
    else if (field <= bias - small_bias)
      magnitude = 0;
  }
  return static_cast<Bits>(sign | magnitude);
}

FailureOr<ElementLoop> reduce_precision(Operation *op) {
  auto reduce = mlir::cast<stablehlo::ReducePrecisionOp>(op);
  int exponent_bits = static_cast<int>(reduce.getExponentBits());
  int mantissa_bits = static_cast<int>(reduce.getMantissaBits());
  auto loop = [&]<class T, class Bits, int exponent, int mantissa>() -> ElementLoop {
    return [=](const std::byte *const *in, std::byte *out, int64_t count) {
      for (int64_t i = 0; i < count; ++i)
        reinterpret_cast<Bits *>(out)[i] = reduced<T, Bits, exponent, mantissa>(
            reinterpret_cast<const Bits *>(in[0])[i], exponent_bits, mantissa_bits);
    };
  };
  return for_element_type(op, 0, [&]<class T>(T) -> ElementLoop {
    if constexpr (std::is_same_v<T, bfloat16>)
      return loop.template operator()<T, uint16_t, 8, 7>();
    else if constexpr (std::is_same_v<T, float16>)
      return loop.template operator()<T, uint16_t, 5, 10>();
    else if constexpr (std::is_same_v<T, float>)
      return loop.template operator()<T, uint32_t, 8, 23>();
    else if constexpr (std::is_same_v<T, double>)
      return loop.template operator()<T, uint64_t, 11, 52>();
    else
      return nullptr;
  });
}

} // namespace

Literal converted(const Literal &literal, DType dtype) {
  if (literal.dtype == dtype)
    return literal;
  Literal out(dtype, literal.shape);
  const std::byte *in[] = {literal.bytes.data()};
  convert_loop(literal.dtype, dtype)(in, out.bytes.data(), literal.size());
  return out;
}

void add_convert_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::ConvertOp>(convert);
  rules.add<stablehlo::BitcastConvertOp>(bitcast_convert);
  rules.add<stablehlo::ReducePrecisionOp>(reduce_precision);
}

} // namespace brigade::reference
