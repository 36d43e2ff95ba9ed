#include "ir/assembly.h"
#include "ir/stablehlo/dialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include <variant>

#include "ir/stablehlo/enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/stablehlo/attributes.cpp.inc"

namespace brigade::stablehlo {

using namespace mlir;

void StablehloDialect::add_attributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/stablehlo/attributes.cpp.inc"
      >();
}

namespace {

using Dims = SmallVector<int64_t>;

/// `<name = [1, 2], name = 3>` for the named members that are neither empty nor zero; any order
/// when read.
struct Member {
  StringRef name;
  std::variant<Dims *, int64_t *, double *, ResultAccuracyModeAttr *> value;
};

ParseResult parse_value(AsmParser &parser, Dims *dims) {
  return ir::assembly::parse_dims(parser, *dims);
}
ParseResult parse_value(AsmParser &parser, int64_t *number) { return parser.parseInteger(*number); }
ParseResult parse_value(AsmParser &parser, double *number) { return parser.parseFloat(*number); }
ParseResult parse_value(AsmParser &parser, ResultAccuracyModeAttr *mode) {
  return parser.parseAttribute(*mode);
}

ParseResult parse_members(AsmParser &parser, ArrayRef<Member> members) {
  SmallVector<StringRef> seen;
  auto member = [&]() -> ParseResult {
    SMLoc where = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    const Member *found = llvm::find_if(members, [&](const Member &m) { return m.name == name; });
    if (found == members.end())
      return parser.emitError(where) << "unknown member '" << name << "'";
    if (llvm::is_contained(seen, found->name))
      return parser.emitError(where) << "member '" << name << "' is given twice";
    seen.push_back(found->name);
    return std::visit([&](auto *value) { return parse_value(parser, value); }, found->value);
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, member);
}

class MemberPrinter {
public:
  explicit MemberPrinter(AsmPrinter &printer) : printer_(printer) { printer_ << "<"; }
  ~MemberPrinter() { printer_ << ">"; }
  void operator()(StringRef name, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return;
    start(name);
    ir::assembly::print_dims(printer_, dims);
  }
  void operator()(StringRef name, int64_t number) {
    if (number == 0)
      return;
    start(name);
    printer_ << number;
  }
  void operator()(StringRef name, const APFloat &number) {
    if (number.isPosZero())
      return;
    start(name);
    printer_.printFloat(number);
  }
  void operator()(StringRef name, Attribute value) {
    start(name);
    printer_ << value;
  }

private:
  void start(StringRef name) {
    printer_ << separator_ << name << " = ";
    separator_ = ", ";
  }
  AsmPrinter &printer_;
  StringRef separator_ = "";
};

} // namespace

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  MemberPrinter print(printer);
  print("lhs_batching_dimensions", getLhsBatchingDimensions());
  print("rhs_batching_dimensions", getRhsBatchingDimensions());
  print("lhs_contracting_dimensions", getLhsContractingDimensions());
  print("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  if (parse_members(parser, {{"lhs_batching_dimensions", &lhs_batching},
                             {"rhs_batching_dimensions", &rhs_batching},
                             {"lhs_contracting_dimensions", &lhs_contracting},
                             {"rhs_contracting_dimensions", &rhs_contracting}}))
    return {};
  return get(parser.getContext(), lhs_batching, rhs_batching, lhs_contracting, rhs_contracting);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  MemberPrinter print(printer);
  print("offset_dims", getOffsetDims());
  print("collapsed_slice_dims", getCollapsedSliceDims());
  print("operand_batching_dims", getOperandBatchingDims());
  print("start_indices_batching_dims", getStartIndicesBatchingDims());
  print("start_index_map", getStartIndexMap());
  print("index_vector_dim", getIndexVectorDim());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims offset, collapsed, operand_batching, indices_batching, map;
  int64_t index_vector_dim = 0;
  if (parse_members(parser, {{"offset_dims", &offset},
                             {"collapsed_slice_dims", &collapsed},
                             {"operand_batching_dims", &operand_batching},
                             {"start_indices_batching_dims", &indices_batching},
                             {"start_index_map", &map},
                             {"index_vector_dim", &index_vector_dim}}))
    return {};
  return get(parser.getContext(), offset, collapsed, operand_batching, indices_batching, map,
             index_vector_dim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  MemberPrinter print(printer);
  print("update_window_dims", getUpdateWindowDims());
  print("inserted_window_dims", getInsertedWindowDims());
  print("input_batching_dims", getInputBatchingDims());
  print("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  print("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  print("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Dims window, inserted, input_batching, indices_batching, map;
  int64_t index_vector_dim = 0;
  if (parse_members(parser, {{"update_window_dims", &window},
                             {"inserted_window_dims", &inserted},
                             {"input_batching_dims", &input_batching},
                             {"scatter_indices_batching_dims", &indices_batching},
                             {"scatter_dims_to_operand_dims", &map},
                             {"index_vector_dim", &index_vector_dim}}))
    return {};
  return get(parser.getContext(), window, inserted, input_batching, indices_batching, map,
             index_vector_dim);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  MemberPrinter print(printer);
  print("atol", getAtol());
  print("rtol", getRtol());
  print("ulps", getUlps());
  print("mode", getMode());
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  auto mode = ResultAccuracyModeAttr::get(parser.getContext(), ResultAccuracyMode::DEFAULT);
  if (parse_members(parser, {{"atol", &atol}, {"rtol", &rtol}, {"ulps", &ulps}, {"mode", &mode}}))
    return {};
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

} // namespace brigade::stablehlo
