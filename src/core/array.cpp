#include "core/array_impl.h"
#include "core/client.h"
#include "core/executable.h"

#include "base/literal.h"

#include <fmt/format.h>

namespace brigade {
namespace core {

ArrayImpl &impl_of(const Array &array, Loc loc) {
  if (!array.has_value())
    throw UserError("an Array without a value is used; assign one first", loc);
  return *array.impl();
}

void check_alive(const ArrayImpl &array, const char *what, Loc loc) {
  if (!array.is_traced() && array.is_deleted())
    throw UserError(
        fmt::format("{}, {}, was donated to the call at {}; use what that call returned instead",
                    what, to_string(array.kind->type.dtype, array.kind->type.shape),
                    to_string(array.loc)),
        loc);
}

namespace {

/// The impl of an array that has buffers.
ArrayImpl &concrete(const Array &array, const char *use, Loc loc) {
  ArrayImpl &impl = impl_of(array, loc);
  if (impl.is_traced())
    throw_traced_read(impl, use, loc);
  check_alive(impl, "the array", loc);
  return impl;
}

std::string element_text(const Literal &values, int64_t i) {
  return visit_dtype(values.dtype, [&]<class T>(T) -> std::string {
    T x = values.data<T>()[static_cast<size_t>(i)];
    if constexpr (std::is_same_v<T, bool>)
      return x ? "true" : "false";
    else if constexpr (is_half<T>)
      return fmt::format("{}", to_float(x));
    else if constexpr (std::is_same_v<T, int8_t> || std::is_same_v<T, uint8_t>)
      return fmt::format("{}", static_cast<int>(x));
    else
      return fmt::format("{}", x);
  });
}

/// As NumPy nests brackets; the middle of a long dimension is left out.
void append_values(std::string &out, const Literal &values, size_t dimension, int64_t begin) {
  constexpr int64_t shown = 3; // At each end.
  if (dimension == values.shape.size()) {
    out += element_text(values, begin);
    return;
  }
  int64_t size = values.shape[dimension], stride = row_major_strides(values.shape)[dimension];
  out += '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i)
      out += ", ";
    if (size > 4 * shown && i == shown) {
      out += "..., ";
      i = size - shown;
    }
    append_values(out, values, dimension + 1, begin + i * stride);
  }
  out += ']';
}

Literal read(const Array &array, const char *use, Loc loc) {
  ArrayImpl &impl = concrete(array, use, loc);
  Literal values(impl.kind->type.dtype, impl.kind->type.shape);
  core::copy_to_host(impl, values.bytes.data(), loc);
  return values;
}

template <class T> T scalar(const Array &given, const char *use, Loc loc) {
  Array array = known_value(given, use, loc);
  if (array.size() != 1)
    throw UserError(fmt::format("item() of {}: it needs exactly one element",
                                brigade::to_string(array.dtype(), array.shape())),
                    loc);
  Literal value = read(array, use, loc);
  return visit_dtype(value.dtype,
                     [&]<class S>(S) -> T { return element_cast<T>(value.data<S>()[0]); });
}

} // namespace
} // namespace core

using core::impl_of;

Array::Array(const Array &other) : impl_(other.impl_) {
  if (impl_)
    impl_->retain();
}

Array &Array::operator=(const Array &other) {
  if (other.impl_)
    other.impl_->retain();
  if (impl_)
    impl_->release();
  impl_ = other.impl_;
  return *this;
}

Array &Array::operator=(Array &&other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

Array::~Array() {
  if (impl_)
    impl_->release();
}

Array Array::from_host(const void *data, DType dtype, size_t count, const Shape &shape, Loc loc) {
  for (int64_t size : shape)
    if (size < 0)
      throw UserError(
          fmt::format("an array of shape {}: a size is negative", brigade::to_string(shape)), loc);
  if (static_cast<int64_t>(count) != element_count(shape))
    throw UserError(fmt::format("{} values for shape {}, which holds {}", count,
                                brigade::to_string(shape), element_count(shape)),
                    loc);
  const core::Placement *placement = core::single_device_placement(core::default_device_id());
  return core::reporting(loc, [&] {
    return core::from_host(data, core::intern_kind({dtype, shape}, false, false, placement), loc);
  });
}

const Shape &Array::shape() const { return impl_of(*this, {}).kind->type.shape; }

int64_t Array::shape(int dimension) const {
  int rank = ndim();
  if (dimension < -rank || dimension >= rank)
    throw UserError(fmt::format("dimension {} of {}, which has {}", dimension,
                                brigade::to_string(dtype(), shape()), rank));
  return shape()[static_cast<size_t>(dimension < 0 ? dimension + rank : dimension)];
}

int64_t Array::size() const { return element_count(shape()); }
DType Array::dtype() const { return impl_of(*this, {}).kind->type.dtype; }
bool Array::weak_type() const { return impl_of(*this, {}).kind->weak; }
bool Array::is_traced() const { return impl_of(*this, {}).is_traced(); }
bool Array::committed() const { return impl_of(*this, {}).kind->committed; }
bool Array::is_deleted() const { return !impl_of(*this, {}).is_traced() && impl_->is_deleted(); }

Array::operator bool() const {
  core::ArrayImpl &impl = impl_of(*this, {});
  return core::scalar<bool>(*this, "a C++ condition", impl.is_traced() ? impl.loc : Loc());
}

double Array::item_as_double(Loc loc) const { return core::scalar<double>(*this, "item()", loc); }
int64_t Array::item_as_integer(Loc loc) const {
  return core::scalar<int64_t>(*this, "item()", loc);
}

void Array::copy_to_host(void *out, DType dtype, Loc loc) const {
  const Array array = core::known_value(*this, "to_vector()", loc);
  core::ArrayImpl &impl = core::concrete(array, "to_vector()", loc);
  if (dtype != impl.kind->type.dtype)
    throw UserError(
        fmt::format("to_vector<{}>() of {}; ask for that type, or convert with astype first",
                    dtype_name(dtype),
                    brigade::to_string(impl.kind->type.dtype, impl.kind->type.shape)),
        loc);
  core::copy_to_host(impl, out, loc);
}

const Array &Array::block_until_ready(Loc loc) const {
  core::ArrayImpl &impl = impl_of(*this, loc);
  if (impl.is_traced())
    return *this;
  core::check_alive(impl, "the array", loc);
  for (const runtime::BufferPtr &shard : impl.shards)
    shard->await();
  return *this;
}

NamedSharding Array::sharding(Loc loc) const {
  core::ArrayImpl &impl = impl_of(*this, loc);
  if (impl.is_traced())
    throw UserError("sharding() of a traced value: it is known only once the program is compiled; "
                    "state it with with_sharding_constraint",
                    loc);
  return impl.kind->placement->sharding;
}

std::vector<Device *> Array::devices(Loc loc) const {
  core::ArrayImpl &impl = impl_of(*this, loc);
  if (impl.is_traced())
    throw UserError("devices() of a traced value: they are known only once the program is compiled",
                    loc);
  std::vector<Device *> out;
  for (int id : impl.kind->placement->devices())
    out.push_back(core::device(id));
  return out;
}

std::vector<Array::Shard> Array::addressable_shards(Loc loc) const {
  core::ArrayImpl &impl = core::concrete(*this, "addressable_shards()", loc);
  const core::Placement &placement = *impl.kind->placement;
  std::vector<std::vector<int64_t>> offsets = placement.sharding.shard_offsets(shape());
  std::vector<Shard> out;
  for (size_t i = 0; i < impl.shards.size(); ++i) {
    int id = placement.devices()[i];
    const core::Kind *kind = core::intern_kind({dtype(), impl.kind->local_shape}, weak_type(), true,
                                               core::single_device_placement(id));
    out.push_back({core::device(id), offsets[i], core::make_array(kind, {impl.shards[i]})});
  }
  return out;
}

const void *Array::unsafe_buffer_pointer(Loc loc) const {
  core::ArrayImpl &impl = core::concrete(*this, "unsafe_buffer_pointer()", loc);
  if (impl.shards.size() != 1)
    throw UserError(fmt::format("unsafe_buffer_pointer() of an array on {} devices; take it of the "
                                "data of one of addressable_shards()",
                                impl.shards.size()),
                    loc);
  core::reporting(loc, [&] { impl.shards[0]->await(); });
  return impl.shards[0]->data();
}

std::string Array::to_string() const {
  if (!has_value())
    return "Array()";
  std::string type = brigade::to_string(dtype(), shape());
  if (is_traced())
    return "Traced<" + type + ">";
  if (is_deleted())
    return "Array<" + type + ", donated>";
  std::string out;
  core::append_values(out, core::read(*this, "to_string()", {}), 0, 0);
  return out + " : " + type;
}

} // namespace brigade
