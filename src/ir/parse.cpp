#include "ir/parse.h"

#include "ir/limits.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace brigade::ir {

using namespace mlir;

/// Newer printers write `"file":12:3 to 13:7` and `"file":12:3 to :7`; this MLIR knows the start
/// only.
static std::string without_location_ranges(StringRef text) {
  static constexpr StringRef marker = " to ";
  std::string out;
  out.reserve(text.size());
  while (true) {
    size_t at = text.find(marker);
    if (at == StringRef::npos)
      break;
    StringRef before = text.take_front(at), range = text.drop_front(at + marker.size());
    StringRef after = range.drop_while(llvm::isDigit);
    bool is_range = !before.empty() && llvm::isDigit(before.back()) && after.consume_front(":");
    StringRef rest = after.drop_while(llvm::isDigit);
    is_range &= rest.size() < after.size() && rest.starts_with(")") &&
                before.substr(before.rfind('\n') + 1).contains("loc(");
    out += before;
    if (!is_range)
      out += marker;
    text = is_range ? rest : range;
  }
  out += text;
  return out;
}

/// The line where brackets are open `max_nesting` deep, or 0: the reader calls itself for each.
static unsigned line_nested_too_deep(StringRef text) {
  if (text.starts_with("ML\xefR")) // Bytecode.
    return 0;
  int64_t depth = 0;
  unsigned line = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '\n':
      ++line;
      break;
    case '"': // A string, in which a backslash takes the next character along.
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
      line += i < text.size() && text[i] == '\n';
      break;
    case '/':
      if (text.substr(i, 2) == "//")
        i = std::min(text.find('\n', i), text.size()) - 1;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > max_nesting)
        return line;
      break;
    case '>':
      if (i > 0 && text[i - 1] == '-') // An arrow.
        break;
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth = std::max<int64_t>(depth - 1, 0);
    }
  }
  return 0;
}

/// Whether the tensor's bytes, packed, are within what a program may ask for.
static bool fits(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || !tensor.getElementType().isIntOrFloat())
    return true;
  int64_t left = max_tensor_bytes / std::max(1u, tensor.getElementTypeBitWidth() / 8);
  for (int64_t size : tensor.getShape()) {
    if (size > left)
      return false;
    left /= std::max<int64_t>(size, 1);
  }
  return true;
}

/// Sizes beyond the limit would overflow in whatever computes with them.
static LogicalResult check_sizes(ModuleOp module) {
  auto check = [](Operation *op, TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (!fits(type))
        return op->emitOpError() << "has a value of type " << type << ", which takes more than "
                                 << (max_tensor_bytes >> 40) << " TiB";
    return success();
  };
  WalkResult walked = module.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
    if (failed(check(op, op->getResultTypes())))
      return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(check(op, block.getArgumentTypes())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// The reader has two sentences for an operation that a dialect lacks, one for each kind of
/// assembly; here it is one.
static void reword_unknown_operation(Problem &problem) {
  auto [name, rest] = StringRef(problem.message).split('\'').second.split('\'');
  if (rest.starts_with(" is unknown") || rest.starts_with(" found in dialect"))
    problem.message = ("operation '" + name + "' is not one that Brigade knows").str();
}

FailureOr<OwningOpRef<ModuleOp>> parse_module(StringRef text, MLIRContext &context,
                                              Problem &problem, StringRef name) {
  if (unsigned line = line_nested_too_deep(text)) {
    problem = {"more than " + std::to_string(max_nesting) + " brackets are open at once",
               name.str(), line};
    return failure();
  }
  ErrorCollector errors(context);
  std::string stripped;
  if (text.contains(" to ")) {
    stripped = without_location_ranges(text);
    text = stripped;
  }
  ParserConfig unverified(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, unverified, name);
  if (!module || failed(check_sizes(*module)) || failed(verify(*module))) {
    problem = errors.first();
    if (problem.file.empty()) // The text says that the operation at fault has no location.
      problem.file = name.str();
    reword_unknown_operation(problem);
    return failure();
  }
  return module;
}

FailureOr<OwningOpRef<ModuleOp>> parse_file(StringRef path, MLIRContext &context,
                                            Problem &problem) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    problem = {"cannot be read: " + buffer.getError().message(), path.str(), 0};
    return failure();
  }
  return parse_module((*buffer)->getBuffer(), context, problem, path);
}

std::string print_module(ModuleOp module, bool with_locations) {
  std::string text;
  llvm::raw_string_ostream out(text);
  OpPrintingFlags flags;
  if (with_locations)
    flags.enableDebugInfo();
  module.print(out, flags);
  out << "\n";
  return text;
}

} // namespace brigade::ir
