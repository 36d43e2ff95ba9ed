#include "brigade/npy.h"

#include "base/write_file.h"
#include "brigade/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>

namespace brigade {
namespace {

struct NamedType {
  std::string_view descr;
  DType dtype;
};

// The byte order of one-byte types is written '|'; the rest are little-endian.
constexpr NamedType npy_types[] = {
    {"|b1", DType::Bool}, {"|i1", DType::S8},  {"<i2", DType::S16}, {"<i4", DType::S32},
    {"<i8", DType::S64},  {"|u1", DType::U8},  {"<u2", DType::U16}, {"<u4", DType::U32},
    {"<u8", DType::U64},  {"<f2", DType::F16}, {"<f4", DType::F32}, {"<f8", DType::F64},
};

std::optional<DType> dtype_of_descr(std::string_view descr) {
  for (const NamedType &type : npy_types)
    if (type.descr == descr)
      return type.dtype;
  return {};
}

std::string_view descr_of(DType dtype) {
  if (dtype == DType::BF16)
    return "<u2";
  for (const NamedType &type : npy_types)
    if (type.dtype == dtype)
      return type.descr;
  return {};
}

/// What follows `'key':` in the header's dictionary, up to the end of the header; empty where the
/// key is missing.
std::string_view value_of(std::string_view header, std::string_view key) {
  size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos)
    return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  return rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
}

std::optional<Shape> parse_shape(std::string_view text) {
  if (text.empty() || text[0] != '(')
    return {};
  Shape shape;
  const char *at = text.data() + 1, *end = text.data() + text.size();
  while (at < end) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    if (*at == ')')
      return shape;
    int64_t size = 0;
    auto [next, error] = std::from_chars(at, end, size);
    if (error != std::errc() || size < 0)
      return {};
    shape.push_back(size);
    at = next;
  }
  return {};
}

/// The bytes of `shape`, or none where their number does not fit.
std::optional<int64_t> byte_count(const Shape &shape, DType dtype) {
  int64_t bytes = static_cast<int64_t>(dtype_size(dtype));
  for (int64_t size : shape)
    if (__builtin_mul_overflow(bytes, size, &bytes))
      return {};
  return bytes;
}

/// Column-major bytes to row-major.
void from_fortran_order(Literal &value) {
  const size_t width = dtype_size(value.dtype), rank = value.shape.size();
  std::vector<std::byte> out(value.bytes.size());
  std::vector<int64_t> index(rank, 0);
  for (int64_t at = 0; at < value.size(); ++at) {
    int64_t from = 0;
    for (size_t d = rank; d-- > 0;)
      from = from * value.shape[d] + index[d];
    std::memcpy(&out[static_cast<size_t>(at) * width],
                &value.bytes[static_cast<size_t>(from) * width], width);
    for (size_t d = rank; d-- > 0 && ++index[d] == value.shape[d];)
      index[d] = 0;
  }
  value.bytes = std::move(out);
}

[[noreturn]] void refuse(const std::string &path, const std::string &why) {
  throw UserError(fmt::format("{}: {}", path, why));
}

} // namespace

Literal read_npy(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  char start[8] = {};
  if (!in.read(start, 8) || std::memcmp(start, "\x93NUMPY", 6) != 0)
    refuse(path, "is not a .npy file: it does not begin with \\x93NUMPY");
  if (start[6] < 1 || start[6] > 3)
    refuse(path, fmt::format("is of .npy format version {}; 1 to 3 can be read", int{start[6]}));
  unsigned char length[4] = {};
  const int length_bytes = start[6] == 1 ? 2 : 4;
  in.read(reinterpret_cast<char *>(length), length_bytes);
  uint32_t header_bytes = length[0] | length[1] << 8 | length[2] << 16 | uint32_t{length[3]} << 24;
  if (!in || header_bytes > (1u << 20))
    refuse(path, "its header is cut short");
  std::string header(header_bytes, ' ');
  if (!in.read(header.data(), header_bytes))
    refuse(path, "its header is cut short");

  std::string_view descr = value_of(header, "descr");
  descr = descr.size() >= 5 ? descr.substr(1, 3) : std::string_view{};
  std::optional<DType> dtype = dtype_of_descr(descr);
  if (!dtype)
    refuse(path, fmt::format("holds elements of type '{}'; Brigade reads little-endian bool, "
                             "integers of 8 to 64 bits, "
                             "f2, f4 and f8",
                             descr));
  std::optional<Shape> shape = parse_shape(value_of(header, "shape"));
  std::optional<int64_t> bytes = shape ? byte_count(*shape, *dtype) : std::nullopt;
  if (!bytes)
    refuse(path, "its header gives no usable shape");

  const std::streamoff data_begin = in.tellg();
  in.seekg(0, std::ios::end);
  const int64_t there = in.tellg() - data_begin;
  if (there != *bytes)
    refuse(path, fmt::format("has {} bytes of data where {} needs {}", there,
                             to_string(*dtype, *shape), *bytes));
  in.seekg(data_begin);
  Literal value(*dtype, std::move(*shape));
  in.read(reinterpret_cast<char *>(value.bytes.data()), *bytes);
  if (!in)
    refuse(path, "could not be read to its end");
  if (value_of(header, "fortran_order").starts_with("True"))
    from_fortran_order(value);
  return value;
}

void write_npy(const std::string &path, const Literal &value) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                   descr_of(value.dtype), to_string(value.shape));
  // Magic, version and length are 10 bytes; the data begins at a multiple of 64.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header.push_back('\n');
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.push_back(static_cast<char>(header.size() & 0xff));
  bytes.push_back(static_cast<char>(header.size() >> 8));
  bytes += header;
  bytes.append(reinterpret_cast<const char *>(value.bytes.data()), value.bytes.size());
  write_file(path, bytes);
}

} // namespace brigade
