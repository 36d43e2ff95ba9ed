#include "compiler/emit/emit.h"

#include "compiler/emit/elemental.h"
#include "compiler/emit/flat.h"
#include "compiler/emit/jit.h"
#include "compiler/emit/kernel.h"

#include <numeric>
#include <thread>

namespace brigade::compiler::emit {

using mlir::Operation;

namespace {

/// A share of the work, as one module.
struct Share {
  std::vector<size_t> requests;
  mlir::FailureOr<std::unique_ptr<llvm::MemoryBuffer>> object = mlir::failure();
};

std::string kernel_name(size_t i) { return "kernel_" + std::to_string(i); }

void compile_share(llvm::ArrayRef<KernelRequest> requests, Share &share) {
  WorkbenchLease bench;
  mlir::MLIRContext *context = &bench.context();
  mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp::create(mlir::UnknownLoc::get(context)));
  for (size_t i : share.requests)
    if (failed(write_kernel(*module, kernel_name(i), requests[i].fusion, requests[i].plan)))
      return;
  share.object = bench.compile(*module);
}

size_t operations_of(ir::FusionOp fusion) {
  return static_cast<size_t>(
      std::distance(fusion.getBody().front().begin(), fusion.getBody().front().end()));
}

mlir::FailureOr<runtime::KernelCode> compile_all(llvm::ArrayRef<KernelRequest> requests) {
  // The longest first, each to the thread with least to do so far.
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<size_t> sizes;
  for (const KernelRequest &request : requests)
    sizes.push_back(operations_of(request.fusion));
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return std::pair(sizes[b], a) < std::pair(sizes[a], b); });
  size_t threads =
      std::min<size_t>({2, requests.size(), std::max(1u, std::thread::hardware_concurrency())});
  std::vector<Share> shares(threads);
  std::vector<size_t> load(threads, 0);
  for (size_t i : order) {
    size_t least = std::min_element(load.begin(), load.end()) - load.begin();
    shares[least].requests.push_back(i);
    load[least] += sizes[i] + 5;
  }
  std::vector<std::thread> workers;
  for (size_t t = 1; t < threads; ++t)
    workers.emplace_back([&, t] { compile_share(requests, shares[t]); });
  compile_share(requests, shares[0]);
  for (std::thread &worker : workers)
    worker.join();

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  for (Share &share : shares) {
    if (failed(share.object))
      return mlir::failure();
    objects.push_back(std::move(*share.object));
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < requests.size(); ++i)
    names.push_back(kernel_name(i));
  return link_objects(std::move(objects), names);
}

/// Programs of at most so many kernels leave theirs behind for others.
constexpr size_t small_program = 2;

} // namespace

mlir::FailureOr<runtime::KernelCode> emit_kernels(llvm::ArrayRef<KernelRequest> requests) {
  runtime::KernelCode all;
  all.functions.resize(requests.size());
  auto kept = std::make_shared<std::vector<std::shared_ptr<void>>>();
  std::vector<KernelRequest> missing;
  std::vector<size_t> places;
  for (auto [i, request] : llvm::enumerate(requests)) {
    std::optional<runtime::KernelCode> known;
    if (request.plan.kind == KernelKind::Flat)
      known = find_flat_kernel(request.plan.flat_key);
    if (known) {
      all.functions[i] = known->functions[0];
      kept->push_back(known->keep_alive);
    } else {
      missing.push_back(request);
      places.push_back(i);
    }
  }
  if (!missing.empty()) {
    mlir::FailureOr<runtime::KernelCode> code = compile_all(missing);
    if (failed(code))
      return mlir::failure();
    kept->push_back(code->keep_alive);
    for (auto [place, function] : llvm::zip(places, code->functions)) {
      all.functions[place] = function;
      const KernelPlan &plan = requests[place].plan;
      if (plan.kind == KernelKind::Flat && requests.size() <= small_program)
        keep_flat_kernel(plan.flat_key, {{function}, code->keep_alive});
    }
  }
  all.keep_alive = kept;
  return all;
}

bool has_emission(Operation *op) { return emit_rules().find(op) != nullptr; }

bool is_elementwise(Operation *op) {
  const EmitRule *rule = emit_rules().find(op);
  return rule && rule->element;
}

int cost_of(Operation *op) {
  const EmitRule *rule = emit_rules().find(op);
  return rule ? rule->cost : 0;
}

} // namespace brigade::compiler::emit
