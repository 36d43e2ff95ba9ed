#pragma once

#include "core/placement.h"
#include "runtime/client.h"

#include <atomic>
#include <memory>
#include <thread>

namespace brigade::core {

class Scope; // src/core/tracer/scope.h

/// Outlives its scope, so that a value which escaped from a trace can be told.
struct ScopeState {
  Scope *scope = nullptr; ///< Null once the trace is over.
  std::thread::id thread = std::this_thread::get_id();
  const char *transform = ""; ///< "jit", "grad", ...: for messages.
};

/// What Array points to. Concrete: `shards` holds a buffer for each device of the placement, in its
/// order. Traced: `value` is an mlir::Value of the scope's program.
class ArrayImpl {
public:
  ArrayImpl(const Kind *kind, runtime::Shards shards) : kind(kind), shards(std::move(shards)) {}
  ArrayImpl(const Kind *kind, std::shared_ptr<ScopeState> scope, void *value, Loc made_at)
      : kind(kind), scope(std::move(scope)), value(value), loc(made_at) {}

  void retain() { references.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  bool is_traced() const { return kind->placement == nullptr; }
  bool is_deleted() const { return !shards.empty() && shards.front()->is_deleted(); }

  std::atomic<int32_t> references{1};
  std::atomic<uint64_t> stamp{0}; ///< The last call that took it as a donated argument.
  const Kind *kind;
  runtime::Shards shards;
  std::shared_ptr<ScopeState> scope;
  void *value = nullptr;
  Loc loc; ///< Traced: where it was made. Concrete: where it was donated.
};

/// The impl of `array`; throws UserError where it holds no value.
ArrayImpl &impl_of(const Array &array, Loc loc);

inline Array make_array(const Kind *kind, runtime::Shards shards) {
  return Array(new ArrayImpl(kind, std::move(shards)));
}

/// Copies a whole array from the host, split as the placement says.
Array from_host(const void *data, const Kind *kind, Loc loc);

/// Waits, and copies the whole of a concrete array, row-major, to `out`.
void copy_to_host(const ArrayImpl &array, void *out, Loc loc);

/// The same values placed otherwise; shares the buffers of pieces that stay where they are.
Array placed(const Array &array, const Placement *placement, bool committed, Loc loc);

/// f(); errors without a place get `loc`, and with `what` that before them: "out_shardings of
/// result 1: ...".
template <class F> auto reporting(Loc loc, F &&f, const std::string &what = {}) {
  auto located = [&]<class E>(const E &error) {
    if (*error.where().file && what.empty())
      return error;
    std::string text = error.what(), place = "; " + to_string(error.where());
    if (*error.where().file && text.ends_with(place))
      text.resize(text.size() - place.size());
    return E(what.empty() ? text : what + ": " + text, *error.where().file ? error.where() : loc);
  };
  try {
    return f();
  } catch (const UserError &error) {
    throw located(error);
  } catch (const RuntimeError &error) {
    throw located(error);
  }
}

/// Throws UserError that says where the array was donated, if it was. `what` names it: "argument
/// 0", "the array".
void check_alive(const ArrayImpl &array, const char *what, Loc loc);

} // namespace brigade::core
