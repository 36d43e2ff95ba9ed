#include "brigade/dtype.h"

#include <bit>
#include <cmath>

namespace brigade {

std::string_view dtype_name(DType t) {
  constexpr std::string_view names[] = {"bool", "s8",  "s16",  "s32", "s64", "u8", "u16",
                                        "u32",  "u64", "bf16", "f16", "f32", "f64"};
  return names[static_cast<int>(t)];
}

float to_float(bfloat16 x) { return std::bit_cast<float>(uint32_t{x.bits} << 16); }

bfloat16 to_bfloat16(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  if (std::isnan(x))
    return {static_cast<uint16_t>((bits >> 16) | 0x40)};
  return {static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16)};
}

float to_float(float16 x) {
  uint32_t sign = uint32_t{x.bits & 0x8000u} << 16, magnitude = x.bits & 0x7fffu;
  if (magnitude >= 0x7c00) // infinity or NaN
    return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
  if (magnitude >= 0x0400) // normal: move the exponent from bias 15 to bias 127
    return std::bit_cast<float>(sign | ((magnitude << 13) + (112u << 23)));
  float small = std::ldexp(static_cast<float>(magnitude), -24);
  return sign ? -small : small;
}

float16 to_float16(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) // NaN: keep it quiet
    return {static_cast<uint16_t>(sign | 0x7e00 | ((magnitude >> 13) & 0x1ff))};
  if (magnitude >= 0x477ff000) // rounds to 65536 or more
    return {static_cast<uint16_t>(sign | 0x7c00)};
  if (magnitude < 0x38800000) { // below 2^-14: a denormal, in units of 2^-24
    float units = std::ldexp(std::bit_cast<float>(magnitude), 24);
    return {static_cast<uint16_t>(sign | static_cast<uint16_t>(std::nearbyint(units)))};
  }
  uint32_t rebased = magnitude - (112u << 23);
  return {static_cast<uint16_t>(sign | ((rebased + 0xfff + ((rebased >> 13) & 1)) >> 13))};
}

} // namespace brigade
