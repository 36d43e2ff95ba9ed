#include "transforms/batch.h"

#include "transforms/transforms.h"

namespace brigade::transforms {

const BatchRules &batch_rules() {
  static const BatchRules rules = [] {
    BatchRules table;
    add_elementwise_batch(table);
    add_structure_batch(table);
    add_contraction_batch(table);
    add_reduction_batch(table);
    add_indexing_batch(table);
    add_control_batch(table);
    add_collective_batch(table);
    add_sharding_batch(table);
    return table;
  }();
  return rules;
}

Dims shifted(llvm::ArrayRef<int64_t> dims, int64_t at) {
  Dims result;
  for (int64_t d : dims)
    result.push_back(d >= at ? d + 1 : d);
  return result;
}

Dims inserted(llvm::ArrayRef<int64_t> values, int64_t at, int64_t value) {
  Dims result(values);
  result.insert(result.begin() + at, value);
  return result;
}

Value moved_to(Emitter &emit, Batched x, int64_t dim, int64_t size) {
  Value v = emit.wrap(x.value);
  return x.dim ? v.move_dim(*x.dim, dim) : v.insert_dim(dim, size);
}

int64_t BatchContext::size() const { return batcher.size; }

Batched BatchContext::operand(unsigned i) const { return batcher.find(op->getOperand(i)); }

Value BatchContext::at(unsigned i, int64_t dim) { return moved_to(emit, operand(i), dim, size()); }

llvm::SmallVector<mlir::Value> BatchContext::all_at_front() {
  llvm::SmallVector<mlir::Value> result;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    result.push_back(at(i, 0));
  return result;
}

int64_t BatchContext::first_dim() const {
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (auto dim = operand(i).dim)
      return *dim;
  return 0;
}

RankedTensorType BatchContext::result_with(int64_t dim, unsigned i) const {
  RankedTensorType type = result_type(i);
  return type.clone(inserted(type.getShape(), dim, size()));
}

void BatchContext::set(unsigned i, mlir::Value value, std::optional<int64_t> dim) {
  batcher.values[op->getResult(i)] = {value, dim};
}

Batched Batcher::find(mlir::Value original) const {
  auto it = values.find(original);
  return it == values.end() ? Batched{original, std::nullopt} : it->second;
}

void Batcher::copy(mlir::OpBuilder &builder, mlir::Operation *op) {
  mlir::IRMapping mapping;
  auto map = [&](mlir::Value v) { mapping.map(v, find(v).value); };
  llvm::for_each(op->getOperands(), map);
  for (mlir::Region &region : op->getRegions())
    llvm::for_each(captures(region), map);
  mlir::Operation *copy = builder.clone(*op, mapping);
  for (auto [old, fresh] : llvm::zip_equal(op->getResults(), copy->getResults()))
    values[old] = {fresh, std::nullopt};
}

bool Batcher::acts_on_axis(mlir::Operation *op) const {
  if (axis.empty())
    return false;
  auto names_axis = [&](mlir::Operation *inner) {
    if (auto name = inner->getAttrOfType<mlir::StringAttr>("axis"))
      return name.getValue() == axis;
    if (auto names = inner->getAttrOfType<mlir::ArrayAttr>("axes"))
      return llvm::any_of(names, [&](mlir::Attribute name) {
        auto text = llvm::dyn_cast<mlir::StringAttr>(name);
        return text && text.getValue() == axis;
      });
    return false;
  };
  bool found = false;
  op->walk([&](mlir::Operation *inner) {
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(inner)) {
      FailureOr<FuncOp> callee = functions.callee(call);
      if (succeeded(callee))
        callee->walk([&](mlir::Operation *deeper) {
          if (deeper != callee->getOperation())
            found |=
                llvm::isa<mlir::func::CallOp>(deeper) ? acts_on_axis(deeper) : names_axis(deeper);
        });
    } else if (llvm::isa<ir::BrigadeDialect>(inner->getDialect())) {
      found |= names_axis(inner);
    }
  });
  return found;
}

LogicalResult Batcher::run(mlir::OpBuilder &builder, mlir::Block &block) {
  auto is_mapped = [&](mlir::Value v) { return find(v).dim.has_value(); };
  for (mlir::Operation &op : block.without_terminator()) {
    bool mapped = llvm::any_of(op.getOperands(), is_mapped) ||
                  llvm::any_of(op.getRegions(), [&](mlir::Region &region) {
                    return llvm::any_of(captures(region), is_mapped);
                  });
    if (!mapped && !acts_on_axis(&op)) {
      copy(builder, &op);
      continue;
    }
    const BatchRule *rule = batch_rules().find(&op);
    if (!rule)
      return missing_rule(&op, "batching (vmap)");
    BatchContext context(*this, &op, Emitter(builder, op.getLoc()));
    if (failed((*rule)(context)))
      return mlir::failure();
  }
  return mlir::success();
}

FailureOr<Functions::Derived> Batcher::batch(FuncOp f, llvm::ArrayRef<bool> mapped) {
  return functions.once(
      f.getName() + "/batch/" + mask_text(mapped), [&]() -> FailureOr<Functions::Derived> {
        mlir::Block &block = f.getBody().front();
        llvm::SmallVector<mlir::Type> types;
        for (auto [x, on] : llvm::zip_equal(block.getArguments(), mapped)) {
          auto type = llvm::cast<RankedTensorType>(x.getType());
          types.push_back(on ? type.clone(inserted(type.getShape(), 0, size)) : type);
        }
        FuncOp g = functions.create(f, "batch", types);
        mlir::Block &body = g.getBody().front();
        mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&body);
        Batcher inner(functions, size, axis);
        for (auto [x, y, on] : llvm::zip_equal(block.getArguments(), body.getArguments(), mapped))
          inner.values[x] = {y, on ? std::optional<int64_t>(0) : std::nullopt};
        if (failed(inner.run(builder, block))) {
          functions.erase(g);
          return mlir::failure();
        }
        Functions::Derived derived{g, {}};
        mlir::Operation *end = block.getTerminator();
        Emitter emit(builder, end->getLoc());
        llvm::SmallVector<mlir::Value> results;
        for (mlir::Value y : end->getOperands()) {
          Batched result = inner.find(y);
          derived.results.push_back(result.dim.has_value());
          results.push_back(result.dim ? moved_to(emit, result, 0, size).get() : result.value);
        }
        builder.create<mlir::func::ReturnOp>(end->getLoc(), results);
        update_type(g);
        return derived;
      });
}

FailureOr<FuncOp> batch(FuncOp f, llvm::ArrayRef<std::optional<int64_t>> in_axes,
                        llvm::ArrayRef<std::optional<int64_t>> out_axes, int64_t size,
                        llvm::StringRef axis_name) {
  Functions functions(f->getParentOfType<mlir::ModuleOp>());
  Batcher batcher(functions, size, axis_name);
  mlir::Block &block = f.getBody().front();
  llvm::SmallVector<mlir::Type> types;
  for (auto [x, axis] : llvm::zip_equal(block.getArguments(), in_axes)) {
    auto type = llvm::cast<RankedTensorType>(x.getType());
    types.push_back(axis ? type.clone(inserted(type.getShape(), *axis, size)) : type);
  }
  FuncOp g = functions.create(f, "batch", types);
  mlir::Block &body = g.getBody().front();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&body);
  for (auto [x, y, axis] : llvm::zip_equal(block.getArguments(), body.getArguments(), in_axes))
    batcher.values[x] = {y, axis};
  if (failed(batcher.run(builder, block))) {
    functions.erase_unused({});
    return mlir::failure();
  }
  mlir::Operation *end = block.getTerminator();
  Emitter emit(builder, end->getLoc());
  llvm::SmallVector<mlir::Value> results;
  for (auto [i, y] : llvm::enumerate(end->getOperands())) {
    Batched result = batcher.find(y);
    if (result.dim && !out_axes[i]) {
      functions.erase_unused({});
      return refuse_function(f, "result " + llvm::Twine(i) + " of @" + f.getName() +
                                    " depends on the mapped dimension, so it needs an output axis");
    }
    results.push_back(out_axes[i] ? moved_to(emit, result, *out_axes[i], size).get()
                                  : result.value);
  }
  builder.create<mlir::func::ReturnOp>(end->getLoc(), results);
  update_type(g);
  erase_dead(body);
  functions.erase_unused({g});
  return g;
}

} // namespace brigade::transforms
