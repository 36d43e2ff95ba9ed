#include "cases.h"

namespace brigade::test {
namespace {

class Gradients : public testing::TestWithParam<GradientCase> {};

TEST_P(Gradients, AgreeWithDifferences) { check_gradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Transforms, Gradients, testing::ValuesIn(all_cases()),
                         [](auto &info) { return info.param.name; });

} // namespace
} // namespace brigade::test
