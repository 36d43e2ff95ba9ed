#pragma once

#include "emit_testing.h"

/// Programs of single operations, on every element type that each takes.
namespace brigade::compiler::testing {

struct EmitCase {
  std::string text;
  std::vector<Literal> arguments; ///< Random ones where there are none.
  Within within;
};

class EmitCases {
public:
  void add(std::string text, std::vector<Literal> arguments = {}, Within within = {});
  /// `operation` on vectors of each type, with values at its edges. `result`: the element type
  /// that it gives, where it is another.
  void elementwise(const std::string &operation, int operands,
                   const std::vector<std::string> &types, const std::string &result = "",
                   const std::string &attributes = "", Within within = {});
  /// A function of `arguments` whose body ends by defining %r.
  void program(const std::string &arguments, const std::string &result, const std::string &body,
               Within within = {});

  const std::vector<EmitCase> &all() const { return all_; }

private:
  std::vector<EmitCase> all_;
};

struct EmitGroup {
  const char *name;
  void (*add)(EmitCases &cases);
};
std::vector<EmitGroup> elementwise_groups();
std::vector<EmitGroup> array_groups();

std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists);

/// Element types by MLIR's names.
extern const std::vector<std::string> floats, signed_ints, unsigned_ints, ints, numbers, all_types,
    signed_numbers;
DType dtype_of_name(const std::string &element);
/// "tensor<2x3xf32>"
std::string tensor(const Shape &shape, const std::string &element);
/// @main of `operands` vectors of `type`, in generic form.
std::string elementwise_text(const std::string &operation, int operands, const std::string &type,
                             const std::string &result, const std::string &attributes = "");

} // namespace brigade::compiler::testing
