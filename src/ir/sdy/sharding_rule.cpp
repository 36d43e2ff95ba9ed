#include "ir/sdy/dialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

/// The text of op_sharding_rule. Factor 0 is written i, 17 is z, 18 is z_1.
namespace brigade::sdy {

using namespace mlir;

namespace {

constexpr int64_t last_letter = 'z' - 'i';

void print_factor(AsmPrinter &printer, int64_t factor) {
  printer << static_cast<char>('i' + std::min(factor, last_letter));
  if (factor > last_letter)
    printer << "_" << factor - last_letter;
}

/// Takes the factor that `text` begins with; -1 where it begins with none.
int64_t take_factor(StringRef &text) {
  if (text.empty() || text.front() < 'i' || text.front() > 'z')
    return -1;
  int64_t factor = text.front() - 'i';
  text = text.drop_front();
  unsigned further = 0;
  if (factor == last_letter && text.consume_front("_") &&
      (text.consumeInteger(10, further) || further == 0 || further > 1000))
    return -1;
  return factor + further;
}

/// `i`, or where several are allowed `ij`.
ParseResult parse_factors(AsmParser &parser, bool several, SmallVectorImpl<int64_t> &factors) {
  SMLoc where = parser.getCurrentLocation();
  StringRef text, rest;
  if (parser.parseKeyword(&text))
    return failure();
  rest = text;
  do {
    factors.push_back(take_factor(rest));
    if (factors.back() < 0 || (!several && !rest.empty()))
      return parser.emitError(where) << "expects factors such as i, j or z_1, not '" << text << "'";
  } while (!rest.empty());
  return success();
}

void print_list(AsmPrinter &printer, StringRef name, ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << " " << name << "={";
  llvm::interleaveComma(factors, printer, [&](int64_t factor) { print_factor(printer, factor); });
  printer << "}";
}

ParseResult parse_list(AsmParser &parser, StringRef name, SmallVectorImpl<int64_t> &factors) {
  if (failed(parser.parseOptionalKeyword(name)))
    return success();
  return failure(parser.parseEqual() ||
                 parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
                   return parse_factors(parser, false, factors);
                 }));
}

void print_mappings(AsmPrinter &printer, ArrayRef<TensorMappingAttr> mappings) {
  printer << "(";
  llvm::interleave(
      mappings, printer.getStream(), [&](TensorMappingAttr mapping) { mapping.print(printer); },
      ",");
  printer << ")";
}

ParseResult parse_mappings(AsmParser &parser, SmallVectorImpl<TensorMappingAttr> &mappings) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&]() -> ParseResult {
    auto mapping = dyn_cast_or_null<TensorMappingAttr>(TensorMappingAttr::parse(parser, {}));
    mappings.push_back(mapping);
    return success(static_cast<bool>(mapping));
  });
}

} // namespace

void DimMappingAttr::print(AsmPrinter &printer) const {
  for (int64_t factor : getFactorIndices())
    print_factor(printer, factor);
}

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> factors;
  if (parse_factors(parser, true, factors))
    return {};
  return get(parser.getContext(), factors);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  print_mappings(printer, getOperandMappings());
  printer << "->";
  print_mappings(printer, getResultMappings());
  printer << " {";
  llvm::interleaveComma(llvm::enumerate(getFactorSizes()), printer, [&](auto factor) {
    print_factor(printer, factor.index());
    printer << "=" << factor.value();
  });
  printer << "}";
  print_list(printer, "reduction", getReductionFactors());
  print_list(printer, "need_replication", getNeedReplicationFactors());
  print_list(printer, "permutation", getPermutationFactors());
  print_list(printer, "blocked_propagation", getBlockedPropagationFactors());
  printer << (getIsCustomRule() ? ", custom>" : ">");
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes, named, reduction, need_replication, permutation, blocked;
  SMLoc where;
  auto size = [&]() -> ParseResult {
    where = parser.getCurrentLocation();
    if (parse_factors(parser, false, named) || parser.parseEqual() ||
        parser.parseInteger(sizes.emplace_back()))
      return failure();
    if (named.back() != static_cast<int64_t>(sizes.size()) - 1)
      return parser.emitError(where, "factors have their sizes in order: i, j, k, ...");
    return success();
  };
  if (parser.parseLess() || parse_mappings(parser, operands) || parser.parseArrow() ||
      parse_mappings(parser, results) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, size) ||
      parse_list(parser, "reduction", reduction) ||
      parse_list(parser, "need_replication", need_replication) ||
      parse_list(parser, "permutation", permutation) ||
      parse_list(parser, "blocked_propagation", blocked))
    return {};
  bool custom = succeeded(parser.parseOptionalComma());
  if ((custom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  return get(parser.getContext(), sizes, operands, results, reduction, need_replication,
             permutation, blocked, custom);
}

} // namespace brigade::sdy
