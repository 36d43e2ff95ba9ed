#include "schedule/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace brigade::schedule {
namespace {

/// Keeps the first problem found; every check is skipped after it.
class Checker {
public:
  explicit Checker(const Program &program) : program_(program) {}

  std::string run() {
    check_sharings();
    check_buffers();
    check_parameters();
    for (size_t i = 0; i < program_.steps.size() && problem_.empty(); ++i)
      check_step(i);
    check_traffic();
    return problem_;
  }

private:
  template <class... A>
  void require(bool holds, fmt::format_string<const A &...> text, const A &...values) {
    if (!holds && problem_.empty())
      problem_ = fmt::format(text, values...);
  }
  bool fine() const { return problem_.empty(); }
  template <class T> static bool in_range(Id id, const std::vector<T> &list) {
    return id >= 0 && id < static_cast<Id>(list.size());
  }
  const Buffer &buffer(Id id) const { return program_.buffers[id]; }

  void check_sharings() {
    require(program_.devices >= 1, "{} devices", program_.devices);
    require(!program_.sharings.empty(), "no sharing 0");
    require(program_.arena_bytes.size() == program_.sharings.size(), "{} arenas for {} sharings",
            program_.arena_bytes.size(), program_.sharings.size());
    for (size_t s = 0; s < program_.sharings.size() && fine(); ++s) {
      const Sharing &sharing = program_.sharings[s];
      require(sharing.group.size() == static_cast<size_t>(program_.devices),
              "sharing {} covers {} of {} devices", s, sharing.group.size(), program_.devices);
      int32_t next = 0;
      for (int32_t group : sharing.group) {
        require(group >= 0 && group <= next, "sharing {} does not number its groups in order", s);
        next = std::max(next, group + 1);
      }
      require(next == sharing.groups, "sharing {} says {} groups and has {}", s, sharing.groups,
              next);
    }
    require(fine() && program_.sharings[0].groups == program_.devices,
            "sharing 0 puts devices together");
  }

  void check_buffers() {
    for (size_t i = 0; i < program_.buffers.size() && fine(); ++i) {
      const Buffer &b = program_.buffers[i];
      int64_t needed = element_count(b.shape) * static_cast<int64_t>(dtype_size(b.dtype));
      require(b.bytes >= needed, "buffer {} of {} bytes cannot hold {}", i, b.bytes,
              to_string(b.dtype, b.shape));
      require(in_range(b.sharing, program_.sharings), "buffer {} has sharing {}", i, b.sharing);
      require(b.location == -1 || in_range(b.location, program_.locations),
              "buffer {} has location {}", i, b.location);
      if (!fine())
        return;
      switch (b.space) {
      case Space::Arena:
        require(b.offset >= 0 && b.offset % 64 == 0, "buffer {} begins at {}, no multiple of 64", i,
                b.offset);
        require(b.offset + b.bytes <= program_.arena_bytes[b.sharing],
                "buffer {} ends at {}, past its arena of {} bytes", i, b.offset + b.bytes,
                program_.arena_bytes[b.sharing]);
        break;
      case Space::Argument:
        require(in_range(b.index, program_.arguments), "buffer {} is argument {}", i, b.index);
        break;
      case Space::Result:
        require(in_range(b.index, program_.results), "buffer {} is result {}", i, b.index);
        break;
      case Space::Constant:
        require(in_range(b.index, program_.constants), "buffer {} is constant {}", i, b.index);
        if (fine())
          require(static_cast<int64_t>(program_.constants[b.index].bytes.size()) >= needed,
                  "buffer {} is larger than constant {}", i, b.index);
        break;
      }
    }
  }

  void check_parameters() {
    for (size_t i = 0; i < program_.arguments.size() && fine(); ++i) {
      const Parameter &argument = program_.arguments[i];
      if (argument.buffer != -1) // -1: the program does not read it
        check_parameter("argument", i, argument);
      if (fine() && argument.buffer != -1)
        require(buffer(argument.buffer).space == Space::Argument &&
                    buffer(argument.buffer).index == static_cast<Id>(i),
                "argument {} names a buffer that is another's", i);
    }
    for (size_t i = 0; i < program_.results.size() && fine(); ++i) {
      const Parameter &result = program_.results[i];
      check_parameter("result", i, result);
      if (!fine())
        return;
      const Buffer &b = buffer(result.buffer);
      require(b.space != Space::Arena, "result {} is in an arena", i);
      if (b.space == Space::Result && fine()) {
        const Parameter &owner = program_.results[b.index];
        require(in_range(owner.buffer, program_.buffers) &&
                    buffer(owner.buffer).space == Space::Result &&
                    buffer(owner.buffer).index == b.index,
                "result {} is in the memory of result {}, which has none", i, b.index);
        require(b.bytes == element_count(b.shape) * static_cast<int64_t>(dtype_size(b.dtype)),
                "result {} has a buffer larger than itself", i);
      }
      if (result.donated_argument != -1) {
        require(in_range(result.donated_argument, program_.arguments),
                "result {} takes the memory of argument {}", i, result.donated_argument);
        require(fine() && program_.arguments[result.donated_argument].donated,
                "result {} takes the memory of argument {}, which is not donated", i,
                result.donated_argument);
      }
    }
  }

  void check_parameter(const char *what, size_t i, const Parameter &parameter) {
    require(in_range(parameter.buffer, program_.buffers), "{} {} has buffer {}", std::string(what),
            i, parameter.buffer);
    if (fine())
      require(buffer(parameter.buffer).dtype == parameter.dtype &&
                  buffer(parameter.buffer).shape == parameter.shape,
              "{} {} is {} in a buffer of {}", std::string(what), i,
              to_string(parameter.dtype, parameter.shape),
              to_string(buffer(parameter.buffer).dtype, buffer(parameter.buffer).shape));
  }

  void check_reads(size_t step, Id id) {
    require(in_range(id, program_.buffers), "step {} reads buffer {}", step, id);
  }

  void check_writes(size_t step, Id id, Id sharing) {
    require(in_range(id, program_.buffers), "step {} writes buffer {}", step, id);
    if (!fine())
      return;
    require(buffer(id).space == Space::Arena || buffer(id).space == Space::Result,
            "step {} writes buffer {}, which is read only", step, id);
    require(buffer(id).sharing == sharing, "step {} of sharing {} writes buffer {} of sharing {}",
            step, sharing, id, buffer(id).sharing);
  }

  void check_kernel(size_t step, const KernelStep &kernel) {
    require(in_range(kernel.kernel, program_.kernels), "step {} calls kernel {}", step,
            kernel.kernel);
    for (Id id : kernel.buffers)
      check_reads(step, id);
    require(kernel.grain >= 1 && kernel.iterations >= 0, "step {} has {} iterations, grain {}",
            step, kernel.iterations, kernel.grain);
  }

  void check_dot(size_t i, const DotStep &dot, Id sharing) {
    check_reads(i, dot.lhs);
    check_reads(i, dot.rhs);
    check_writes(i, dot.out, sharing);
    if (!fine())
      return;
    auto extent = [](int64_t batch, int64_t batch_stride, int64_t rows, int64_t row_stride,
                     int64_t columns, int64_t column_stride) {
      if (batch == 0 || rows == 0 || columns == 0)
        return int64_t{0};
      return (batch - 1) * batch_stride + (rows - 1) * row_stride + (columns - 1) * column_stride +
             1;
    };
    auto holds = [&](Id id, DType dtype, int64_t elements) {
      require(buffer(id).bytes >= elements * static_cast<int64_t>(dtype_size(dtype)),
              "step {} multiplies past the end of buffer {}", i, id);
    };
    holds(
        dot.lhs, dot.operand_dtype,
        extent(dot.batch, dot.lhs_batch_stride, dot.m, dot.lhs_m_stride, dot.k, dot.lhs_k_stride));
    holds(
        dot.rhs, dot.operand_dtype,
        extent(dot.batch, dot.rhs_batch_stride, dot.k, dot.rhs_k_stride, dot.n, dot.rhs_n_stride));
    holds(dot.out, dot.out_dtype, dot.batch * dot.m * dot.n);
    if (dot.epilogue.kernel != -1) {
      check_kernel(i, dot.epilogue);
      require(!dot.epilogue.buffers.empty() && dot.epilogue.buffers[0] == dot.out,
              "step {} has an epilogue whose first buffer is not the product", i);
    }
  }

  /// Bytes that may be the same memory on some device.
  bool overlap(const Buffer &a, const Buffer &b) const {
    if (a.space != b.space || a.space != Space::Arena)
      return a.space == b.space && a.index == b.index;
    return a.sharing == b.sharing && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
  }

  void check_collective(size_t i, const CollectiveStep &step) {
    require(step.operands.size() == step.results.size() && !step.operands.empty(),
            "step {} has {} operands and {} results", i, step.operands.size(), step.results.size());
    bool permutes = step.kind == CollectiveKind::CollectivePermute;
    std::vector<int> seen(program_.devices, 0);
    for (const std::vector<int32_t> &group : step.groups) {
      require(!group.empty(), "step {} has an empty group", i);
      for (int32_t position : group) {
        require(position >= 0 && position < program_.devices, "step {} has position {}", i,
                position);
        if (fine())
          require(++seen[position] == 1, "step {} has position {} in two groups", i, position);
      }
      require(fine() && group.size() == step.groups[0].size(), "step {} has groups of two sizes",
              i);
    }
    for (int32_t d = 0; d < program_.devices && fine(); ++d)
      require(seen[d] == 1 || (permutes && step.groups.empty()),
              "step {} has position {} in no group", i, d);
    std::set<int32_t> targets;
    for (auto [source, target] : step.source_target) {
      require(source >= 0 && source < program_.devices && target >= 0 && target < program_.devices,
              "step {} sends from {} to {}", i, source, target);
      require(targets.insert(target).second, "step {} sends twice to {}", i, target);
    }
    for (size_t j = 0; j < step.operands.size() && fine(); ++j)
      check_exchange(i, step, step.operands[j], step.results[j]);
    for (Id operand : step.operands)
      for (Id result : step.results)
        if (fine() && !(step.kind == CollectiveKind::AllReduce && same_place(operand, result)))
          require(!overlap(buffer(operand), buffer(result)),
                  "step {} has result buffer {} in the memory of operand {}", i, result, operand);
  }

  bool same_place(Id a, Id b) const {
    return buffer(a).space == buffer(b).space && buffer(a).sharing == buffer(b).sharing &&
           buffer(a).offset == buffer(b).offset && buffer(a).index == buffer(b).index;
  }

  void check_exchange(size_t i, const CollectiveStep &step, Id operand, Id result) {
    check_reads(i, operand);
    require(in_range(result, program_.buffers), "step {} writes buffer {}", i, result);
    if (!fine())
      return;
    check_writes(i, result, buffer(result).sharing); // shared as it likes
    Shape expected = buffer(operand).shape;
    auto rank = static_cast<int64_t>(expected.size());
    auto members = static_cast<int64_t>(step.groups.empty() ? 1 : step.groups[0].size());
    auto has = [&](int64_t dimension) {
      require(dimension >= 0 && dimension < rank, "step {} works along dimension {} of {}", i,
              dimension, rank);
      return fine();
    };
    auto divides = [&](int64_t dimension) {
      require(expected[dimension] % members == 0, "step {} cuts dimension {} of {} into {} pieces",
              i, dimension, to_string(expected), members);
      return fine();
    };
    switch (step.kind) {
    case CollectiveKind::AllGather:
      if (has(step.dimension))
        expected[step.dimension] *= members;
      break;
    case CollectiveKind::ReduceScatter:
      if (has(step.dimension) && divides(step.dimension))
        expected[step.dimension] /= members;
      break;
    case CollectiveKind::AllToAll:
      if (has(step.dimension) && has(step.concat_dimension) && divides(step.dimension)) {
        expected[step.dimension] /= members;
        expected[step.concat_dimension] *= members;
      }
      break;
    default:
      break;
    }
    if (fine())
      require(expected == buffer(result).shape && buffer(operand).dtype == buffer(result).dtype,
              "step {} makes {} into buffer {} of {}", i,
              to_string(buffer(operand).dtype, expected), result,
              to_string(buffer(result).dtype, buffer(result).shape));
  }

  void check_target(size_t i, const Step &step, Id target) {
    require(step.sharing == 0, "step {} branches for several devices at once", i);
    require(target >= 0 && target <= static_cast<Id>(program_.steps.size()), "step {} goes to {}",
            i, target);
  }

  void check_step(size_t i) {
    const Step &step = program_.steps[i];
    require(in_range(step.sharing, program_.sharings), "step {} has sharing {}", i, step.sharing);
    require(step.location == -1 || in_range(step.location, program_.locations),
            "step {} has location {}", i, step.location);
    if (!fine())
      return;
    if (auto *kernel = std::get_if<KernelStep>(&step.body)) {
      check_kernel(i, *kernel);
    } else if (auto *dot = std::get_if<DotStep>(&step.body)) {
      check_dot(i, *dot, step.sharing);
    } else if (auto *collective = std::get_if<CollectiveStep>(&step.body)) {
      check_collective(i, *collective);
    } else if (auto *copy = std::get_if<CopyStep>(&step.body)) {
      check_reads(i, copy->from);
      check_writes(i, copy->to, step.sharing);
      if (fine())
        require(buffer(copy->from).bytes >= buffer(copy->to).bytes,
                "step {} copies from a smaller buffer", i);
    } else if (auto *position = std::get_if<PositionStep>(&step.body)) {
      check_writes(i, position->to, step.sharing);
      if (fine())
        require(buffer(position->to).bytes >= 4, "step {} writes a position into {} bytes", i,
                buffer(position->to).bytes);
    } else if (auto *branch = std::get_if<BranchStep>(&step.body)) {
      check_reads(i, branch->predicate);
      if (fine())
        require(buffer(branch->predicate).dtype == DType::Bool, "step {} branches on {}", i,
                std::string(dtype_name(buffer(branch->predicate).dtype)));
      check_target(i, step, branch->target);
    } else {
      check_target(i, step, std::get<JumpStep>(step.body).target);
    }
  }

  void check_traffic() {
    auto collectives =
        std::count_if(program_.steps.begin(), program_.steps.end(), [](const Step &step) {
          return std::holds_alternative<CollectiveStep>(step.body);
        });
    require(static_cast<size_t>(collectives) == program_.traffic.size(),
            "{} entries of traffic for {} collectives", program_.traffic.size(), collectives);
  }

  const Program &program_;
  std::string problem_;
};

} // namespace

std::string check(const Program &program) { return Checker(program).run(); }

} // namespace brigade::schedule
