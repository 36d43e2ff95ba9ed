#pragma once

#include <string>

namespace brigade {

/// How many threads this process may keep busy: what set_thread_budget said, else the environment
/// variable BRIGADE_THREADS, else detected_threads(). At least 1.
int thread_budget();

/// Takes effect for clients made afterwards. 0 returns to what is detected.
void set_thread_budget(int threads);

/// The processors in this process's affinity mask, or fewer where a control group (version 1 or 2)
/// allows less time; a part of a processor counts as one. `root` stands before /proc and /sys, for
/// tests.
int detected_threads(const std::string &root = "");

} // namespace brigade
