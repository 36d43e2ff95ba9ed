#pragma once

#include "brigade/devices.h"
#include "runtime/client.h"

/// The process's one client: made at first use, never destroyed, so that arrays with static
/// lifetime may outlive main.
namespace brigade::core {

runtime::Client &client();

/// The public object of a global device id.
Device *device(int id);

/// The id of the default device of this thread.
int default_device_id();

} // namespace brigade::core
