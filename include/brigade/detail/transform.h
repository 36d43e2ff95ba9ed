#pragma once

#include "brigade/detail/call.h"

#include <iosfwd>

namespace brigade {

/// The shardings of one argument's or one result's leaves: left to the compiler, the same for each,
/// or one a leaf.
class Shardings {
public:
  Shardings() = default;
  Shardings(NamedSharding all) : list_{std::move(all)} {}
  Shardings(std::vector<NamedSharding> leaves) : list_(std::move(leaves)), one_a_leaf_(true) {}
  bool open() const { return list_.empty(); }
  bool one_a_leaf() const { return one_a_leaf_; }
  const std::vector<NamedSharding> &list() const { return list_; }

private:
  std::vector<NamedSharding> list_;
  bool one_a_leaf_ = false;
};

/// How jit compiles. Argument numbers count from 0 and name whole arguments, with all their leaves.
struct JitOptions {
  /// Arguments whose memory the results may take; they are deleted by the call.
  std::vector<int> donate_argnums = {};
  /// Arguments whose arrays are part of the program: inside, they have values; new values compile
  /// again. Numbers, strings and enumerations are so anyway.
  std::vector<int> static_argnums = {};
  std::vector<Shardings> in_shardings =
      {}; ///< One an argument; missing ones are as committed arrays are, else open.
  std::vector<Shardings> out_shardings =
      {};                   ///< One for the result, or one an element of a tuple result.
  Device *device = nullptr; ///< Run there, wherever the arguments are.
  std::string name = {};    ///< In reports and profiles.
};

/// One collective of a compiled program.
struct Transfer {
  std::string operation; ///< "all_reduce"
  int64_t bytes = 0;     ///< Operand bytes a device.
  int group_size = 1;
  int64_t count = 1;  ///< How often it runs a call; -1: in a loop of unknown length.
  std::string reason; ///< Why the compiler put it there.
  std::string where;  ///< file:line
  int64_t moved = 0;  ///< Operand bytes a device in all calls so far, as the runtime counted them.
};

/// What a compiled program moves between devices in one call. Prints as a table.
struct TrafficReport {
  std::vector<Transfer> transfers;
  std::string to_string() const;
};
std::ostream &operator<<(std::ostream &out, const TrafficReport &report);

/// What a run of a compiled program needs, in bytes. Prints as a table.
struct MemoryReport {
  // On one device. A result in the memory of a donated argument counts as the argument alone.
  int64_t arguments = 0, results = 0, constants = 0, temporaries = 0;
  int64_t physical = 0; ///< In the process: what several devices share counts once.

  /// The largest holders, by the user's line; largest first.
  struct Line {
    std::string category; ///< "argument", "result", "constant", "temporary"
    int64_t bytes = 0;    ///< On one device.
    std::string operation, where;
  };
  std::vector<Line> lines;

  int64_t peak() const { return arguments + results + constants + temporaries; }
  std::string to_string() const;
};
std::ostream &operator<<(std::ostream &out, const MemoryReport &report);

/// A program as StableHLO text.
class ProgramText {
public:
  explicit ProgramText(std::string text) : text_(std::move(text)) {}
  const std::string &to_string() const { return text_; }

private:
  std::string text_;
};
std::ostream &operator<<(std::ostream &out, const ProgramText &text);

namespace detail {

/// Where an argument or a result carries the mapped dimension: nowhere, or at an axis (negative:
/// from the end).
using MappedAxis = std::optional<int>;

struct TransformSpec {
  enum class Kind : uint8_t { Jit, Grad, ValueAndGrad, Jvp, Vjp, Vmap, Pmap };
  Kind kind = Kind::Jit;
  JitOptions jit = {};
  std::vector<int> argnums = {};        ///< Grad
  bool has_aux = false;                 ///< Grad: the function returns a pair of a scalar and more.
  std::vector<MappedAxis> in_axes = {}; ///< Vmap, Pmap: one for all arguments or one each.
  std::vector<MappedAxis> out_axes = {};
  std::string axis_name = {};
  std::vector<int> devices = {}; ///< Pmap; empty: the first ones.
};

class Transform; // src/api/transform.h

/// A transform of a function; one for each (`identity`, spec) where the identity is stable, so that
/// its programs are kept.
std::shared_ptr<Transform> make_transform(const TransformSpec &spec, const Identity &identity);
/// The identity of the transformed function.
Identity transform_identity(const Transform &transform, const Identity &inner);

/// Records the transformed call in the current trace, or runs it, compiled at the first call of its
/// kind. `out`: the leaves of
///   Jit, Vmap, Pmap: the result;
///   Grad: the auxiliary results, then the gradients; ValueAndGrad: the value before them;
///   Jvp: the result, then its tangents. The call's arguments are then the primals and after them
///   the tangents.
void invoke(Transform &transform, const Call &call, Output &out);

/// The way back of a vjp: from cotangents to cotangents.
class Pullback;
/// Kind::Vjp. `out` has the leaves of the result.
std::shared_ptr<const Pullback> linearize(const std::shared_ptr<Transform> &transform,
                                          const Call &call, Output &out);
/// One cotangent for each leaf of the arguments; zeros for leaves that are no floats. Throws
/// UserError where a cotangent's shape or dtype is not the result's.
void pull_back(const Pullback &pullback, std::span<const Array *const> cotangents,
               std::vector<Array> &out, Loc loc);

/// Throws UserError, which begins with `what` and `index`, where the two differ in structure,
/// shapes or dtypes.
void check_same_tree(const char *what, size_t index, std::span<const TreeEntry> first,
                     std::span<const TreeEntry> second, Loc loc);

TrafficReport traffic(Transform &transform, const Call &call);
MemoryReport memory(Transform &transform, const Call &call);
std::string program_text(Transform &transform, const Call &call);
std::string compile_reason(const Transform &transform);
size_t program_count(const Transform &transform);

template <class R> R take_result(Output &out) {
  LeafSource source{std::span<Array>(out.leaves)};
  return rebuild<R>(source, *static_cast<const R *>(out.prototype.get()));
}

/// What jit, vmap and pmap give: a function of the same parameters and of the same result.
template <class F, class Self> class SameResult : public Callable<Self> {
public:
  using SignatureOf = Signature<F>;

  SameResult(F f, const TransformSpec &spec)
      : f_(std::move(f)), transform_(make_transform(spec, identity_of(f_))) {}

  template <class... A> auto call(Loc loc, const A &...a) const {
    SiteOf<F, A...> site(f_, loc, a...);
    Output out;
    invoke(*transform_, site.call(), out);
    return take_result<typename SiteOf<F, A...>::Result>(out);
  }

  /// The collectives of the program for these arguments. Compiles it, runs nothing.
  template <class... A> TrafficReport traffic(const A &...a) const {
    SiteOf<F, A...> site(f_, {}, a...);
    return detail::traffic(*transform_, site.call());
  }
  /// The memory of the program for these arguments. Compiles it, runs nothing.
  template <class... A> MemoryReport memory(const A &...a) const {
    SiteOf<F, A...> site(f_, {}, a...);
    return detail::memory(*transform_, site.call());
  }
  /// The program for these arguments as it is handed to the compiler.
  template <class... A> ProgramText program_at(Loc loc, const A &...a) const {
    SiteOf<F, A...> site(f_, loc, a...);
    return ProgramText(program_text(*transform_, site.call()));
  }
  /// Why the last new program was compiled: "argument 0 is f32[4], before it was f32[3]".
  std::string compile_reason() const { return detail::compile_reason(*transform_); }
  /// How many programs are kept.
  size_t program_count() const { return detail::program_count(*transform_); }

  Identity identity() const { return transform_identity(*transform_, identity_of(f_)); }

private:
  mutable F f_;
  std::shared_ptr<Transform> transform_;
};

/// Functions decay to pointers.
template <class F> using Stored = std::decay_t<F>;

} // namespace detail
} // namespace brigade
