#pragma once

#include "brigade/tree.h"

/// Between the templates of jit, grad and the others, and the library: a call in flat form.
namespace brigade::detail {

template <class... T> struct Types {
  static constexpr size_t size = sizeof...(T);
};

/// What a traced function returned, or a program computed.
struct Output {
  std::vector<Array> leaves;
  std::shared_ptr<void>
      prototype; ///< The user's result with empty leaves; its type is known to the template alone.
  std::vector<size_t>
      ends; ///< For each element of a tuple result (else: for the result) where its leaves end.
  std::string key; ///< The structure and static values of the result.
};

/// A call of a function of trees. The pointers live for the call.
struct Call {
  const void *types = nullptr; ///< Equal exactly for equal C++ types of function and parameters.
  const FlatTree *arguments = nullptr;
  std::span<const size_t> ends; ///< For each argument, where its leaves end.
  const void *site = nullptr;   ///< What the next two get.
  /// Calls the user's function with `leaves` in the places of the arguments'.
  void (*trace)(const void *site, std::span<const Array> leaves, Output &out) = nullptr;
  std::vector<std::string> (*paths)(const void *site, size_t argument) = nullptr;
  Loc loc;
};

// The parameters of a function, where it has one signature.
template <class F> struct Signature {
  static constexpr bool known = false;
};
template <class R, class... A> struct Signature<R (*)(A...)> {
  static constexpr bool known = true;
  using Parameters = Types<std::remove_cvref_t<A>...>;
};
template <class R, class... A> struct Signature<R(A...)> : Signature<R (*)(A...)> {};
template <class R, class... A> struct Signature<R (*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (*)(A...)> {};
template <class F>
  requires requires { &F::operator(); }
struct Signature<F> : Signature<decltype(&F::operator())> {};
/// A transformed function has its function's signature.
template <class F>
  requires requires { typename F::SignatureOf; }
struct Signature<F> : F::SignatureOf {};

/// A generic function's parameter for an argument: a number becomes a weak Array.
template <class A>
using GenericParameter =
    std::conditional_t<std::is_arithmetic_v<std::remove_cvref_t<A>>, Array, std::remove_cvref_t<A>>;

template <class F, class... A> consteval auto parameters_of() {
  if constexpr (Signature<F>::known)
    return typename Signature<F>::Parameters();
  else
    return Types<GenericParameter<A>...>();
}

/// The argument as a parameter of type P: itself where the types agree, else converted.
template <class P, class A> decltype(auto) as_parameter(const A &a, Loc loc) {
  if constexpr (std::is_same_v<P, A>)
    return static_cast<const P &>(a);
  else if constexpr (std::is_same_v<P, Array> && std::is_arithmetic_v<A>)
    return Array(a, loc);
  else
    return P(a);
}

template <class P, class A>
using Held = decltype(as_parameter<P>(std::declval<const A &>(), Loc()));

/// Takes a result apart; for a tuple or pair, with the end of each element.
template <class R> void flatten_result(const R &result, Output &out) {
  FlatTree flat;
  walk(result, flat);
  out.leaves.clear();
  out.ends.clear();
  for (const Array *leaf : flat.leaves())
    out.leaves.push_back(*leaf);
  out.key = flat.key();
  if constexpr (tree_kind<R>() == TreeKind::Tuple) {
    std::apply(
        [&](const auto &...element) {
          size_t end = 0;
          auto count = [&](const auto &e) {
            FlatTree one;
            walk(e, one);
            return one.leaves().size();
          };
          (out.ends.push_back(end += count(element)), ...);
        },
        result);
  } else {
    out.ends.push_back(out.leaves.size());
  }
  out.prototype = std::make_shared<R>(skeleton(result));
}

/// One call with its arguments, on the caller's stack.
template <class F, class Parameters, class... A> class Site;
template <class F, class... P, class... A> class Site<F, Types<P...>, A...> {
public:
  static_assert(sizeof...(P) == sizeof...(A), "the function takes another number of arguments");
  static_assert(std::is_invocable_v<F &, P...>,
                "the function cannot be called with trees of its parameters: take them by value or "
                "by const reference");
  using Result = std::remove_cvref_t<std::invoke_result_t<F &, P...>>;
  static_assert(!std::is_void_v<Result>,
                "the function returns nothing: return the arrays that it computes");

  Site(F &f, Loc loc, const A &...a) : f_(f), parameters_(as_parameter<P>(a, loc)...) {
    size_t i = 0;
    std::apply([&](const P &...p) { ((walk(p, flat_), ends_[i++] = flat_.leaves().size()), ...); },
               parameters_);
    call_.types = &tag;
    call_.arguments = &flat_;
    call_.ends = {ends_, sizeof...(P)};
    call_.site = this;
    call_.trace = [](const void *site, std::span<const Array> leaves, Output &out) {
      static_cast<const Site *>(site)->trace(leaves, out);
    };
    call_.paths = [](const void *site, size_t argument) {
      return static_cast<const Site *>(site)->paths(argument);
    };
    call_.loc = loc;
  }
  Site(const Site &) = delete;

  Call &call() { return call_; }
  const auto &parameters() const { return parameters_; }

private:
  void trace(std::span<const Array> leaves, Output &out) const {
    LeafSource source(leaves);
    // Braces: left to right.
    std::tuple<P...> rebuilt = std::apply(
        [&](const P &...p) { return std::tuple<P...>{rebuild<P>(source, p)...}; }, parameters_);
    Result result = std::apply(
        [&](P &...p) -> Result {
          // A transform inside a transform reports the user's line, not this one.
          if constexpr (requires { f_.call(call_.loc, static_cast<P &&>(p)...); })
            return f_.call(call_.loc, static_cast<P &&>(p)...);
          else
            return f_(static_cast<P &&>(p)...);
        },
        rebuilt);
    flatten_result(result, out);
  }
  std::vector<std::string> paths(size_t argument) const {
    std::vector<std::string> out;
    size_t i = 0;
    std::apply(
        [&](const P &...p) { ((i++ == argument ? void(out = tree_paths(p)) : void()), ...); },
        parameters_);
    return out;
  }

  static constexpr char tag = 0;
  F &f_;
  std::tuple<Held<P, A>...> parameters_;
  FlatTree flat_;
  size_t ends_[sizeof...(P) + 1];
  Call call_;
};

template <class F, class... A>
using SiteOf = Site<F, decltype(parameters_of<F, A...>()), std::remove_cvref_t<A>...>;

/// Which function, for caches that outlive its C++ object: a function pointer, a class without
/// state, or a transform of those.
struct Identity {
  const void *type = nullptr;
  const void *value = nullptr;
  bool stable = false; ///< False: every object is a function of its own.
};

template <class F> struct TypeTag {
  static constexpr char value = 0;
};

template <class F> Identity identity_of(const F &f) {
  if constexpr (std::is_pointer_v<F>)
    return {&TypeTag<F>::value, reinterpret_cast<const void *>(f), true};
  else if constexpr (requires { f.identity(); })
    return f.identity();
  else
    return {&TypeTag<F>::value, nullptr, std::is_empty_v<F>};
}

template <class T>
concept Argument = !std::is_same_v<std::remove_cvref_t<T>, Loc>;

/// operator() for up to 12 arguments, each followed by the caller's place: Self has call(loc,
/// arguments...).
template <class Self> class Callable {
public:
#define BRIGADE_TEMPLATE(n) template <BRIGADE_EACH_##n(BRIGADE_TYPE)>
#define BRIGADE_TYPE(n) Argument A##n
#define BRIGADE_PARAMETER(n) A##n &&a##n
#define BRIGADE_PASS(n) static_cast<A##n &&>(a##n)
#define BRIGADE_EACH_1(m) m(1)
#define BRIGADE_EACH_2(m) BRIGADE_EACH_1(m), m(2)
#define BRIGADE_EACH_3(m) BRIGADE_EACH_2(m), m(3)
#define BRIGADE_EACH_4(m) BRIGADE_EACH_3(m), m(4)
#define BRIGADE_EACH_5(m) BRIGADE_EACH_4(m), m(5)
#define BRIGADE_EACH_6(m) BRIGADE_EACH_5(m), m(6)
#define BRIGADE_EACH_7(m) BRIGADE_EACH_6(m), m(7)
#define BRIGADE_EACH_8(m) BRIGADE_EACH_7(m), m(8)
#define BRIGADE_EACH_9(m) BRIGADE_EACH_8(m), m(9)
#define BRIGADE_EACH_10(m) BRIGADE_EACH_9(m), m(10)
#define BRIGADE_EACH_11(m) BRIGADE_EACH_10(m), m(11)
#define BRIGADE_EACH_12(m) BRIGADE_EACH_11(m), m(12)
#define BRIGADE_OPERATOR(n)                                                                        \
  BRIGADE_TEMPLATE(n)                                                                              \
  auto operator()(BRIGADE_EACH_##n(BRIGADE_PARAMETER), Loc loc = Loc::current()) const {           \
    return static_cast<const Self &>(*this).call(loc, BRIGADE_EACH_##n(BRIGADE_PASS));             \
  }
  auto operator()(Loc loc = Loc::current()) const {
    return static_cast<const Self &>(*this).call(loc);
  }
  BRIGADE_OPERATOR(1)
  BRIGADE_OPERATOR(2)
  BRIGADE_OPERATOR(3)
  BRIGADE_OPERATOR(4)
  BRIGADE_OPERATOR(5)
  BRIGADE_OPERATOR(6)
  BRIGADE_OPERATOR(7)
  BRIGADE_OPERATOR(8)
  BRIGADE_OPERATOR(9)
  BRIGADE_OPERATOR(10)
  BRIGADE_OPERATOR(11)
  BRIGADE_OPERATOR(12)
#undef BRIGADE_OPERATOR
#undef BRIGADE_EACH_1
#undef BRIGADE_EACH_2
#undef BRIGADE_EACH_3
#undef BRIGADE_EACH_4
#undef BRIGADE_EACH_5
#undef BRIGADE_EACH_6
#undef BRIGADE_EACH_7
#undef BRIGADE_EACH_8
#undef BRIGADE_EACH_9
#undef BRIGADE_EACH_10
#undef BRIGADE_EACH_11
#undef BRIGADE_EACH_12
#undef BRIGADE_PASS
#undef BRIGADE_PARAMETER
#undef BRIGADE_TYPE
#undef BRIGADE_TEMPLATE
};

} // namespace brigade::detail
