#include "schedule/print.h"

#include "brigade/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

namespace brigade::schedule {

const char *name_of(CollectiveKind kind) {
  constexpr const char *names[] = {"all_reduce", "all_gather",         "reduce_scatter",
                                   "all_to_all", "collective_permute", "collective_broadcast"};
  return names[static_cast<int>(kind)];
}

const char *name_of(Reduction reduction) {
  constexpr const char *names[] = {"sum", "product", "min", "max", "and", "or", "xor"};
  return names[static_cast<int>(reduction)];
}

const char *name_of(Category category) {
  constexpr const char *names[] = {"argument", "result", "constant", "temporary"};
  return names[static_cast<int>(category)];
}

std::string place_of(const Program &program, Id location) {
  if (location < 0)
    return {};
  const Location &where = program.locations[location];
  return brigade::to_string(Loc{where.file.c_str(), static_cast<uint32_t>(where.line)});
}

namespace {

class Printer {
public:
  explicit Printer(const Program &program) : program_(program) {}

  std::string run() {
    line("program {} on {} device{}", program_.name, program_.devices,
         program_.devices == 1 ? "" : "s");
    for (size_t i = 1; i < program_.sharings.size(); ++i)
      line("sharing {}: {}", i, fmt::format("{}", fmt::join(program_.sharings[i].group, " ")));
    for (size_t i = 0; i < program_.arena_bytes.size(); ++i)
      if (program_.arena_bytes[i] > 0)
        line("arena {}: {} bytes", i, program_.arena_bytes[i]);
    for (size_t i = 0; i < program_.arguments.size(); ++i)
      line("argument {}: {}{}", i, parameter(program_.arguments[i]),
           program_.arguments[i].donated ? ", donated" : "");
    for (size_t i = 0; i < program_.buffers.size(); ++i)
      print_buffer(i);
    for (size_t i = 0; i < program_.steps.size(); ++i)
      print_step(i);
    for (size_t i = 0; i < program_.results.size(); ++i)
      line("result {}: {}{}", i, parameter(program_.results[i]),
           program_.results[i].donated_argument < 0
               ? std::string()
               : fmt::format(", in argument {}", program_.results[i].donated_argument));
    return text_;
  }

private:
  template <class... A> void line(fmt::format_string<const A &...> format, const A &...values) {
    fmt::format_to(std::back_inserter(text_), format, values...);
    text_ += '\n';
  }

  static std::string parameter(const Parameter &p) {
    return fmt::format("{} %{}", brigade::to_string(p.dtype, p.shape), p.buffer);
  }

  void print_buffer(size_t i) {
    const Buffer &b = program_.buffers[i];
    std::string space;
    switch (b.space) {
    case Space::Arena:
      space = fmt::format("arena {} at {}", b.sharing, b.offset);
      break;
    case Space::Argument:
      space = fmt::format("argument {}", b.index);
      break;
    case Space::Result:
      space = fmt::format("result {}", b.index);
      break;
    case Space::Constant:
      space = fmt::format("constant {}", b.index);
      break;
    }
    if (b.space != Space::Arena && b.sharing != 0)
      space += fmt::format(", sharing {}", b.sharing);
    std::string place = place_of(program_, b.location);
    line("%{}: {} in {}{}{}", i, brigade::to_string(b.dtype, b.shape), space,
         place.empty() ? "" : "  // ", place);
  }

  static std::string list(const std::vector<Id> &buffers) {
    return buffers.empty() ? "" : fmt::format("%{}", fmt::join(buffers, ", %"));
  }

  std::string kernel(const KernelStep &step) const {
    std::string text = fmt::format("{}({})", program_.kernels[step.kernel], list(step.buffers));
    if (!step.extents.empty())
      text += fmt::format(" extents [{}]", fmt::join(step.extents, ", "));
    return text + fmt::format(" over {} by {}", step.iterations, step.grain);
  }

  std::string operator()(const KernelStep &step) const { return "kernel " + kernel(step); }

  std::string operator()(const DotStep &step) const {
    std::string text = fmt::format(
        "dot %{} = %{} * %{}, {}x[{},{},{}] {} -> {}, strides [{},{},{}] [{},{},{}]", step.out,
        step.lhs, step.rhs, step.batch, step.m, step.n, step.k, dtype_name(step.operand_dtype),
        dtype_name(step.out_dtype), step.lhs_batch_stride, step.lhs_m_stride, step.lhs_k_stride,
        step.rhs_batch_stride, step.rhs_k_stride, step.rhs_n_stride);
    if (step.epilogue.kernel >= 0)
      text += ", then " + kernel(step.epilogue);
    return text;
  }

  std::string operator()(const CollectiveStep &step) const {
    std::string text = name_of(step.kind);
    bool reduces =
        step.kind == CollectiveKind::AllReduce || step.kind == CollectiveKind::ReduceScatter;
    if (reduces)
      text += fmt::format(" {}", name_of(step.reduction));
    text += fmt::format(" {} = {}", list(step.results), list(step.operands));
    if (step.kind == CollectiveKind::AllGather || step.kind == CollectiveKind::ReduceScatter)
      text += fmt::format(" along {}", step.dimension);
    if (step.kind == CollectiveKind::AllToAll)
      text += fmt::format(" split {} joined {}", step.dimension, step.concat_dimension);
    if (step.kind == CollectiveKind::CollectivePermute)
      for (auto [source, target] : step.source_target)
        text += fmt::format(" {}->{}", source, target);
    else
      for (const std::vector<int32_t> &group : step.groups)
        text += fmt::format(" [{}]", fmt::join(group, " "));
    return text;
  }

  std::string operator()(const CopyStep &step) const {
    return fmt::format("copy %{} = %{}", step.to, step.from);
  }
  std::string operator()(const PositionStep &step) const {
    return fmt::format("position %{}", step.to);
  }
  std::string operator()(const BranchStep &step) const {
    return fmt::format("unless %{} go to {}", step.predicate, step.target);
  }
  std::string operator()(const JumpStep &step) const {
    return fmt::format("go to {}", step.target);
  }

  void print_step(size_t i) {
    const Step &step = program_.steps[i];
    std::string text = std::visit([&](const auto &body) { return (*this)(body); }, step.body);
    if (step.sharing != 0)
      text += fmt::format(", once a group of sharing {}", step.sharing);
    if (step.location >= 0)
      text += fmt::format("  // {} {}", program_.locations[step.location].operation,
                          place_of(program_, step.location));
    line("{:4}: {}", i, text);
  }

  const Program &program_;
  std::string text_;
};

} // namespace

std::string to_string(const Program &program) { return Printer(program).run(); }

} // namespace brigade::schedule
