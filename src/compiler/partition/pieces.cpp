#include "compiler/partition/pieces.h"

#include "ir/dialects.h"

#include <map>

namespace brigade::compiler {

using namespace mlir;

static int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

void PiecePlacer::place(Value part, int64_t size, bool whole, Piece piece) {
  int64_t parts = grid_.count(axes_), local = divide_up(size_, parts);
  int64_t source_parts = whole ? 1 : parts, source_local = divide_up(size, source_parts);
  // Distance from source to target -> what each target gets. A whole operand is at hand: distance
  // 0.
  std::map<int64_t, SmallVector<Overlap>> by_distance;
  for (int64_t target = 0; target < parts; ++target)
    for (int64_t source = 0; source < source_parts; ++source) {
      int64_t shift = piece.to - piece.from;
      int64_t start = std::max({target * local, piece.to, source * source_local + shift});
      int64_t end = std::min({(target + 1) * local, size_, piece.to + piece.length,
                              (source + 1) * source_local + shift});
      if (start >= end)
        continue;
      auto [it, is_new] = by_distance.try_emplace(whole ? 0 : source - target);
      if (is_new)
        it->second.resize(parts);
      it->second[target] = {start - shift - source * source_local, start - target * local,
                            end - target * local};
    }
  for (auto &[distance, overlaps] : by_distance)
    place_from_distance(part, distance, overlaps);
}

void PiecePlacer::place_from_distance(Value part, int64_t distance, ArrayRef<Overlap> overlaps) {
  OpBuilder &b = emit_.builder();
  Location loc = emit_.location();
  auto part_size = [&] { return cast<RankedTensorType>(part.getType()).getDimSize(dim_); };
  int64_t parts = overlaps.size(), width = 0;
  for (const Overlap &overlap : overlaps)
    width = std::max(width, overlap.end - overlap.start);

  // What is sent is `width` elements; a shorter overlap lies somewhere in them.
  SmallVector<int64_t> window(parts, 0), inside(parts, 0), start(parts, 0), end(parts, 0);
  for (auto [target, overlap] : llvm::enumerate(overlaps)) {
    int64_t source = target + distance;
    if (overlap.start == overlap.end)
      continue;
    int64_t at = distance == 0 ? target : source;
    window[at] = std::min(overlap.source_start, part_size() - width);
    inside[target] = overlap.source_start - window[at];
    start[target] = overlap.start, end[target] = overlap.end;
  }
  if (width < part_size())
    part = sliced(part, lookup(window), width);
  if (distance != 0) {
    SmallVector<std::pair<int64_t, int64_t>> pairs;
    for (int64_t device = 0; device < grid_.devices(); ++device) {
      int64_t target = grid_.index(device, axes_);
      if (overlaps[target].start == overlaps[target].end)
        continue;
      // The device that differs from this one along the axes alone.
      for (const auto &group : grid_.groups(axes_))
        if (group[target] == device)
          pairs.push_back({group[target + distance], device});
    }
    llvm::sort(pairs);
    part = emit_.permute(part, pairs);
  }

  // Align with the result's part: a full part of room on both sides.
  auto type = cast<RankedTensorType>(part.getType());
  auto result_type = cast<RankedTensorType>(result_.getType());
  int64_t local = result_type.getDimSize(dim_);
  SmallVector<int64_t> edge(type.getRank(), 0), none(edge), shape(type.getShape());
  edge[dim_] = local;
  shape[dim_] += 2 * local;
  Value zero = emit_.splat(RankedTensorType::get({}, type.getElementType()), 0);
  Value room = b.create<stablehlo::PadOp>(loc, type.clone(shape), part, zero, edge, edge, none);
  SmallVector<int64_t> aligned(parts);
  for (int64_t target = 0; target < parts; ++target)
    aligned[target] = local + inside[target] - start[target];
  Value moved = sliced(room, lookup(aligned), local);

  Value at = emit_.positions(result_type.getShape(), dim_, {});
  auto compare = [&](ArrayRef<int64_t> table, stablehlo::ComparisonDirection direction) {
    Value bound = emit_.broadcast_scalar(lookup(table), result_type.getShape());
    return Value(b.create<stablehlo::CompareOp>(loc, at, bound, direction));
  };
  Value here = b.create<stablehlo::AndOp>(loc, compare(start, stablehlo::ComparisonDirection::GE),
                                          compare(end, stablehlo::ComparisonDirection::LT));
  result_ = b.create<stablehlo::SelectOp>(loc, result_type, here, moved, result_);
}

Value PiecePlacer::lookup(ArrayRef<int64_t> table) {
  OpBuilder &b = emit_.builder();
  auto scalar = RankedTensorType::get({}, b.getI32Type());
  if (llvm::all_equal(table))
    return emit_.splat(scalar, table.front());
  auto type = RankedTensorType::get({static_cast<int64_t>(table.size())}, b.getI32Type());
  SmallVector<int32_t> entries(table.begin(), table.end());
  Value all =
      b.create<stablehlo::ConstantOp>(emit_.location(), DenseIntElementsAttr::get(type, entries));
  auto one = RankedTensorType::get({1}, b.getI32Type());
  Value entry = b.create<stablehlo::DynamicSliceOp>(emit_.location(), one, all, emit_.index(axes_),
                                                    ArrayRef<int64_t>{1});
  return b.create<stablehlo::ReshapeOp>(emit_.location(), scalar, entry);
}

Value PiecePlacer::sliced(Value value, Value start, int64_t length) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> sizes(type.getShape());
  sizes[dim_] = length;
  SmallVector<Value> starts(
      type.getRank(), emit_.splat(RankedTensorType::get({}, emit_.builder().getI32Type()), 0));
  starts[dim_] = start;
  return emit_.builder().create<stablehlo::DynamicSliceOp>(emit_.location(), type.clone(sizes),
                                                           value, starts, sizes);
}

} // namespace brigade::compiler
