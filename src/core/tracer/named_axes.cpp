#include "core/tracer/named_axes.h"

#include "ir/build.h"
#include "ir/rules.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace brigade::core {
namespace {

using mlir::Operation;
using mlir::Value;

/// Where the devices of some axes of a mesh stand, and what builds with it.
struct AxisGroups {
  mlir::OpBuilder builder;
  mlir::Location loc;
  const Mesh &mesh;
  std::vector<std::string> axes;

  /// One row a group; a row runs over the axes, the first slowest.
  llvm::SmallVector<llvm::SmallVector<int64_t>> positions() const {
    std::vector<int64_t> strides = row_major_strides(mesh.sizes());
    std::vector<int64_t> members{0}, bases{0};
    auto extend = [&](std::vector<int64_t> &list, size_t axis) {
      std::vector<int64_t> longer;
      for (int64_t base : list)
        for (int64_t i = 0; i < mesh.sizes()[axis]; ++i)
          longer.push_back(base + i * strides[axis]);
      list = std::move(longer);
    };
    for (const std::string &name : axes)
      extend(members, index_of(name));
    for (size_t a = 0; a < mesh.sizes().size(); ++a)
      if (!llvm::is_contained(axes, mesh.axis_names()[a]))
        extend(bases, a);
    llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
    for (int64_t base : bases) {
      llvm::SmallVector<int64_t> group;
      for (int64_t member : members)
        group.push_back(base + member);
      groups.push_back(std::move(group));
    }
    return groups;
  }

  size_t index_of(const std::string &name) const {
    return static_cast<size_t>(llvm::find(mesh.axis_names(), name) - mesh.axis_names().begin());
  }

  Value reshape(Value x, llvm::ArrayRef<int64_t> shape) {
    auto type = llvm::cast<mlir::RankedTensorType>(x.getType());
    return builder.create<stablehlo::ReshapeOp>(loc, type.clone(shape), x);
  }

  /// An operation with these operands, one result and the attributes of a collective.
  Operation *collective(llvm::StringRef name, mlir::Type result, mlir::ValueRange operands,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes, bool grouped = true) {
    mlir::OperationState state(loc, name);
    state.addOperands(operands);
    state.addTypes(result);
    state.addAttributes(attributes);
    if (grouped)
      state.addAttribute("replica_groups", ir::replica_groups(builder.getContext(), positions()));
    state.addAttribute("channel_handle", stablehlo::ChannelHandleAttr::get(
                                             builder.getContext(), /*handle=*/1, /*type=*/1));
    if (name == "stablehlo.all_reduce" || name == "stablehlo.reduce_scatter") {
      state.addAttribute("use_global_device_ids", builder.getUnitAttr());
      state.addRegion();
    } else if (name == "stablehlo.all_gather") {
      state.addAttribute("use_global_device_ids", builder.getUnitAttr());
    }
    return builder.create(state);
  }
};

/// The operation's value with device groups.
using Lowering = Value (*)(Operation *op, AxisGroups &groups);

template <class Combine> Value lower_reduction(Operation *op, AxisGroups &groups) {
  auto type = llvm::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  Operation *reduce = groups.collective("stablehlo.all_reduce", type, op->getOperands(), {});
  ir::build_reducer<Combine>(groups.builder, groups.loc, reduce->getRegion(0),
                             type.getElementType());
  return reduce->getResult(0);
}

Value lower_pvary(Operation *op, AxisGroups &) { return op->getOperand(0); }

Value lower_all_gather(Operation *op, AxisGroups &groups) {
  auto gather = llvm::cast<ir::AllGatherOp>(op);
  auto dimension = static_cast<int64_t>(gather.getDimension());
  Value x = gather.getOperand();
  if (!gather.getTiled()) {
    auto type = llvm::cast<mlir::RankedTensorType>(x.getType());
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + dimension, 1);
    x = groups.reshape(x, shape);
  }
  return groups
      .collective("stablehlo.all_gather", op->getResult(0).getType(), x,
                  groups.builder.getNamedAttr("all_gather_dim",
                                              groups.builder.getI64IntegerAttr(dimension)))
      ->getResult(0);
}

Value lower_reduce_scatter(Operation *op, AxisGroups &groups) {
  auto scatter = llvm::cast<ir::ReduceScatterOp>(op);
  auto dimension = static_cast<int64_t>(scatter.getDimension());
  auto result = llvm::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  llvm::SmallVector<int64_t> shape(result.getShape());
  if (!scatter.getTiled())
    shape.insert(shape.begin() + dimension, 1);
  Operation *lowered =
      groups.collective("stablehlo.reduce_scatter", result.clone(shape), op->getOperands(),
                        groups.builder.getNamedAttr("scatter_dimension",
                                                    groups.builder.getI64IntegerAttr(dimension)));
  ir::build_reducer<stablehlo::AddOp>(groups.builder, groups.loc, lowered->getRegion(0),
                                      result.getElementType());
  return scatter.getTiled() ? lowered->getResult(0)
                            : groups.reshape(lowered->getResult(0), result.getShape());
}

/// The pairs are positions on the axis; every group does the same among its members.
Value lower_ppermute(Operation *op, AxisGroups &groups) {
  auto permute = llvm::cast<ir::PpermuteOp>(op);
  llvm::SmallVector<int64_t> pairs, flat;
  for (const llvm::APInt &x : permute.getSourceTargetPairs().getValues<llvm::APInt>())
    pairs.push_back(x.getSExtValue());
  for (const llvm::SmallVector<int64_t> &group : groups.positions())
    for (int64_t position : pairs)
      flat.push_back(group[static_cast<size_t>(position)]);
  auto type = mlir::RankedTensorType::get({static_cast<int64_t>(flat.size()) / 2, 2},
                                          groups.builder.getI64Type());
  return groups
      .collective("stablehlo.collective_permute", op->getResult(0).getType(), op->getOperands(),
                  groups.builder.getNamedAttr("source_target_pairs",
                                              mlir::DenseIntElementsAttr::get(type, flat)),
                  /*grouped=*/false)
      ->getResult(0);
}

Value lower_all_to_all(Operation *op, AxisGroups &groups) {
  auto exchange = llvm::cast<ir::AllToAllOp>(op);
  mlir::OpBuilder &b = groups.builder;
  auto i64 = [&](const char *name, uint64_t value) {
    return b.getNamedAttr(name, b.getI64IntegerAttr(static_cast<int64_t>(value)));
  };
  return groups
      .collective("stablehlo.all_to_all", op->getResult(0).getType(), op->getOperands(),
                  {i64("split_dimension", exchange.getSplitDimension()),
                   i64("concat_dimension", exchange.getConcatDimension()),
                   i64("split_count", exchange.getAxisSize())})
      ->getResult(0);
}

/// position / stride % size, from the device's position on the mesh.
Value lower_axis_index(Operation *op, AxisGroups &groups) {
  mlir::OpBuilder &b = groups.builder;
  size_t axis = groups.index_of(groups.axes.front());
  auto unsigned_type = mlir::RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false));
  auto constant = [&](int64_t value) -> Value {
    auto dense =
        mlir::DenseElementsAttr::get(unsigned_type, llvm::APInt(32, static_cast<uint64_t>(value)));
    return b.create<stablehlo::ConstantOp>(groups.loc, unsigned_type, dense);
  };
  Value position = b.create<stablehlo::PartitionIdOp>(groups.loc, unsigned_type);
  Value row = b.create<stablehlo::DivOp>(
      groups.loc, unsigned_type,
      mlir::ValueRange{position, constant(row_major_strides(groups.mesh.sizes())[axis])});
  Value index = b.create<stablehlo::RemOp>(
      groups.loc, unsigned_type, mlir::ValueRange{row, constant(groups.mesh.sizes()[axis])});
  return b.create<stablehlo::ConvertOp>(groups.loc, op->getResult(0).getType(), index);
}

const ir::RuleTable<Lowering> &lowerings() {
  static const ir::RuleTable<Lowering> table = [] {
    ir::RuleTable<Lowering> t;
    t.add<ir::PsumOp>(lower_reduction<stablehlo::AddOp>);
    t.add<ir::PmaxOp>(lower_reduction<stablehlo::MaxOp>);
    t.add<ir::PminOp>(lower_reduction<stablehlo::MinOp>);
    t.add<ir::PvaryOp>(lower_pvary);
    t.add<ir::AllGatherOp>(lower_all_gather);
    t.add<ir::ReduceScatterOp>(lower_reduce_scatter);
    t.add<ir::PpermuteOp>(lower_ppermute);
    t.add<ir::AllToAllOp>(lower_all_to_all);
    t.add<ir::AxisIndexOp>(lower_axis_index);
    return t;
  }();
  return table;
}

/// The names that a named-axis operation gives, in `axis` or in `axes`.
std::vector<std::string> axes_of(Operation *op) {
  if (auto axis = op->getAttrOfType<mlir::StringAttr>("axis"))
    return {axis.str()};
  std::vector<std::string> axes;
  if (auto list = op->getAttrOfType<mlir::ArrayAttr>("axes"))
    for (auto axis : list.getAsRange<mlir::StringAttr>())
      axes.push_back(axis.str());
  return axes;
}

void lower(Operation *op, Lowering lowering, const Mesh &mesh) {
  std::vector<std::string> ours, others;
  for (const std::string &axis : axes_of(op))
    (mesh.has_axis(axis) ? ours : others).push_back(axis);
  if (ours.empty())
    return;
  AxisGroups groups{mlir::OpBuilder(op), op->getLoc(), mesh, ours};
  Value result = lowering(op, groups);
  if (others.empty()) {
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    return;
  }
  op->setOperand(0, result);
  op->setAttr("axes", groups.builder.getStrArrayAttr(
                          llvm::SmallVector<llvm::StringRef>(others.begin(), others.end())));
}

} // namespace

llvm::SmallVector<mlir::func::FuncOp> reachable_functions(mlir::func::FuncOp function) {
  auto module = function->getParentOfType<mlir::ModuleOp>();
  llvm::SetVector<mlir::Operation *> found;
  found.insert(function);
  for (size_t i = 0; i < found.size(); ++i)
    found[i]->walk([&](mlir::func::CallOp call) {
      if (auto callee = module.lookupSymbol<mlir::func::FuncOp>(call.getCallee()))
        found.insert(callee);
    });
  llvm::SmallVector<mlir::func::FuncOp> out;
  for (mlir::Operation *op : found)
    out.push_back(llvm::cast<mlir::func::FuncOp>(op));
  return out;
}

void assign_device_groups(mlir::func::FuncOp function, const Mesh &mesh) {
  for (mlir::func::FuncOp f : reachable_functions(function)) {
    llvm::SmallVector<mlir::Operation *> named;
    f->walk([&](mlir::Operation *op) {
      if (lowerings().find(op))
        named.push_back(op);
    });
    for (mlir::Operation *op : named)
      lower(op, *lowerings().find(op), mesh);
  }
}

} // namespace brigade::core
