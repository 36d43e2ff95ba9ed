#include "core/tracer/scope.h"

#include "core/record.h"

#include <fmt/format.h>

namespace brigade::core {
namespace {

thread_local Scope *top = nullptr;

} // namespace

Scope::Scope(What what, Program &program, mlir::Block *block, const char *transform,
             const KnownValues &known)
    : what_(what), program_(program), parent_(top), block_(block), builder_(&program.context()),
      state_(std::make_shared<ScopeState>()), known_(known) {
  builder_.setInsertionPointToEnd(block);
  state_->scope = this;
  state_->transform = transform;
  top = this;
}

Scope::~Scope() {
  state_->scope = nullptr;
  top = parent_;
}

Scope *Scope::innermost() { return top; }

Scope &Scope::current() {
  if (!top)
    throw InternalError("recording outside any trace; please report this");
  return *top;
}

mlir::Value Scope::value_of(const Array &array, Loc loc) {
  ArrayImpl &impl = impl_of(array, loc);
  if (!impl.is_traced()) {
    check_alive(impl, "an array used inside a traced function", loc);
    return what_ == What::Region ? parent_->value_of(array, loc) : capture(array, loc);
  }
  if (!impl.scope->scope || impl.scope->thread != std::this_thread::get_id())
    throw_stale(impl, loc);
  if (impl.scope->scope == this)
    return mlir::Value::getFromOpaquePointer(impl.value);
  if (!parent_)
    throw InternalError("a traced value of a scope that is not on the stack; please report this",
                        loc);
  return what_ == What::Region ? parent_->value_of(array, loc) : capture(array, loc);
}

mlir::Value Scope::capture(const Array &array, Loc loc) {
  mlir::Value &value = capture_values_[array.impl()];
  if (!value) {
    value = block_->addArgument(program_.type(array.impl()->kind->type), program_.location(loc));
    captures_.push_back(array);
  }
  return value;
}

void Scope::substitute(const Array &array, const Array &value) {
  capture_values_[array.impl()] = value_of(value, {});
}

const Array *Scope::known(mlir::Value value) const {
  if (auto it = remembered_.find(value); it != remembered_.end())
    return &it->second;
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  if (!argument || argument.getOwner() != block_)
    return nullptr;
  // Captures are arguments behind those that the function was given.
  size_t i = argument.getArgNumber(), given = known_->size();
  const Array &array = i < given ? (*known_)[i] : captures_[i - given];
  return array.has_value() ? &array : nullptr;
}

const Scope *Scope::unknowing() const {
  const Scope *scope = this;
  while (scope && scope->known_)
    scope = scope->parent_;
  return scope;
}

Array Scope::wrap(mlir::Value value, bool weak, Loc loc) {
  return wrap(value, intern_kind(tensor_type(value.getType()), weak, false, nullptr), loc);
}

Array Scope::wrap(mlir::Value value, const Kind *kind, Loc loc) {
  return Array(new ArrayImpl(kind, state_, value.getAsOpaquePointer(), loc));
}

void substitute_captures(std::span<const Array> captures, std::span<const Array> values) {
  for (size_t i = 0; i < captures.size(); ++i)
    Scope::current().substitute(captures[i], values[i]);
}

bool is_tracing() { return top != nullptr; }

void throw_stale(const ArrayImpl &array, Loc loc) {
  std::string type = to_string(array.kind->type.dtype, array.kind->type.shape);
  if (array.scope->thread != std::this_thread::get_id())
    throw UserError(fmt::format("a traced value {}, made at {}, is used in another thread; a trace "
                                "belongs to its thread",
                                type, to_string(array.loc)),
                    loc);
  throw UserError(
      fmt::format(
          "a traced value {}, made at {}, is used after its {} ended; return it from the function",
          type, to_string(array.loc), array.scope->transform),
      loc);
}

} // namespace brigade::core
