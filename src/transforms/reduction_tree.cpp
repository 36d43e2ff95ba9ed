#include "transforms/reduction_tree.h"

namespace brigade::transforms {

using namespace stablehlo;

/// A scalar everywhere on `shape`; a value of `shape` as it is; a prefix of `shape` along the rest.
static Value spread(Value x, llvm::ArrayRef<int64_t> shape) {
  return x.broadcast(shape, range(0, x.rank()));
}

FailureOr<llvm::SmallVector<Value>> apply_elementwise(Emitter &emit, mlir::Region &body,
                                                      llvm::ArrayRef<Value> arguments,
                                                      llvm::ArrayRef<int64_t> shape) {
  llvm::DenseMap<mlir::Value, mlir::Value> wide;
  mlir::Block &block = body.front();
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), arguments))
    wide[argument] = value;
  auto widen = [&](mlir::Value v) {
    mlir::Value &w = wide[v];
    if (!w)
      w = spread(emit.wrap(v), shape);
    return w;
  };
  for (mlir::Operation &op : block.without_terminator()) {
    if (op.hasTrait<mlir::OpTrait::ConstantLike>()) {
      wide[op.getResult(0)] = spread(emit.rebuild1(&op, {}, op.getResult(0).getType()), shape);
      continue;
    }
    if (!op.hasTrait<ir::Elementwise>())
      return refuse(&op, "in the body of a reduction there is no derivative of it");
    llvm::SmallVector<mlir::Value> operands = llvm::map_to_vector(op.getOperands(), widen);
    auto type = llvm::cast<RankedTensorType>(op.getResult(0).getType());
    wide[op.getResult(0)] = emit.rebuild1(&op, operands, type.clone(shape));
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](mlir::Value v) { return emit.wrap(widen(v)); });
}

FailureOr<llvm::SmallVector<Value>> reduction_tree(Emitter &emit, ReduceOp reduce,
                                                   llvm::ArrayRef<Value> inputs,
                                                   llvm::ArrayRef<Value> inits,
                                                   llvm::ArrayRef<int64_t> dimensions) {
  mlir::Region &body = reduce->getRegion(0);
  llvm::ArrayRef<int64_t> shape = inputs.front().shape();
  Dims permutation(dimensions), kept;
  int64_t count = 1;
  for (int64_t d : dimensions)
    count *= shape[d];
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d)
    if (!llvm::is_contained(dimensions, d)) {
      permutation.push_back(d);
      kept.push_back(shape[d]);
    }
  auto with_front = [&](int64_t n) {
    Dims result(kept);
    result.insert(result.begin(), n);
    return result;
  };

  // Both halves of the pairs: [n, kept...] -> [n / 2, kept...], every second row from `first`.
  auto every_second = [&](Value x, int64_t first, int64_t limit) {
    Dims start(x.rank(), 0), end(x.shape()), strides(x.rank(), 1);
    start[0] = first;
    end[0] = limit;
    strides[0] = 2;
    return x.slice(start, end, strides);
  };

  llvm::SmallVector<Value> rows = llvm::map_to_vector(
      inputs, [&](Value x) { return x.transpose(permutation).reshape(with_front(count)); });
  for (int64_t n = count; n > 1; n = (n + 1) / 2) {
    int64_t paired = n / 2 * 2;
    llvm::SmallVector<Value> arguments;
    for (int64_t first : {0, 1})
      for (Value x : rows)
        arguments.push_back(every_second(x, first, paired));
    auto merged = apply_elementwise(emit, body, arguments, with_front(n / 2));
    if (failed(merged))
      return mlir::failure();
    for (auto [x, y] : llvm::zip_equal(rows, *merged))
      x = n == paired ? y : emit.concatenate({y, x.slice_dim(0, n - 1, n)}, 0);
  }

  llvm::SmallVector<Value> arguments =
      llvm::map_to_vector(inits, [&](Value init) { return spread(init, kept); });
  if (count == 0)
    return arguments;
  for (Value x : rows)
    arguments.push_back(x.reshape(kept));
  return apply_elementwise(emit, body, arguments, kept);
}

} // namespace brigade::transforms
