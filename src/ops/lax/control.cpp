#include "ops/lax/build.h"

namespace brigade::lax::detail {

using namespace brigade::ops;

namespace {

std::vector<TensorType> types_of(const std::vector<Array> &values) {
  std::vector<TensorType> out;
  for (const Array &x : values)
    out.push_back(type_of(x));
  return out;
}

std::shared_ptr<const core::Body> trace(const Region &region, const std::vector<TensorType> &types,
                                        Loc loc) {
  return core::trace_body(types, [&](std::vector<Array> a) { return region(std::move(a)); }, loc);
}

std::string carry_name(const std::string &path) {
  return path.empty() ? "the carry" : "the carry's " + path;
}

/// Weak leaves take the dtype that the body gives them. True where one changed.
bool promote_weak(std::vector<Array> &values, const std::vector<TensorType> &results, Loc loc) {
  bool changed = false;
  for (size_t i = 0; i < values.size(); ++i) {
    Array &x = values[i];
    if (!x.weak_type() || type_of(x) == results[i] || x.shape() != results[i].shape)
      continue;
    x = convert_element_type(x, results[i].dtype, loc);
    changed = true;
  }
  return changed;
}

} // namespace

std::vector<Array> while_loop(const char *name, const Region &condition, const Region &body,
                              std::vector<Array> values, const std::vector<std::string> &paths,
                              Loc loc) {
  auto traced_body = trace(body, types_of(values), loc);
  auto check_count = [&] {
    if (size_t n = core::body_results(*traced_body).size(); n != values.size())
      fail(loc, "{}: the carry has {} leaves on entry, but the body returns {}", name,
           values.size(), n);
  };
  check_count();
  if (promote_weak(values, core::body_results(*traced_body), loc)) {
    traced_body = trace(body, types_of(values), loc);
    check_count();
  }
  const std::vector<TensorType> types = types_of(values);
  for (size_t i = 0; i < types.size(); ++i)
    if (const TensorType &out = core::body_results(*traced_body)[i]; out != types[i])
      fail(loc,
           "{}: {} is {} on entry, but the body returns {}; a carry keeps its dtype and "
           "shape",
           name, carry_name(paths[i]), to_string(types[i].dtype, types[i].shape),
           to_string(out.dtype, out.shape));
  auto traced_condition = trace(condition, types, loc);
  const std::vector<TensorType> &test = core::body_results(*traced_condition);
  if (test.size() != 1 || test[0] != TensorType{DType::Bool, {}})
    fail(loc, "{}: the condition returns {}; it must return one bool of shape ()", name,
         test.size() == 1 ? to_string(test[0].dtype, test[0].shape)
                          : fmt::format("{} values", test.size()));
  core::Operation operation{
      "stablehlo.while", types, {}, {std::move(traced_condition), std::move(traced_body)}};
  operation.weak = core::Weak::No;
  return core::bind(operation, values, loc);
}

std::vector<Array> optimization_barrier(std::vector<Array> values, Loc loc) {
  if (values.empty())
    return values;
  core::Operation operation{"stablehlo.optimization_barrier", types_of(values), {}, {}};
  return core::bind(operation, values, loc);
}

} // namespace brigade::lax::detail
