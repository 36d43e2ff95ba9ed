#include "api/transform.h"

#include "core/client.h"

#include <fmt/format.h>

#include <algorithm>

/// jit's options, and jit inside a trace.
namespace brigade::detail {

void check_argnums(const char *what, const std::vector<int> &argnums, const Call &call) {
  for (int n : argnums)
    if (n < 0 || n >= static_cast<int>(call.ends.size()))
      throw UserError(
          fmt::format("{} names argument {}, but the function has {}", what, n, call.ends.size()),
          call.loc);
}

bool names_argument(const std::vector<int> &argnums, const Call &call, size_t leaf) {
  return std::find(argnums.begin(), argnums.end(), static_cast<int>(argument_of(call, leaf))) !=
         argnums.end();
}

/// Gives the leaves of one part of a tree, "argument 0", what an option has for it.
static void spread(const Shardings &given, std::span<core::OptionalSharding> leaves,
                   const char *option, const char *part, size_t number, Loc loc) {
  if (given.one_a_leaf() && given.list().size() != leaves.size())
    throw UserError(fmt::format("{} has {} shardings for the {} arrays of {} {}", option,
                                given.list().size(), leaves.size(), part, number),
                    loc);
  for (size_t i = 0; i < leaves.size() && !given.open(); ++i)
    leaves[i] = given.list()[given.one_a_leaf() ? i : 0];
}

std::vector<core::OptionalSharding> expand_out_shardings(const std::vector<Shardings> &given,
                                                         const Output &user, size_t results,
                                                         Loc loc) {
  std::vector<core::OptionalSharding> out(results);
  if (given.empty())
    return out;
  size_t begin = 0;
  if (given.size() != 1 && given.size() != user.ends.size())
    throw UserError(fmt::format("out_shardings has {} entries for a result of {} elements",
                                given.size(), user.ends.size()),
                    loc);
  for (size_t e = 0; e < user.ends.size(); ++e) {
    spread(given.size() == 1 ? given[0] : given[e],
           std::span(out).subspan(begin, user.ends[e] - begin), "out_shardings", "result element",
           e, loc);
    begin = user.ends[e];
  }
  return out;
}

std::vector<core::OptionalSharding> expand_in_shardings(const std::vector<Shardings> &given,
                                                        const Call &call) {
  std::vector<core::OptionalSharding> out;
  if (given.empty())
    return out;
  if (given.size() > call.ends.size())
    throw UserError(fmt::format("in_shardings has {} entries, but the function has {} arguments",
                                given.size(), call.ends.size()),
                    call.loc);
  out.resize(call.arguments->leaves().size());
  size_t begin = 0;
  for (size_t a = 0; a < given.size(); ++a) {
    spread(given[a], std::span(out).subspan(begin, call.ends[a] - begin), "in_shardings",
           "argument", a, call.loc);
    begin = call.ends[a];
  }
  return out;
}

void apply_jit(const TransformSpec &spec, const Call &call, Leaves leaves, Output &out) {
  // A private function of the arguments that are not static; shardings become constraints.
  std::vector<core::OptionalSharding> in = expand_in_shardings(spec.jit.in_shardings, call);
  std::vector<size_t> places; // Of the function's arguments among the leaves.
  std::vector<Array> operands;
  std::vector<const core::Kind *> kinds;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (names_argument(spec.jit.static_argnums, call, i))
      continue;
    places.push_back(i);
    operands.push_back(!in.empty() && in[i] ? core::constrain(leaves[i], *in[i], call.loc)
                                            : leaves[i]);
    kinds.push_back(leaves[i].impl()->kind);
  }
  core::TracedFunction f = core::trace_function(
      spec.jit.name.empty() ? "f" : spec.jit.name, "jit", kinds, std::nullopt,
      [&](Leaves values) {
        std::vector<Array> all(leaves.begin(), leaves.end());
        for (size_t i = 0; i < places.size(); ++i)
          all[places[i]] = values[i];
        call.trace(call.site, all, out);
        return std::move(out.leaves);
      },
      call.loc);
  out.leaves = core::call_function(f, with_captures(operands, f), call.loc);
  std::vector<core::OptionalSharding> result =
      expand_out_shardings(spec.jit.out_shardings, out, out.leaves.size(), call.loc);
  for (size_t i = 0; i < result.size(); ++i)
    if (result[i])
      out.leaves[i] = core::constrain(out.leaves[i], *result[i], call.loc);
}

} // namespace brigade::detail
