#include "brigade/data.h"

#include "brigade/devices.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace brigade::data {
namespace {

Literal counting(int64_t rows, int64_t width) {
  Literal out(DType::S32, {rows, width});
  for (int64_t i = 0; i < rows * width; ++i)
    out.data<int32_t>()[static_cast<size_t>(i)] = static_cast<int32_t>(i);
  return out;
}

Literal labels(int64_t rows) {
  Literal out(DType::S32, {rows});
  for (int64_t i = 0; i < rows; ++i)
    out.data<int32_t>()[static_cast<size_t>(i)] = static_cast<int32_t>(i);
  return out;
}

std::vector<int32_t> epoch_of(Loader &loader) {
  std::vector<int32_t> seen;
  for (int64_t i = 0; i < loader.batches_per_epoch(); ++i) {
    std::vector<Array> batch = loader.next();
    for (int32_t label : batch[1].to_vector<int32_t>())
      seen.push_back(label);
  }
  return seen;
}

TEST(Loader, EveryEpochSeesEachRowOnceInAnOrderOfItsOwn) {
  Loader loader({counting(12, 2), labels(12)}, {.batch = 4, .seed = 7});
  EXPECT_EQ(loader.batches_per_epoch(), 3);
  std::vector<int32_t> first = epoch_of(loader), second = epoch_of(loader);
  EXPECT_NE(first, second);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  EXPECT_EQ(first, second);
  ASSERT_EQ(first.size(), 12u);
  for (int32_t i = 0; i < 12; ++i)
    EXPECT_EQ(first[static_cast<size_t>(i)], i);
}

TEST(Loader, ColumnsStayTogether) {
  Loader loader({counting(10, 3), labels(10)}, {.batch = 5});
  std::vector<Array> batch = loader.next();
  std::vector<int32_t> rows = batch[0].to_vector<int32_t>(), ids = batch[1].to_vector<int32_t>();
  for (size_t i = 0; i < 5; ++i)
    EXPECT_EQ(rows[3 * i], 3 * ids[i]);
}

TEST(Loader, TheSeedFixesTheOrderWhateverThePrefetch) {
  Loader ahead({counting(64, 1), labels(64)}, {.batch = 8, .seed = 3, .prefetch = 4});
  Loader asked({counting(64, 1), labels(64)}, {.batch = 8, .seed = 3, .prefetch = 0});
  Loader other({counting(64, 1), labels(64)}, {.batch = 8, .seed = 4});
  std::vector<int32_t> order = epoch_of(ahead);
  EXPECT_EQ(order, epoch_of(asked));
  EXPECT_NE(order, epoch_of(other));
}

TEST(Loader, WithoutShuffleRowsComeInOrderAndLeftoversAreDropped) {
  Loader loader({counting(7, 1), labels(7)}, {.batch = 3, .shuffle = false});
  EXPECT_EQ(epoch_of(loader), (std::vector<int32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(epoch_of(loader), (std::vector<int32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(Loader, StackedForPmap) {
  Loader loader({counting(8, 2), labels(8)}, {.batch = 8, .shuffle = false, .stack = 4});
  EXPECT_EQ(loader.next()[0].shape(), (Shape{4, 2, 2}));
}

std::string error_of(std::vector<Literal> columns, LoaderOptions options) {
  try {
    Loader loader(std::move(columns), std::move(options), Loc{"train.cpp", 9});
  } catch (const UserError &error) {
    return error.what();
  }
  return "no error";
}

TEST(Loader, Errors) {
  EXPECT_EQ(error_of({counting(8, 2), labels(7)}, {.batch = 2}),
            "data::Loader: column 1 has 7 rows where column 0 has 8; train.cpp:9");
  EXPECT_EQ(error_of({labels(8)}, {.batch = 9}),
            "data::Loader: a batch of 9 rows does not fit the data's 8; 1 to 8 do; train.cpp:9");
  EXPECT_EQ(
      error_of({labels(64)}, {.batch = 30, .stack = 4}),
      "data::Loader: a batch of 30 rows does not divide over 4 devices; 28 and 32 do; train.cpp:9");
}

} // namespace
} // namespace brigade::data
