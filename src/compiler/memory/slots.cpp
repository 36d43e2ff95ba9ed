#include "compiler/memory/slots.h"

#include <algorithm>
#include <numeric>

namespace brigade::compiler {

namespace {
constexpr int64_t alignment = 64;
} // namespace

int Slots::make(int64_t bytes, schedule::Id sharing, schedule::Id location) {
  Slot slot;
  slot.bytes = bytes;
  slot.sharing = sharing;
  slot.location = location;
  slots.push_back(slot);
  return static_cast<int>(slots.size()) - 1;
}

void Slots::assign(mlir::Value v, int slot) {
  slot_of_[v] = slot;
  slots[slot].values.push_back(v);
}

std::optional<int> Slots::find(mlir::Value v) const {
  auto it = slot_of_.find(v);
  return it == slot_of_.end() ? std::nullopt : std::optional(it->second);
}

void Slots::touch(int slot, int step) {
  Slot &s = slots[slot];
  s.first = s.first < 0 ? step : std::min(s.first, step);
  s.last = std::max(s.last, step);
  if (!loops_.empty())
    loops_.back().touched.push_back(slot);
}

void Slots::read(int slot, int step) { touch(slot, step); }

void Slots::write(int slot, int step) {
  if (slots[slot].first_write < 0)
    slots[slot].first_write = step;
  touch(slot, step);
}

void Slots::enter_loop(int step) { loops_.push_back({step, {}}); }

void Slots::leave_loop(int step) {
  Loop loop = std::move(loops_.back());
  loops_.pop_back();
  for (int slot : loop.touched) {
    if (slots[slot].first < loop.begin || slots[slot].carried)
      slots[slot].last = std::max(slots[slot].last, step);
    if (!loops_.empty())
      loops_.back().touched.push_back(slot);
  }
}

std::vector<int64_t> Slots::place(size_t sharings) {
  std::vector<int64_t> bytes(sharings, 0);
  // The largest first, each at the lowest offset where nothing that lives at the same time is in
  // the way.
  std::vector<int> order(slots.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair(slots[b].bytes, a) < std::pair(slots[a].bytes, b);
  });
  std::vector<int> placed;
  for (int number : order) {
    Slot &slot = slots[number];
    if (slot.space != schedule::Space::Arena || slot.first < 0)
      continue;
    std::vector<std::pair<int64_t, int64_t>> taken;
    for (int other_number : placed) {
      const Slot &other = slots[other_number];
      if (other.sharing == slot.sharing && other.first <= slot.last && slot.first <= other.last)
        taken.push_back({other.offset, other.offset + other.bytes});
    }
    std::sort(taken.begin(), taken.end());
    int64_t offset = 0;
    for (auto [begin, end] : taken) {
      if (offset + slot.bytes <= begin)
        break;
      offset = std::max(offset, (end + alignment - 1) / alignment * alignment);
    }
    slot.offset = offset;
    bytes[slot.sharing] = std::max(bytes[slot.sharing],
                                   (offset + slot.bytes + alignment - 1) / alignment * alignment);
    placed.push_back(number);
  }
  return bytes;
}

} // namespace brigade::compiler
