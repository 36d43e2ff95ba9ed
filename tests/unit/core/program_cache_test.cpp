#include "core/program_cache.h"

#include <gtest/gtest.h>

using namespace brigade;

namespace {

TEST(ProgramCache, KeepsWhatWasUsedLast) {
  core::ProgramCache cache(2);
  auto a = std::make_shared<core::CompiledProgram>(), b = std::make_shared<core::CompiledProgram>();
  cache.keep("a", a);
  cache.keep("b", b);
  EXPECT_EQ(cache.find("a"), a);
  cache.keep("c", std::make_shared<core::CompiledProgram>());
  EXPECT_EQ(cache.find("b"), nullptr);
  EXPECT_EQ(cache.find("a"), a);
  EXPECT_NE(cache.find("c"), nullptr);
}

} // namespace
