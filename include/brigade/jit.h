#pragma once

#include "brigade/detail/transform.h"

namespace brigade {

namespace detail {
/// f under one of its signatures.
template <class S, class F> struct WithSignature {
  using SignatureOf = Signature<S>;
  F f;
  template <class... A> auto operator()(A &&...a) { return f(static_cast<A &&>(a)...); }
};
} // namespace detail

/// A compiled function; see jit.
template <class F> class Jitted : public detail::SameResult<F, Jitted<F>> {
public:
  using detail::SameResult<F, Jitted<F>>::SameResult;
};

/// f compiled as one program for each kind of arguments: their tree structure, static values,
/// shapes, dtypes and shardings. Calls return before the work is done. f is a function of trees
/// that returns a tree; it runs once for each program, with traced arrays: no C++ condition may
/// depend on their values. Arrays that f captures are bound when it is traced.
///
///     auto step = jit([](Model m, Array x) { return update(m, x); }, {.donate_argnums = {0}});
///     m = step(m, x);
template <class F> auto jit(F &&f, JitOptions options = {}) {
  return Jitted<detail::Stored<F>>(
      static_cast<F &&>(f), {.kind = detail::TransformSpec::Kind::Jit, .jit = std::move(options)});
}

/// For an overloaded or generic function: jit<Array(Array, Array)>(f).
template <class S, class F>
  requires std::is_function_v<S>
auto jit(F &&f, JitOptions options = {}) {
  return jit(detail::WithSignature<S, detail::Stored<F>>{static_cast<F &&>(f)}, std::move(options));
}

/// See make_program.
template <class F> class ProgramMaker : public detail::Callable<ProgramMaker<F>> {
public:
  explicit ProgramMaker(Jitted<F> f) : f_(std::move(f)) {}
  template <class... A> ProgramText call(Loc loc, const A &...a) const {
    return f_.program_at(loc, a...);
  }

private:
  Jitted<F> f_;
};

/// make_program(f)(args...): the program that jit(f) would compile, as StableHLO text.
template <class F> auto make_program(F &&f) {
  return ProgramMaker<detail::Stored<F>>(jit(static_cast<F &&>(f)));
}

} // namespace brigade
