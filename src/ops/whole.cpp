#include "ops/whole.h"

#include "core/array_impl.h"
#include "core/client.h"
#include "core/jit_cache.h"

namespace brigade::ops {

Array as_one_program(const char *name, std::string_view statics,
                     std::initializer_list<Array> operands,
                     const std::function<Array(std::span<const Array>)> &f, Loc loc) {
  const std::span<const Array> given(operands.begin(), operands.size());
  bool concrete = !core::is_tracing();
  std::vector<const Array *> leaves;
  for (const Array &x : given) {
    concrete = concrete && !core::impl_of(x, loc).is_traced();
    leaves.push_back(&x);
  }
  if (!concrete)
    return f(given);
  static auto *cache = new core::JitCache; // Kept for the process, as are the programs in it.
  const core::CallKey key{name, statics, leaves, core::default_device_id()};
  const core::CompiledCall *call = cache->find(key);
  if (!call) {
    core::BuildRequest request;
    request.name = name;
    request.transform = name;
    for (const Array *leaf : leaves)
      request.arguments.push_back(leaf->impl()->kind);
    request.body = [&](std::span<const Array> values) { return std::vector<Array>{f(values)}; };
    request.loc = loc;
    auto made = std::make_unique<core::CompiledCall>(key);
    made->program = core::build(request);
    call = cache->insert(std::move(made));
  }
  std::vector<Array> results;
  core::run(call->program, leaves, results, loc);
  return std::move(results.front());
}

} // namespace brigade::ops
