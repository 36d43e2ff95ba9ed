#include "compiler/memory/linearize.h"

#include "compiler/fuse/dot_form.h"
#include "compiler/fuse/fuse.h"
#include "compiler/memory/in_place.h"
#include "ir/locations.h"
#include "ir/types.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"

namespace brigade::compiler {

using namespace mlir;
using schedule::Id;
using schedule::Space;

namespace {

int64_t bytes_of(Value v) {
  auto type = cast<RankedTensorType>(v.getType());
  return type.getNumElements() * static_cast<int64_t>(dtype_size(ir::dtype_of(type)));
}

Shape shape_of(Value v) {
  auto shape = cast<RankedTensorType>(v.getType()).getShape();
  return Shape(shape.begin(), shape.end());
}

bool is_renaming(Operation *op) {
  return isa<stablehlo::ReshapeOp, stablehlo::OptimizationBarrierOp>(op);
}

/// What a renaming operation's result number `i` is.
Value renamed_operand(Operation *op, unsigned i) { return op->getOperand(i); }

} // namespace

Linearizer::Linearizer(func::FuncOp main, Planned &out) : main_(main), out_(out), varying_(main) {
  out_.program.devices = varying_.devices();
  schedule::Sharing alone;
  for (int d = 0; d < varying_.devices(); ++d)
    alone.group.push_back(d);
  alone.groups = varying_.devices();
  out_.program.sharings.push_back(alone);
}

LogicalResult Linearizer::run() {
  Block &body = main_.getBody().front();
  add_arguments();
  if (failed(block(body)))
    return failure();
  add_results(body.getTerminator());
  out_.program.arena_bytes = slots_.place(out_.program.sharings.size());
  for (const View &view : views_) {
    const Slot &slot = slots_.slots[view.slot];
    schedule::Buffer buffer;
    buffer.dtype = view.dtype;
    buffer.shape = view.shape;
    buffer.bytes = element_count(view.shape) * static_cast<int64_t>(dtype_size(view.dtype));
    buffer.space = slot.space;
    buffer.index = slot.index;
    buffer.offset = slot.space == Space::Arena ? std::max<int64_t>(slot.offset, 0) : 0;
    buffer.sharing = slot.sharing;
    buffer.location = slot.location;
    out_.program.buffers.push_back(buffer);
  }
  out_.program.steps = std::move(steps_);
  return success();
}

// --- Values and slots

Value Linearizer::renamed(Value v) const {
  while (Operation *op = v.getDefiningOp()) {
    if (!is_renaming(op))
      break;
    v = renamed_operand(op, cast<OpResult>(v).getResultNumber());
  }
  return v;
}

Id Linearizer::sharing_of(Value v) {
  const schedule::Sharing &sharing = varying_.of(v);
  auto &all = out_.program.sharings;
  auto it = llvm::find(all, sharing);
  if (it == all.end())
    it = all.insert(all.end(), sharing);
  return static_cast<Id>(it - all.begin());
}

int Linearizer::new_slot(Value v) {
  Operation *op = v.getDefiningOp();
  int slot = slots_.make(bytes_of(v), sharing_of(v), op ? location_of(op) : -1);
  slots_.assign(v, slot);
  return slot;
}

void Linearizer::add_arguments() {
  for (BlockArgument argument : main_.getArguments()) {
    int slot = new_slot(argument);
    slots_.slots[slot].space = Space::Argument;
    slots_.slots[slot].index = static_cast<Id>(argument.getArgNumber());
    // Each device reads the buffer that it was given.
    slots_.slots[slot].sharing = 0;
    schedule::Parameter parameter;
    parameter.buffer = buffer_of(argument);
    parameter.dtype = ir::dtype_of(argument.getType());
    parameter.shape = shape_of(argument);
    auto attribute = [&](StringRef name) {
      return main_.getArgAttr(argument.getArgNumber(), name);
    };
    auto donor = dyn_cast_or_null<BoolAttr>(attribute("jax.buffer_donor"));
    parameter.donated = (donor && donor.getValue()) || attribute("tf.aliasing_output");
    out_.program.arguments.push_back(parameter);
  }
}

void Linearizer::add_results(Operation *terminator) {
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    int slot = slots_.of(value);
    slots_.read(slot, next_step());
    Slot &s = slots_.slots[slot];
    if (s.space == Space::Arena) {
      s.space = Space::Result;
      s.index = static_cast<Id>(i);
    }
    schedule::Parameter parameter;
    parameter.buffer = buffer_of(value);
    parameter.dtype = ir::dtype_of(value.getType());
    parameter.shape = shape_of(value);
    out_.program.results.push_back(parameter);
  }
  pair_donations();
}

/// A result may take a donated argument's memory where all reads of the argument are over before
/// the slot is written for the first time, or happen in the step that does so, in place.
void Linearizer::pair_donations() {
  auto &arguments = out_.program.arguments;
  auto &results = out_.program.results;
  auto slot_of_parameter = [&](const schedule::Parameter &parameter) {
    return views_[parameter.buffer].slot;
  };
  std::vector<bool> used(arguments.size(), false);
  auto may_take = [&](size_t a, size_t r) {
    const Slot &argument = slots_.slots[slot_of_parameter(arguments[a])];
    const Slot &result = slots_.slots[slot_of_parameter(results[r])];
    if (result.space != Space::Result || result.index != static_cast<Id>(r) ||
        argument.bytes != result.bytes || sharing_of(main_.getArgument(a)) != result.sharing)
      return false;
    if (argument.last < result.first_write)
      return true;
    return argument.last == result.first_write &&
           in_place_steps_.contains(
               {static_cast<Id>(a), result.first_write, slot_of_parameter(results[r])});
  };
  auto pair = [&](size_t a, size_t r) {
    if (used[a] || results[r].donated_argument >= 0 || !may_take(a, r))
      return;
    used[a] = true;
    results[r].donated_argument = static_cast<Id>(a);
  };
  for (size_t a = 0; a < arguments.size(); ++a)
    if (auto alias = main_.getArgAttrOfType<IntegerAttr>(a, "tf.aliasing_output"))
      if (alias.getInt() >= 0 && alias.getInt() < static_cast<int64_t>(results.size()))
        pair(a, alias.getInt());
  for (size_t r = 0; r < results.size(); ++r)
    for (size_t a = 0; a < arguments.size(); ++a)
      if (arguments[a].donated && arguments[a].dtype == results[r].dtype &&
          arguments[a].shape == results[r].shape)
        pair(a, r);
}

bool Linearizer::is_read_after(Value v, Operation *op) {
  for (OpOperand &use : v.getUses()) {
    Operation *user = use.getOwner();
    if (is_renaming(user)) {
      if (is_read_after(user->getResult(isa<stablehlo::OptimizationBarrierOp>(user)
                                            ? use.getOperandNumber()
                                            : 0),
                        op))
        return true;
      continue;
    }
    Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
    if (!here || (here != op && op->isBeforeInBlock(here)))
      return true;
  }
  return false;
}

bool Linearizer::dies_at(int slot, Operation *op) {
  const Slot &s = slots_.slots[slot];
  if (s.space != Space::Arena || s.carried)
    return false;
  return llvm::all_of(s.values, [&](Value v) {
    return v.getParentBlock() == op->getBlock() && !is_read_after(v, op);
  });
}

int Linearizer::result_slot(ir::FusionOp op, unsigned result, ArrayRef<Value> other_reads) {
  Value value = op.getResult(result);
  if (auto it = destined_.find(value); it != destined_.end()) {
    slots_.assign(value, it->second);
    return it->second;
  }
  // What an argument's memory can take lies over nothing that is written before the argument's last
  // read, as a product or a collective's result would be.
  if (may_update_argument(op, result))
    return new_slot(value);
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    int slot = slots_.of(input);
    auto in_slot = [&](Value v) { return slots_.of(v) == slot; };
    const Slot &s = slots_.slots[slot];
    if (s.bytes != bytes_of(value) || s.sharing != sharing_of(value) ||
        llvm::any_of(other_reads, in_slot) ||
        llvm::any_of(op.getResults().take_front(result),
                     [&](Value v) { return slots_.find(v) == slot; }) ||
        !dies_at(slot, op))
      continue;
    bool fits = true;
    for (auto [j, other] : llvm::enumerate(op.getInputs()))
      if (in_slot(other))
        fits &= can_overwrite(op, result, j);
    if (!fits)
      continue;
    slots_.assign(value, slot);
    return slot;
  }
  return new_slot(value);
}

void Linearizer::copy(int from, Value from_value, int to, Operation *op) {
  int step = next_step();
  slots_.read(from, step);
  slots_.write(to, step);
  if (const Slot &s = slots_.slots[from]; s.space == Space::Argument)
    in_place_steps_.insert({s.index, step, to});
  add_step(schedule::CopyStep{buffer_in(from, from_value), buffer_in(to, from_value)},
           slots_.slots[to].sharing, op);
}

// --- Steps

LogicalResult Linearizer::block(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(operation(&op)))
      return failure();
  return success();
}

LogicalResult Linearizer::operation(Operation *op) {
  if (is_renaming(op)) {
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      slots_.assign(result, slots_.of(renamed_operand(op, i)));
    return success();
  }
  if (auto fusion_op = dyn_cast<ir::FusionOp>(op))
    return fusion(fusion_op);
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    for (Operation *user : dot->getUsers())
      if (user->hasAttr(epilogue_attribute) && user->getOperand(0) == dot.getResult() &&
          user == dot->getNextNode())
        return success(); // The epilogue's step does both.
    return product(dot, {});
  }
  if (auto loop_op = dyn_cast<stablehlo::WhileOp>(op))
    return loop(loop_op);
  if (auto constant_op = dyn_cast<stablehlo::ConstantOp>(op))
    return constant(constant_op);
  if (isa<stablehlo::PartitionIdOp>(op)) {
    int slot = new_slot(op->getResult(0));
    slots_.write(slot, next_step());
    add_step(schedule::PositionStep{buffer_of(op->getResult(0))}, slots_.slots[slot].sharing, op);
    return success();
  }
  return collective(op);
}

LogicalResult Linearizer::constant(stablehlo::ConstantOp op) {
  int slot = new_slot(op.getOutput());
  Slot &s = slots_.slots[slot];
  s.space = Space::Constant;
  s.index = static_cast<Id>(out_.program.constants.size());
  s.sharing = 0;
  out_.program.constants.push_back(ir::literal_of(op.getValue()));
  return success();
}

schedule::KernelStep Linearizer::kernel_step(ir::FusionOp op, const emit::KernelPlan &plan) {
  schedule::KernelStep step;
  step.kernel = kernel_of(op, plan);
  step.iterations = plan.iterations;
  step.grain = plan.grain;
  bool in_place = op->hasAttr(emit::in_place_attribute);
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    step.buffers.push_back(
        buffer_of(in_place && i < op.getNumResults() ? Value(op.getResult(i)) : input));
  for (Value result : op.getResults())
    step.buffers.push_back(buffer_of(result));
  return step;
}

LogicalResult Linearizer::fusion(ir::FusionOp op) {
  if (op->hasAttr(epilogue_attribute))
    return product(op.getOperand(0).getDefiningOp<stablehlo::DotGeneralOp>(), op);
  bool in_place = op->hasAttr(emit::in_place_attribute);
  for (auto [r, result] : llvm::enumerate(op.getResults())) {
    if (!in_place) {
      result_slot(op, r, {});
      continue;
    }
    // The result's memory must hold the input first.
    Value input = op.getOperand(r);
    int from = slots_.of(input), to;
    auto destined = destined_.find(result);
    bool shared_with_other = false;
    for (auto [j, other] : llvm::enumerate(op.getInputs()))
      shared_with_other |= j != r && slots_.of(other) == from;
    if (destined != destined_.end()) {
      to = destined->second;
      slots_.assign(result, to);
    } else if (dies_at(from, op) && !shared_with_other &&
               slots_.slots[from].sharing == sharing_of(result)) {
      to = from;
      slots_.assign(result, to);
    } else {
      to = new_slot(result);
    }
    if (to != from)
      copy(from, input, to, op);
  }
  emit::KernelPlan plan = emit::plan_kernel(op);
  int step = next_step();
  if (plan.iterations == 0)
    return success();
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    int slot = in_place && i < op.getNumResults() ? slots_.of(op.getResult(i)) : slots_.of(input);
    slots_.read(slot, step);
  }
  for (auto [r, result] : llvm::enumerate(op.getResults())) {
    slots_.write(slots_.of(result), step);
    note_in_place(op, r, {}, step);
  }
  Id sharing = op.getNumResults() ? sharing_of(op.getResult(0)) : 0;
  add_step(kernel_step(op, plan), sharing, op);
  return success();
}

/// Arguments that this step may overwrite with a result, should the result get an argument's
/// memory.
void Linearizer::note_in_place(ir::FusionOp op, unsigned result, ArrayRef<Value> other_reads,
                               int step) {
  if (op->hasAttr(emit::in_place_attribute))
    return;
  for (Value input : op.getInputs()) {
    int slot = slots_.of(input);
    if (slots_.slots[slot].space != Space::Argument ||
        bytes_of(input) != bytes_of(op.getResult(result)))
      continue;
    bool fits = llvm::none_of(other_reads, [&](Value v) { return slots_.of(v) == slot; });
    for (auto [j, other] : llvm::enumerate(op.getInputs()))
      if (slots_.of(other) == slot)
        fits &= can_overwrite(op, result, j);
    // Only one result of a step may lie over it; the first that is paired is the one.
    if (fits)
      in_place_steps_.insert({slots_.slots[slot].index, step, slots_.of(op.getResult(result))});
  }
}

bool Linearizer::may_update_argument(ir::FusionOp op, unsigned result) {
  Value value = op.getResult(result);
  if (llvm::none_of(value.getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); }))
    return false;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    const Slot &s = slots_.slots[slots_.of(input)];
    if (s.space == Space::Argument && out_.program.arguments[s.index].donated &&
        input.getType() == value.getType() && !is_read_after(input, op) &&
        can_overwrite(op, result, i))
      return true;
  }
  return false;
}

LogicalResult Linearizer::product(stablehlo::DotGeneralOp op, ir::FusionOp epilogue) {
  std::optional<DotForm> form = dot_form(op);
  if (!form || !has_library_types(op))
    return op.emitOpError("has operands that are not as products need them; please report this");
  Value out = op.getResult();
  Operation *at = epilogue ? epilogue.getOperation() : op.getOperation();
  // Without an epilogue the product may be what a loop carries.
  if (auto it = destined_.find(out); it != destined_.end() && !epilogue)
    slots_.assign(out, it->second);
  else
    new_slot(out);

  schedule::DotStep step;
  Value reads[] = {op.getLhs(), op.getRhs()};
  // Over the product's own memory where nothing forbids it.
  if (epilogue)
    for (unsigned r = 0; r < epilogue.getNumResults(); ++r)
      result_slot(epilogue, r, reads);
  int number = next_step();
  for (Value v : reads)
    slots_.read(slots_.of(v), number);
  slots_.write(slots_.of(out), number);
  step.lhs = buffer_of(op.getLhs());
  step.rhs = buffer_of(op.getRhs());
  step.out = buffer_of(out);
  step.operand_dtype = ir::dtype_of(op.getLhs().getType());
  step.out_dtype = ir::dtype_of(out.getType());
  step.batch = form->batch;
  step.m = form->m;
  step.n = form->n;
  step.k = form->k;
  step.lhs_batch_stride = form->lhs_batch_stride;
  step.lhs_m_stride = form->lhs_m_stride;
  step.lhs_k_stride = form->lhs_k_stride;
  step.rhs_batch_stride = form->rhs_batch_stride;
  step.rhs_k_stride = form->rhs_k_stride;
  step.rhs_n_stride = form->rhs_n_stride;
  if (epilogue) {
    for (Value input : epilogue.getInputs())
      slots_.read(slots_.of(input), number);
    for (auto [r, result] : llvm::enumerate(epilogue.getResults())) {
      slots_.write(slots_.of(result), number);
      // Where the product itself is written there, what the epilogue reads is gone before.
      if (slots_.of(result) != slots_.of(out))
        note_in_place(epilogue, r, reads, number);
    }
    step.epilogue = kernel_step(epilogue, emit::plan_epilogue(epilogue, form->n));
  }
  add_step(std::move(step), sharing_of(out), at);
  return success();
}

void Linearizer::add_step(schedule::StepBody body, Id sharing, Operation *op) {
  steps_.push_back({std::move(body), sharing, location_of(op)});
}

Id Linearizer::location_of(Operation *op) {
  std::string file;
  int line = 0;
  if (auto place = ir::file_location(op->getLoc())) {
    file = place->getFilename().str();
    line = static_cast<int>(place->getLine());
  }
  // A kernel is named for what it computes last.
  Operation *named = op;
  if (auto fusion_op = dyn_cast<ir::FusionOp>(op)) {
    Block &body = fusion_op.getBody().front();
    if (Operation *last = body.getTerminator()->getPrevNode())
      named = last;
  }
  std::string name = named->getName().getStringRef().str();
  auto [it, added] =
      locations_.insert({{file, line, name}, static_cast<Id>(out_.program.locations.size())});
  if (added)
    out_.program.locations.push_back({file, line, name});
  return it->second;
}

Id Linearizer::kernel_of(ir::FusionOp op, const emit::KernelPlan &plan) {
  // Equal regions with equal plans are one kernel, wherever they come from.
  llvm::hash_code hash =
      llvm::hash_combine(static_cast<int>(plan.kind), plan.width, plan.iterations);
  op.getBody().walk([&](Operation *inner) {
    hash = llvm::hash_combine(
        hash, OperationEquivalence::computeHash(inner, OperationEquivalence::ignoreHashValue,
                                                OperationEquivalence::ignoreHashValue,
                                                OperationEquivalence::IgnoreLocations));
  });
  for (size_t i = 0; i < kernel_hashes_.size(); ++i) {
    emit::KernelRequest &known = out_.kernels[i];
    if (plan.kind == emit::KernelKind::Flat && known.plan.kind == plan.kind) {
      if (known.plan.flat_key == plan.flat_key)
        return static_cast<Id>(i);
      continue;
    }
    if (kernel_hashes_[i] == hash && known.plan.kind == plan.kind && known.plan.dims == plan.dims &&
        known.plan.block == plan.block &&
        known.fusion->getAttrDictionary() == op->getAttrDictionary() &&
        known.fusion.getResultTypes() == op.getResultTypes() &&
        OperationEquivalence::isRegionEquivalentTo(&known.fusion.getBody(), &op.getBody(),
                                                   OperationEquivalence::IgnoreLocations))
      return static_cast<Id>(i);
  }
  auto number = static_cast<Id>(out_.kernels.size());
  kernel_hashes_.push_back(hash);
  out_.kernels.push_back({op, plan});
  out_.program.kernels.push_back("kernel_" + std::to_string(number));

  std::string line = out_.program.kernels.back() + ": ";
  llvm::raw_string_ostream text(line);
  llvm::SmallVector<StringRef> names;
  for (Operation &inner : op.getBody().front().without_terminator())
    names.push_back(inner.getName().stripDialect());
  text << llvm::join(names, " ") << "; " << plan.iterations << " iterations";
  int64_t bytes = 0;
  for (Value v : op.getInputs())
    bytes += bytes_of(v);
  for (Value v : op.getResults())
    bytes += bytes_of(v);
  text << "; " << bytes << " bytes";
  if (std::string where = ir::location_text(op.getLoc()); !where.empty())
    text << "; " << where;
  out_.kernel_lines.push_back(text.str());
  return number;
}

Id Linearizer::buffer_of(Value v) {
  auto it = buffers_.find(v);
  if (it != buffers_.end())
    return it->second;
  Id id = buffer_in(slots_.of(v), v);
  buffers_[v] = id;
  return id;
}

Id Linearizer::buffer_in(int slot, Value like) {
  DType dtype = ir::dtype_of(like.getType());
  Shape shape = shape_of(like);
  for (const View &view : views_)
    if (view.slot == slot && view.dtype == dtype && view.shape == shape)
      return view.buffer;
  auto id = static_cast<Id>(views_.size());
  views_.push_back({slot, dtype, std::move(shape), id});
  return id;
}

} // namespace brigade::compiler
