#include "reference/body.h"

#include "ir/dialects.h"
#include "reference/values.h"

#include "llvm/ADT/DenseMap.h"

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;

FailureOr<Body> Body::prepare(mlir::Region &region, RegionRunner &regions) {
  Body body;
  body.region_ = &region;
  body.regions_ = &regions;
  mlir::Block &block = region.front();
  mlir::Operation *terminator = block.getTerminator();

  auto dtypes_of = [&](mlir::ValueRange values, std::vector<DType> &out) -> LogicalResult {
    for (mlir::Value value : values) {
      std::optional<DType> dtype = element_dtype(value.getType());
      if (!dtype || mlir::cast<mlir::ShapedType>(value.getType()).getRank() != 0)
        return region.getParentOp()->emitOpError()
               << "has a region over " << value.getType() << ", not over scalars";
      out.push_back(*dtype);
    }
    return mlir::success();
  };
  if (failed(dtypes_of(block.getArguments(), body.argument_dtypes_)) ||
      failed(dtypes_of(terminator->getOperands(), body.result_dtypes_)))
    return mlir::failure();

  llvm::DenseMap<mlir::Value, int> places;
  auto place = [&](mlir::Value value) {
    places[value] = static_cast<int>(body.registers_.size());
    body.registers_.push_back(0);
    return places[value];
  };
  auto place_literal = [&](mlir::Value value, const Literal &literal) {
    std::memcpy(&body.registers_[place(value)], literal.bytes.data(), dtype_size(literal.dtype));
  };
  /// False where a value from outside is no scalar: then the body is not elementwise after all.
  auto find = [&](mlir::Value value, int &where) {
    if (auto it = places.find(value); it != places.end()) {
      where = it->second;
      return true;
    }
    const Literal *literal = regions.captured(value);
    if (!literal || literal->size() != 1)
      return false;
    place_literal(value, *literal);
    where = places[value];
    return true;
  };

  for (mlir::Value argument : block.getArguments())
    place(argument);
  for (mlir::Operation &op : block.without_terminator()) {
    const EvaluateRule *rule = regions.rules().find(&op);
    if (rule && mlir::isa<stablehlo::ConstantOp>(op)) {
      FailureOr<std::vector<Literal>> value = std::get<ArrayRule>(*rule)(&op, {}, regions);
      if (failed(value))
        return mlir::failure();
      if ((*value)[0].size() == 1) {
        place_literal(op.getResult(0), (*value)[0]);
        continue;
      }
    }
    const ElementRule *element = rule ? std::get_if<ElementRule>(rule) : nullptr;
    Step step;
    for (mlir::Value operand : op.getOperands())
      if (element && !find(operand, step.operands.emplace_back()))
        element = nullptr;
    if (!element) {
      body.elementwise_ = false;
      return body;
    }
    FailureOr<ElementLoop> loop = (*element)(&op);
    if (failed(loop))
      return mlir::failure();
    step.loop = std::move(*loop);
    step.result = place(op.getResult(0));
    body.steps_.push_back(std::move(step));
  }
  for (mlir::Value result : terminator->getOperands())
    if (!find(result, body.results_.emplace_back())) {
      body.elementwise_ = false;
      break;
    }
  return body;
}

LogicalResult Body::operator()(ArrayRef<const std::byte *> arguments,
                               ArrayRef<std::byte *> results) {
  if (!elementwise_)
    return interpret(arguments, results);
  for (size_t i = 0; i < arguments.size(); ++i)
    std::memcpy(&registers_[i], arguments[i], dtype_size(argument_dtypes_[i]));
  for (const Step &step : steps_) {
    llvm::SmallVector<const std::byte *, 3> in;
    for (int place : step.operands)
      in.push_back(reinterpret_cast<const std::byte *>(&registers_[place]));
    step.loop(in.data(), reinterpret_cast<std::byte *>(&registers_[step.result]), 1);
  }
  for (size_t i = 0; i < results.size(); ++i)
    std::memcpy(results[i], &registers_[results_[i]], dtype_size(result_dtypes_[i]));
  return mlir::success();
}

LogicalResult Body::interpret(ArrayRef<const std::byte *> arguments,
                              ArrayRef<std::byte *> results) {
  std::vector<Literal> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    Literal &value = values.emplace_back(argument_dtypes_[i], Shape{});
    std::memcpy(value.bytes.data(), arguments[i], value.bytes.size());
  }
  FailureOr<std::vector<Literal>> out = regions_->run(*region_, std::move(values));
  if (failed(out))
    return mlir::failure();
  for (size_t i = 0; i < results.size(); ++i)
    std::memcpy(results[i], (*out)[i].bytes.data(), (*out)[i].bytes.size());
  return mlir::success();
}

} // namespace brigade::reference
