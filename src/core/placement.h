#pragma once

#include "core/bind.h"

#include <span>
#include <vector>

/// Interned descriptions of arrays. Two arrays have the same Kind exactly if a call may treat them
/// alike, so a call's key needs one pointer a leaf. Interned objects are immutable and are never
/// freed.
namespace brigade::core {

/// Where an array is and how it is split. A mesh of one device stands for "on that device".
struct Placement {
  NamedSharding sharding;
  bool single_device = false; ///< Put on one device by name: the mesh is one that no user has made.
  const std::vector<int> &devices() const { return sharding.mesh().devices(); }
};

struct Kind {
  TensorType type;
  bool weak = false;
  bool committed = false; ///< Placed by the user: calls follow it instead of moving it.
  const Placement *placement = nullptr; ///< Null: a traced value.
  Shape local_shape;                    ///< Of one device's piece. Empty for traced values.
};

const Placement *single_device_placement(int device);
const Placement *sharded_placement(const NamedSharding &sharding);

/// `placement` null: the kind of a traced value. Throws UserError where an axis does not divide a
/// dimension.
const Kind *intern_kind(const TensorType &type, bool weak, bool committed,
                        const Placement *placement, Loc loc = {});

/// The kind of a traced value like `kind`.
const Kind *traced_kind(const Kind *kind);

/// True where every device holds the whole array.
bool is_replicated(const Placement &placement);

} // namespace brigade::core
