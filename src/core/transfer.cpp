#include "core/array_impl.h"
#include "core/client.h"

#include <algorithm>
#include <cstring>

/// Between the host and pieces on devices, and between placements.
namespace brigade::core {
namespace {

using Offsets = std::vector<int64_t>;

/// A box of a larger row-major array.
struct Block {
  std::byte *data;       ///< Of the whole array.
  const Shape &shape;    ///< Of the whole array.
  const Offsets &origin; ///< Of the whole array, in global coordinates.
};

/// Copies the box [begin, begin + size), in global coordinates, from one array that covers it to
/// another.
void copy_box(const Block &from, const Block &to, const Offsets &begin, const Shape &size,
              size_t element) {
  size_t rank = size.size();
  std::vector<int64_t> from_strides = row_major_strides(from.shape),
                       to_strides = row_major_strides(to.shape);
  int64_t from_offset = 0, to_offset = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (size[d] <= 0)
      return;
    from_offset += (begin[d] - from.origin[d]) * from_strides[d];
    to_offset += (begin[d] - to.origin[d]) * to_strides[d];
  }
  // Trailing dimensions that are whole in both arrays are one run.
  size_t outer = rank;
  int64_t run = 1;
  while (outer > 0) {
    --outer;
    run *= size[outer];
    if (size[outer] != from.shape[outer] || size[outer] != to.shape[outer])
      break;
  }
  Offsets index(outer, 0);
  while (true) {
    int64_t a = from_offset, b = to_offset;
    for (size_t d = 0; d < outer; ++d) {
      a += index[d] * from_strides[d];
      b += index[d] * to_strides[d];
    }
    std::memcpy(to.data + b * static_cast<int64_t>(element),
                from.data + a * static_cast<int64_t>(element), static_cast<size_t>(run) * element);
    size_t d = outer;
    while (d > 0 && ++index[d - 1] == size[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

/// Positions that hold the same piece, by where it begins.
struct Piece {
  Offsets offset;
  std::vector<size_t> positions;
};

std::vector<Piece> pieces(const NamedSharding &sharding, const Shape &shape) {
  std::vector<Offsets> offsets = sharding.shard_offsets(shape);
  std::vector<Piece> out;
  for (size_t position = 0; position < offsets.size(); ++position) {
    auto it = std::find_if(out.begin(), out.end(),
                           [&](const Piece &p) { return p.offset == offsets[position]; });
    if (it == out.end())
      out.push_back({offsets[position], {position}});
    else
      it->positions.push_back(position);
  }
  return out;
}

std::vector<int> device_ids(const Placement &placement, const std::vector<size_t> &positions) {
  std::vector<int> ids;
  for (size_t p : positions)
    ids.push_back(placement.devices()[p]);
  return ids;
}

/// Makes the buffers of `kind`; `piece_data(piece, copy)` gives the bytes of a piece, `copy` being
/// room for them.
template <class PieceData> runtime::Shards make_shards(const Kind &kind, PieceData &&piece_data) {
  const Placement &placement = *kind.placement;
  runtime::Shards shards(placement.devices().size());
  std::vector<std::byte> room;
  for (const Piece &piece : pieces(placement.sharding, kind.type.shape)) {
    const std::byte *data = piece_data(piece, room);
    runtime::BufferPtr buffer = client().buffer_from_host(data, kind.type.dtype, kind.local_shape,
                                                          device_ids(placement, piece.positions));
    for (size_t p : piece.positions)
      shards[p] = buffer;
  }
  return shards;
}

} // namespace

Array from_host(const void *data, const Kind *kind, Loc loc) {
  const Shape &shape = kind->type.shape;
  if (is_replicated(*kind->placement)) {
    runtime::BufferPtr buffer =
        client().buffer_from_host(data, kind->type.dtype, shape, kind->placement->devices());
    return make_array(kind, runtime::Shards(kind->placement->devices().size(), buffer));
  }
  size_t element = dtype_size(kind->type.dtype);
  Offsets zero(shape.size(), 0);
  Block whole{static_cast<std::byte *>(const_cast<void *>(data)), shape, zero};
  return make_array(kind, make_shards(*kind, [&](const Piece &piece, std::vector<std::byte> &room) {
                      room.resize(static_cast<size_t>(element_count(kind->local_shape)) * element);
                      copy_box(whole, {room.data(), kind->local_shape, piece.offset}, piece.offset,
                               kind->local_shape, element);
                      return room.data();
                    }));
}

void copy_to_host(const ArrayImpl &array, void *out, Loc) {
  const Kind &kind = *array.kind;
  size_t element = dtype_size(kind.type.dtype);
  if (is_replicated(*kind.placement)) {
    array.shards.front()->await();
    if (size_t bytes = static_cast<size_t>(element_count(kind.type.shape)) * element)
      std::memcpy(out, array.shards.front()->data(), bytes);
    return;
  }
  Offsets zero(kind.type.shape.size(), 0);
  for (const Piece &piece : pieces(kind.placement->sharding, kind.type.shape)) {
    const runtime::Buffer &buffer = *array.shards[piece.positions.front()];
    buffer.await();
    copy_box({const_cast<std::byte *>(buffer.data()), kind.local_shape, piece.offset},
             {static_cast<std::byte *>(out), kind.type.shape, zero}, piece.offset, kind.local_shape,
             element);
  }
}

Array placed(const Array &array, const Placement *placement, bool committed, Loc loc) {
  const ArrayImpl &from = *array.impl();
  check_alive(from, "the array", loc);
  const Kind *kind = intern_kind(from.kind->type, from.kind->weak, committed, placement, loc);
  if (kind == from.kind)
    return array;
  if (placement == from.kind->placement)
    return make_array(kind, from.shards);
  // A piece that the same devices hold as it is gets shared; any other is put together from all
  // that overlap it.
  const Shape &shape = from.kind->type.shape;
  size_t element = dtype_size(from.kind->type.dtype);
  std::vector<Piece> sources = pieces(from.kind->placement->sharding, shape);
  runtime::Shards shards(placement->devices().size());
  std::vector<std::byte> room;
  for (const Piece &piece : pieces(placement->sharding, shape)) {
    std::vector<int> ids = device_ids(*placement, piece.positions);
    runtime::BufferPtr buffer;
    const std::byte *data = nullptr;
    if (kind->local_shape == from.kind->local_shape)
      for (const Piece &source : sources)
        if (source.offset == piece.offset) {
          const runtime::BufferPtr &held = from.shards[source.positions.front()];
          if (device_ids(*from.kind->placement, source.positions) == ids) {
            buffer = held;
          } else {
            held->await();
            data = held->data();
          }
        }
    if (!buffer && !data) {
      room.resize(static_cast<size_t>(element_count(kind->local_shape)) * element);
      for (const Piece &source : sources) {
        Offsets begin(shape.size());
        Shape size(shape.size());
        for (size_t d = 0; d < shape.size(); ++d) {
          begin[d] = std::max(source.offset[d], piece.offset[d]);
          size[d] = std::min(source.offset[d] + from.kind->local_shape[d],
                             piece.offset[d] + kind->local_shape[d]) -
                    begin[d];
        }
        const runtime::Buffer &held = *from.shards[source.positions.front()];
        held.await();
        copy_box({const_cast<std::byte *>(held.data()), from.kind->local_shape, source.offset},
                 {room.data(), kind->local_shape, piece.offset}, begin, size, element);
      }
      data = room.data();
    }
    if (!buffer)
      buffer = client().buffer_from_host(data, kind->type.dtype, kind->local_shape, ids);
    for (size_t p : piece.positions)
      shards[p] = buffer;
  }
  return make_array(kind, std::move(shards));
}

} // namespace brigade::core
