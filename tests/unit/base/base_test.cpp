#include "base/intern.h"
#include "base/literal.h"
#include "base/thread_budget.h"
#include "brigade/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

namespace brigade {
namespace {

namespace fs = std::filesystem;

/// A folder that holds /proc and /sys as a test wants them.
class Root {
public:
  Root() {
    char name[] = "/tmp/brigade_root_XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Root() { fs::remove_all(path_); }
  void write(const std::string &file, const std::string &text) const {
    fs::create_directories((path_ + file).substr(0, (path_ + file).rfind('/')));
    std::ofstream(path_ + file) << text;
  }
  int threads() const { return detected_threads(path_); }

private:
  std::string path_;
};

TEST(ThreadBudget, WithoutControlGroupsIsTheAffinityMask) {
  Root root;
  EXPECT_GE(root.threads(), 1);
  EXPECT_LE(root.threads(), 4096);
}

TEST(ThreadBudget, VersionTwoQuota) {
  Root root;
  int all = root.threads();
  root.write("/proc/self/cgroup", "0::/pod/box\n");
  root.write("/sys/fs/cgroup/pod/box/cpu.max", "max 100000\n");
  EXPECT_EQ(root.threads(), all);
  root.write("/sys/fs/cgroup/pod/cpu.max", "50000 100000\n"); // a group around it
  EXPECT_EQ(root.threads(), 1);
}

TEST(ThreadBudget, VersionOneQuota) {
  Root root;
  int all = root.threads();
  root.write("/proc/self/cgroup", "4:memory:/box\n3:cpu,cpuacct:/box\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(root.threads(), all);
  root.write("/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "90000\n");
  EXPECT_EQ(root.threads(), 1);
}

TEST(ThreadBudget, SettingsInOrder) {
  unsetenv("BRIGADE_THREADS");
  EXPECT_EQ(thread_budget(), detected_threads());
  setenv("BRIGADE_THREADS", "3", 1);
  EXPECT_EQ(thread_budget(), 3);
  set_thread_budget(5);
  EXPECT_EQ(thread_budget(), 5);
  set_thread_budget(0);
  unsetenv("BRIGADE_THREADS");
  EXPECT_EQ(thread_budget(), detected_threads());
}

TEST(Intern, EqualTextsGiveOnePointer) {
  std::string name = "model.cpp";
  const char *first = interned(name);
  name[0] = 'M';
  EXPECT_STREQ(first, "model.cpp");
  EXPECT_EQ(first, interned("model.cpp"));
  EXPECT_NE(first, interned(name));
}

TEST(DType, SixteenBitFloatsRoundToNearestEven) {
  EXPECT_EQ(to_bfloat16(1.0f).bits, 0x3f80);
  EXPECT_EQ(to_bfloat16(1.00390625f).bits, 0x3f80); // half way, to even
  EXPECT_EQ(to_bfloat16(1.01171875f).bits, 0x3f82);
  EXPECT_EQ(to_float16(65504.0f).bits, 0x7bff);
  EXPECT_EQ(to_float16(65520.0f).bits, 0x7c00);
  EXPECT_EQ(to_float16(std::ldexp(1.0f, -24)).bits, 1);
  EXPECT_EQ(to_float16(std::ldexp(1.0f, -26)).bits, 0);
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float16 half{static_cast<uint16_t>(bits)};
    bfloat16 brain{static_cast<uint16_t>(bits)};
    if (!std::isnan(to_float(half)))
      ASSERT_EQ(to_float16(to_float(half)).bits, bits);
    if (!std::isnan(to_float(brain)))
      ASSERT_EQ(to_bfloat16(to_float(brain)).bits, bits);
  }
  EXPECT_TRUE(std::isnan(to_float(to_float16(std::numeric_limits<float>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(to_float(to_bfloat16(std::numeric_limits<float>::quiet_NaN()))));
}

TEST(Shape, CountsStridesAndText) {
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({2, 0, 3}), 0);
  EXPECT_EQ(row_major_strides({2, 3, 4}), (std::vector<int64_t>{12, 4, 1}));
  EXPECT_EQ(to_string(DType::BF16, {2, 3}), "bf16[2,3]");
  EXPECT_EQ(to_string(Shape{5}), "(5,)");
  EXPECT_EQ(to_string(Shape{}), "()");
}

TEST(Error, OneLineWithThePlace) {
  EXPECT_STREQ(UserError("no", {"/a/b/app.cpp", 7}).what(), "no; app.cpp:7");
  EXPECT_STREQ(RuntimeError("no").what(), "no");
}

} // namespace
} // namespace brigade
