#pragma once

#include "brigade/array.h"
#include "brigade/detail/flat.h"
#include "brigade/detail/reflect.h"

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Trees: what jit, grad and the others take and return.
///
///     struct Layer { Array w, b; };
///     struct Model { std::vector<Layer> hidden; Layer out; float dropout = 0.1f; };
///     tree_paths(model)   // {".hidden[0].w", ".hidden[0].b", ".out.w", ".out.b"}
///
/// A leaf is an Array. Nodes are plain structs, std::vector, std::array, std::tuple, std::pair,
/// std::optional and maps with string keys, of trees. Numbers, enumerations, strings and Static<T>
/// are static: part of the program, not of the data. A class with private members, constructors or
/// bases lists its members: BRIGADE_TREE(a, b) in its body.
namespace brigade {

/// Marks a value as part of the program. T is a number, an enumeration, a string, a vector of
/// those, or a type without padding that can be copied as bytes.
template <class T> struct Static {
  T value;
  constexpr Static() = default;
  constexpr Static(T v) : value(std::move(v)) {}
  constexpr operator const T &() const { return value; }
};

/// In a class's body: its tree is made of these members, in this order. The class must be copyable,
/// the members assignable; members that are not listed are copied along.
#define BRIGADE_TREE(...)                                                                          \
  static constexpr ::std::string_view brigade_tree_names = #__VA_ARGS__;                           \
  template <class F> void brigade_tree_members(F &&f) const { f(__VA_ARGS__); }                    \
  template <class F> void brigade_tree_members(F &&f) { f(__VA_ARGS__); }

namespace detail {

enum class TreeKind {
  None,
  Leaf,
  Static,
  StaticWrapper,
  Listed,
  Vector,
  Sequence,
  Tuple,
  Optional,
  Map,
  Struct
};

template <class T>
inline constexpr bool is_plain_static = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <> inline constexpr bool is_plain_static<std::string> = true;

// The containers, by the shape of their types.
template <class T> inline constexpr TreeKind container_kind = TreeKind::None;
template <class T, class A>
inline constexpr TreeKind container_kind<std::vector<T, A>> = TreeKind::Vector;
template <class T, size_t n>
inline constexpr TreeKind container_kind<std::array<T, n>> = TreeKind::Sequence;
template <class... T> inline constexpr TreeKind container_kind<std::tuple<T...>> = TreeKind::Tuple;
template <class A, class B>
inline constexpr TreeKind container_kind<std::pair<A, B>> = TreeKind::Tuple;
template <class T> inline constexpr TreeKind container_kind<std::optional<T>> = TreeKind::Optional;
template <class T> inline constexpr TreeKind container_kind<Static<T>> = TreeKind::StaticWrapper;

/// std::map and its like, without the header. An unordered map is none: its leaves have no order.
template <class T>
concept StringMap = requires(T t, typename T::key_type key, typename T::mapped_type value) {
  requires std::is_same_v<typename T::key_type, std::string>;
  typename T::key_compare;
  t.emplace(key, value);
};

template <class T> consteval TreeKind tree_kind() {
  if constexpr (std::is_same_v<T, Array>)
    return TreeKind::Leaf;
  else if constexpr (is_plain_static<T>)
    return TreeKind::Static;
  else if constexpr (container_kind<T> != TreeKind::None)
    return container_kind<T>;
  else if constexpr (requires { T::brigade_tree_names; })
    return TreeKind::Listed;
  else if constexpr (StringMap<T>)
    return TreeKind::Map;
  else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>)
    return TreeKind::Struct;
  else
    return TreeKind::None;
}

/// Refuses in one sentence; true where T can be walked.
template <class T> consteval bool check_tree() {
  constexpr TreeKind kind = tree_kind<T>();
  if constexpr (kind == TreeKind::None) {
    static_assert(kind != TreeKind::None,
                  "not a tree: a tree is an Array, a plain struct of trees, or a std::vector, "
                  "array, tuple, pair, optional or "
                  "map<string, ...> of trees; a class with private members or constructors lists "
                  "them: BRIGADE_TREE(a, b)");
    return false;
  } else if constexpr (kind == TreeKind::Vector) {
    constexpr bool data = std::is_arithmetic_v<typename T::value_type>;
    static_assert(!data, "a std::vector of numbers is data: make an Array of it with array(v), or "
                         "wrap it in Static<>");
    return !data;
  } else if constexpr (kind == TreeKind::Struct) {
    constexpr reflect::Flaw flaw = reflect::field_flaw<T>();
    static_assert(
        flaw != reflect::Flaw::NoFields,
        "a struct of a tree shows no fields: list its members with BRIGADE_TREE(a, b) in its body");
    static_assert(
        flaw != reflect::Flaw::TooMany,
        "a struct of a tree has more than 32 fields: group some of them in a struct of their own");
    static_assert(flaw != reflect::Flaw::Array, "a struct of a tree has a C array: use std::array");
    static_assert(flaw != reflect::Flaw::Base, "a struct of a tree has a base class: list its "
                                               "members with BRIGADE_TREE(a, b) in its body");
    static_assert(flaw != reflect::Flaw::Reference,
                  "a struct of a tree has a reference: hold the Array itself, which is a handle");
    static_assert(flaw != reflect::Flaw::BitField,
                  "a struct of a tree has a bit-field: make it a whole int or bool");
    return flaw == reflect::Flaw::None;
  } else {
    return true;
  }
}

/// The bytes of a static value, and its text where the tree is described.
template <class T> void walk_static(const T &value, FlatTree &out) {
  if constexpr (std::is_same_v<T, std::string>) {
    out.text(value);
    out.static_value([&] { return "\"" + value + "\""; });
  } else if constexpr (std::is_enum_v<T>) {
    out.bytes(&value, sizeof value);
    out.static_value([&] { return std::to_string(static_cast<long long>(value)); });
  } else if constexpr (std::is_arithmetic_v<T>) {
    out.bytes(&value, sizeof value);
    out.static_value([&] { return std::to_string(value); });
  } else if constexpr (container_kind<T> == TreeKind::Vector) {
    out.length(value.size());
    for (size_t i = 0; i < value.size(); ++i) {
      const typename T::value_type element = value[i];
      out.enter_index(i);
      walk_static(element, out);
      out.leave();
    }
  } else {
    constexpr bool bytes =
        std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;
    static_assert(bytes, "Static<T>: T must be a number, an enumeration, a string, a vector of "
                         "those, or trivially copyable "
                         "without padding");
    if constexpr (bytes) {
      out.bytes(&value, sizeof value);
      out.static_value(
          [&] { return std::string("a value of ") + std::to_string(sizeof value) + " bytes"; });
    }
  }
}

/// Adds t to `out`, in the order of its members.
template <class T> void walk(const T &t, FlatTree &out) {
  constexpr TreeKind kind = tree_kind<T>();
  if constexpr (!check_tree<T>()) {
  } else if constexpr (kind == TreeKind::Leaf) {
    out.leaf(t);
  } else if constexpr (kind == TreeKind::Static) {
    walk_static(t, out);
  } else if constexpr (kind == TreeKind::StaticWrapper) {
    walk_static(t.value, out);
  } else if constexpr (kind == TreeKind::Vector || kind == TreeKind::Sequence) {
    if constexpr (kind == TreeKind::Vector)
      out.length(t.size());
    for (size_t i = 0; i < t.size(); ++i) {
      out.enter_index(i);
      walk(t[i], out);
      out.leave();
    }
  } else if constexpr (kind == TreeKind::Optional) {
    out.length(t.has_value());
    if (t)
      walk(*t, out);
  } else if constexpr (kind == TreeKind::Map) {
    out.length(t.size());
    for (const auto &[key, value] : t) {
      out.text(key);
      out.enter_key(key);
      walk(value, out);
      out.leave();
    }
  } else if constexpr (kind == TreeKind::Tuple) {
    size_t i = 0;
    std::apply(
        [&](const auto &...member) {
          ((out.enter_index(i++), walk(member, out), out.leave()), ...);
        },
        t);
  } else if constexpr (kind == TreeKind::Listed) {
    size_t i = 0;
    t.brigade_tree_members([&](const auto &...member) {
      ((out.enter_field(listed_name(T::brigade_tree_names, i++)), walk(member, out), out.leave()),
       ...);
    });
  } else {
    const std::string_view *name = reflect::field_names<T>.data();
    reflect::with_fields(t, [&](const auto &...field) {
      ((out.enter_field(*name++), walk(field, out), out.leave()), ...);
    });
  }
}

/// A tree like `prototype` with its leaves from `source`. Constructs, so that const members work.
template <class T> T rebuild(LeafSource &source, const T &prototype) {
  constexpr TreeKind kind = tree_kind<T>();
  if constexpr (!check_tree<T>()) {
    return prototype;
  } else if constexpr (kind == TreeKind::Leaf) {
    return source.take();
  } else if constexpr (kind == TreeKind::Static || kind == TreeKind::StaticWrapper) {
    return prototype;
  } else if constexpr (kind == TreeKind::Vector) {
    T out;
    out.reserve(prototype.size());
    for (const auto &element : prototype)
      out.push_back(rebuild(source, element));
    return out;
  } else if constexpr (kind == TreeKind::Sequence) {
    return [&]<size_t... i>(std::index_sequence<i...>) {
      return T{rebuild(source, prototype[i])...};
    }(std::make_index_sequence<std::tuple_size_v<T>>{});
  } else if constexpr (kind == TreeKind::Optional) {
    return prototype ? T(rebuild(source, *prototype)) : T();
  } else if constexpr (kind == TreeKind::Map) {
    T out;
    for (const auto &[key, value] : prototype)
      out.emplace(key, rebuild(source, value));
    return out;
  } else if constexpr (kind == TreeKind::Tuple) {
    return std::apply([&](const auto &...member) { return T{rebuild(source, member)...}; },
                      prototype);
  } else if constexpr (kind == TreeKind::Listed) {
    T out = prototype;
    out.brigade_tree_members([&](auto &...member) { ((member = rebuild(source, member)), ...); });
    return out;
  } else {
    return reflect::with_fields(prototype,
                                [&](const auto &...field) { return T{rebuild(source, field)...}; });
  }
}

template <class T> std::vector<TreeEntry> describe(const T &t) {
  std::vector<TreeEntry> entries;
  FlatTree flat;
  flat.describe_to(entries);
  walk(t, flat);
  return entries;
}

/// The tree with empty leaves: keeps no array alive, serves as the prototype of a program's
/// outputs.
template <class T> T skeleton(const T &t) {
  LeafSource none;
  return rebuild(none, t);
}

template <class T> inline constexpr bool is_tree = tree_kind<T>() != TreeKind::None;

} // namespace detail

/// What can be a tree by its outermost type; members that cannot are refused where the tree is
/// first walked. A place in the source is none, though its type is a plain struct.
template <class T>
concept Tree =
    detail::is_tree<std::remove_cvref_t<T>> && !std::is_same_v<std::remove_cvref_t<T>, Loc>;

/// The leaves, in order.
template <Tree T> std::vector<Array> tree_leaves(const T &t) {
  detail::FlatTree flat;
  detail::walk(t, flat);
  std::vector<Array> out;
  out.reserve(flat.leaves().size());
  for (const Array *leaf : flat.leaves())
    out.push_back(*leaf);
  return out;
}

/// The way to each leaf, in order: ".hidden[3].w".
template <Tree T> std::vector<std::string> tree_paths(const T &t) {
  std::vector<std::string> out;
  for (detail::TreeEntry &entry : detail::describe(t))
    if (entry.kind == detail::TreeEntry::Kind::Leaf)
      out.push_back(std::move(entry.path));
  return out;
}

/// A tree with the structure and static members of `like` and these leaves. Throws UserError where
/// their number differs.
template <Tree T>
T tree_unflatten(const T &like, std::vector<Array> leaves, Loc loc = Loc::current()) {
  detail::FlatTree flat;
  detail::walk(like, flat);
  if (flat.leaves().size() != leaves.size())
    detail::throw_leaf_count(flat.leaves().size(), leaves.size(), loc);
  detail::LeafSource source{std::span<Array>(leaves)};
  return detail::rebuild(source, like);
}

namespace detail {
template <class F, class T, class... Ts> T tree_map(Loc loc, F &f, const T &t, const Ts &...ts) {
  FlatTree first;
  walk(t, first);
  std::array<FlatTree, sizeof...(Ts)> others;
  [&]<size_t... i>(std::index_sequence<i...>) {
    (walk(ts, others[i]), ...);
    ((others[i].leaves().size() != first.leaves().size() ||
              (std::is_same_v<T, Ts> && others[i].key() != first.key())
          ? throw_mismatch(describe(t), describe(ts), i + 1, loc)
          : void()),
     ...);
  }(std::index_sequence_for<Ts...>{});
  std::vector<Array> out;
  out.reserve(first.leaves().size());
  for (size_t leaf = 0; leaf < first.leaves().size(); ++leaf)
    [&]<size_t... i>(std::index_sequence<i...>) {
      out.push_back(f(*first.leaves()[leaf], *others[i].leaves()[leaf]...));
    }(std::index_sequence_for<Ts...>{});
  LeafSource source{std::span<Array>(out)};
  return rebuild(source, t);
}
} // namespace detail

/// f(leaf of t, leaves of a, b and c) for each leaf of t; f returns an Array. The trees a, b and c
/// have the structure of t, or a UserError says where they differ.
template <class F, Tree T> T tree_map(F &&f, const T &t, Loc loc = Loc::current()) {
  return detail::tree_map(loc, f, t);
}
template <class F, Tree T, Tree A>
T tree_map(F &&f, const T &t, const A &a, Loc loc = Loc::current()) {
  return detail::tree_map(loc, f, t, a);
}
template <class F, Tree T, Tree A, Tree B>
T tree_map(F &&f, const T &t, const A &a, const B &b, Loc loc = Loc::current()) {
  return detail::tree_map(loc, f, t, a, b);
}
template <class F, Tree T, Tree A, Tree B, Tree C>
T tree_map(F &&f, const T &t, const A &a, const B &b, const C &c, Loc loc = Loc::current()) {
  return detail::tree_map(loc, f, t, a, b, c);
}

} // namespace brigade
