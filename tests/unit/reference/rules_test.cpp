#include "support/program.h"

#include "reference/rules.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace brigade::test {
namespace {

TEST(Rules, every_operation_has_one) {
  // What has no value of its own, and the collectives over named axes, which are gone before a
  // program runs.
  const std::vector<llvm::StringRef> without = {
      "stablehlo.return", "sdy.return",         "sdy.mesh",           "brigade.psum",
      "brigade.pmax",     "brigade.pmin",       "brigade.all_gather", "brigade.reduce_scatter",
      "brigade.ppermute", "brigade.all_to_all", "brigade.axis_index"};
  Program program("");
  int found = 0;
  for (mlir::RegisteredOperationName name : program.context()->getRegisteredOperations()) {
    llvm::StringRef dialect = name.getDialectNamespace();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "sdy" && dialect != "brigade")
      continue;
    bool expected = !llvm::is_contained(without, name.getStringRef());
    bool has_rule = reference::evaluate_rules().find(name.getStringRef()) != nullptr;
    EXPECT_EQ(has_rule, expected) << name.getStringRef().str();
    found += has_rule;
  }
  EXPECT_GE(found, 90);
}

/// Each operation stands in a test of this folder, as "stablehlo.add" or, where rows give the rest
/// of the name, as "add".
TEST(Rules, every_operation_is_tested) {
  namespace fs = std::filesystem;
  const fs::path here = __FILE__;
  std::string tests;
  for (const auto &entry : fs::directory_iterator(here.parent_path()))
    if (entry.path().filename() != here.filename()) {
      std::ifstream in(entry.path());
      tests.append(std::istreambuf_iterator<char>(in), {});
    }
  for (llvm::StringRef name : reference::evaluate_rules().keys()) {
    const std::string whole = name.str(), quoted = "\"" + name.split('.').second.str() + "\"";
    EXPECT_TRUE(tests.find(whole) != std::string::npos || tests.find(quoted) != std::string::npos)
        << whole << " has a rule and no test";
  }
}

} // namespace
} // namespace brigade::test
