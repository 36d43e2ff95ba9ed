#include "brigade/devices.h"

/// Every test of this program has eight devices.
static const bool devices_are_set = (brigade::set_num_cpu_devices(8), true);
