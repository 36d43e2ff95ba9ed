#include "emit_testing.h"

#include "compiler/fuse/fuse.h"
#include "ir/dialects.h"
#include "ir/parse.h"
#include "ir/types.h"
#include "reference/forbid.h"
#include "reference/interpreter.h"

#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

template <class T> T element_of(double x) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return to_bfloat16(static_cast<float>(x));
  else if constexpr (std::is_same_v<T, float16>)
    return to_float16(static_cast<float>(x));
  else if constexpr (std::is_same_v<T, bool>)
    return x != 0;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(x);
  else
    return static_cast<T>(static_cast<int64_t>(x));
}

template <class T> double number_of(T x) {
  if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>)
    return to_float(x);
  else
    return static_cast<double>(x);
}

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

/// The first difference, or nothing.
std::string difference(const Literal &got, const Literal &want, Within within) {
  if (got.dtype != want.dtype || got.shape != want.shape)
    return to_string(got.dtype, got.shape) + " instead of " + to_string(want.dtype, want.shape);
  return visit_dtype(got.dtype, [&]<class T>(T) -> std::string {
    auto a = got.data<T>(), b = want.data<T>();
    for (size_t i = 0; i < a.size(); ++i) {
      double x = number_of(a[i]), y = number_of(b[i]);
      bool same;
      if constexpr (std::is_integral_v<T>)
        same = a[i] == b[i];
      else
        same = (std::isnan(x) && std::isnan(y)) || x == y ||
               std::fabs(x - y) <=
                   within.absolute + (within.relative + rounding_of(got.dtype)) * std::fabs(y);
      if (!same)
        return "element " + std::to_string(i) + " is " + std::to_string(x) + " instead of " +
               std::to_string(y);
    }
    return "";
  });
}

} // namespace

Literal literal(DType dtype, const Shape &shape, const std::vector<double> &values) {
  Literal result(dtype, shape);
  visit_dtype(dtype, [&]<class T>(T) {
    for (size_t i = 0; i < values.size(); ++i)
      result.data<T>()[i] = element_of<T>(values[i]);
  });
  return result;
}

std::vector<Literal> random_values(mlir::ModuleOp module, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Literal> values;
  for (mlir::Type type : module.lookupSymbol<mlir::func::FuncOp>("main").getArgumentTypes()) {
    auto shape = mlir::cast<mlir::RankedTensorType>(type).getShape();
    Literal value(ir::dtype_of(type), Shape(shape.begin(), shape.end()));
    visit_dtype(value.dtype, [&]<class T>(T) {
      for (T &x : value.data<T>()) {
        if (is_floating(value.dtype))
          x = element_of<T>(std::uniform_real_distribution<double>(-2, 2)(random));
        else if (value.dtype == DType::Bool)
          x = element_of<T>(random() % 2);
        else
          x = element_of<T>(static_cast<double>(random() % 13) -
                            (is_signed_integer(value.dtype) ? 4 : 0));
      }
    });
    values.push_back(std::move(value));
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
    std::string different = difference(got[i], (*want)[i], within);
    EXPECT_EQ(different, "") << "result " << i << " of\n" << text << compiled->fused;
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
