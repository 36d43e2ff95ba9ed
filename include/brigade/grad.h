#pragma once

#include "brigade/detail/transform.h"
#include "brigade/vmap.h"

namespace brigade {

namespace detail {

template <class R> struct AuxOf {
  static constexpr bool has = false;
};
template <class A> struct AuxOf<std::pair<Array, A>> {
  static constexpr bool has = true;
  using type = A;
};

template <size_t i, class T> struct TypeAt;
template <size_t i, class First, class... Rest>
struct TypeAt<i, Types<First, Rest...>> : TypeAt<i - 1, Types<Rest...>> {};
template <class First, class... Rest> struct TypeAt<0, Types<First, Rest...>> {
  using type = First;
};

/// The gradient's tree, of one argument or of several.
template <class Parameters, int... n> struct GradientOf {
  using type = std::tuple<typename TypeAt<n, Parameters>::type...>;
};
template <class Parameters, int n> struct GradientOf<Parameters, n> {
  using type = typename TypeAt<n, Parameters>::type;
};

template <class F, bool with_value, int... n>
class Gradient : public Callable<Gradient<F, with_value, n...>> {
public:
  using SignatureOf = Signature<F>;

  explicit Gradient(F f) : f_(std::move(f)), plain_(make(false)), with_aux_(make(true)) {}

  template <class... A> auto call(Loc loc, const A &...a) const {
    SiteOf<F, A...> site(f_, loc, a...);
    using R = typename SiteOf<F, A...>::Result;
    using G = typename GradientOf<decltype(parameters_of<F, A...>()), n...>::type;
    static_assert(((n < static_cast<int>(sizeof...(A))) && ...), "grad<N>: there is no argument N");
    static_assert(std::is_same_v<R, Array> || AuxOf<R>::has,
                  "grad needs a function that returns one Array, or a pair of an Array and "
                  "auxiliary results");
    Output out;
    invoke(AuxOf<R>::has ? *with_aux_ : *plain_, site.call(), out);
    LeafSource source{std::span<Array>(out.leaves)};
    Array value = with_value ? source.take() : Array();
    if constexpr (AuxOf<R>::has) {
      using Aux = typename AuxOf<R>::type;
      Aux aux = rebuild<Aux>(source, static_cast<const R *>(out.prototype.get())->second);
      G gradient = take_gradient<G>(source, site.parameters());
      if constexpr (with_value)
        return std::pair<R, G>(R(std::move(value), std::move(aux)), std::move(gradient));
      else
        return std::pair<G, Aux>(std::move(gradient), std::move(aux));
    } else {
      G gradient = take_gradient<G>(source, site.parameters());
      if constexpr (with_value)
        return std::pair<Array, G>(std::move(value), std::move(gradient));
      else
        return gradient;
    }
  }

  Identity identity() const { return transform_identity(*plain_, identity_of(f_)); }

private:
  template <class G, class Parameters>
  static G take_gradient(LeafSource &source, const Parameters &parameters) {
    if constexpr (sizeof...(n) == 1)
      return (rebuild<G>(source, std::get<n>(parameters)), ...);
    else
      return G{rebuild<std::remove_cvref_t<std::tuple_element_t<n, Parameters>>>(
          source, std::get<n>(parameters))...};
  }
  std::shared_ptr<Transform> make(bool has_aux) const {
    return make_transform(
        {.kind = with_value ? TransformSpec::Kind::ValueAndGrad : TransformSpec::Kind::Grad,
         .argnums = {n...},
         .has_aux = has_aux},
        identity_of(f_));
  }

  mutable F f_;
  std::shared_ptr<Transform> plain_, with_aux_;
};

} // namespace detail

/// The gradient of a scalar function with respect to arguments N (default: the first): a tree like
/// the argument, or a tuple of trees. f returns one floating scalar, or a pair of that and
/// auxiliary results, which are then returned beside the gradient. Throws UserError where the value
/// is no floating scalar or an argument's leaf is no float.
template <int... N, class F> auto grad(F &&f) {
  if constexpr (sizeof...(N) == 0)
    return detail::Gradient<detail::Stored<F>, false, 0>(static_cast<F &&>(f));
  else
    return detail::Gradient<detail::Stored<F>, false, N...>(static_cast<F &&>(f));
}

/// A pair of f's result and its gradient; see grad.
template <int... N, class F> auto value_and_grad(F &&f) {
  if constexpr (sizeof...(N) == 0)
    return detail::Gradient<detail::Stored<F>, true, 0>(static_cast<F &&>(f));
  else
    return detail::Gradient<detail::Stored<F>, true, N...>(static_cast<F &&>(f));
}

namespace detail {

/// f's primals and tangents as one argument list; the trace calls f with the primals alone.
template <class F, class... P>
auto jvp(F &f, const std::tuple<P...> &primals, const std::tuple<P...> &tangents, Loc loc) {
  std::apply(
      [&](const P &...primal) {
        std::apply(
            [&](const P &...tangent) {
              size_t i = 0;
              (check_same_tree("jvp: the tangent of argument ", i++, describe(primal),
                               describe(tangent), loc),
               ...);
            },
            tangents);
      },
      primals);
  auto both = [&f](const std::tuple<P...> &x, const std::tuple<P...> &) {
    return std::apply(f, x);
  };
  Site<decltype(both), Types<std::tuple<P...>, std::tuple<P...>>, std::tuple<P...>,
       std::tuple<P...>>
      site(both, loc, primals, tangents);
  using R = typename decltype(site)::Result;
  std::shared_ptr<Transform> transform =
      make_transform({.kind = TransformSpec::Kind::Jvp}, identity_of(f));
  Output out;
  invoke(*transform, site.call(), out);
  LeafSource source{std::span<Array>(out.leaves)};
  const R &prototype = *static_cast<const R *>(out.prototype.get());
  R value = rebuild<R>(source, prototype);
  R tangent = rebuild<R>(source, prototype);
  return std::pair<R, R>(std::move(value), std::move(tangent));
}

/// What vjp returns beside the value.
template <class R, class... P> class VjpFunction {
public:
  VjpFunction(std::shared_ptr<const Pullback> pullback, R result, std::tuple<P...> parameters)
      : pullback_(std::move(pullback)), result_(std::move(result)),
        parameters_(std::move(parameters)) {}

  /// The cotangents of the arguments, given that of the result: a tree for each argument.
  std::tuple<P...> operator()(const R &cotangent, Loc loc = Loc::current()) const {
    FlatTree flat, like;
    walk(cotangent, flat);
    walk(result_, like);
    if (flat.key() != like.key() || flat.leaves().size() != like.leaves().size())
      check_same_tree("vjp: the cotangent of result ", 0, describe(result_), describe(cotangent),
                      loc);
    std::vector<Array> out;
    pull_back(*pullback_, flat.leaves(), out, loc);
    LeafSource source{std::span<Array>(out)};
    return std::apply([&](const P &...p) { return std::tuple<P...>{rebuild<P>(source, p)...}; },
                      parameters_);
  }

private:
  std::shared_ptr<const Pullback> pullback_;
  R result_; ///< With empty leaves, as are the parameters.
  std::tuple<P...> parameters_;
};

template <class F, class... P, class... A> auto vjp(F &f, Types<P...>, Loc loc, const A &...a) {
  SiteOf<F, A...> site(f, loc, a...);
  using R = typename SiteOf<F, A...>::Result;
  std::shared_ptr<Transform> transform =
      make_transform({.kind = TransformSpec::Kind::Vjp}, identity_of(f));
  Output out;
  std::shared_ptr<const Pullback> pullback = linearize(transform, site.call(), out);
  R result = take_result<R>(out);
  auto parameters =
      std::apply([](const P &...p) { return std::tuple<P...>{skeleton(p)...}; }, site.parameters());
  return std::pair(std::move(result),
                   VjpFunction<R, P...>(std::move(pullback),
                                        *static_cast<const R *>(out.prototype.get()),
                                        std::move(parameters)));
}

template <class F> class Vjp : public Callable<Vjp<F>> {
public:
  explicit Vjp(F f) : f_(std::move(f)) {}
  template <class... A> auto call(Loc loc, const A &...a) const {
    return vjp(f_, parameters_of<F, A...>(), loc, a...);
  }

private:
  mutable F f_;
};

} // namespace detail

/// f's value at the primals and its derivative along the tangents: a pair of trees like f's result.
///
///     auto [y, dy] = jvp(f, std::tuple(x), std::tuple(dx));
template <class F, class... P>
auto jvp(F &&f, const std::tuple<P...> &primals, const std::tuple<P...> &tangents,
         Loc loc = Loc::current()) {
  detail::Stored<F> stored(static_cast<F &&>(f));
  return detail::jvp(stored, primals, tangents, loc);
}

/// f's value and a function from a cotangent of it to those of the arguments, which keeps what it
/// needs of the way there.
///
///     auto [y, back] = vjp(f)(x, w);
///     auto [dx, dw] = back(dy);
template <class F> auto vjp(F &&f) { return detail::Vjp<detail::Stored<F>>(static_cast<F &&>(f)); }
template <class F, detail::Argument A, detail::Argument... More>
auto vjp(F &&f, const A &a, const More &...more) {
  return detail::Vjp<detail::Stored<F>>(static_cast<F &&>(f)).call(Loc(), a, more...);
}

} // namespace brigade
