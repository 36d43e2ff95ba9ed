#pragma once

#include "brigade/array.h"

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::detail {

/// One line of a tree's description: a leaf, a static member and its value, or the length of a
/// node.
struct TreeEntry {
  enum class Kind : uint8_t { Leaf, Static, Length };
  Kind kind;
  std::string path;  ///< ".hidden[3].w"; "" for a tree that is one leaf.
  std::string value; ///< Of a static member or a length, as text.
};

/// A tree taken apart: pointers to its leaves, and as bytes all else that makes it what it is
/// (lengths, keys of maps, static members). Small trees need no allocation. The tree must outlive
/// it.
///
///     struct Layer { Array w; float rate; };       // leaves {&w}, key: the four bytes of rate
///
/// Two trees of one C++ type have equal structure where their keys are equal.
class FlatTree {
public:
  FlatTree() = default;
  FlatTree(const FlatTree &) = delete;
  FlatTree &operator=(const FlatTree &) = delete;
  ~FlatTree() {
    if (leaves_ != inline_leaves_)
      delete[] leaves_;
    if (key_ != inline_key_)
      delete[] key_;
  }

  std::span<const Array *const> leaves() const { return {leaves_, leaf_count_}; }
  std::string_view key() const { return {key_, key_size_}; }
  void clear() { leaf_count_ = key_size_ = 0; }

  void leaf(const Array &array) {
    if (leaf_count_ == leaf_capacity_)
      grow_leaves();
    leaves_[leaf_count_++] = &array;
    if (entries_)
      log(TreeEntry::Kind::Leaf, {});
  }
  void bytes(const void *data, size_t size) {
    if (key_size_ + size > key_capacity_)
      grow_key(size);
    std::memcpy(key_ + key_size_, data, size);
    key_size_ += size;
  }
  void length(size_t n) {
    bytes(&n, sizeof n);
    if (entries_)
      log(TreeEntry::Kind::Length, std::to_string(n));
  }
  void text(std::string_view s) {
    size_t n = s.size();
    bytes(&n, sizeof n);
    bytes(s.data(), n);
  }
  /// Names the static member whose bytes were just added.
  template <class Print> void static_value(Print &&print) {
    if (entries_)
      log(TreeEntry::Kind::Static, print());
  }

  /// From here on, what is added is also written to `entries` with its path.
  void describe_to(std::vector<TreeEntry> &entries) { entries_ = &entries; }
  // The way down to what is added next. Costs a test where nothing is described.
  void enter_field(std::string_view name) {
    if (entries_)
      enter("." + std::string(name));
  }
  void enter_index(size_t index) {
    if (entries_)
      enter("[" + std::to_string(index) + "]");
  }
  void enter_key(std::string_view key) {
    if (entries_)
      enter("['" + std::string(key) + "']");
  }
  void leave() {
    if (entries_)
      pop();
  }

private:
  void grow_leaves();
  void grow_key(size_t more);
  void enter(const std::string &step);
  void pop();
  void log(TreeEntry::Kind kind, std::string value);

  const Array *inline_leaves_[64];
  char inline_key_[192];
  const Array **leaves_ = inline_leaves_;
  char *key_ = inline_key_;
  size_t leaf_count_ = 0, leaf_capacity_ = 64;
  size_t key_size_ = 0, key_capacity_ = 192;
  std::vector<TreeEntry> *entries_ = nullptr;
  std::string path_;
  std::vector<size_t> marks_;
};

/// Leaves in order, for rebuilding a tree: copied from a span of const arrays, moved out of a span
/// of arrays, or empty arrays without end.
class LeafSource {
public:
  LeafSource() = default; ///< Empty arrays.
  explicit LeafSource(std::span<const Array> leaves) : copy_(leaves.data()) {}
  explicit LeafSource(std::span<Array> leaves) : move_(leaves.data()) {}
  Array take() {
    if (move_)
      return static_cast<Array &&>(*move_++);
    if (copy_)
      return *copy_++;
    return {};
  }

private:
  Array *move_ = nullptr;
  const Array *copy_ = nullptr;
};

/// The first difference between two descriptions as a sentence's end, for example
/// ".hidden has length 2 in the first and 3 in the second"; "" where they agree.
std::string first_difference(std::span<const TreeEntry> first, std::span<const TreeEntry> second);

[[noreturn]] void throw_leaf_count(size_t expected, size_t got, Loc loc);
[[noreturn]] void throw_mismatch(std::span<const TreeEntry> first, std::span<const TreeEntry> other,
                                 size_t which, Loc loc);

/// A part of BRIGADE_TREE's list of names: names("a, b", 1) is "b".
std::string_view listed_name(std::string_view names, size_t index);

} // namespace brigade::detail
