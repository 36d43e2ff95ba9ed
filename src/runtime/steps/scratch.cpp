#include "runtime/steps/scratch.h"

#include <cstdlib>
#include <new>

namespace brigade::runtime {
namespace {

struct Piece {
  std::byte *data = nullptr;
  size_t bytes = 0;
  ~Piece() { std::free(data); }
};

} // namespace

std::byte *thread_scratch(ScratchUse use, size_t bytes) {
  thread_local Piece pieces[static_cast<int>(ScratchUse::Count)];
  Piece &piece = pieces[static_cast<int>(use)];
  if (piece.bytes < bytes) {
    std::free(piece.data);
    piece.bytes = (bytes + bytes / 4 + 4095) / 4096 * 4096;
    piece.data = static_cast<std::byte *>(std::aligned_alloc(4096, piece.bytes));
    if (!piece.data) {
      piece.bytes = 0;
      throw std::bad_alloc();
    }
  }
  return piece.data;
}

} // namespace brigade::runtime
