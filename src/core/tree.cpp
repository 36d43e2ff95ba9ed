#include "brigade/tree.h"

namespace brigade::detail {

void FlatTree::grow_leaves() {
  auto *more = new const Array *[2 * leaf_capacity_];
  std::memcpy(more, leaves_, leaf_count_ * sizeof *leaves_);
  if (leaves_ != inline_leaves_)
    delete[] leaves_;
  leaves_ = more;
  leaf_capacity_ *= 2;
}

void FlatTree::grow_key(size_t more) {
  size_t capacity = 2 * (key_size_ + more);
  char *larger = new char[capacity];
  std::memcpy(larger, key_, key_size_);
  if (key_ != inline_key_)
    delete[] key_;
  key_ = larger;
  key_capacity_ = capacity;
}

void FlatTree::enter(const std::string &step) {
  marks_.push_back(path_.size());
  path_ += step;
}

void FlatTree::pop() {
  path_.resize(marks_.back());
  marks_.pop_back();
}

void FlatTree::log(TreeEntry::Kind kind, std::string value) {
  entries_->push_back({kind, path_, std::move(value)});
}

static std::string place(const TreeEntry &entry) {
  return entry.path.empty() ? "the tree itself" : entry.path;
}

static std::string nature(const TreeEntry &entry) {
  switch (entry.kind) {
  case TreeEntry::Kind::Leaf:
    return "is an array";
  case TreeEntry::Kind::Static:
    return "is the static value " + entry.value;
  case TreeEntry::Kind::Length:
    return "has length " + entry.value;
  }
  return {};
}

std::string first_difference(std::span<const TreeEntry> first, std::span<const TreeEntry> second) {
  size_t common = std::min(first.size(), second.size());
  for (size_t i = 0; i < common; ++i) {
    const TreeEntry &a = first[i], &b = second[i];
    if (a.path != b.path)
      return "the first has " + place(a) + " where the second has " + place(b);
    if (a.kind != b.kind || a.value != b.value)
      return place(a) + " " + nature(a) + " in the first and " +
             (a.kind == b.kind ? b.value : nature(b)) + " in the second";
  }
  if (first.size() > common)
    return place(first[common]) + " is missing in the second";
  if (second.size() > common)
    return place(second[common]) + " is missing in the first";
  return {};
}

void throw_leaf_count(size_t expected, size_t got, Loc loc) {
  throw UserError("tree_unflatten: the tree has " + std::to_string(expected) + " leaves, but got " +
                      std::to_string(got),
                  loc);
}

void throw_mismatch(std::span<const TreeEntry> first, std::span<const TreeEntry> other,
                    size_t which, Loc loc) {
  std::string difference = first_difference(first, other);
  throw UserError("tree_map: tree " + std::to_string(which) + " differs from tree 0: " +
                      (difference.empty() ? "their C++ types differ" : difference),
                  loc);
}

std::string_view listed_name(std::string_view names, size_t index) {
  for (; index > 0; --index)
    names.remove_prefix(names.find(',') + 1);
  names = names.substr(0, names.find(','));
  while (!names.empty() && names.front() == ' ')
    names.remove_prefix(1);
  while (!names.empty() && names.back() == ' ')
    names.remove_suffix(1);
  return names;
}

} // namespace brigade::detail
