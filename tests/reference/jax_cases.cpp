// Interprets the programs that jax_cases.py has written and compares with the values that JAX
// computed.
//
//   jax_cases DIR [CASE...]    all cases of DIR/index.json, or those whose names contain a word
//   jax_cases --operations      the operations that have a rule, one a line
//
// Exit 1 where a case differs.

#include "brigade/error.h"
#include "brigade/npy.h"
#include "reference/interpreter.h"
#include "reference/rules.h"
#include "support/program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace {

using namespace brigade;

std::string read_text(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw UserError(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An array of the file, in the type that the program gives it: bf16 is stored as u16.
Literal read_value(const std::string &path, mlir::Type type) {
  Literal value = read_npy(path);
  if (mlir::cast<mlir::ShapedType>(type).getElementType().isBF16() && value.dtype == DType::U16)
    value.dtype = DType::BF16;
  return value;
}

/// Empty where the case agrees.
std::string run_case(const std::string &directory, const nlohmann::json &entry) {
  std::string stem = directory + "/" + entry.at("stem").get<std::string>();
  test::Program program(read_text(stem + ".mlir"));
  if (!program.ok())
    return "does not parse: " + program.diagnostics();
  mlir::func::FuncOp main = program.function();
  int inputs = entry.at("inputs"), outputs = entry.at("outputs");
  if (main.getNumArguments() != unsigned(inputs) || main.getNumResults() != unsigned(outputs))
    return "has another number of arguments or results than files";
  std::vector<Literal> arguments;
  for (int i = 0; i < inputs; ++i)
    arguments.push_back(
        read_value(stem + ".in" + std::to_string(i) + ".npy", main.getFunctionType().getInput(i)));
  auto results = reference::interpret(program.module(), "main", arguments);
  if (failed(results))
    return "does not run: " + program.diagnostics();
  for (int i = 0; i < outputs; ++i) {
    Literal expected =
        read_value(stem + ".out" + std::to_string(i) + ".npy", main.getFunctionType().getResult(i));
    if (auto same = test::close(results->at(i), expected); !same)
      return fmt::format("result {}: {}", i, same.message());
  }
  return {};
}

int run(const std::string &directory, const std::vector<std::string> &words) {
  auto index = nlohmann::json::parse(read_text(directory + "/index.json"));
  int agree = 0, differ = 0;
  for (const nlohmann::json &entry : index.at("cases")) {
    std::string name = entry.at("name");
    auto named = [&](const std::string &word) { return name.find(word) != std::string::npos; };
    if (!words.empty() && std::none_of(words.begin(), words.end(), named))
      continue;
    std::string problem = run_case(directory, entry);
    problem.empty() ? ++agree : ++differ;
    if (!problem.empty())
      fmt::print("{} {}\n  {}\n", entry.at("stem").get<std::string>(), name, problem);
  }
  fmt::print("{} cases agree with JAX {}, {} differ\n", agree, index.at("jax").get<std::string>(),
             differ);
  return differ == 0 && agree > 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) try {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 1 && arguments[0] == "--operations") {
    for (llvm::StringRef name : brigade::reference::evaluate_rules().keys())
      fmt::print("{}\n", name.str());
    return 0;
  }
  if (arguments.empty())
    throw brigade::UserError("jax_cases takes the folder that jax_cases.py has written");
  return run(arguments[0], {arguments.begin() + 1, arguments.end()});
} catch (const std::exception &error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
