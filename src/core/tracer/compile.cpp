#include "core/tracer/named_axes.h"
#include "core/tracer/scope.h"
#include "core/tracer/trace_program.h"

#include "compiler/compiler.h"
#include "ir/parse.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"

#include <fmt/format.h>

/// From a traced function to @main, its text, and what the runtime runs.
namespace brigade::core {
namespace {

thread_local ProgramTrace *tracing = nullptr;

constexpr const char *sharding_name = "sdy.sharding";
constexpr const char *donor_name = "jax.buffer_donor";
constexpr const char *mesh_name = "mesh";

/// Rewrites shardings over any of the program's meshes to the united mesh.
void unite_meshes(mlir::ModuleOp module, Program &program, const MeshUnion &united) {
  mlir::MLIRContext *context = &program.context();
  auto find = [&](llvm::StringRef symbol) {
    for (const Mesh &mesh : program.meshes())
      if (program.mesh_symbol(mesh) == symbol)
        return mesh;
    return united.mesh();
  };
  mlir::AttrTypeReplacer replacer;
  replacer.addReplacement([&](sdy::TensorShardingAttr sharding) -> mlir::Attribute {
    Mesh mesh = find(sharding.getMeshName());
    llvm::SmallVector<sdy::DimensionShardingAttr> dims;
    for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
      llvm::SmallVector<sdy::AxisRefAttr> axes;
      for (sdy::AxisRefAttr axis : dim.getAxes())
        for (const std::string &name : united.axes(mesh, axis.getName().str()))
          axes.push_back(sdy::AxisRefAttr::get(context, name, sdy::SubAxisInfoAttr()));
      dims.push_back(
          sdy::DimensionShardingAttr::get(context, axes, dim.getIsClosed(), dim.getPriority()));
    }
    return sdy::TensorShardingAttr::get(context, mesh_name, dims);
  });
  module.walk([&](mlir::Operation *op) {
    // Before its shardings change: a manual computation's axes are those of the mesh that its
    // shardings name.
    if (auto manual = llvm::dyn_cast<sdy::ManualComputationOp>(op);
        manual && !manual.getOutShardings().empty()) {
      Mesh mesh = find(manual.getOutShardings().getSharding(0).getMeshName());
      llvm::SmallVector<mlir::StringAttr> axes;
      for (mlir::StringAttr axis : manual.getManualAxes())
        for (const std::string &name : united.axes(mesh, axis.str()))
          axes.push_back(mlir::StringAttr::get(context, name));
      manual->setAttr("manual_axes", sdy::ManualAxesAttr::get(context, axes));
    }
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                               /*replaceTypes=*/false);
  });
}

/// A copy of the program in which `main` is @main with the options' attributes, without what it
/// does not need.
mlir::OwningOpRef<mlir::ModuleOp> main_module(Program &program, const TracedFunction &main,
                                              const MainOptions &options) {
  mlir::Builder builder(&program.context());
  mlir::MLIRContext &context = program.context();
  auto traced = mlir::func::FuncOp(static_cast<mlir::Operation *>(main.function));
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(
      program.module().getLoc(), "jit_" + (options.name.empty() ? "f" : options.name));
  const Mesh &mesh = options.mesh.mesh();
  if (!mesh.empty())
    module->push_back(mlir::OpBuilder(&context).create<sdy::MeshOp>(module->getLoc(), mesh_name,
                                                                    mesh_attribute(context, mesh)));
  for (mlir::func::FuncOp f : reachable_functions(traced))
    module->push_back(f->clone());
  if (program.meshes().size() > 1 || (program.meshes().size() == 1 && program.meshes()[0] != mesh))
    unite_meshes(*module, program, options.mesh);
  auto function = module->lookupSymbol<mlir::func::FuncOp>(traced.getSymName());
  function.setName("main");
  function.setSymVisibilityAttr(builder.getStringAttr("public")); // Written out, as JAX does.

  auto rank = [](mlir::Type type) {
    return llvm::cast<mlir::RankedTensorType>(type).getShape().size();
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (i < options.in_shardings.size() && options.in_shardings[i])
      function.setArgAttr(i, sharding_name,
                          sharding_attribute(context, mesh_name, *options.in_shardings[i],
                                             rank(function.getArgumentTypes()[i])));
    if (i < options.donated.size() && options.donated[i])
      function.setArgAttr(i, donor_name, builder.getBoolAttr(true));
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (i < options.out_shardings.size() && options.out_shardings[i])
      function.setResultAttr(i, sharding_name,
                             sharding_attribute(context, mesh_name, *options.out_shardings[i],
                                                rank(function.getResultTypes()[i])));
  int64_t devices = mesh.empty() ? 1 : mesh.size();
  (*module)->setAttr("mhlo.num_partitions",
                     builder.getI32IntegerAttr(static_cast<int32_t>(devices)));
  (*module)->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(1));
  return module;
}

} // namespace

Program &tracing_program() {
  if (Scope *scope = Scope::innermost())
    return scope->program();
  return ProgramTrace::current().program();
}

ProgramTrace::ProgramTrace() : program_(std::make_unique<ProgramLease>()) {
  if (tracing || Scope::innermost())
    throw InternalError("a program begins inside another; please report this");
  tracing = this;
}

ProgramTrace::~ProgramTrace() { tracing = nullptr; }

ProgramTrace &ProgramTrace::current() {
  if (!tracing)
    throw InternalError("tracing without a program; please report this");
  return *tracing;
}

Program &ProgramTrace::program() { return **program_; }

std::vector<Mesh> ProgramTrace::meshes() const { return (*program_)->meshes(); }

std::string ProgramTrace::print(const TracedFunction &main, const MainOptions &options,
                                bool with_locations) {
  return ir::print_module(*main_module(**program_, main, options), with_locations);
}

Compilation ProgramTrace::compile(const TracedFunction &main, const MainOptions &options, Loc loc) {
  mlir::OwningOpRef<mlir::ModuleOp> module = main_module(**program_, main, options);
  const Mesh &mesh = options.mesh.mesh();
  ir::ErrorCollector errors((*program_)->context());
  if (mlir::failed(mlir::verify(*module)))
    raise(errors, "verifying the traced program", loc);
  compiler::Options compiler_options;
  compiler_options.devices = mesh.empty() ? 1 : static_cast<int>(mesh.size());
  mlir::FailureOr<compiler::Compiled> compiled = compiler::compile(*module, compiler_options);
  if (mlir::failed(compiled))
    raise(errors, "compiling", loc);
  compiled->program.name = options.name;
  return {std::move(compiled->program), std::move(compiled->code),
          std::move(compiled->argument_shardings), std::move(compiled->result_shardings)};
}

} // namespace brigade::core
