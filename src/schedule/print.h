#pragma once

#include "schedule/schedule.h"

#include <string>

namespace brigade::schedule {

/// "all_reduce", "sum", "argument": the names used in text and JSON.
const char *name_of(CollectiveKind kind);
const char *name_of(Reduction reduction);
const char *name_of(Category category);

/// "file:line", the file without its folders; "" for none.
std::string place_of(const Program &program, Id location);

/// A program as text for people and tests: one line a sharing, arena, parameter, buffer and step.
std::string to_string(const Program &program);

} // namespace brigade::schedule
