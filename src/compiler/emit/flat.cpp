#include "compiler/emit/flat.h"

#include "base/lru_cache.h"
#include "compiler/emit/elemental.h"
#include "compiler/emit/plan.h"

namespace brigade::compiler::emit {

using mlir::Operation;

namespace {

int64_t count_of(Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType()).getNumElements();
}

/// A single element that stands for all. In a program of one element everything of rank 0 is, and
/// the rest is not.
bool is_single(Value v) { return shape_of(v).empty(); }

bool is_splat_constant(Operation *op) {
  auto constant = mlir::dyn_cast<stablehlo::ConstantOp>(op);
  return constant && constant.getValue().isSplat();
}

bool spreads_single(Operation *op) {
  return mlir::isa<stablehlo::BroadcastInDimOp>(op) && is_single(op->getOperand(0));
}

} // namespace

bool is_flat(ir::FusionOp fusion) {
  mlir::Block &block = fusion.getBody().front();
  if (fusion->hasAttr(in_place_attribute) || fusion.getNumResults() == 0)
    return false;
  int64_t count = count_of(fusion.getResult(0));
  if (is_single(fusion.getResult(0)))
    return false; // A scalar's kernel has no loop at all.
  auto fits = [&](Value v) { return is_single(v) || count_of(v) == count; };
  for (Value v : block.getTerminator()->getOperands())
    if (is_single(v) || count_of(v) != count)
      return false;
  if (!llvm::all_of(block.getArguments(), fits))
    return false;
  for (Operation &op : block.without_terminator()) {
    const EmitRule *rule = emit_rules().find(&op);
    if (!(rule && rule->element) && !is_splat_constant(&op) && !spreads_single(&op))
      return false;
    if (!llvm::all_of(op.getResults(), fits))
      return false;
  }
  return true;
}

std::string flat_key(ir::FusionOp fusion) {
  mlir::Block &block = fusion.getBody().front();
  std::string key;
  llvm::raw_string_ostream out(key);
  llvm::DenseMap<Value, int> numbers;
  auto define = [&](Value v) {
    int number = static_cast<int>(numbers.size());
    numbers[v] = number;
    out << dtype_name(dtype_of_value(v)) << (is_single(v) ? "." : "[]");
  };
  for (Value argument : block.getArguments())
    define(argument);
  for (Operation &op : block) {
    out << ";" << op.getName().getStringRef();
    for (Value operand : op.getOperands())
      out << " " << numbers.lookup(operand);
    if (auto constant = mlir::dyn_cast<stablehlo::ConstantOp>(op))
      out << mlir::cast<mlir::DenseElementsAttr>(constant.getValue())
                 .getSplatValue<mlir::Attribute>();
    else if (!spreads_single(&op))
      out << op.getAttrDictionary();
    llvm::for_each(op.getResults(), define);
  }
  return key;
}

/// More than a program's operations, element types and attributes make.
static constexpr size_t most_kept = 4096;

static LruCache<std::string, std::optional<runtime::KernelCode>> &kept() {
  static auto *all = new LruCache<std::string, std::optional<runtime::KernelCode>>(most_kept);
  return *all; // Outlives static objects that hold code.
}

std::optional<runtime::KernelCode> find_flat_kernel(const std::string &key) {
  return kept().find(key);
}

void keep_flat_kernel(const std::string &key, runtime::KernelCode code) {
  kept().keep(key, std::move(code));
}

} // namespace brigade::compiler::emit
