#include "reference/machine.h"

#include "reference/forbid.h"

#include "reference/values.h"

#include <fmt/format.h>

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;

namespace {

/// Calls that may be open at once.
constexpr int depth_limit = 200;

/// The regions of one operation as one device runs them.
class DeviceRegions : public RegionRunner {
public:
  DeviceRegions(Machine &machine, Frame &frame, int device)
      : machine_(machine), frame_(frame), device_(device) {}

  const EvaluateRules &rules() const override { return machine_.rules(); }

  const Literal *captured(mlir::Value value) const override {
    return frame_.find(value, device_).get(); // the frame keeps it alive
  }

  FailureOr<std::vector<Literal>> run(mlir::Region &region,
                                      std::vector<Literal> arguments) override {
    Machine::PerDevice values(machine_.grid().size());
    for (Literal &argument : arguments)
      values[device_].push_back(share(std::move(argument)));
    FailureOr<Machine::PerDevice> results = machine_.run(region, values, frame_, device_);
    if (failed(results))
      return mlir::failure();
    std::vector<Literal> out;
    for (const Tensor &result : (*results)[device_])
      out.push_back(*result);
    return out;
  }

private:
  Machine &machine_;
  Frame &frame_;
  int device_;
};

} // namespace

FailureOr<mlir::func::FuncOp> Machine::function(llvm::StringRef name, Operation *user) {
  auto f = symbols_.lookup<mlir::func::FuncOp>(name);
  if (!f || f.isExternal())
    return user->emitError() << "there is no function @" << name << " with a body in the module";
  return f;
}

FailureOr<Machine::PerDevice> Machine::call(mlir::func::FuncOp f, const PerDevice &arguments,
                                            ArrayRef<int> active, Operation *user) {
  if (interpreter_is_forbidden())
    return user->emitError() << "@" << f.getName()
                             << " would be interpreted where only compiled code may run";
  if (depth_ == depth_limit)
    return user->emitError() << "more than " << depth_limit
                             << " calls are open at once; programs may not recurse";
  for (int device : active) {
    size_t given = arguments[device].size();
    if (given != f.getNumArguments())
      return user->emitError() << "@" << f.getName() << " takes " << f.getNumArguments()
                               << " arguments, " << given << " are given";
    for (size_t i = 0; i < given; ++i) {
      const Literal &argument = *arguments[device][i];
      if (!has_type(argument, f.getArgumentTypes()[i]))
        return user->emitError() << "argument " << i << " of @" << f.getName() << " is "
                                 << to_string(argument.dtype, argument.shape) << "; it takes "
                                 << f.getArgumentTypes()[i];
    }
  }
  ++depth_;
  Frame frame(grid_.size());
  FailureOr<PerDevice> results = run(f.getBody(), arguments, frame, active);
  --depth_;
  return results;
}

FailureOr<Machine::PerDevice> Machine::run(mlir::Region &region, const PerDevice &arguments,
                                           Frame &frame, ArrayRef<int> active) {
  if (!region.hasOneBlock())
    return region.getParentOp()->emitOpError("has a region that is not one block");
  mlir::Block &block = region.front();
  for (int device : active)
    for (auto [i, argument] : llvm::enumerate(block.getArguments())) {
      const Tensor &value = arguments[device][i];
      if (!has_type(*value, argument.getType()))
        return region.getParentOp()->emitOpError()
               << "gives its region " << to_string(value->dtype, value->shape) << " as argument "
               << i << ", which is " << argument.getType();
      frame.set(argument, device, value);
    }
  for (Operation &op : block.without_terminator())
    if (failed(execute(&op, frame, active)))
      return mlir::failure();
  PerDevice results(grid_.size());
  for (int device : active) {
    FailureOr<std::vector<Tensor>> values = operands(block.getTerminator(), frame, device);
    if (failed(values))
      return mlir::failure();
    results[device] = std::move(*values);
  }
  return results;
}

FailureOr<std::vector<Tensor>> Machine::operands(Operation *op, const Frame &frame, int device) {
  std::vector<Tensor> values;
  for (mlir::Value operand : op->getOperands()) {
    values.push_back(frame.find(operand, device));
    if (!values.back())
      return op->emitOpError() << "uses a value that device " << device << " has not computed";
  }
  return values;
}

FailureOr<Machine::PerDevice> Machine::operands(Operation *op, const Frame &frame,
                                                ArrayRef<int> active) {
  PerDevice values(grid_.size());
  for (int device : active) {
    FailureOr<std::vector<Tensor>> row = operands(op, frame, device);
    if (failed(row))
      return mlir::failure();
    values[device] = std::move(*row);
  }
  return values;
}

LogicalResult Machine::set_results(Operation *op, const PerDevice &values, Frame &frame,
                                   ArrayRef<int> active) {
  for (int device : active) {
    if (values[device].size() != op->getNumResults())
      return op->emitOpError() << "has " << op->getNumResults() << " results and is given "
                               << values[device].size();
    for (auto [result, value] : llvm::zip(op->getResults(), values[device])) {
      if (!has_type(*value, result.getType()))
        return op->emitOpError() << "gives " << to_string(value->dtype, value->shape)
                                 << "; its type is " << result.getType();
      frame.set(result, device, value);
    }
  }
  return mlir::success();
}

std::unique_ptr<RegionRunner> Machine::regions(Frame &frame, int device) {
  return std::make_unique<DeviceRegions>(*this, frame, device);
}

LogicalResult Machine::execute(Operation *op, Frame &frame, ArrayRef<int> active) {
  const EvaluateRule *rule = rules_.find(op);
  if (!rule)
    return op->emitOpError("has no rule in the interpreter");
  if (auto *element = std::get_if<ElementRule>(rule))
    return execute_elements(op, *element, frame, active);
  if (auto *array = std::get_if<ArrayRule>(rule))
    return execute_arrays(op, *array, frame, active);
  return std::get<DevicesRule>(*rule)(op, *this, frame, active);
}

static llvm::SmallVector<const Literal *> pointers(ArrayRef<Tensor> tensors) {
  llvm::SmallVector<const Literal *> out;
  for (const Tensor &tensor : tensors)
    out.push_back(tensor.get());
  return out;
}

LogicalResult Machine::execute_elements(Operation *op, ElementRule rule, Frame &frame,
                                        ArrayRef<int> active) {
  FailureOr<ElementLoop> loop = rule(op);
  if (failed(loop))
    return mlir::failure();
  for (int device : active) {
    FailureOr<std::vector<Tensor>> values = operands(op, frame, device);
    if (failed(values))
      return mlir::failure();
    FailureOr<Literal> result = evaluate_elements(op, *loop, pointers(*values));
    if (failed(result))
      return mlir::failure();
    frame.set(op->getResult(0), device, share(std::move(*result)));
  }
  return mlir::success();
}

LogicalResult Machine::execute_arrays(Operation *op, ArrayRule rule, Frame &frame,
                                      ArrayRef<int> active) {
  PerDevice results(grid_.size());
  for (int device : active) {
    FailureOr<std::vector<Tensor>> values = operands(op, frame, device);
    if (failed(values))
      return mlir::failure();
    DeviceRegions regions(*this, frame, device);
    FailureOr<std::vector<Literal>> literals = rule(op, pointers(*values), regions);
    if (failed(literals))
      return mlir::failure();
    for (Literal &literal : *literals)
      results[device].push_back(share(std::move(literal)));
  }
  return set_results(op, results, frame, active);
}

FailureOr<Literal> evaluate_elements(Operation *op, const ElementLoop &loop,
                                     ArrayRef<const Literal *> operands) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  std::vector<Literal> repeated;
  repeated.reserve(operands.size());
  llvm::SmallVector<const std::byte *> in;
  for (const Literal *operand : operands) {
    if (operand->shape == out->shape) {
      in.push_back(operand->bytes.data());
      continue;
    }
    if (!operand->shape.empty())
      return op->emitOpError() << "has an operand of " << to_string(operand->dtype, operand->shape)
                               << " for a result of " << op->getResult(0).getType();
    Literal &filled = repeated.emplace_back(operand->dtype, out->shape);
    for (int64_t i = 0; i < filled.size(); ++i)
      copy_element(filled, i, *operand, 0);
    in.push_back(filled.bytes.data());
  }
  loop(in.data(), out->bytes.data(), out->size());
  return out;
}

} // namespace brigade::reference
