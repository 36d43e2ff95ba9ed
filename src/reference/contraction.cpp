#include "reference/element.h"
#include "reference/index.h"
#include "reference/values.h"

#include "ir/dialects.h"

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::Operation;

namespace {

/// A matrix stack [batch][rows][k] in the type that products are summed in.
template <class Wide> struct Stack {
  int64_t batch = 1, rows = 1, k = 1;
  std::vector<Wide> elements;
};

/// The operand with its dimensions ordered batch, free, contracting.
template <class Wide>
Stack<Wide> stacked(const Literal &operand, ArrayRef<int64_t> batch,
                    ArrayRef<int64_t> contracting) {
  Shape used(batch.begin(), batch.end());
  used.insert(used.end(), contracting.begin(), contracting.end());
  Shape free = other_dimensions(operand.shape.size(), used);

  Stack<Wide> stack;
  stack.batch = element_count(pick(operand.shape, batch));
  stack.rows = element_count(pick(operand.shape, free));
  stack.k = element_count(pick(operand.shape, contracting));
  stack.elements.resize(operand.size());
  visit_dtype(operand.dtype, [&]<class T>(T) {
    for (IndexWalk i(operand.shape); i; ++i) {
      int64_t b = position_in(pick(operand.shape, batch), pick(*i, batch));
      int64_t row = position_in(pick(operand.shape, free), pick(*i, free));
      int64_t k = position_in(pick(operand.shape, contracting), pick(*i, contracting));
      stack.elements[(b * stack.rows + row) * stack.k + k] =
          static_cast<Wide>(exact(operand.data<T>()[i.position()]));
    }
  });
  return stack;
}

/// out[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, n, k], in the order of k.
template <class Wide> void multiply(const Stack<Wide> &lhs, const Stack<Wide> &rhs, Literal &out) {
  visit_dtype(out.dtype, [&]<class T>(T) {
    T *to = out.data<T>().data();
    for (int64_t b = 0; b < lhs.batch; ++b)
      for (int64_t m = 0; m < lhs.rows; ++m)
        for (int64_t n = 0; n < rhs.rows; ++n) {
          const Wide *x = lhs.elements.data() + (b * lhs.rows + m) * lhs.k;
          const Wide *y = rhs.elements.data() + (b * rhs.rows + n) * rhs.k;
          Wide sum = 0;
          for (int64_t k = 0; k < lhs.k; ++k)
            sum += x[k] * y[k];
          *to++ = narrow<T>(sum);
        }
  });
}

/// Floats are multiplied and summed in double and rounded once; integers modulo the width of the
/// result; bool is "or" of "and".
FailureOr<std::vector<Literal>> dot_general(Operation *op, ArrayRef<const Literal *> operands,
                                            RegionRunner &) {
  auto numbers = mlir::cast<stablehlo::DotGeneralOp>(op).getDotDimensionNumbers();
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  auto run = [&]<class Wide>(Wide) {
    multiply(stacked<Wide>(*operands[0], numbers.getLhsBatchingDimensions(),
                           numbers.getLhsContractingDimensions()),
             stacked<Wide>(*operands[1], numbers.getRhsBatchingDimensions(),
                           numbers.getRhsContractingDimensions()),
             *out);
  };
  bool floats =
      is_floating(operands[0]->dtype) || is_floating(operands[1]->dtype) || is_floating(out->dtype);
  if (floats)
    run(double{});
  else
    run(uint64_t{});
  return one(std::move(*out));
}

} // namespace

void add_contraction_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::DotGeneralOp>(dot_general);
}

} // namespace brigade::reference
