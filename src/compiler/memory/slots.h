#pragma once

#include "schedule/schedule.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace brigade::compiler {

/// A piece of memory that holds one value after another: a value, then what is computed in place
/// over it, or what a loop carries.
struct Slot {
  schedule::Space space = schedule::Space::Arena;
  schedule::Id index = -1; ///< Argument, Result, Constant.
  int64_t bytes = 0;
  schedule::Id sharing = 0;
  schedule::Id location = -1;
  bool carried = false; ///< By a loop.
  /// The steps during which it is in use: from the first that writes it to the last that reads it,
  /// a loop's end if it must outlive the loop's turns.
  int first = -1, last = -1;
  int first_write = -1;
  int64_t offset = -1;
  std::vector<mlir::Value> values;
};

/// Who is in which slot, and when. Steps are numbered as they are made.
class Slots {
public:
  std::vector<Slot> slots;

  int make(int64_t bytes, schedule::Id sharing, schedule::Id location);
  void assign(mlir::Value v, int slot);
  std::optional<int> find(mlir::Value v) const;
  int of(mlir::Value v) const { return *find(v); }

  void read(int slot, int step);
  void write(int slot, int step);

  /// Between these, what was there before and is used stays in use until the loop ends.
  void enter_loop(int step);
  void leave_loop(int step);

  /// Gives every slot in an arena its offset; returns the bytes of each sharing's arena.
  std::vector<int64_t> place(size_t sharings);

private:
  void touch(int slot, int step);

  struct Loop {
    int begin;
    std::vector<int> touched;
  };
  std::vector<Loop> loops_;
  llvm::DenseMap<mlir::Value, int> slot_of_;
};

} // namespace brigade::compiler
