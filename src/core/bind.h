#pragma once

#include "base/literal.h"
#include "brigade/array.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// How a public function becomes an operation: recorded in the innermost trace where there is one
/// (also when no operand is traced), else run at once. No MLIR in sight, so that `ops` needs none.
namespace brigade::core {

struct TensorType {
  DType dtype = DType::F32;
  Shape shape;
  bool operator==(const TensorType &) const = default;
};

/// An attribute in MLIR's own assembly, for example "#stablehlo.dot<lhs_contracting_dimensions =
/// [1], ...>".
struct AssemblyText {
  std::string text;
};

using AttributeValue = std::variant<bool, int64_t, std::string, std::vector<int64_t>,
                                    std::vector<bool>, Literal, AssemblyText>;

struct Attribute {
  const char *name;     ///< The ODS name; a string literal.
  AttributeValue value; ///< int64_t: an i64; vectors: dense arrays; Literal: dense elements.
};

/// A traced region: a reduction's body, a loop's condition. May capture values of enclosing traces.
class Body;

/// The types of what the region returns, in order.
const std::vector<TensorType> &body_results(const Body &body);

/// Whether an operation's results are weak (see Array::weak_type). Inherit: where all operands are
/// weak, there is at least one, and the result is no bool.
enum class Weak : uint8_t { Inherit, No, Yes };

/// An operation in plain data, and the key under which its eager kernel is kept.
struct Operation {
  const char *name;                ///< "stablehlo.add"; a string literal.
  std::vector<TensorType> results; ///< The caller has inferred them, so that a misfit is the user's
                                   ///< error with the user's line.
  std::vector<Attribute> attributes;
  std::vector<std::shared_ptr<const Body>> bodies;
  Weak weak = Weak::Inherit;
};

/// Traces a region over arguments of the given types.
std::shared_ptr<const Body>
trace_body(std::span<const TensorType> arguments,
           const std::function<std::vector<Array>(std::vector<Array>)> &f, Loc loc);

std::vector<Array> bind(const Operation &operation, std::span<const Array> operands, Loc loc);
/// bind for an operation of one result.
Array bind1(const Operation &operation, std::span<const Array> operands, Loc loc);

/// A constant scalar or small array of the current trace, or a concrete array outside any.
Array constant(const Literal &value, bool weak, Loc loc);

/// The same value, weak or not: no operation is recorded.
Array with_weak_type(const Array &array, bool weak, Loc loc);

/// Outside a trace, and where `like` is committed: `value`, of the same shape, put where `like` is.
/// Else `value` itself.
Array placed_like(const Array &value, const Array &like, Loc loc);

/// True inside jit, grad, vmap and their like on this thread: bind records, nothing runs.
bool is_tracing();

/// The symbol of a mesh in the program being traced, without the "@", for attributes such as
/// `#sdy.sharding<@mesh, [{"data"}, {}]>`. Declares it at first use. Only while tracing.
std::string declare_mesh(const Mesh &mesh, Loc loc);

/// The size of a named axis (pmap, shard_map, vmap with a name) in scope. Throws UserError listing
/// those that are.
int64_t axis_size(const std::string &name, Loc loc);

} // namespace brigade::core
