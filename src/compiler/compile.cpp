#include "compiler/emit/emit.h"
#include "compiler/memory/memory.h"
#include "compiler/pipeline.h"
#include "ir/dialects.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

sdy::MeshAttr mesh_of(ModuleOp module) {
  auto meshes = module.getOps<sdy::MeshOp>();
  return meshes.empty() ? nullptr : (*meshes.begin()).getMesh();
}

LogicalResult check_devices(ModuleOp module, int devices) {
  sdy::MeshAttr mesh = mesh_of(module);
  if (!mesh && devices != 1)
    return module.emitError() << "is for " << devices
                              << " devices and has no sdy.mesh of them; it can be interpreted";
  if (mesh && mesh.getTotalSize() != devices)
    return module.emitError() << "has a mesh of " << mesh.getTotalSize()
                              << " devices and is compiled for " << devices;
  return success();
}

/// The spec that an `sdy.sharding` of an argument or result amounts to.
FailureOr<PartitionSpec> spec_of(func::FuncOp main, Attribute sharding, const Twine &what) {
  auto tensor_sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(sharding);
  if (!tensor_sharding)
    return PartitionSpec();
  std::vector<DimSpec> dims;
  for (sdy::DimensionShardingAttr dim : tensor_sharding.getDimShardings()) {
    std::vector<std::string> axes;
    for (sdy::AxisRefAttr axis : dim.getAxes()) {
      if (axis.getSubAxisInfo())
        return main.emitOpError() << what << " is split over a part of axis \"" << axis.getName()
                                  << "\"; whole axes are what arrays can be split over";
      axes.push_back(axis.getName().str());
    }
    dims.emplace_back(std::move(axes));
  }
  return PartitionSpec(std::move(dims));
}

LogicalResult collect_shardings(ModuleOp module, Compiled &compiled) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    FailureOr<PartitionSpec> spec =
        spec_of(main, main.getArgAttr(i, "sdy.sharding"), "argument " + Twine(i));
    if (failed(spec))
      return failure();
    compiled.argument_shardings.push_back(std::move(*spec));
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    FailureOr<PartitionSpec> spec =
        spec_of(main, main.getResultAttr(i, "sdy.sharding"), "result " + Twine(i));
    if (failed(spec))
      return failure();
    compiled.result_shardings.push_back(std::move(*spec));
  }
  return success();
}

} // namespace

FailureOr<Compiled> compile(ModuleOp module, const Options &options) {
  Compiled compiled;
  Pipeline pipeline(module, options, compiled.report);
  if (failed(check_devices(module, options.devices)) || failed(pipeline.run_through(Phase::Fuse)) ||
      failed(collect_shardings(module, compiled)))
    return failure();

  FailureOr<Planned> planned = failure();
  FailureOr<runtime::KernelCode> code = failure();
  auto plan = [&](ModuleOp fused) -> LogicalResult { return planned = plan_memory(fused); };
  auto emit = [&](ModuleOp) -> LogicalResult {
    return code = emit::emit_kernels(planned->kernels);
  };
  if (pipeline.stopped())
    return compiled;
  if (failed(pipeline.run(Phase::Memory, plan)))
    return failure();
  compiled.program = std::move(planned->program);
  compiled.report.kernels = std::move(planned->kernel_lines);
  if (pipeline.stopped())
    return compiled;
  if (failed(pipeline.run(Phase::Emit, emit)))
    return failure();
  compiled.code = std::move(*code);
  return compiled;
}

} // namespace brigade::compiler
