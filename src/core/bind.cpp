#include "core/bind.h"

#include "core/array_impl.h"
#include "core/client.h"
#include "core/eager.h"
#include "core/record.h"
#include "core/trace.h"

#include <fmt/format.h>

namespace brigade::core {

std::vector<Array> bind(const Operation &operation, std::span<const Array> operands, Loc loc) {
  for (size_t i = 0; i < operands.size(); ++i)
    if (!operands[i].has_value())
      throw UserError(operand_name(operation, i) + " is an Array without a value", loc);
  if (is_tracing())
    return record(operation, operands, loc);
  for (const Array &operand : operands)
    if (operand.is_traced())
      throw_stale(*operand.impl(), loc);
  return run_eagerly(operation, operands, loc);
}

std::string operand_name(const Operation &operation, size_t i) {
  std::string_view name = operation.name;
  return fmt::format("operand {} of {}", i, name.substr(name.find('.') + 1));
}

Array bind1(const Operation &operation, std::span<const Array> operands, Loc loc) {
  return std::move(bind(operation, operands, loc).front());
}

Array constant(const Literal &value, bool weak, Loc loc) {
  if (is_tracing()) {
    Operation operation{"stablehlo.constant",
                        {{value.dtype, value.shape}},
                        {{"value", value}},
                        {},
                        weak ? Weak::Yes : Weak::No};
    return std::move(record(operation, {}, loc).front());
  }
  const Placement *placement = single_device_placement(default_device_id());
  return from_host(value.bytes.data(),
                   intern_kind({value.dtype, value.shape}, weak, false, placement), loc);
}

Array placed_like(const Array &value, const Array &like, Loc loc) {
  const ArrayImpl &model = impl_of(like, loc);
  if (is_tracing() || value.is_traced() || !model.kind->committed)
    return value;
  return placed(value, model.kind->placement, true, loc);
}

} // namespace brigade::core
