#include "reference/body.h"
#include "reference/index.h"
#include "reference/values.h"

#include "ir/dialects.h"

namespace brigade::reference {

using mlir::FailureOr;
using mlir::Operation;

namespace {

/// Each result element starts as the initial value and takes in the elements of the reduced
/// dimensions in row-major order, every step rounded as the body's types say.
FailureOr<std::vector<Literal>> reduce(Operation *op, llvm::ArrayRef<const Literal *> operands,
                                       RegionRunner &regions) {
  auto reduce_op = mlir::cast<stablehlo::ReduceOp>(op);
  FailureOr<Body> body = Body::prepare(reduce_op.getBody(), regions);
  if (failed(body))
    return mlir::failure();

  // The body may work in a wider type than the operands have.
  size_t count = operands.size() / 2;
  std::vector<Literal> inputs, initial, results;
  for (size_t k = 0; k < count; ++k) {
    inputs.push_back(converted(*operands[k], body->argument_dtype(count + k)));
    initial.push_back(converted(*operands[count + k], body->argument_dtype(k)));
    FailureOr<Literal> result = zeros_of_result(op, k);
    if (failed(result))
      return mlir::failure();
    for (int64_t i = 0; i < result->size(); ++i)
      copy_element(*result, i, initial[k], 0);
    results.push_back(std::move(*result));
  }

  Shape kept = other_dimensions(inputs[0].shape.size(), reduce_op.getDimensions());
  llvm::SmallVector<const std::byte *> arguments(2 * count);
  llvm::SmallVector<std::byte *> outputs(count);
  for (IndexWalk i(inputs[0].shape); i; ++i) {
    int64_t where = position_in(results[0].shape, pick(*i, kept));
    for (size_t k = 0; k < count; ++k) {
      arguments[k] = outputs[k] = element(results[k], where);
      arguments[count + k] = element(inputs[k], i.position());
    }
    if (failed((*body)(arguments, outputs)))
      return mlir::failure();
  }
  return results;
}

} // namespace

void add_reduction_evaluations(EvaluateRules &rules) { rules.add<stablehlo::ReduceOp>(reduce); }

} // namespace brigade::reference
