#include "reference/forbid.h"

/// Linked into programs whose tests all run compiled code: an interpreter that starts is an error.
static const brigade::reference::ForbidInterpreter only_compiled;
