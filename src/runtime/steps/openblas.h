#pragma once

namespace brigade::runtime {

/// Before the first call of OpenBLAS: one thread a call, and kernels for this processor. OpenBLAS
/// 0.3.21 knows processors by model number and falls back to SSE3 kernels, a fifth of the speed, on
/// any that came after it.
void prepare_openblas();

} // namespace brigade::runtime
