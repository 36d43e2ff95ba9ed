#pragma once

#include "core/tracer/program.h"

namespace brigade::core {

/// The program that this thread is tracing into; InternalError where there is none.
Program &tracing_program();

} // namespace brigade::core
