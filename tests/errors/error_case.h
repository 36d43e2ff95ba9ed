#pragma once

#include <brigade/brigade.h>

namespace bg = brigade;

/// A program with one mistake, and the line that it must die with. One file a mistake, the case
/// named like the file:
///
///   ERROR_CASE(grad_of_vector, "grad: ...; grad_of_vector.cpp:7") {
///     bg::grad([](bg::Array x) { return x; })(bg::ones({3}));
///   }
///
/// Each case runs in a process of its own.
struct ErrorCase {
  const char *name, *expected;
  void (*run)();
  ErrorCase *next;
  ErrorCase(const char *name, const char *expected, void (*run)());
};

#define ERROR_CASE(name, expected)                                                                 \
  static void name##_mistake();                                                                    \
  static ErrorCase name##_case(#name, expected, name##_mistake);                                   \
  static void name##_mistake()
