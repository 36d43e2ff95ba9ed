#pragma once

#include "reference/interpreter.h"
#include "support/program.h"

namespace brigade::test {

/// Runs @main of a program; a failure is a failed test that shows the diagnostics.
inline std::vector<Literal> run(std::string_view text, llvm::ArrayRef<Literal> arguments) {
  Program program(text);
  if (!program.ok()) {
    ADD_FAILURE() << program.diagnostics() << text;
    return {};
  }
  auto results = reference::interpret(program.module(), "main", arguments);
  if (failed(results)) {
    ADD_FAILURE() << program.diagnostics() << text;
    return {};
  }
  return *results;
}

/// The diagnostics of a program that parses and cannot be run.
inline std::string run_error(std::string_view text, llvm::ArrayRef<Literal> arguments) {
  Program program(text);
  if (!program.ok()) {
    ADD_FAILURE() << program.diagnostics() << text;
    return {};
  }
  EXPECT_TRUE(failed(reference::interpret(program.module(), "main", arguments))) << text;
  return program.diagnostics();
}

/// One operation in generic form: name(operands...) {attributes} -> result type.
inline Literal apply(const std::string &name, const std::vector<Literal> &operands, DType dtype,
                     const Shape &shape, const std::string &attributes = "") {
  std::string types, arguments, names;
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string type = tensor_type(operands[i].dtype, operands[i].shape), comma = i ? ", " : "";
    std::string argument = "%a" + std::to_string(i);
    types += comma + type;
    names += comma + argument;
    arguments += comma + argument + ": " + type;
  }
  std::string result = tensor_type(dtype, shape);
  std::string text = "func.func @main(" + arguments + ") -> " + result + " {\n  %r = \"" + name +
                     "\"(" + names + ") {" + attributes + "} : (" + types + ") -> " + result +
                     "\n  return %r : " + result + "\n}\n";
  std::vector<Literal> results = run(text, operands);
  return results.empty() ? Literal(dtype, shape) : results[0];
}

} // namespace brigade::test
