#include "shards.h"

#include <cstring>
#include <map>
#include <numeric>

namespace brigade::tools {

namespace {

/// Copies a box of `sizes` elements that begins at `from_at` in one row-major array to `to_at` in
/// another.
struct Box {
  const Shape &from_shape, &to_shape, &sizes;
  const std::vector<int64_t> &from_at, &to_at;
  size_t width;

  void copy(const std::byte *from, std::byte *to, size_t dim = 0, int64_t from_index = 0,
            int64_t to_index = 0) const {
    if (dim == sizes.size()) {
      std::memcpy(to + to_index * width, from + from_index * width, width);
      return;
    }
    for (int64_t i = 0; i < sizes[dim]; ++i) {
      int64_t f = from_index * from_shape[dim] + from_at[dim] + i,
              t = to_index * to_shape[dim] + to_at[dim] + i;
      if (dim + 1 == sizes.size()) {
        std::memcpy(to + t * width, from + f * width, width * sizes[dim]);
        return;
      }
      copy(from, to, dim + 1, f, t);
    }
  }
};

std::vector<int> first_ids(int count) {
  std::vector<int> ids(count);
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

} // namespace

runtime::Shards split(runtime::Client &client, const Literal &whole, const Mesh &mesh,
                      const PartitionSpec &spec, int devices) {
  if (mesh.empty()) {
    auto buffer =
        client.buffer_from_host(whole.bytes.data(), whole.dtype, whole.shape, first_ids(devices));
    return runtime::Shards(devices, buffer);
  }
  NamedSharding sharding(mesh, spec);
  Shape local = sharding.shard_shape(whole.shape);
  std::vector<std::vector<int64_t>> offsets = sharding.shard_offsets(whole.shape);
  std::map<std::vector<int64_t>, std::vector<int>>
      holders; // of the piece at each offset: positions in the mesh
  for (size_t position = 0; position < offsets.size(); ++position)
    holders[offsets[position]].push_back(static_cast<int>(position));
  runtime::Shards shards(offsets.size());
  std::vector<int64_t> origin(local.size(), 0);
  for (const auto &[offset, positions] : holders) {
    Literal piece(whole.dtype, local);
    Box{whole.shape, local, local, offset, origin, dtype_size(whole.dtype)}.copy(
        whole.bytes.data(), piece.bytes.data());
    std::vector<int> ids;
    for (int position : positions)
      ids.push_back(mesh.devices()[position]);
    auto buffer = client.buffer_from_host(piece.bytes.data(), piece.dtype, piece.shape, ids);
    for (int position : positions)
      shards[position] = buffer;
  }
  return shards;
}

Literal join(const runtime::Shards &shards, const Shape &shape, const Mesh &mesh,
             const PartitionSpec &spec) {
  Literal whole(shards.front()->dtype(), shape);
  for (const runtime::BufferPtr &shard : shards)
    shard->await();
  if (mesh.empty()) {
    std::memcpy(whole.bytes.data(), shards.front()->data(), whole.bytes.size());
    return whole;
  }
  NamedSharding sharding(mesh, spec);
  Shape local = sharding.shard_shape(shape);
  std::vector<std::vector<int64_t>> offsets = sharding.shard_offsets(shape);
  std::vector<int64_t> origin(local.size(), 0);
  for (size_t position = 0; position < offsets.size(); ++position)
    Box{local, shape, local, origin, offsets[position], dtype_size(whole.dtype)}.copy(
        shards[position]->data(), whole.bytes.data());
  return whole;
}

} // namespace brigade::tools
