#include "brigade/error.h"
#include "brigade/npy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace brigade {
namespace {

struct NpyTest : testing::Test {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("brigade_npy_" + std::to_string(::getpid()));
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string path(const char *name) const { return folder / name; }
  void write(const char *name, const std::string &bytes) {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  std::string bytes_of(const char *name) {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string error_of(const char *name) {
    try {
      read_npy(path(name));
    } catch (const UserError &error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(NpyTest, EveryTypeComesBack) {
  for (int t = 0; t < dtype_count; ++t) {
    Literal value(static_cast<DType>(t), {2, 3});
    for (size_t i = 0; i < value.bytes.size(); ++i)
      value.bytes[i] = static_cast<std::byte>(t == 0 ? i % 2 : i + 1);
    write_npy(path("a.npy"), value);
    Literal back = read_npy(path("a.npy"));
    if (value.dtype == DType::BF16)
      value.dtype = DType::U16;
    EXPECT_EQ(back, value) << dtype_name(value.dtype);
  }
}

TEST_F(NpyTest, ScalarAndEmpty) {
  Literal scalar(DType::F64, {});
  scalar.data<double>()[0] = 1.5;
  write_npy(path("s.npy"), scalar);
  EXPECT_EQ(read_npy(path("s.npy")), scalar);
  write_npy(path("e.npy"), Literal(DType::S32, {0, 4}));
  EXPECT_EQ(read_npy(path("e.npy")).shape, (Shape{0, 4}));
}

TEST_F(NpyTest, DataBeginsAligned) {
  write_npy(path("a.npy"), Literal(DType::U8, {5}));
  EXPECT_EQ((bytes_of("a.npy").size() - 5) % 64, 0u);
}

TEST_F(NpyTest, FortranOrderIsRearranged) {
  Literal value(DType::U8, {2, 3});
  for (int i = 0; i < 6; ++i)
    value.data<uint8_t>()[static_cast<size_t>(i)] = static_cast<uint8_t>("\0\3\1\4\2\5"[i]);
  write_npy(path("f.npy"), value);
  std::string bytes = bytes_of("f.npy");
  bytes.replace(bytes.find("False"), 5, "True ");
  write("f.npy", bytes);
  Literal back = read_npy(path("f.npy"));
  for (size_t i = 0; i < 6; ++i)
    EXPECT_EQ(back.data<uint8_t>()[i], i);
}

TEST_F(NpyTest, BadFilesAreNamed) {
  write_npy(path("a.npy"), Literal(DType::F32, {4}));
  std::string bytes = bytes_of("a.npy");
  write("short.npy", bytes.substr(0, bytes.size() - 3));
  EXPECT_EQ(error_of("short.npy"),
            path("short.npy") + ": has 13 bytes of data where f32[4] needs 16");
  write("header.npy", bytes.substr(0, 20));
  EXPECT_EQ(error_of("header.npy"), path("header.npy") + ": its header is cut short");
  write("text.npy", "hello");
  EXPECT_NE(error_of("text.npy").find("is not a .npy file"), std::string::npos);
  std::string big = bytes;
  big.replace(big.find("<f4"), 3, ">f4");
  write("big.npy", big);
  EXPECT_NE(error_of("big.npy").find("type '>f4'"), std::string::npos);
  std::string later = bytes;
  later[6] = 9;
  write("later.npy", later);
  EXPECT_NE(error_of("later.npy").find("format version 9; 1 to 3 can be read"), std::string::npos);
  for (const char *shape : {"(9223372036854775807, 4)", "(-1, -4)", "(x,)", "(4"}) {
    std::string odd = "{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(shape);
    write("odd.npy", bytes.substr(0, 8) + static_cast<char>(odd.size()) + '\0' + odd);
    EXPECT_EQ(error_of("odd.npy"), path("odd.npy") + ": its header gives no usable shape") << shape;
  }
  EXPECT_NE(error_of("none.npy").find("cannot be read"), std::string::npos);
}

TEST_F(NpyTest, NothingIsLeftWhereWritingFails) {
  EXPECT_THROW(write_npy(path("no/such/folder.npy"), Literal(DType::F32, {1})), UserError);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

} // namespace
} // namespace brigade
