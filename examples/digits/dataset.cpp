#include "dataset.h"

#include <brigade/error.h>
#include <brigade/npy.h>

#include <fmt/format.h>

#include <span>
#include <utility>

namespace digits {
namespace {

using brigade::DType;
using brigade::Literal;
using brigade::Shape;

constexpr int64_t pixels = 64, columns = pixels + 1;
constexpr uint8_t brightest = 16, classes = 10;

Literal read_as(const std::string &path, DType dtype, const Shape &shape) {
  Literal value = brigade::read_npy(path);
  if (value.dtype != dtype || value.shape != shape)
    throw brigade::UserError(fmt::format("{}: holds {} where {} is wanted", path,
                                         brigade::to_string(value.dtype, value.shape),
                                         brigade::to_string(dtype, shape)));
  return value;
}

Split take(const Literal &table, std::span<const uint16_t> rows, const std::string &path) {
  const int64_t count = static_cast<int64_t>(rows.size());
  Split out{Literal(DType::F32, {count, pixels}), Literal(DType::S32, {count})};
  float *image = out.images.data<float>().data();
  int32_t *label = out.labels.data<int32_t>().data();
  for (uint16_t row : rows) {
    if (row >= table.shape[0])
      throw brigade::UserError(fmt::format("{}: names image {} of {}", path, row, table.shape[0]));
    std::span<const uint8_t> values =
        table.data<uint8_t>().subspan(static_cast<size_t>(row * columns), columns);
    for (size_t i = 0; i < pixels; ++i)
      *image++ = static_cast<float>(values[i]) / brightest;
    if (values[pixels] >= classes)
      throw brigade::UserError(
          fmt::format("image {} has label {}; labels are 0 to 9", row, values[pixels]));
    *label++ = values[pixels];
  }
  return out;
}

} // namespace

Dataset read_dataset(const std::string &folder) {
  constexpr int64_t images = 1797, held_out = images / 5;
  const std::string order_path = folder + "/order.npy";
  Literal table = read_as(folder + "/digits.npy", DType::U8, {images, columns});
  Literal order = read_as(order_path, DType::U16, {images});
  std::span<const uint16_t> rows = std::as_const(order).data<uint16_t>();
  return {take(table, rows.first(images - held_out), order_path),
          take(table, rows.last(held_out), order_path)};
}

} // namespace digits
