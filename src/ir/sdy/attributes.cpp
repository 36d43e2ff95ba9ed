#include "ir/limits.h"
#include "ir/sdy/assembly.h"
#include "ir/sdy/ops.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_ATTRDEF_CLASSES
#include "ir/sdy/attributes.cpp.inc"

namespace brigade::sdy {

using namespace mlir;

void SdyDialect::add_attributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/sdy/attributes.cpp.inc"
      >();
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emit_error,
                               ArrayRef<MeshAxisAttr> axes, ArrayRef<int64_t> device_ids) {
  llvm::StringSet<> names;
  int64_t total = 1;
  for (MeshAxisAttr axis : axes) {
    if (axis.getSize() < 1)
      return emit_error() << "mesh axis \"" << axis.getName() << "\" has size " << axis.getSize();
    if (!names.insert(axis.getName()).second)
      return emit_error() << "mesh axis \"" << axis.getName() << "\" is given twice";
    if (axis.getSize() > ir::max_devices / total)
      return emit_error() << "mesh axis \"" << axis.getName() << "\" of size " << axis.getSize()
                          << " makes more than " << ir::max_devices << " devices";
    total *= axis.getSize();
  }
  if (device_ids.empty())
    return success();
  SmallVector<int64_t> sorted(device_ids);
  llvm::sort(sorted);
  if (static_cast<int64_t>(sorted.size()) != total ||
      !llvm::equal(sorted, llvm::seq<int64_t>(0, total)))
    return emit_error() << "device_ids must be a permutation of 0 to " << total - 1;
  return success();
}

int64_t MeshAttr::getAxisSize(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return 0;
}

int64_t MeshAttr::getTotalSize() const {
  int64_t total = 1;
  for (MeshAxisAttr axis : getAxes())
    total *= axis.getSize();
  return total;
}

LogicalResult SubAxisInfoAttr::verify(function_ref<InFlightDiagnostic()> emit_error,
                                      int64_t pre_size, int64_t size) {
  if (pre_size < 1 || size < 2)
    return emit_error() << "sub-axis (" << pre_size << ")" << size
                        << " must have a pre-size of at least 1 and a size of "
                        << "at least 2";
  return success();
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return getSubAxisInfo() ? getSubAxisInfo().getSize() : mesh.getAxisSize(getName());
}

int64_t DimensionShardingAttr::getShardedSize(MeshAttr mesh) const {
  int64_t size = 1;
  for (AxisRefAttr axis : getAxes())
    size *= axis.getSize(mesh);
  return size;
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printer.printStrippedAttrOrType(getAxes());
  if (!getIsClosed())
    printer << (emptyAxes() ? "?" : ", ?");
  printer << "}";
  if (getPriority())
    printer << "p" << *getPriority();
}

static ParseResult parse_axis(AsmParser &parser, SmallVectorImpl<AxisRefAttr> &axes) {
  auto axis = llvm::dyn_cast_or_null<AxisRefAttr>(AxisRefAttr::parse(parser, {}));
  if (!axis)
    return failure();
  axes.push_back(axis);
  return success();
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool closed = true;
  SMLoc where = parser.getCurrentLocation();
  auto member = [&]() -> ParseResult {
    if (!closed)
      return parser.emitError(where, "'?' must come last in a dimension's sharding");
    if (succeeded(parser.parseOptionalQuestion())) {
      closed = false;
      return success();
    }
    return parse_axis(parser, axes);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, member))
    return {};
  std::optional<int64_t> priority;
  where = parser.getCurrentLocation();
  StringRef text;
  if (succeeded(parser.parseOptionalKeyword(&text))) {
    int64_t value;
    StringRef digits = text;
    if (!digits.consume_front("p") || digits.getAsInteger(10, value)) {
      parser.emitError(where) << "expects a priority such as p1, not '" << text << "'";
      return {};
    }
    priority = value;
  }
  return get(parser.getContext(), axes, closed, priority);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = llvm::dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  printer.printStrippedAttrOrType(getDimShardings());
  printer << "]";
  if (!getReplicatedAxes().empty()) {
    printer << ", replicated={";
    printer.printStrippedAttrOrType(getReplicatedAxes());
    printer << "}";
  }
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced={";
    printer.printStrippedAttrOrType(getUnreducedAxes());
    printer << "}";
  }
  printer << ">";
}

/// `@mesh` or `mesh<["x"=2]>`
static ParseResult parse_mesh_or_ref(AsmParser &parser, Attribute &mesh) {
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh = MeshAttr::parse(parser, {});
    return success(static_cast<bool>(mesh));
  }
  FlatSymbolRefAttr symbol;
  if (parser.parseAttribute(symbol))
    return failure();
  mesh = symbol;
  return success();
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  auto dimension = [&]() -> ParseResult {
    auto sharding =
        llvm::dyn_cast_or_null<DimensionShardingAttr>(DimensionShardingAttr::parse(parser, {}));
    dims.push_back(sharding);
    return success(static_cast<bool>(sharding));
  };
  if (parser.parseLess() || parse_mesh_or_ref(parser, mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, dimension))
    return {};
  auto axes = [&](SmallVector<AxisRefAttr> &list) -> ParseResult {
    return failure(parser.parseEqual() ||
                   parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                                  [&] { return parse_axis(parser, list); }));
  };
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc where = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return {};
    if (name != "replicated" && name != "unreduced") {
      parser.emitError(where) << "expects replicated or unreduced axes, not '" << name << "'";
      return {};
    }
    if (axes(name == "replicated" ? replicated : unreduced))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), mesh, dims, replicated, unreduced);
}

StringRef TensorShardingAttr::getMeshName() const {
  auto symbol = llvm::dyn_cast<FlatSymbolRefAttr>(getMeshOrRef());
  return symbol ? symbol.getValue() : StringRef();
}

std::string TensorShardingAttr::describeMesh() const {
  return getMeshName().empty() ? "the mesh" : ("mesh @" + getMeshName()).str();
}

MeshAttr TensorShardingAttr::getMesh(Operation *op) const {
  if (auto mesh = llvm::dyn_cast<MeshAttr>(getMeshOrRef()))
    return mesh;
  auto module = op->getParentOfType<ModuleOp>();
  if (auto self = llvm::dyn_cast<ModuleOp>(op))
    module = self;
  auto mesh = module ? module.lookupSymbol<MeshOp>(getMeshName()) : nullptr;
  return mesh ? mesh.getMesh() : nullptr;
}

TensorShardingAttr TensorShardingAttr::getReplicated(MLIRContext *context, StringRef mesh,
                                                     int64_t rank, bool closed) {
  SmallVector<DimensionShardingAttr> dims(
      rank, DimensionShardingAttr::get(context, {}, closed, std::nullopt));
  return get(context, mesh, dims);
}

namespace {
/// The part of an axis that is in use: [begin, end) of the products of factors, so (pre_size,
/// pre_size * size).
struct AxisPart {
  int64_t begin, end;
  bool overlaps(AxisPart other) const { return begin < other.end && other.begin < end; }
};
} // namespace

LogicalResult
TensorShardingAttr::verifyForType(Type type, MeshAttr mesh,
                                  function_ref<InFlightDiagnostic()> emit_error) const {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != getRank())
    return emit_error() << "has a sharding of rank " << getRank() << " for " << type;
  llvm::StringMap<SmallVector<AxisPart>> used;
  auto use = [&](AxisRefAttr axis) -> LogicalResult {
    int64_t size = mesh.getAxisSize(axis.getName());
    if (size == 0)
      return emit_error() << "names axis \"" << axis.getName() << "\", which " << describeMesh()
                          << " lacks";
    AxisPart part{1, size};
    if (SubAxisInfoAttr sub = axis.getSubAxisInfo()) {
      part = {sub.getPreSize(), sub.getPreSize() * sub.getSize()};
      if (size % part.end != 0)
        return emit_error() << "takes sub-axis (" << sub.getPreSize() << ")" << sub.getSize()
                            << " of axis \"" << axis.getName() << "\" of size " << size
                            << ", which it does not divide";
    }
    for (AxisPart other : used[axis.getName()])
      if (part.overlaps(other) || (part.begin == part.end && other.begin == other.end))
        return emit_error() << "uses axis \"" << axis.getName() << "\" twice";
    used[axis.getName()].push_back(part);
    return success();
  };
  for (DimensionShardingAttr dim : getDimShardings())
    for (AxisRefAttr axis : dim.getAxes())
      if (failed(use(axis)))
        return failure();
  for (ArrayRef<AxisRefAttr> list : {getReplicatedAxes(), getUnreducedAxes()})
    for (AxisRefAttr axis : list)
      if (failed(use(axis)))
        return failure();
  return success();
}

} // namespace brigade::sdy
