#include "reference/forbid.h"

#include <atomic>

namespace brigade::reference {

static std::atomic<int> guards{0};

ForbidInterpreter::ForbidInterpreter() { guards.fetch_add(1); }
ForbidInterpreter::~ForbidInterpreter() { guards.fetch_sub(1); }

bool interpreter_is_forbidden() { return guards.load() > 0; }

} // namespace brigade::reference
