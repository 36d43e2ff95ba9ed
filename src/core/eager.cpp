#include "core/eager.h"

#include "core/client.h"
#include "core/executable.h"
#include "core/record.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace brigade::core {
namespace {

/// Everything of an operation that its program depends on, as bytes.
class KeyWriter {
public:
  template <class T> void number(const T &value) {
    key.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    key.append(value);
  }
  void operator()(bool value) { number(value); }
  void operator()(int64_t value) { number(value); }
  void operator()(const std::string &value) { text(value); }
  void operator()(const AssemblyText &value) { text(value.text); }
  void operator()(const std::vector<int64_t> &values) {
    number(values.size());
    for (int64_t value : values)
      number(value);
  }
  void operator()(const std::vector<bool> &values) {
    number(values.size());
    for (bool value : values)
      number(value);
  }
  void operator()(const Literal &value) {
    number(value.dtype);
    (*this)(value.shape);
    text({reinterpret_cast<const char *>(value.bytes.data()), value.bytes.size()});
  }

  std::string key;
};

std::string key_of(const Operation &operation, std::span<const Array> operands) {
  KeyWriter writer;
  writer.key.reserve(128);
  writer.text(operation.name);
  writer.number(operation.weak);
  writer.number(default_device_id());
  for (const TensorType &result : operation.results) {
    writer.number(result.dtype);
    writer(result.shape);
  }
  for (const Attribute &attribute : operation.attributes) {
    writer.text(attribute.name);
    writer.number(attribute.value.index());
    std::visit(writer, attribute.value);
  }
  for (const std::shared_ptr<const Body> &body : operation.bodies)
    writer.text(body_key(*body));
  for (const Array &operand : operands)
    writer.number(operand.impl()->kind);
  return std::move(writer.key);
}

/// Kept for the process, as are the programs in it.
struct Kept {
  std::shared_mutex mutex;
  std::unordered_map<std::string, std::unique_ptr<const LoadedProgram>> programs;
};

Kept &kept() {
  static auto *instance = new Kept;
  return *instance;
}

std::unique_ptr<const LoadedProgram>
build_operation(const Operation &operation, std::span<const Array> all, size_t operands, Loc loc) {
  // A captured array of a body is an argument of the program: traced, it takes the array's place in
  // the body.
  BuildRequest request;
  request.name = operation.name;
  request.transform = operation.name;
  for (const Array &array : all)
    request.arguments.push_back(array.impl()->kind);
  request.body = [&](std::span<const Array> values) {
    substitute_captures(all.subspan(operands), values.subspan(operands));
    return record(operation, values.first(operands), loc);
  };
  request.argument_name = [&](size_t i) { return operand_name(operation, i); };
  request.loc = loc;
  return std::make_unique<const LoadedProgram>(build(request));
}

} // namespace

std::vector<Array> run_eagerly(const Operation &operation, std::span<const Array> operands,
                               Loc loc) {
  std::vector<Array> all(operands.begin(), operands.end());
  for (const std::shared_ptr<const Body> &body : operation.bodies)
    for (const Array &capture : body_captures(*body))
      all.push_back(capture);

  std::string key = key_of(operation, all);
  const LoadedProgram *program = nullptr;
  {
    std::shared_lock lock(kept().mutex);
    if (auto it = kept().programs.find(key); it != kept().programs.end())
      program = it->second.get();
  }
  if (!program) {
    std::unique_ptr<const LoadedProgram> made =
        build_operation(operation, all, operands.size(), loc);
    std::unique_lock lock(kept().mutex);
    program = kept().programs.try_emplace(std::move(key), std::move(made)).first->second.get();
  }
  std::vector<const Array *> arguments;
  arguments.reserve(all.size());
  for (const Array &array : all)
    arguments.push_back(&array);
  std::vector<Array> results;
  const std::function<std::string(size_t)> name_of = [&operation](size_t i) {
    return operand_name(operation, i);
  };
  run(*program, arguments, results, loc, &name_of);
  return results;
}

} // namespace brigade::core
