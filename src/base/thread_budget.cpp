#include "base/thread_budget.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>

namespace brigade {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

int affinity_count() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// Version 2: "QUOTA PERIOD" in microseconds, or "max PERIOD".
double quota_v2(const std::string &folder) {
  std::ifstream file(folder + "/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0)
    return unlimited;
  return std::strtod(quota.c_str(), nullptr) / period;
}

/// Version 1: a quota of -1 is none.
double quota_v1(const std::string &folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"),
      period_file(folder + "/cpu.cfs_period_us");
  double quota = -1, period = 0;
  if (!(quota_file >> quota) || !(period_file >> period) || quota <= 0 || period <= 0)
    return unlimited;
  return quota / period;
}

/// The smallest quota of a group and the groups around it.
template <class Quota>
double smallest_quota(const std::string &mount, std::string group, Quota quota) {
  double smallest = quota(mount);
  for (; group.size() > 1; group.resize(group.rfind('/')))
    smallest = std::min(smallest, quota(mount + group));
  return smallest;
}

double control_group_quota(const std::string &root) {
  double smallest = unlimited;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    // hierarchy:controllers:/path, where version 2 names no controllers
    size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (group.empty() || group[0] != '/')
      continue;
    if (controllers.empty())
      smallest = std::min(smallest, smallest_quota(root + "/sys/fs/cgroup", group, quota_v2));
    else if (("," + controllers + ",").find(",cpu,") != std::string::npos)
      smallest = std::min(smallest,
                          smallest_quota(root + "/sys/fs/cgroup/" + controllers, group, quota_v1));
  }
  return smallest;
}

std::atomic<int> setting{0};

} // namespace

int detected_threads(const std::string &root) {
  double quota = control_group_quota(root);
  int threads = affinity_count();
  if (quota < threads)
    threads = std::max(1, static_cast<int>(std::ceil(quota)));
  return threads;
}

int thread_budget() {
  if (int threads = setting.load(); threads > 0)
    return threads;
  if (const char *text = std::getenv("BRIGADE_THREADS"))
    if (int threads = std::atoi(text); threads > 0)
      return threads;
  return detected_threads();
}

void set_thread_budget(int threads) { setting.store(std::max(0, threads)); }

} // namespace brigade
