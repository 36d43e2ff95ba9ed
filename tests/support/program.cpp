#include "support/program.h"

#include "ir/dialects.h"
#include "ir/types.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

namespace brigade::test {

Program::Program(std::string_view text, const mlir::DialectRegistry &more)
    : context_(std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED)) {
  context_->appendDialectRegistry(more);
  ir::load_dialects(*context_);
  handler_ = std::make_unique<mlir::ScopedDiagnosticHandler>(
      context_.get(), [this](mlir::Diagnostic &diagnostic) {
        llvm::raw_string_ostream out(diagnostics_);
        if (auto where = diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>())
          out << where.getLine() << ":" << where.getColumn() << ": ";
        out << (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error ? "error: " : "note: ")
            << diagnostic << "\n";
        return mlir::success();
      });
  module_ = mlir::parseSourceString<mlir::ModuleOp>(llvm::StringRef(text), context_.get());
}

mlir::func::FuncOp Program::function(llvm::StringRef name) const {
  return module().lookupSymbol<mlir::func::FuncOp>(name);
}

std::string Program::text() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  module()->print(out);
  return text;
}

std::string Program::diagnostics() { return std::exchange(diagnostics_, {}); }

std::string tensor_type(DType dtype, const Shape &shape) {
  std::string out = "tensor<";
  for (int64_t size : shape)
    out += std::to_string(size) + "x";
  std::string name(dtype_name(dtype));
  if (dtype == DType::Bool)
    name = "i1";
  else if (is_signed_integer(dtype))
    name[0] = 'i';
  else if (is_unsigned_integer(dtype))
    name = "ui" + name.substr(1);
  return out + name + ">";
}

std::vector<Literal> random_arguments(mlir::func::FuncOp f, uint64_t seed, double low,
                                      double high) {
  std::vector<Literal> out;
  for (mlir::Type type : f.getArgumentTypes()) {
    auto tensor = mlir::cast<mlir::RankedTensorType>(type);
    out.push_back(random_literal(ir::dtype_of(tensor.getElementType()), Shape(tensor.getShape()),
                                 seed++, low, high));
  }
  return out;
}

} // namespace brigade::test
