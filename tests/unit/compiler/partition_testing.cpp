#include "partition_testing.h"

#include "compiler/collectives/collectives.h"
#include "compiler/import/import.h"
#include "compiler/partition/partition.h"
#include "compiler/propagate/layout.h"
#include "compiler/propagate/propagate.h"
#include "ir/dialects.h"
#include "ir/factors/flow.h"
#include "ir/parse.h"
#include "ir/types.h"
#include "reference/forbid.h"
#include "reference/interpreter.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>

namespace brigade::compiler::testing {

using namespace mlir;

std::unique_ptr<TestProgram> parse(const std::string &text) {
  auto program = std::make_unique<TestProgram>();
  program->context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  program->context->allowUnregisteredDialects();
  ir::load_dialects(*program->context);
  program->handler = std::make_unique<ScopedDiagnosticHandler>(program->context.get(),
                                                               [p = program.get()](Diagnostic &d) {
                                                                 p->problems += d.str() + "\n";
                                                                 return success();
                                                               });
  ir::Problem problem;
  auto module = ir::parse_module(text, *program->context, problem);
  if (failed(module)) {
    ADD_FAILURE() << "does not parse: " << program->problems << text;
    return nullptr;
  }
  program->module = std::move(*module);
  return program;
}

bool run_phases(TestProgram &program, const ir::FactorRules &rules) {
  reference::ForbidInterpreter only_compiled;
  auto phase = [&](const char *name, LogicalResult result) {
    if (succeeded(result) && succeeded(verify(*program.module)))
      return true;
    ADD_FAILURE() << name << ": " << program.problems << ir::print_module(*program.module);
    return false;
  };
  auto functions = program.module->getOps<func::FuncOp>();
  bool calls = std::distance(functions.begin(), functions.end()) > 1;
  return phase("import", calls ? import_program(*program.module) : success()) &&
         phase("propagate", propagate(*program.module, rules)) &&
         phase("partition", partition(*program.module, rules)) &&
         phase("collectives", optimise_collectives(*program.module));
}

std::string partitioned(const std::string &text) {
  auto program = parse(text);
  return program && run_phases(*program) ? ir::print_module(*program->module) : "";
}

std::string propagated(const std::string &text) {
  auto program = parse(text);
  if (!program)
    return "";
  EXPECT_TRUE(succeeded(propagate(*program->module))) << program->problems;
  return ir::print_module(*program->module);
}

static Literal random_literal(RankedTensorType type, Range integers, std::mt19937 &random) {
  Literal literal(ir::dtype_of(type), Shape(type.getShape().begin(), type.getShape().end()));
  visit_dtype(literal.dtype, [&]<class T>(T) {
    for (T &x : literal.data<T>()) {
      float value = static_cast<float>(static_cast<int>(random() % 16) - 8) / 4;
      if constexpr (is_floating(dtype_of<T>))
        x = element_cast<T>(value);
      else {
        int64_t low = std::is_signed_v<T> ? integers.low : std::max<int64_t>(integers.low, 0);
        int64_t high = std::is_same_v<T, bool> ? 2 : integers.high;
        x = static_cast<T>(low + static_cast<int64_t>(random() % (high - low)));
      }
    }
  });
  return literal;
}

static func::FuncOp main_of(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); }

std::string read_program(const std::string &name) {
  std::ifstream in(std::string(BRIGADE_TEST_DATA) + "/partition/" + name + ".mlir");
  EXPECT_TRUE(in) << name;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::vector<Literal> random_arguments(ModuleOp module, Range integers) {
  std::mt19937 random(1);
  std::vector<Literal> arguments;
  for (Type type : main_of(module).getArgumentTypes())
    arguments.push_back(random_literal(cast<RankedTensorType>(type), integers, random));
  return arguments;
}

/// What `device` holds of a value in `layout`.
static Literal part_of(const Grid &grid, const Layout &layout, const Literal &whole,
                       int64_t device) {
  SmallVector<int64_t> local = layout.local_shape(grid, whole.shape);
  Literal part(whole.dtype, Shape(local.begin(), local.end()));
  size_t size = dtype_size(whole.dtype);
  std::vector<int64_t> strides = row_major_strides(whole.shape), index(local.size(), 0);
  for (int64_t i = 0, n = part.size(); i < n; ++i) {
    int64_t rest = i, from = 0;
    for (int d = local.size() - 1; d >= 0; --d) {
      int64_t at = grid.index(device, layout.dims[d]) * local[d] + rest % local[d];
      rest /= local[d];
      from += at * strides[d];
    }
    std::memcpy(part.bytes.data() + i * size, whole.bytes.data() + from * size, size);
  }
  return part;
}

bool expect_parts(TestProgram &program, const std::vector<Literal> &arguments,
                  const std::vector<Literal> &expected, Within within) {
  std::string text = ir::print_module(*program.module);
  auto grid = Grid::of(*program.module);
  if (failed(grid) || !*grid) {
    ADD_FAILURE() << "no mesh";
    return false;
  }
  func::FuncOp main = main_of(*program.module);
  std::vector<std::vector<Literal>> parts((*grid)->devices());
  for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
    Layout layout = layout_of(**grid, ir::sharding_of(argument), arguments[i].shape.size());
    for (auto [device, list] : llvm::enumerate(parts))
      list.push_back(part_of(**grid, layout, arguments[i], device));
  }
  auto results = reference::interpret_parallel(*program.module, "main", parts);
  if (failed(results)) {
    ADD_FAILURE() << "interpret_parallel: " << program.problems << text;
    return false;
  }
  for (auto [i, whole] : llvm::enumerate(expected)) {
    Layout layout = layout_of(**grid, ir::result_sharding(main, i), whole.shape.size());
    for (auto [device, list] : llvm::enumerate(*results))
      if (auto ok = near(list[i], part_of(**grid, layout, whole, device), within); !ok) {
        ADD_FAILURE() << "result " << i << " of device " << device << " " << ok.message() << "\n"
                      << text;
        return false;
      }
  }
  return true;
}

std::string expect_same(const std::string &text, const std::vector<Literal> &given, Within within,
                        Range integers) {
  auto program = parse(text);
  if (!program)
    return "";
  std::vector<Literal> arguments =
      given.empty() ? random_arguments(*program->module, integers) : given;
  auto expected = reference::interpret(*program->module, "main", arguments);
  if (failed(expected)) {
    ADD_FAILURE() << "interpreter: " << program->problems << text;
    return "";
  }
  if (!run_phases(*program))
    return "";
  if (!expect_parts(*program, arguments, *expected, within))
    ADD_FAILURE() << "of\n" << text;
  return ir::print_module(*program->module);
}

int count(const std::string &text, const std::string &what) {
  int n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size()))
    ++n;
  return n;
}

const std::vector<std::string> &meshes_of_eight() {
  static const std::vector<std::string> meshes = {
      R"(sdy.mesh @mesh = <["x"=8, "y"=1]>)", R"(sdy.mesh @mesh = <["x"=4, "y"=2]>)",
      R"(sdy.mesh @mesh = <["x"=2, "y"=4]>)", R"(sdy.mesh @mesh = <["x"=1, "y"=8]>)",
      R"(sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>)"};
  return meshes;
}

} // namespace brigade::compiler::testing
