#include "inputs.h"

#include "brigade/error.h"
#include "brigade/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <random>

namespace brigade::tools {

namespace {

/// Floats are even in [-1, 1), integers in 0 to 9, bools either: small enough that few programs
/// overflow.
Literal random_literal(const ArrayType &type, std::mt19937_64 &random) {
  Literal literal(type.dtype, type.shape);
  visit_dtype(type.dtype, [&]<class T>(T) {
    for (T &element : literal.data<T>()) {
      uint64_t bits = random();
      double even = static_cast<double>(bits >> 11) * 0x1p-52 - 1;
      if constexpr (is_floating(dtype_of<T>))
        element = element_cast<T>(even);
      else if constexpr (std::is_same_v<T, bool>)
        element = bits & 1;
      else
        element = static_cast<T>(bits % 10);
    }
  });
  return literal;
}

/// NumPy stores types that it lacks as unsigned integers of their width.
Literal as_type(Literal literal, const ArrayType &type, const std::string &path, size_t index) {
  if (type.dtype == DType::BF16 && literal.dtype == DType::U16)
    literal.dtype = DType::BF16;
  if (literal.dtype != type.dtype || literal.shape != type.shape)
    throw UserError(fmt::format("{}: holds {}, and argument {} of @main is {}", path,
                                to_string(literal.dtype, literal.shape), index,
                                to_string(type.dtype, type.shape)));
  return literal;
}

double element_as_double(const Literal &literal, int64_t index) {
  return visit_dtype(literal.dtype,
                     [&]<class T>(T) { return element_cast<double>(literal.data<T>()[index]); });
}

} // namespace

std::vector<Literal> make_inputs(const LoadedProgram &program, const RunArguments &arguments) {
  const std::vector<ArrayType> &types = program.arguments();
  std::vector<Literal> inputs;
  if (arguments.random_seed) {
    if (!arguments.inputs.empty())
      throw UserError("--input and --random-inputs exclude each other");
    std::mt19937_64 random(*arguments.random_seed);
    for (const ArrayType &type : types)
      try {
        inputs.push_back(random_literal(type, random));
      } catch (const std::bad_alloc &) {
        throw UserError(fmt::format("{}: argument {} of @main, {}, is larger than memory",
                                    arguments.program.file, inputs.size(),
                                    to_string(type.dtype, type.shape)));
      }
    return inputs;
  }
  if (arguments.inputs.size() != types.size())
    throw UserError(fmt::format(
        "{}: @main takes {} arrays, and --input gives {}; --random-inputs SEED makes them up",
        arguments.program.file, types.size(), arguments.inputs.size()));
  for (size_t i = 0; i < types.size(); ++i)
    inputs.push_back(as_type(read_npy(arguments.inputs[i]), types[i], arguments.inputs[i], i));
  return inputs;
}

void deliver(const std::vector<Literal> &results, const std::string &folder) {
  if (!folder.empty()) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
      throw UserError(fmt::format("{}: the folder cannot be made: {}", folder, error.message()));
    for (size_t i = 0; i < results.size(); ++i)
      write_npy(fmt::format("{}/out{}.npy", folder, i), results[i]);
    return;
  }
  constexpr int64_t shown = 8;
  for (size_t i = 0; i < results.size(); ++i) {
    std::vector<double> first;
    for (int64_t at = 0; at < std::min(results[i].size(), shown); ++at)
      first.push_back(element_as_double(results[i], at));
    fmt::print("out{}: {} [{}{}]\n", i, to_string(results[i].dtype, results[i].shape),
               fmt::join(first, ", "), results[i].size() > shown ? ", ..." : "");
  }
}

} // namespace brigade::tools
