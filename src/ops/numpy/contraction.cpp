#include "ops/numpy/promotion.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace brigade {

using namespace ops;

namespace {

/// An operand with a label for each dimension; equal labels meet.
using Labels = std::vector<int>;
struct Labeled {
  Array x;
  Labels labels;
};

bool has(const Labels &labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

int64_t place(const Labels &labels, int label) {
  return std::find(labels.begin(), labels.end(), label) - labels.begin();
}

/// Sums over the dimensions whose labels `kept` lacks.
Labeled sum_others(const Labeled &a, const Labels &kept, Loc loc) {
  Dims dims;
  Labels left;
  for (size_t d = 0; d < a.labels.size(); ++d)
    if (has(kept, a.labels[d]))
      left.push_back(a.labels[d]);
    else
      dims.push_back(static_cast<int64_t>(d));
  return {lax::reduce_sum(a.x, dims, loc), left};
}

Array order_as(const Labeled &a, const Labels &wanted, Loc loc) {
  Dims order;
  for (int label : wanted)
    order.push_back(place(a.labels, label));
  return lax::transpose(a.x, order, loc);
}

/// The sum of products over all labels that `kept` lacks, as one dot_general. The result's labels:
/// those that both have, those of a, those of b.
Labeled contract(const Labeled &first, const Labeled &second, const Labels &kept, Loc loc) {
  Labels for_a = kept, for_b = kept;
  for_a.insert(for_a.end(), second.labels.begin(), second.labels.end());
  for_b.insert(for_b.end(), first.labels.begin(), first.labels.end());
  const Labeled a = sum_others(first, for_a, loc), b = sum_others(second, for_b, loc);
  lax::DotDimensionNumbers numbers;
  Labels batch, free_a, free_b;
  for (size_t d = 0; d < a.labels.size(); ++d) {
    const int label = a.labels[d];
    if (!has(b.labels, label)) {
      free_a.push_back(label);
      continue;
    }
    const bool stays = has(kept, label);
    (stays ? numbers.lhs_batch : numbers.lhs_contracting).push_back(static_cast<int64_t>(d));
    (stays ? numbers.rhs_batch : numbers.rhs_contracting).push_back(place(b.labels, label));
    if (stays)
      batch.push_back(label);
  }
  for (int label : b.labels)
    if (!has(a.labels, label))
      free_b.push_back(label);
  Labels labels = batch;
  labels.insert(labels.end(), free_a.begin(), free_a.end());
  labels.insert(labels.end(), free_b.begin(), free_b.end());
  return {lax::dot_general(a.x, b.x, numbers, {}, loc), labels};
}

struct Promoted {
  Array a, b;
};

/// In one dtype, each with its own shape; bool counts as i32.
Promoted promote(const Array &a, const Array &b, Loc loc) {
  WeakDType to = meet({a.dtype(), a.weak_type()}, {b.dtype(), b.weak_type()});
  if (to.dtype == DType::Bool)
    to.dtype = DType::S32;
  return {converted(a, to, loc), converted(b, to, loc)};
}

void check_not_scalar(const char *function, const char *side, const Array &x, Loc loc) {
  if (x.ndim() == 0)
    fail(loc, "{}: {} is a scalar, {}; use * instead", function, side, name_of(x));
}

} // namespace

Array matmul(const Array &lhs, const Array &rhs, Loc loc) {
  check_not_scalar("matmul", "lhs", lhs, loc);
  check_not_scalar("matmul", "rhs", rhs, loc);
  const int64_t k = lhs.shape(-1), other = rhs.shape(rhs.ndim() == 1 ? 0 : -2);
  if (k != other)
    fail(loc,
         "matmul: the last dimension of lhs {} has size {}, but the {} of rhs {} has size {}; they "
         "must be equal",
         name_of(lhs), k, rhs.ndim() == 1 ? "only dimension" : "second to last dimension",
         name_of(rhs), other);
  const Promoted p = promote(lhs, rhs, loc);

  enum : int { Contracted = -1, Row = -2, Column = -3 };
  const Shape a_batch(lhs.shape().begin(), lhs.shape().end() - std::min(lhs.ndim(), 2)),
      b_batch(rhs.shape().begin(), rhs.shape().end() - std::min(rhs.ndim(), 2));
  const Shape batch = broadcast_shape("matmul", a_batch, b_batch, loc);
  // Batch dimension d of the result has label d. A dimension of size 1 that the other side repeats
  // drops out.
  auto labeled = [&](const Array &x, const Shape &own, std::initializer_list<int> ends) {
    Labeled out{x, {}};
    Dims dropped;
    for (size_t d = 0; d < own.size(); ++d) {
      const size_t to = d + batch.size() - own.size();
      if (own[d] == batch[to])
        out.labels.push_back(static_cast<int>(to));
      else
        dropped.push_back(static_cast<int64_t>(d));
    }
    out.labels.insert(out.labels.end(), ends);
    if (!dropped.empty())
      out.x = lax::squeeze(x, dropped, loc);
    return out;
  };
  const Labeled a = lhs.ndim() == 1 ? labeled(p.a, a_batch, {Contracted})
                                    : labeled(p.a, a_batch, {Row, Contracted});
  const Labeled b = rhs.ndim() == 1 ? labeled(p.b, b_batch, {Contracted})
                                    : labeled(p.b, b_batch, {Contracted, Column});
  Labels result;
  for (size_t d = 0; d < batch.size(); ++d)
    result.push_back(static_cast<int>(d));
  if (lhs.ndim() > 1)
    result.push_back(Row);
  if (rhs.ndim() > 1)
    result.push_back(Column);
  return order_as(contract(a, b, result, loc), result, loc);
}

Array dot(const Array &a, const Array &b, Loc loc) {
  if (a.ndim() == 0 || b.ndim() == 0)
    return multiply(a, b, loc);
  const int64_t k = a.shape(-1), other = b.shape(b.ndim() == 1 ? 0 : -2);
  if (k != other)
    fail(loc,
         "dot: the last dimension of {} has size {}, but the {} of {} has size {}; they must be "
         "equal",
         name_of(a), k, b.ndim() == 1 ? "only dimension" : "second to last dimension", name_of(b),
         other);
  const Promoted p = promote(a, b, loc);
  return lax::dot_general(p.a, p.b, {{a.ndim() - 1}, {std::max(b.ndim() - 2, 0)}}, {}, loc);
}

Array vdot(const Array &a, const Array &b, Loc loc) {
  return dot(ravel(a, loc), ravel(b, loc), loc);
}

Array inner(const Array &a, const Array &b, Loc loc) {
  if (a.ndim() == 0 || b.ndim() == 0)
    return multiply(a, b, loc);
  if (a.shape(-1) != b.shape(-1))
    fail(loc, "inner: the last dimensions of {} and {} have sizes {} and {}; they must be equal",
         name_of(a), name_of(b), a.shape(-1), b.shape(-1));
  const Promoted p = promote(a, b, loc);
  return lax::dot_general(p.a, p.b, {{a.ndim() - 1}, {b.ndim() - 1}}, {}, loc);
}

Array outer(const Array &a, const Array &b, Loc loc) {
  return multiply(lax::expand_dims(ravel(a, loc), {1}, loc),
                  lax::expand_dims(ravel(b, loc), {0}, loc), loc);
}

Array tensordot(const Array &a, const Array &b, int axes, Loc loc) {
  if (axes < 0 || axes > a.ndim() || axes > b.ndim())
    fail(loc, "tensordot: {} axes of {} and {}; at most {} are there", axes, name_of(a), name_of(b),
         std::min(a.ndim(), b.ndim()));
  Dims of_a, of_b;
  for (int i = 0; i < axes; ++i) {
    of_a.push_back(a.ndim() - axes + i);
    of_b.push_back(i);
    if (a.shape(a.ndim() - axes + i) != b.shape(i))
      fail(loc,
           "tensordot: dimension {} of {} has size {}, but dimension {} of {} has size {}; they "
           "must be equal",
           a.ndim() - axes + i, name_of(a), a.shape(a.ndim() - axes + i), i, name_of(b),
           b.shape(i));
  }
  const Promoted p = promote(a, b, loc);
  return lax::dot_general(p.a, p.b, {of_a, of_b}, {}, loc);
}

namespace {

/// The labels of one term: letters are themselves, the dimensions under "..." are -1 (the last),
/// -2, ...
Labels parse_term(std::string_view term, std::optional<int> rank, int ellipsis_rank, Loc loc) {
  const size_t dots = term.find("...");
  const int letters = static_cast<int>(term.size()) - (dots == term.npos ? 0 : 3);
  if (rank && (dots == term.npos ? letters != *rank : letters > *rank))
    fail(loc, "einsum: term \"{}\" names {} dimensions, but its operand has {}", term, letters,
         *rank);
  Labels out;
  for (size_t i = 0; i < term.size(); ++i) {
    if (i == dots) {
      for (int d = rank ? *rank - letters : ellipsis_rank; d > 0; --d)
        out.push_back(-d);
      i += 2;
    } else if ((term[i] >= 'a' && term[i] <= 'z') || (term[i] >= 'A' && term[i] <= 'Z')) {
      out.push_back(term[i]);
    } else {
      fail(loc, "einsum: '{}' in term \"{}\"; letters and \"...\" are allowed", term[i], term);
    }
  }
  return out;
}

/// A label that occurs twice in one operand: only the elements on the diagonal count, and one of
/// the dimensions goes.
Labeled take_diagonals(Labeled a, Loc loc) {
  for (size_t d = 0; d < a.labels.size(); ++d) {
    const size_t first = static_cast<size_t>(place(a.labels, a.labels[d]));
    if (first == d)
      continue;
    auto position = [&](size_t dim) {
      return lax::broadcasted_iota(DType::S32, a.x.shape(), static_cast<int>(dim), loc);
    };
    Array masked =
        lax::select(lax::eq(position(first), position(d), loc), a.x, zeros_like(a.x, {}, loc), loc);
    a.x = lax::reduce_sum(masked, {static_cast<int64_t>(d)}, loc);
    a.labels.erase(a.labels.begin() + static_cast<int64_t>(d));
    --d;
  }
  return a;
}

void check_sizes(const std::vector<Labeled> &operands, std::string_view subscripts, Loc loc) {
  std::vector<std::pair<int, int64_t>> sizes;
  for (const Labeled &a : operands)
    for (size_t d = 0; d < a.labels.size(); ++d) {
      auto known =
          std::find_if(sizes.begin(), sizes.end(), [&](auto &s) { return s.first == a.labels[d]; });
      if (known == sizes.end())
        sizes.emplace_back(a.labels[d], a.x.shape()[d]);
      else if (known->second != a.x.shape()[d])
        fail(loc, "einsum: \"{}\": {} has sizes {} and {}; they must be equal", subscripts,
             a.labels[d] > 0 ? fmt::format("'{}'", static_cast<char>(a.labels[d]))
                             : "a dimension under \"...\"",
             known->second, a.x.shape()[d]);
    }
}

} // namespace

Array einsum(std::string_view subscripts, const std::vector<Array> &operands, Loc loc) {
  std::string text;
  for (char c : subscripts)
    if (c != ' ')
      text += c;
  const size_t arrow = text.find("->");
  std::vector<std::string> terms{""};
  for (char c : text.substr(0, arrow))
    if (c == ',')
      terms.emplace_back();
    else
      terms.back() += c;
  if (terms.size() != operands.size() || operands.empty())
    fail(loc, "einsum: \"{}\" has {} terms, but {} operands are given", subscripts, terms.size(),
         operands.size());

  WeakDType dtype = meet(operands);
  std::vector<Labeled> labeled;
  int ellipsis_rank = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    Labels labels = parse_term(terms[i], operands[i].ndim(), 0, loc);
    for (int label : labels)
      ellipsis_rank = std::max(ellipsis_rank, -label);
    labeled.push_back({converted(operands[i], dtype, loc), labels});
  }
  check_sizes(labeled, subscripts, loc);

  Labels result;
  if (arrow != text.npos) {
    result = parse_term(text.substr(arrow + 2), {}, ellipsis_rank, loc);
    for (size_t i = 0; i < result.size(); ++i) {
      const bool known = std::any_of(labeled.begin(), labeled.end(),
                                     [&](auto &a) { return has(a.labels, result[i]); });
      if (!known || place(result, result[i]) != static_cast<int64_t>(i))
        fail(loc,
             "einsum: \"{}\": each letter of the result must occur once there and in some operand",
             subscripts);
    }
  } else { // The dimensions under "...", then the letters that occur once, in the alphabet's order.
    for (int d = ellipsis_rank; d > 0; --d)
      result.push_back(-d);
    for (int letter = 'A'; letter <= 'z'; ++letter) {
      int64_t count = 0;
      for (const Labeled &a : labeled)
        count += std::count(a.labels.begin(), a.labels.end(), letter);
      if (count == 1)
        result.push_back(letter);
    }
  }

  for (Labeled &a : labeled)
    a = take_diagonals(a, loc);
  Labeled total = labeled[0];
  for (size_t i = 1; i < labeled.size(); ++i) {
    Labels kept = result;
    for (size_t later = i + 1; later < labeled.size(); ++later)
      kept.insert(kept.end(), labeled[later].labels.begin(), labeled[later].labels.end());
    total = contract(total, labeled[i], kept, loc);
  }
  total = sum_others(total, result, loc);
  return order_as(total, result, loc);
}

Array trace(const Array &x, Loc loc) {
  if (x.ndim() != 2)
    fail(loc, "trace: the argument is {}; it takes a matrix", name_of(x));
  return sum(
      where(eye(x.shape(0), x.shape(1), 0, DType::Bool, loc), x, zeros_like(x, {}, loc), loc), {},
      false, loc);
}

} // namespace brigade
