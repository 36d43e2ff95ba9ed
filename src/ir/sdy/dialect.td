// The sdy dialect and its attributes, with Shardy's names and assembly.
#ifndef BRIGADE_SDY_DIALECT
#define BRIGADE_SDY_DIALECT

include "ir/common.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::brigade::sdy";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void add_attributes();
    void add_ops();
  }];
}

class Sdy_Attr<string name, string mnemonic_> : AttrDef<Sdy_Dialect, name> {
  let mnemonic = mnemonic_;
}

// "x"=2
def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$size);
  let assemblyFormat = "`` $name `` `=` `` $size";
}

// <["x"=2, "y"=4]>, or with another order of devices <["x"=4], device_ids=[0, 2, 1, 3]>. Device i
// has coordinates by row-major order of the axes.
def Sdy_Mesh : Sdy_Attr<"Mesh", "mesh"> {
  let parameters = (ins OptionalArrayRefParameter<"MeshAxisAttr", "axes">:$axes,
      OptionalArrayRefParameter<"int64_t", "device ids">:$device_ids);
  let assemblyFormat = [{
    `<` `[` (`]`) : ($axes^ `]`)? (`,` `device_ids` `` `=` `` `[` $device_ids^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// 0 where there is no such axis.
    int64_t getAxisSize(::llvm::StringRef name) const;
    bool hasAxis(::llvm::StringRef name) const { return getAxisSize(name) != 0; }
    /// Of all axes together: the number of devices.
    int64_t getTotalSize() const;
  }];
}

// Part of an axis: the axis split into pre_size x size x rest, of which this is the middle.
// "x":(1)2
def Sdy_SubAxisInfo : Sdy_Attr<"SubAxisInfo", "sub_axis_info"> {
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
  let genVerifyDecl = 1;
}

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref"> {
  let parameters = (ins StringRefParameter<"name">:$name,
      OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`` $name (`` `:` `` $sub_axis_info^)?";
  let extraClassDeclaration = [{
    /// How many parts it makes.
    int64_t getSize(MeshAttr mesh) const;
  }];
}

// {"x", "y"}; open to further axes: {"x", ?}; with a priority: {"x"}p1
def Sdy_DimensionSharding : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr", "axes, major first">:$axes,
      "bool":$is_closed,
      DefaultValuedParameter<"::std::optional<int64_t>", "::std::nullopt">:$priority);
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 0;
  let extraClassDeclaration = [{
    bool emptyAxes() const { return getAxes().empty(); }
    /// How many parts the dimension has.
    int64_t getShardedSize(MeshAttr mesh) const;
  }];
}

// <@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>; or with the mesh itself:
// <mesh<["x"=2]>, [{"x"}]>
def Sdy_TensorSharding : Sdy_Attr<"TensorSharding", "sharding"> {
  let parameters = (ins "::mlir::Attribute":$mesh_or_ref,
      OptionalArrayRefParameter<"DimensionShardingAttr", "one a dimension">:$dim_shardings,
      OptionalArrayRefParameter<"AxisRefAttr", "axes not to be used">:$replicated_axes,
      OptionalArrayRefParameter<"AxisRefAttr", "axes over which it is still to be summed">:$unreduced_axes);
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "::mlir::Attribute":$mesh_or_ref,
                                  "::llvm::ArrayRef<DimensionShardingAttr>":$dim_shardings,
                                  CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$replicated_axes,
                                  CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$unreduced_axes),
                              [{
      return $_get($_ctxt, mesh_or_ref, dim_shardings, replicated_axes, unreduced_axes);
    }]>,
                  AttrBuilder<(ins "::llvm::StringRef":$mesh_name,
                                  "::llvm::ArrayRef<DimensionShardingAttr>":$dim_shardings,
                                  CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$replicated_axes),
                              [{
      return get($_ctxt, ::mlir::FlatSymbolRefAttr::get($_ctxt, mesh_name), dim_shardings, replicated_axes);
    }]>];
  let extraClassDeclaration = [{
    /// Of the mesh's symbol; empty where the mesh itself stands there.
    ::llvm::StringRef getMeshName() const;
    /// "mesh @name", or "the mesh", for messages.
    std::string describeMesh() const;
    int64_t getRank() const { return getDimShardings().size(); }
    DimensionShardingAttr getDimSharding(int64_t dim) const { return getDimShardings()[dim]; }
    /// The mesh it names, found from the module that holds `op`; null where there is none.
    MeshAttr getMesh(::mlir::Operation *op) const;
    /// No axis anywhere; every dimension open or closed as asked.
    static TensorShardingAttr getReplicated(::mlir::MLIRContext *context, ::llvm::StringRef mesh, int64_t rank,
                                            bool closed);
    /// Checks it against a type and the mesh: rank, axes known and used once, sub-axes that divide.
    ::llvm::LogicalResult verifyForType(::mlir::Type type, MeshAttr mesh,
                                        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emit_error) const;
  }];
}

def Sdy_TensorShardingPerValue : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let parameters = (ins OptionalArrayRefParameter<"TensorShardingAttr", "one a value">:$shardings);
  let assemblyFormat = "`<` `[` (`]`) : ($shardings^ `]`)? `>`";
  let extraClassDeclaration = [{
    int64_t size() const { return getShardings().size(); }
    bool empty() const { return getShardings().empty(); }
    TensorShardingAttr getSharding(int64_t index) const { return getShardings()[index]; }
  }];
}

// How factors make up the dimensions of one tensor, by their indices: [i, jk] is [[0], [1, 2]].
def Sdy_DimMapping : Sdy_Attr<"DimMapping", "dim_mapping"> {
  let parameters = (ins OptionalArrayRefParameter<"int64_t", "major first">:$factor_indices);
  let hasCustomAssemblyFormat = 1;
}
def Sdy_TensorMapping : Sdy_Attr<"TensorMapping", "tensor_mapping"> {
  let parameters = (ins OptionalArrayRefParameter<"DimMappingAttr", "one a dimension">:$dim_mappings);
  let assemblyFormat = "`[` (`]`) : ($dim_mappings^ `]`)?";
}

// What a program says of an operation that Shardy does not know; ours have rules of their own, so it
// is kept and not followed. <([i, k],[k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}, custom>
def Sdy_OpShardingRule : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let parameters = (ins ArrayRefParameter<"int64_t", "of the factors">:$factor_sizes,
      OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
      OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
      OptionalArrayRefParameter<"int64_t">:$reduction_factors,
      OptionalArrayRefParameter<"int64_t">:$need_replication_factors,
      OptionalArrayRefParameter<"int64_t">:$permutation_factors,
      OptionalArrayRefParameter<"int64_t">:$blocked_propagation_factors,
      "bool":$is_custom_rule);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_ManualAxes : Sdy_Attr<"ManualAxes", "manual_axes"> {
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$value);
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
  let returnType = "::llvm::ArrayRef<::mlir::StringAttr>";
  let convertFromStorage = "$_self.getValue()";
  let constBuilderCall = "$_builder.getAttr<ManualAxesAttr>($0)";
}

#endif
