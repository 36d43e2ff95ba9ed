#include "core/tracer/program.h"

#include "base/intern.h"
#include "ir/types.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"

#include <fmt/format.h>

namespace brigade::core {

Program::Program() : context_(mlir::MLIRContext::Threading::DISABLED) {
  ir::load_dialects(context_);
  module_ = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context_));
}

mlir::Location Program::location(Loc loc) {
  if (!loc.file || !*loc.file)
    return mlir::UnknownLoc::get(&context_);
  if (loc.file != last_file_) {
    last_file_ = loc.file;
    last_file_name_ = mlir::StringAttr::get(&context_, loc.file);
  }
  return mlir::FileLineColLoc::get(last_file_name_, loc.line, 0);
}

mlir::RankedTensorType Program::type(const TensorType &type) {
  return ir::tensor_type(&context_, type.dtype, type.shape);
}

mlir::Attribute Program::attribute(const AttributeValue &value, Loc loc) {
  mlir::Builder b(&context_);
  struct Visitor {
    Program &program;
    mlir::Builder &b;
    Loc loc;
    mlir::Attribute operator()(bool v) { return b.getBoolAttr(v); }
    mlir::Attribute operator()(int64_t v) { return b.getI64IntegerAttr(v); }
    mlir::Attribute operator()(const std::string &v) { return b.getStringAttr(v); }
    mlir::Attribute operator()(const std::vector<int64_t> &v) { return b.getDenseI64ArrayAttr(v); }
    mlir::Attribute operator()(const std::vector<bool> &v) {
      return b.getDenseBoolArrayAttr(llvm::SmallVector<bool>(v.begin(), v.end()));
    }
    mlir::Attribute operator()(const Literal &v) { return ir::attribute_of(&program.context_, v); }
    mlir::Attribute operator()(const AssemblyText &v) {
      mlir::Attribute &known = program.assembly_[v.text];
      if (!known) {
        ir::ErrorCollector errors(program.context_);
        known = mlir::parseAttribute(v.text, &program.context_);
        if (!known)
          raise(errors, "reading an operation's attribute", loc);
      }
      return known;
    }
  };
  return std::visit(Visitor{*this, b, loc}, value);
}

std::string Program::mesh_symbol(const Mesh &mesh) {
  for (size_t i = 0; i < meshes_.size(); ++i)
    if (meshes_[i] == mesh)
      return i == 0 ? "mesh" : fmt::format("mesh_{}", i);
  meshes_.push_back(mesh);
  std::string name = mesh_symbol(mesh);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(module().getBody());
  builder.create<sdy::MeshOp>(builder.getUnknownLoc(), name, mesh_attribute(context_, mesh));
  return name;
}

mlir::func::FuncOp Program::make_function(llvm::StringRef name, mlir::FunctionType type, Loc loc) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module().getBody());
  auto function = builder.create<mlir::func::FuncOp>(location(loc), free_name(name), type);
  function.setPrivate();
  return function;
}

void Program::adopt_function(mlir::func::FuncOp function) {
  std::string name = free_name(function.getSymName());
  if (name != function.getSymName()) {
    mlir::Operation *from = function->getParentOp();
    (void)mlir::SymbolTable::replaceAllSymbolUses(function, mlir::StringAttr::get(&context_, name),
                                                  from);
    function.setName(name);
  }
  function->remove();
  module().getBody()->push_back(function);
}

void Program::clear() {
  constexpr int64_t bytes_of_operation = 1024; // Types, attributes and locations, compiled too.
  module().walk([&](mlir::Operation *op) {
    remaining_bytes_ += bytes_of_operation;
    if (auto constant = llvm::dyn_cast<stablehlo::ConstantOp>(op))
      if (auto value = llvm::dyn_cast<mlir::DenseElementsAttr>(constant.getValue()))
        remaining_bytes_ += static_cast<int64_t>(value.getRawData().size());
  });
  module().getBody()->clear();
  names_.clear();
  meshes_.clear();
  last_file_ = nullptr;
}

/// "main" is kept for the function that becomes the program's entry.
std::string Program::free_name(llvm::StringRef name) {
  std::string stem = name.empty() ? "f" : name.str();
  int count = names_[stem]++;
  return count == 0 && stem != "main" ? stem : stem + "_" + std::to_string(count);
}

namespace {
thread_local std::unique_ptr<Program> idle_program;
constexpr int64_t most_remaining_bytes = 8 << 20;
} // namespace

ProgramLease::ProgramLease()
    : program_(idle_program ? std::move(idle_program) : std::make_unique<Program>()) {}

ProgramLease::~ProgramLease() {
  program_->clear();
  if (program_->remaining_bytes() < most_remaining_bytes)
    idle_program = std::move(program_);
}

sdy::TensorShardingAttr sharding_attribute(mlir::MLIRContext &context, llvm::StringRef symbol,
                                           const NamedSharding &sharding, size_t rank) {
  llvm::SmallVector<sdy::DimensionShardingAttr> dims;
  for (size_t d = 0; d < rank; ++d) {
    llvm::SmallVector<sdy::AxisRefAttr> axes;
    if (d < sharding.spec().dims().size())
      for (const std::string &axis : sharding.spec().dims()[d].axes())
        axes.push_back(sdy::AxisRefAttr::get(&context, axis, sdy::SubAxisInfoAttr()));
    dims.push_back(
        sdy::DimensionShardingAttr::get(&context, axes, /*is_closed=*/true, std::nullopt));
  }
  return sdy::TensorShardingAttr::get(&context, symbol, dims);
}

sdy::MeshAttr mesh_attribute(mlir::MLIRContext &context, const Mesh &mesh) {
  llvm::SmallVector<sdy::MeshAxisAttr> axes;
  for (size_t i = 0; i < mesh.sizes().size(); ++i)
    axes.push_back(sdy::MeshAxisAttr::get(&context, mesh.axis_names()[i], mesh.sizes()[i]));
  return sdy::MeshAttr::get(&context, axes, llvm::ArrayRef<int64_t>());
}

TensorType tensor_type(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  return {ir::dtype_of(tensor.getElementType()),
          Shape(tensor.getShape().begin(), tensor.getShape().end())};
}

void raise(const ir::ErrorCollector &errors, const char *phase, Loc fallback) {
  if (!errors.any())
    throw InternalError(
        fmt::format("{} failed without saying why; please report this program", phase), fallback);
  ir::Problem problem = errors.first();
  Loc loc = problem.file.empty() ? fallback : Loc{interned(problem.file), problem.line};
  // Some diagnostics name their place themselves; the Error names it again.
  llvm::StringRef message = problem.message;
  message.consume_back("; " + to_string(loc));
  throw UserError(message.str(), loc);
}

} // namespace brigade::core
