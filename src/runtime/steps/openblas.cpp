#include "runtime/steps/openblas.h"

#include <cblas.h>

#include <cstdlib>
#include <mutex>
#include <string_view>

// Exported by builds of OpenBLAS that choose their kernels at run time.
extern "C" {
[[gnu::weak]] void gotoblas_dynamic_init();
[[gnu::weak]] void gotoblas_dynamic_quit();
}

namespace brigade::runtime {
namespace {

/// The kernels to take instead of the fallback, or null where OpenBLAS has chosen well.
const char *better_kernels() {
#if defined(__x86_64__)
  std::string_view chosen = openblas_get_corename();
  bool is_fallback = chosen == "Prescott" || chosen == "Core2" || chosen == "Katmai";
  if (!is_fallback || !gotoblas_dynamic_init || !gotoblas_dynamic_quit)
    return nullptr;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return "Haswell";
#endif
  return nullptr;
}

} // namespace

void prepare_openblas() {
  static std::once_flag once;
  std::call_once(once, [] {
    openblas_set_num_threads(1);
    const char *kernels = better_kernels();
    if (!kernels || std::getenv("OPENBLAS_CORETYPE"))
      return;
    setenv("OPENBLAS_CORETYPE", kernels, 1);
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    unsetenv("OPENBLAS_CORETYPE");
  });
}

} // namespace brigade::runtime
