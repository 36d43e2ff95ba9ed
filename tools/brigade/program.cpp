#include "program.h"

#include "brigade/error.h"
#include "ir/device_groups.h"
#include "ir/dialects.h"
#include "ir/parse.h"
#include "ir/sdy/shardings.h"
#include "ir/types.h"

#include "mlir/IR/Verifier.h"

#include <fmt/format.h>

namespace brigade::tools {

namespace {

std::vector<ArrayType> array_types(mlir::TypeRange types, const std::string &file,
                                   const char *what) {
  std::vector<ArrayType> out;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    std::optional<DType> dtype = ir::find_dtype(type);
    if (!tensor || !tensor.hasStaticShape() || !dtype)
      throw UserError(fmt::format(
          "{}: {} {} of @main is no tensor of static shape with bool, integer or float elements",
          file, what, index));
    out.push_back({*dtype, Shape(tensor.getShape())});
  }
  return out;
}

struct Axis {
  std::string name;
  int64_t size;
};

/// "data=4,model=2"
std::vector<Axis> parse_axes(const std::string &text) {
  std::vector<Axis> axes;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [name, size_text] = part.split('=');
    int64_t size;
    if (name.empty() || size_text.getAsInteger(10, size) || size < 1)
      throw UserError(fmt::format(
          "--mesh: '{}' is no axis with a size; data=4,model=2 would be right", part.str()));
    axes.push_back({name.str(), size});
  }
  return axes;
}

Mesh mesh_of(mlir::ModuleOp module) {
  auto meshes = module.getOps<sdy::MeshOp>();
  auto found =
      llvm::find_if(meshes, [](sdy::MeshOp op) { return !op.getMesh().getAxes().empty(); });
  if (found == meshes.end())
    return {};
  sdy::MeshAttr mesh = (*found).getMesh();
  std::vector<int64_t> sizes;
  std::vector<std::string> names;
  for (sdy::MeshAxisAttr axis : mesh.getAxes()) {
    sizes.push_back(axis.getSize());
    names.push_back(axis.getName().str());
  }
  std::vector<int> devices(mesh.getDeviceIds().begin(), mesh.getDeviceIds().end());
  for (int id = 0; devices.size() < static_cast<size_t>(mesh.getTotalSize()); ++id)
    devices.push_back(id);
  return Mesh(std::move(devices), std::move(sizes), std::move(names), Loc{});
}

/// Also of a program without a mesh: an already partitioned one says how many it was made for.
int devices_of(mlir::ModuleOp module, const std::string &file) {
  ir::ErrorCollector errors(*module.getContext());
  mlir::FailureOr<ir::Grid> grid = ir::grid_of(module);
  if (mlir::failed(grid))
    throw error_in(file, errors);
  return grid->size();
}

} // namespace

UserError error_in(const std::string &file, const ir::ErrorCollector &errors) {
  ir::Problem problem = errors.first();
  if (problem.file.empty())
    problem.file = file;
  return UserError(problem.text());
}

LoadedProgram::LoadedProgram(const ProgramArguments &arguments)
    : options_(arguments),
      context_(std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED)) {
  ir::load_dialects(*context_);
  ir::Problem problem;
  auto module = ir::parse_file(arguments.file, *context_, problem);
  if (mlir::failed(module))
    throw UserError(problem.text());
  module_ = std::move(*module);
  sdy::name_meshes(*module_); // What follows looks for the program's devices among the symbols.
  auto main = module_->lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    throw UserError(fmt::format("{}: has no function @main", arguments.file));
  if (!arguments.mesh.empty())
    apply_mesh(arguments.mesh);
  arguments_ = array_types(main.getArgumentTypes(), arguments.file, "argument");
  results_ = array_types(main.getResultTypes(), arguments.file, "result");
  mesh_ = mesh_of(*module_);
  devices_ = devices_of(*module_, arguments.file);
  if (arguments.devices != 0 && arguments.devices < devices_)
    throw UserError(fmt::format("{}: needs {} devices{}, and --devices gives {}", arguments.file,
                                devices_, mesh_.empty() ? "" : " for " + mesh_.to_string(),
                                arguments.devices));
}

std::vector<ArrayType> LoadedProgram::main_results() {
  auto main = module_->lookupSymbol<mlir::func::FuncOp>("main");
  return array_types(main.getResultTypes(), options_.file, "result");
}

void LoadedProgram::apply_mesh(const std::string &text) {
  std::vector<sdy::MeshAxisAttr> axes;
  for (const Axis &axis : parse_axes(text))
    axes.push_back(sdy::MeshAxisAttr::get(context_.get(), axis.name, axis.size));
  ir::ErrorCollector errors(*context_);
  llvm::ArrayRef<int64_t> row_major;
  auto report = [&] { return mlir::emitError(module_->getLoc()); };
  sdy::MeshAttr mesh;
  if (mlir::succeeded(sdy::MeshAttr::verify(report, axes, row_major)))
    mesh = sdy::MeshAttr::get(context_.get(), axes, row_major);
  if (mesh) {
    bool replaced = false;
    for (sdy::MeshOp op : module_->getOps<sdy::MeshOp>())
      if (!op.getMesh().getAxes().empty()) {
        op.setMeshAttr(mesh);
        replaced = true;
      }
    if (!replaced) {
      mlir::OpBuilder builder(module_->getBodyRegion());
      builder.create<sdy::MeshOp>(module_->getLoc(), "mesh", mesh);
    }
  }
  if (!mesh || mlir::failed(mlir::verify(*module_)))
    throw UserError(fmt::format("--mesh {}: {}", text, errors.first().text()));
}

compiler::Compiled LoadedProgram::compile() {
  ir::ErrorCollector errors(*context_);
  compiler::Options options;
  options.devices = devices_;
  options.dump_dir = options_.dump_dir;
  mlir::FailureOr<compiler::Compiled> compiled = compiler::compile(*module_, options);
  if (mlir::failed(compiled))
    throw error_in(options_.file, errors);
  return std::move(*compiled);
}

} // namespace brigade::tools
