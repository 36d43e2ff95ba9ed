#include "base/write_file.h"

#include "brigade/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <unistd.h>

namespace brigade {

void write_file(const std::string &path, std::string_view bytes) {
  const std::string beside = fmt::format("{}.{}.part", path, getpid());
  std::ofstream out(beside, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out || std::rename(beside.c_str(), path.c_str()) != 0) {
    const int error = errno;
    std::remove(beside.c_str());
    throw UserError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
  }
}

} // namespace brigade
