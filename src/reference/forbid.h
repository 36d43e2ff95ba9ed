#pragma once

namespace brigade::reference {

/// While one lives, no function is interpreted anywhere in the process: interpret and
/// interpret_parallel fail with a diagnostic. Whoever holds one has only compiled code run. The
/// value of one operation (evaluate), with which the compiler folds constants, may still be taken.
class ForbidInterpreter {
public:
  ForbidInterpreter();
  ~ForbidInterpreter();
  ForbidInterpreter(const ForbidInterpreter &) = delete;
  ForbidInterpreter &operator=(const ForbidInterpreter &) = delete;
};

bool interpreter_is_forbidden();

} // namespace brigade::reference
