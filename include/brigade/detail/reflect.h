#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// The fields of an aggregate: how many, their names, and a call with all of them.
///
///     struct Layer { Array w, b; };
///     reflect::field_count<Layer>             // 2
///     reflect::field_names<Layer>             // {"w", "b"}
///     reflect::with_fields(layer, [](auto &...field) { ... });
///
/// Counting tries T{Any, Any, ...} with ever more values of a type that converts to everything.
/// What that cannot count (C arrays, references, bases) is found by further probes, so that the
/// caller can refuse it in a sentence.
namespace brigade::reflect {

/// Converts by value: a conversion to a reference would fit the copy constructor of a move-only
/// first field and give no fields.
struct Any {
  template <class U> operator U() const;
};

/// Converts to bases of T only.
template <class T> struct AnyBase {
  template <class U>
    requires(std::is_base_of_v<U, T> && !std::is_same_v<U, T>)
  operator U() const;
};

template <size_t> using AnyAt = Any;

inline constexpr size_t max_fields = 32;

/// Why a struct's fields cannot be had.
enum class Flaw { None, NoFields, TooMany, Array, Base, Reference, BitField };

template <Flaw flaw> struct Refused {};
template <class R> inline constexpr Flaw flaw_of = Flaw::None;
template <Flaw flaw> inline constexpr Flaw flaw_of<Refused<flaw>> = flaw;

/// The number of initializers that T takes: its fields, where none is a C array. The first count
/// that fits may be above zero, where a field has no default constructor.
template <class T, class... A> consteval size_t count_fields() {
  constexpr bool fits = requires { T{A{}...}; };
  constexpr bool more = requires { T{A{}..., Any{}}; };
  if constexpr (fits && !more)
    return sizeof...(A);
  else if constexpr (sizeof...(A) == 2 * max_fields)
    return 0;
  else
    return count_fields<T, A..., Any>();
}

template <class T> inline constexpr size_t field_count = count_fields<T>();

template <class T> inline constexpr bool has_base = requires { T{AnyBase<T>{}}; };

/// A C array at position i swallows the braces of {Any, Any} and then leaves one place fewer for
/// what follows.
template <class T, size_t... I, size_t... J>
consteval bool array_at(std::index_sequence<I...>, std::index_sequence<J...>) {
  if constexpr (requires { T{AnyAt<I>{}..., {Any{}, Any{}}}; })
    return !requires { T{AnyAt<I>{}..., {Any{}, Any{}}, AnyAt<J>{}...}; };
  else
    return false;
}
template <class T, size_t... I> consteval bool any_array(std::index_sequence<I...>) {
  return (array_at<T>(std::make_index_sequence<I>{},
                      std::make_index_sequence<sizeof...(I) - I - 1>{}) ||
          ...);
}
template <class T>
inline constexpr bool has_c_array = any_array<T>(std::make_index_sequence<field_count<T>>{});

// clang-format off
#define BRIGADE_PARENS ()
#define BRIGADE_E1(...) BRIGADE_E0(BRIGADE_E0(BRIGADE_E0(BRIGADE_E0(__VA_ARGS__))))
#define BRIGADE_E0(...) __VA_ARGS__
#define BRIGADE_EXPAND(...) BRIGADE_E2(BRIGADE_E2(BRIGADE_E2(BRIGADE_E2(__VA_ARGS__))))
#define BRIGADE_E2(...) BRIGADE_E1(BRIGADE_E1(BRIGADE_E1(BRIGADE_E1(__VA_ARGS__))))
/// m(a) m(b) m(c) ...
#define BRIGADE_FOR_EACH(m, ...) __VA_OPT__(BRIGADE_EXPAND(BRIGADE_FOR_EACH_1(m, __VA_ARGS__)))
#define BRIGADE_FOR_EACH_1(m, a, ...) m(a) __VA_OPT__(BRIGADE_FOR_EACH_AGAIN BRIGADE_PARENS (m, __VA_ARGS__))
#define BRIGADE_FOR_EACH_AGAIN() BRIGADE_FOR_EACH_1

#define BRIGADE_ADDRESS(f) &f;
#define BRIGADE_NO_REFERENCE(f) && !std::is_reference_v<decltype(f)>
#define BRIGADE_FIELDS(...)                                                        \
  if constexpr (!(true BRIGADE_FOR_EACH(BRIGADE_NO_REFERENCE, __VA_ARGS__)))       \
    return Refused<Flaw::Reference>{};                                             \
  else if constexpr (!requires { BRIGADE_FOR_EACH(BRIGADE_ADDRESS, __VA_ARGS__) }) \
    return Refused<Flaw::BitField>{};                                              \
  else                                                                             \
    return f(__VA_ARGS__);

/// f(first, second, ...) with a reference to each field of t; a Refused where a field is a reference or a bit-field.
template <class T, class F> constexpr decltype(auto) with_fields(T &t, F &&f) {
  constexpr size_t n = field_count<std::remove_const_t<T>>;
  if constexpr (n == 0) { return f(); }
  else if constexpr (n == 1) { auto &[f0] = t; BRIGADE_FIELDS(f0) }
  else if constexpr (n == 2) { auto &[f0, f1] = t; BRIGADE_FIELDS(f0, f1) }
  else if constexpr (n == 3) { auto &[f0, f1, f2] = t; BRIGADE_FIELDS(f0, f1, f2) }
  else if constexpr (n == 4) { auto &[f0, f1, f2, f3] = t; BRIGADE_FIELDS(f0, f1, f2, f3) }
  else if constexpr (n == 5) { auto &[f0, f1, f2, f3, f4] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4) }
  else if constexpr (n == 6) { auto &[f0, f1, f2, f3, f4, f5] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5) }
  else if constexpr (n == 7) { auto &[f0, f1, f2, f3, f4, f5, f6] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6) }
  else if constexpr (n == 8) { auto &[f0, f1, f2, f3, f4, f5, f6, f7] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7) }
  else if constexpr (n == 9) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8) }
  else if constexpr (n == 10) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9) }
  else if constexpr (n == 11) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10) }
  else if constexpr (n == 12) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11) }
  else if constexpr (n == 13) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12) }
  else if constexpr (n == 14) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13) }
  else if constexpr (n == 15) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14) }
  else if constexpr (n == 16) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15) }
  else if constexpr (n == 17) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16) }
  else if constexpr (n == 18) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17) }
  else if constexpr (n == 19) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18) }
  else if constexpr (n == 20) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19) }
  else if constexpr (n == 21) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20) }
  else if constexpr (n == 22) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21) }
  else if constexpr (n == 23) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22) }
  else if constexpr (n == 24) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23) }
  else if constexpr (n == 25) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24) }
  else if constexpr (n == 26) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25) }
  else if constexpr (n == 27) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26) }
  else if constexpr (n == 28) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27) }
  else if constexpr (n == 29) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28) }
  else if constexpr (n == 30) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29) }
  else if constexpr (n == 31) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30) }
  else if constexpr (n == 32) { auto &[f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31] = t; BRIGADE_FIELDS(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31) }
}
#undef BRIGADE_FIELDS
#undef BRIGADE_NO_REFERENCE
#undef BRIGADE_ADDRESS
// clang-format on

/// An object whose fields have addresses at compile time. Never defined: only names are made of it.
template <class T> struct External {
  const T value;
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
  static const External object;
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
};

template <class P> struct Pointer {
  P value;
};
template <class P> Pointer(P) -> Pointer<P>;

/// The text of a pointer to member ends in the member's name and closing brackets, for both
/// compilers.
template <auto pointer> consteval std::string_view name_of() {
  std::string_view text = __PRETTY_FUNCTION__;
#if !defined(__clang__)
  // "consteval std::string_view name_of() [with auto pointer = ...; std::string_view = ...]"
  text = text.substr(0, text.find(';'));
#endif
  auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  size_t end = text.size();
  while (end > 0 && !is_name(text[end - 1]))
    --end;
  size_t begin = end;
  while (begin > 0 && is_name(text[begin - 1]))
    --begin;
  return text.substr(begin, end - begin);
}

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
template <class T> consteval auto field_pointers() {
  return with_fields(External<T>::object.value,
                     [](const auto &...field) { return std::tuple(&field...); });
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// What keeps T from being taken apart, or None.
template <class T> consteval Flaw field_flaw() {
  if constexpr (field_count<T> == 0)
    return std::is_empty_v<T> ? Flaw::None : Flaw::NoFields;
  else if constexpr (has_base<T>)
    return Flaw::Base;
  else if constexpr (has_c_array<T>)
    return Flaw::Array;
  else if constexpr (field_count<T> > max_fields)
    return Flaw::TooMany;
  else
    return flaw_of<decltype(field_pointers<T>())>;
}

template <class T, size_t... I> consteval auto make_names(std::index_sequence<I...>) {
  return std::array<std::string_view, sizeof...(I)>{
      name_of<Pointer{std::get<I>(field_pointers<T>())}>()...};
}

/// The fields' names, in order.
template <class T>
inline constexpr auto field_names = make_names<T>(std::make_index_sequence<field_count<T>>{});

} // namespace brigade::reflect
