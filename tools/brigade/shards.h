#pragma once

#include "base/literal.h"
#include "brigade/sharding.h"
#include "runtime/client.h"

namespace brigade::tools {

/// Splits a whole array over the devices of a mesh; equal pieces are one buffer. An empty mesh: the
/// whole on each device.
runtime::Shards split(runtime::Client &client, const Literal &whole, const Mesh &mesh,
                      const PartitionSpec &spec, int devices);

/// The whole array of a result's pieces.
Literal join(const runtime::Shards &shards, const Shape &whole, const Mesh &mesh,
             const PartitionSpec &spec);

} // namespace brigade::tools
