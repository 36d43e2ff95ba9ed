#include "runtime/buffer.h"

namespace brigade::runtime {

void CpuBuffer::await() const {
  if (event)
    event->await();
}

const std::byte *CpuBuffer::data() const {
  if (is_deleted())
    throw UserError("the buffer " + to_string(dtype(), shape()) +
                    " was donated to a run and cannot be used again");
  return storage ? storage->data : nullptr;
}

} // namespace brigade::runtime
