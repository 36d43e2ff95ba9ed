#pragma once

#include "support/program.h"

#include <string>
#include <vector>

/// Derivatives against finite differences of the interpreter's values.
namespace brigade::test {

struct Range {
  double low = -2, high = 2;
};

/// A function of the program and the points at which it is smooth.
struct GradientCase {
  std::string name;
  std::string text; ///< A module with @main.
  std::vector<Range> ranges =
      {};        ///< One an argument, or one for all; elements are drawn from there.
  int order = 2; ///< How many derivatives are taken of one another; 0: it has none.
  std::vector<bool> active = {}; ///< Empty: every floating argument.
  bool reverse = true;           ///< Whether there is a vjp, not only a jvp.

  friend void PrintTo(const GradientCase &c, std::ostream *out) { *out << c.name; }
};

/// Checks @main, or `f` in its place, at a random point: jvp against a central difference along a
/// random direction; vjp against jvp by <ct, J v> = <J^T ct, v>; and, up to the order, the same of
/// the function that vjp gives.
void check_gradients(Program &program, mlir::func::FuncOp f, const GradientCase &c);

/// One result of each, evaluated; a failed interpretation is a failed test and gives nothing.
std::vector<Literal> run(mlir::func::FuncOp f, const std::vector<Literal> &arguments);

} // namespace brigade::test
