#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace brigade::ir {

/// The processes that run a program: device number replica * partitions + partition.
struct Grid {
  int64_t replicas = 1;
  int64_t partitions = 1;
  int size() const { return static_cast<int>(replicas * partitions); }
};

/// The processes that a module is written for: one partition a device of its mesh; without a mesh
/// what mhlo.num_replicas and mhlo.num_partitions say; else one. Emits a diagnostic where those are
/// no counts of devices.
mlir::FailureOr<Grid> grid_of(mlir::ModuleOp module);

/// Devices, in the order in which they take part.
using Group = std::vector<int>;

/// The groups of devices that perform a collective together, by the specification's reading of its
/// replica_groups, channel_handle and use_global_device_ids; for collective_permute one group of
/// source and target a pair. Emits a diagnostic where it names a process that the grid lacks.
///
///     replica_groups = [[0]], channel above 0, on 1 x 4:         [[0, 1, 2, 3]]
///     replica_groups = [[0, 1]], no channel, on 2 x 2:           [[0, 2], [1, 3]]
///     replica_groups = [[0, 3], [1, 2]], global ids, on any:     [[0, 3], [1, 2]]
mlir::FailureOr<std::vector<Group>> device_groups(mlir::Operation *collective, const Grid &grid);

} // namespace brigade::ir
