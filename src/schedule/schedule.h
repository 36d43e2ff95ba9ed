#pragma once

#include "base/literal.h"
#include "brigade/sharding.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// What the compiler hands the runtime: plain data, no MLIR and no code addresses.
///
/// One Program is run by every device of an ordered device list ("positions" 0 .. devices-1 below).
/// Each device walks the same flat list of steps with a program counter of its own.
///
/// A value is often the same on several devices: a replicated parameter, the result of an
/// all-reduce. Its Sharing says on which. Such a value is stored once for each group, and a step
/// whose results have a Sharing of more than one device a group runs once for each group: the
/// members meet at the step and the last to arrive performs it. So a replicated Adam update over 8
/// local devices costs one update, and all earlier steps of all members are over before a shared
/// buffer is written, which is what makes it safe to reuse memory in place.
namespace brigade::schedule {

using Id = int32_t; ///< An index into one of Program's lists. -1 is none.

/// A partition of the device positions: group[d] is the group of position d. Groups are numbered
/// from 0 in the order of their first members. Sharing 0 of every Program has each device alone in
/// its group.
struct Sharing {
  std::vector<int32_t> group;
  int32_t groups = 0;
  bool operator==(const Sharing &) const = default;
};

enum class Space : uint8_t {
  Arena, ///< At `offset` in the arena of its sharing group. One arena for each (sharing, group) for
         ///< each run.
  Argument, ///< Argument `index`, read only.
  Result,   ///< Result `index`, allocated by the runtime before the run, or the memory of a donated
            ///< argument.
  Constant, ///< Program::constants[index].
};

/// What memory is for, in reports.
enum class Category : uint8_t { Argument, Result, Constant, Temporary };

struct Buffer {
  DType dtype = DType::F32;
  Shape shape; ///< Local: what one device holds.
  int64_t bytes = 0;
  Space space = Space::Arena;
  Id index = -1;
  int64_t offset = 0; ///< In bytes, a multiple of 64. Arena only.
  Id sharing = 0;
  Id location = -1;
};

/// A position in the user's source and what stood there.
struct Location {
  std::string file;
  int32_t line = 0;
  std::string operation; ///< For example "stablehlo.dot_general".
};

/// Calls kernel number `kernel` over [0, iterations), which may be split at multiples of `grain`
/// over threads. Kernels read and write each element in a way that does not depend on the split.
struct KernelStep {
  Id kernel = -1;
  std::vector<Id> buffers;      ///< In the order of the kernel's pointer table.
  std::vector<int64_t> extents; ///< Values of the dynamic extents, where the kernel has any.
  int64_t iterations = 1;
  int64_t grain = 1;
};

/// out[b,m,n] = sum over k of lhs[b,m,k] * rhs[b,k,n], accumulated in f32 for bf16, f16 and f32 and
/// in f64 for f64. Strides are in elements; one of each matrix's last two strides is 1. The output
/// is dense row-major.
struct DotStep {
  Id lhs = -1, rhs = -1, out = -1;
  DType operand_dtype = DType::F32, out_dtype = DType::F32;
  int64_t batch = 1, m = 1, n = 1, k = 1;
  int64_t lhs_batch_stride = 0, lhs_m_stride = 0, lhs_k_stride = 1;
  int64_t rhs_batch_stride = 0, rhs_k_stride = 0, rhs_n_stride = 1;
  /// A kernel run over rows of the output, [0, batch * m), as soon as they are made. Its first
  /// buffer is `out`.
  KernelStep epilogue; ///< kernel -1: none.
};

enum class CollectiveKind : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  CollectivePermute,
  CollectiveBroadcast,
};

enum class Reduction : uint8_t { Sum, Product, Min, Max, And, Or, Xor };

/// The members of each group meet, and the last to arrive performs it for all. Elements are
/// combined in the order of the group's list whatever the order of arrival, bf16 and f16 in f32.
/// Operands and results do not overlap, except that an AllReduce may write the very bytes it reads.
/// A result may be shared as it likes: all who share it meet, too.
struct CollectiveStep {
  CollectiveKind kind = CollectiveKind::AllReduce;
  /// As many of one as of the other; several are combined into one meeting.
  std::vector<Id> operands, results;
  Reduction reduction = Reduction::Sum;
  /// Device positions. Each position is in exactly one.
  std::vector<std::vector<int32_t>> groups;
  /// CollectivePermute; positions that receive nothing get zeros.
  std::vector<std::pair<int32_t, int32_t>> source_target;
  /// AllGather, ReduceScatter: the dimension; AllToAll: the one that is split.
  int64_t dimension = 0;
  int64_t concat_dimension = 0; ///< AllToAll.
};

/// Copies all bytes.
struct CopyStep {
  Id from = -1, to = -1;
};

/// Writes the device's position, u32[].
struct PositionStep {
  Id to = -1;
};

/// Goes to step `target` unless the bool[] is true.
struct BranchStep {
  Id predicate = -1, target = -1;
};

struct JumpStep {
  Id target = -1;
};

using StepBody =
    std::variant<KernelStep, DotStep, CollectiveStep, CopyStep, PositionStep, BranchStep, JumpStep>;

struct Step {
  StepBody body;
  Id sharing = 0; ///< Runs once for each group of it. A CollectiveStep that crosses groups of its
                  ///< sharing still meets in its own groups. BranchStep and JumpStep are always
                  ///< taken by each device itself (sharing 0).
  Id location = -1;
};

/// An argument or result as one device sees it.
struct Parameter {
  Id buffer =
      -1; ///< A result may name an argument's or a constant's buffer: it is shared, not copied.
  DType dtype = DType::F32;
  Shape shape; ///< Local.
  bool donated =
      false; ///< Arguments: the run may write the memory once it has read it for the last time.
  Id donated_argument =
      -1; ///< Results: takes this argument's memory where it is donated and no one else holds it.
};

/// What one collective moves in one run.
struct Traffic {
  std::string operation; ///< "all_reduce", ...
  int64_t bytes = 0;     ///< Operand bytes a device.
  int32_t group_size = 1;
  int64_t count = 1;  ///< How often it runs; -1 inside a loop whose length is not known.
  std::string reason; ///< For example "contracting dimension split over \"model\"".
  Location location;
};

struct Program {
  std::string name;
  int32_t devices = 1;
  std::vector<Sharing> sharings;
  std::vector<int64_t> arena_bytes; ///< One a sharing: what each group's arena needs.
  std::vector<Buffer> buffers;
  std::vector<Literal> constants;
  std::vector<Parameter> arguments, results;
  std::vector<Step> steps;
  std::vector<Location> locations;
  std::vector<std::string> kernels; ///< Symbol names; code comes beside the program.
  std::vector<Traffic> traffic;     ///< One a CollectiveStep, in the order of the steps.
};

} // namespace brigade::schedule
