#pragma once

#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>

namespace brigade {

/// A place in the user's source. `file` is a string with static lifetime or one that outlives every
/// use.
struct Loc {
  const char *file = "";
  uint32_t line = 0;

  static Loc current(std::source_location where = std::source_location::current()) {
    return {where.file_name(), static_cast<uint32_t>(where.line())};
  }
};

/// "file:line", the file without its folders; "" for no place.
std::string to_string(Loc loc);

/// The base of everything that Brigade throws. what() is one line, ending in the user's file and
/// line where there is one.
class Error : public std::runtime_error {
public:
  Error(const std::string &text, Loc loc);
  Loc where() const { return loc_; }

private:
  Loc loc_;
};

/// A wrong argument: thrown at the call, before anything runs.
class UserError : public Error {
public:
  explicit UserError(const std::string &text, Loc loc = {}) : Error(text, loc) {}
};

/// A run that failed: a time limit, a capacity exceeded, a lost peer.
class RuntimeError : public Error {
public:
  explicit RuntimeError(const std::string &text, Loc loc = {}) : Error(text, loc) {}
};

/// A defect of Brigade itself. The text names the phase and asks for a report.
class InternalError : public Error {
public:
  explicit InternalError(const std::string &text, Loc loc = {}) : Error(text, loc) {}
};

} // namespace brigade
