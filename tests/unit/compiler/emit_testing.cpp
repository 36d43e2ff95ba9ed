#include "emit_testing.h"

#include "compiler/fuse/fuse.h"
#include "ir/dialects.h"
#include "ir/parse.h"
#include "ir/types.h"
#include "reference/forbid.h"
#include "reference/interpreter.h"

#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

namespace brigade::compiler::testing {

namespace {

mlir::OwningOpRef<mlir::ModuleOp> parse_text(const std::string &text, mlir::MLIRContext &context) {
  ir::load_dialects(context);
  ir::Problem problem;
  auto module = ir::parse_module(text, context, problem, "test.mlir");
  if (failed(module)) {
    ADD_FAILURE() << "the test's program does not parse\n" << text;
    return {};
  }
  return std::move(*module);
}

/// One unit in the last place of types that kernels and interpreter round at other points.
double rounding_of(DType dtype) {
  switch (dtype) {
  case DType::BF16:
    return 1.0 / 128;
  case DType::F16:
    return 1.0 / 1024;
  default:
    return 0;
  }
}

} // namespace

std::vector<Literal> random_values(mlir::ModuleOp module, unsigned seed) {
  std::vector<Literal> values;
  for (mlir::Type type : module.lookupSymbol<mlir::func::FuncOp>("main").getArgumentTypes()) {
    auto shape = mlir::cast<mlir::RankedTensorType>(type).getShape();
    DType dtype = ir::dtype_of(type);
    double low = is_floating(dtype) ? -2 : is_signed_integer(dtype) ? -4 : 0;
    values.push_back(
        test::random_literal(dtype, Shape(shape), seed++, low, is_floating(dtype) ? 2 : 12 + low));
  }
  return values;
}

std::unique_ptr<CompiledText> compile_text(const std::string &text) {
  reference::ForbidInterpreter only_compiled;
  auto result = std::make_unique<CompiledText>();
  result->context = std::make_unique<mlir::MLIRContext>();
  result->module = parse_text(text, *result->context);
  if (!result->module)
    return nullptr;
  if (failed(fuse(*result->module))) {
    ADD_FAILURE() << "fuse fails on\n" << text;
    return nullptr;
  }
  result->fused = ir::print_module(*result->module);
  if (failed(mlir::verify(*result->module))) {
    ADD_FAILURE() << "fuse makes\n" << result->fused;
    return nullptr;
  }
  auto planned = plan_memory(*result->module);
  if (failed(planned)) {
    ADD_FAILURE() << "memory fails on\n" << result->fused;
    return nullptr;
  }
  result->planned = std::move(*planned);
  if (std::string overlap = overlap_in(result->planned.program); !overlap.empty())
    ADD_FAILURE() << overlap << "\n" << result->fused;
  auto code = emit::emit_kernels(result->planned.kernels);
  if (failed(code)) {
    ADD_FAILURE() << "emit fails on\n" << result->fused;
    return nullptr;
  }
  result->code = std::move(*code);
  return result;
}

std::string compile_error(const std::string &text) {
  mlir::MLIRContext context;
  std::string problems;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    problems += diagnostic.str() + "\n";
    return mlir::success();
  });
  auto module = parse_text(text, context);
  if (!module || failed(fuse(*module)))
    return problems;
  auto planned = plan_memory(*module);
  if (succeeded(planned))
    EXPECT_TRUE(failed(emit::emit_kernels(planned->kernels))) << text;
  return problems;
}

std::vector<Literal> run_on_one_device(const CompiledText &compiled,
                                       const std::vector<Literal> &arguments) {
  reference::ForbidInterpreter only_compiled;
  static auto client = runtime::make_cpu_client({.devices = 1});
  int device = client->local_devices()[0]->id();
  auto executable = client->load(compiled.planned.program, compiled.code, {device});
  std::vector<runtime::Shards> shards;
  for (const Literal &argument : arguments)
    shards.push_back({client->buffer_from_host(argument.bytes.data(), argument.dtype,
                                               argument.shape, std::array{device})});
  std::vector<Literal> results;
  for (const runtime::Shards &result : client->execute(*executable, std::move(shards))) {
    result[0]->await();
    Literal value(result[0]->dtype(), result[0]->shape());
    std::copy_n(result[0]->data(), value.bytes.size(), value.bytes.data());
    results.push_back(std::move(value));
  }
  return results;
}

std::unique_ptr<CompiledText> expect_compiled(const std::string &text,
                                              std::vector<Literal> arguments, Within within) {
  mlir::MLIRContext context;
  auto reference_module = parse_text(text, context);
  auto compiled = compile_text(text);
  if (!reference_module || !compiled)
    return nullptr;
  if (arguments.empty())
    arguments = random_values(*reference_module);
  auto want = reference::interpret(*reference_module, "main", arguments);
  if (failed(want)) {
    ADD_FAILURE() << "the interpreter fails on\n" << text;
    return compiled;
  }
  std::vector<Literal> got = run_on_one_device(*compiled, arguments);
  if (got.size() != want->size()) {
    ADD_FAILURE() << got.size() << " results instead of " << want->size();
    return compiled;
  }
  for (size_t i = 0; i < got.size(); ++i) {
    Within rounded = within;
    rounded.relative += rounding_of((*want)[i].dtype);
    EXPECT_TRUE(near(got[i], (*want)[i], rounded)) << "result " << i << " of\n"
                                                   << text << compiled->fused;
  }
  return compiled;
}

namespace {

/// Buffers that a step reads and writes.
void uses_of(const schedule::Step &step, std::vector<schedule::Id> &reads,
             std::vector<schedule::Id> &writes, size_t inputs_of_kernel) {
  std::visit(
      [&]<class T>(const T &body) {
        if constexpr (std::is_same_v<T, schedule::KernelStep>) {
          for (size_t i = 0; i < body.buffers.size(); ++i)
            (i < inputs_of_kernel ? reads : writes).push_back(body.buffers[i]);
        } else if constexpr (std::is_same_v<T, schedule::DotStep>) {
          reads.insert(reads.end(), {body.lhs, body.rhs});
          writes.push_back(body.out);
          for (size_t i = 1; i < body.epilogue.buffers.size(); ++i)
            (i < inputs_of_kernel ? reads : writes).push_back(body.epilogue.buffers[i]);
        } else if constexpr (std::is_same_v<T, schedule::CollectiveStep>) {
          reads = body.operands;
          writes = body.results;
        } else if constexpr (std::is_same_v<T, schedule::CopyStep>) {
          reads.push_back(body.from);
          writes.push_back(body.to);
        } else if constexpr (std::is_same_v<T, schedule::PositionStep>) {
          writes.push_back(body.to);
        } else if constexpr (std::is_same_v<T, schedule::BranchStep>) {
          reads.push_back(body.predicate);
        }
      },
      step.body);
}

} // namespace

std::string overlap_in(const schedule::Program &program) {
  // Programs without loops: between the step that writes a buffer and each step that reads it,
  // nothing else is written there.
  for (const schedule::Step &step : program.steps)
    if (std::holds_alternative<schedule::JumpStep>(step.body))
      return "";
  auto overlaps = [&](schedule::Id a, schedule::Id b) {
    const schedule::Buffer &x = program.buffers[a], &y = program.buffers[b];
    return a != b && x.space == schedule::Space::Arena && y.space == schedule::Space::Arena &&
           x.sharing == y.sharing && x.offset < y.offset + y.bytes &&
           y.offset < x.offset + x.bytes && x.bytes && y.bytes &&
           !(x.offset == y.offset && x.bytes == y.bytes);
  };
  std::vector<std::pair<schedule::Id, size_t>> written;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    std::vector<schedule::Id> reads, writes;
    uses_of(program.steps[i], reads, writes, SIZE_MAX);
    for (schedule::Id read : reads) {
      size_t from = 0;
      for (auto [id, step] : written)
        if (id == read)
          from = step;
      for (auto [id, step] : written)
        if (step > from && overlaps(id, read))
          return "step " + std::to_string(i) + " reads buffer " + std::to_string(read) +
                 " over which step " + std::to_string(step) + " has written buffer " +
                 std::to_string(id);
    }
    for (schedule::Id write : writes)
      written.push_back({write, i});
  }
  return "";
}

} // namespace brigade::compiler::testing
