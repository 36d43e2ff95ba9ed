#include "ir/dialects.h"
#include "ir/parse.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace brigade::ir {
namespace {

std::string read(const std::filesystem::path &path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Programs that JAX printed: tests/data/make_jax_programs.py.
std::vector<std::string> jax_programs() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(BRIGADE_TEST_DATA "/jax"))
    if (entry.path().extension() == ".mlir")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

class JaxProgram : public testing::TestWithParam<std::string> {
protected:
  JaxProgram() { load_dialects(context); }

  std::string printed(const std::string &text, bool with_locations) {
    Problem problem;
    auto module = parse_module(text, context, problem, GetParam());
    if (failed(module)) {
      ADD_FAILURE() << problem.text();
      return "";
    }
    return print_module(**module, with_locations);
  }

  mlir::MLIRContext context;
  std::string text = read(BRIGADE_TEST_DATA "/jax/" + GetParam() + ".mlir");
};

TEST_P(JaxProgram, PrintsAsItWasRead) {
  if (text.find("loc(") != std::string::npos)
    GTEST_SKIP() << "column ranges are read and not kept";
  EXPECT_EQ(trimmed(printed(text, false)), trimmed(text));
}

TEST_P(JaxProgram, PrintingIsAFixpoint) {
  std::string once = printed(text, true);
  EXPECT_EQ(printed(once, true), once);
}

INSTANTIATE_TEST_SUITE_P(All, JaxProgram, testing::ValuesIn(jax_programs()),
                         [](const auto &info) { return info.param; });

} // namespace
} // namespace brigade::ir
