// The stablehlo dialect, its enums and attributes, with the names and assembly of StableHLO v1.
#ifndef BRIGADE_STABLEHLO_DIALECT
#define BRIGADE_STABLEHLO_DIALECT

include "ir/common.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::brigade::stablehlo";
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // One member a family, each defined in a file of its own: registering all operations in one file
  // is slow to compile.
  let extraClassDeclaration = [{
    void add_attributes();
    void add_unary();
    void add_binary();
    void add_structure();
    void add_contraction();
    void add_reduction();
    void add_indexing();
    void add_control();
    void add_collectives();
  }];
}

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stablehlo_Dialect, mnemonic, traits>;

class StableHLO_Enum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::brigade::stablehlo";
}

def StableHLO_ComparisonDirection
    : StableHLO_Enum<"ComparisonDirection", "which comparison",
                     [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>,
                      I32EnumAttrCase<"GT", 3>, I32EnumAttrCase<"LE", 4>,
                      I32EnumAttrCase<"LT", 5>]>;
def StableHLO_ComparisonDirectionAttr
    : EnumAttr<Stablehlo_Dialect, StableHLO_ComparisonDirection, "comparison_direction">;

def StableHLO_ComparisonType
    : StableHLO_Enum<"ComparisonType", "how elements compare",
                     [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
                      I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
                      I32EnumAttrCase<"UNSIGNED", 4>]>;
def StableHLO_ComparisonTypeAttr
    : EnumAttr<Stablehlo_Dialect, StableHLO_ComparisonType, "comparison_type">;

def StableHLO_Precision : StableHLO_Enum<"Precision", "the precision asked of a product",
                                         [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
                                          I32EnumAttrCase<"HIGHEST", 2>]>;
def StableHLO_PrecisionAttr : EnumAttr<Stablehlo_Dialect, StableHLO_Precision, "precision">;
def StableHLO_PrecisionConfigAttr
    : TypedArrayAttrBase<StableHLO_PrecisionAttr, "an array of precisions">;

def StableHLO_ResultAccuracyMode
    : StableHLO_Enum<"ResultAccuracyMode", "how accurate a function is asked to be",
                     [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
                      I32EnumAttrCase<"TOLERANCE", 2>]>;
def StableHLO_ResultAccuracyModeAttr
    : EnumAttr<Stablehlo_Dialect, StableHLO_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def StableHLO_CustomCallApiVersion
    : I32EnumAttr<"CustomCallApiVersion", "how a custom call passes its arguments",
                  [I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
                   I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
                   I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
                   I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
                   I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::brigade::stablehlo";
}

class StableHLO_Attr<string name, string mnemonic_> : AttrDef<Stablehlo_Dialect, name> {
  let mnemonic = mnemonic_;
}

def StableHLO_Dims : ArrayRefParameter<"int64_t", "dimensions">;

// Lists and numbers are printed where they are neither empty nor zero: <lhs_contracting_dimensions
// = [1], ...>.
def StableHLO_DotDimensionNumbers : StableHLO_Attr<"DotDimensionNumbers", "dot"> {
  let parameters = (ins StableHLO_Dims:$lhsBatchingDimensions,
      StableHLO_Dims:$rhsBatchingDimensions, StableHLO_Dims:$lhsContractingDimensions,
      StableHLO_Dims:$rhsContractingDimensions);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_GatherDimensionNumbers : StableHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let parameters = (ins StableHLO_Dims:$offsetDims, StableHLO_Dims:$collapsedSliceDims,
      StableHLO_Dims:$operandBatchingDims, StableHLO_Dims:$startIndicesBatchingDims,
      StableHLO_Dims:$startIndexMap, "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ScatterDimensionNumbers : StableHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let parameters = (ins StableHLO_Dims:$updateWindowDims, StableHLO_Dims:$insertedWindowDims,
      StableHLO_Dims:$inputBatchingDims, StableHLO_Dims:$scatterIndicesBatchingDims,
      StableHLO_Dims:$scatterDimsToOperandDims, "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ChannelHandle : StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

// Under TOLERANCE a result may be off by atol + rtol * |result| + ulps units in its last place.
// Numbers are printed where they are not zero.
def StableHLO_ResultAccuracy : StableHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let parameters = (ins APFloatParameter<"absolute">:$atol, APFloatParameter<"relative">:$rtol,
      "int64_t":$ulps, "ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
}

// How a product is computed: the types its operands are rounded to, the type it is summed in, and
// into how many pieces operands are split for more digits than those types have.
def StableHLO_DotAlgorithm : StableHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let parameters = (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
      "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
      "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
      "bool":$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_OutputOperandAlias : StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$outputTupleIndices,
      "int64_t":$operandIndex, OptionalArrayRefParameter<"int64_t">:$operandTupleIndices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` `[` (`]`) : ($outputTupleIndices^ `]`)? `,` `operand_index`
      `=` $operandIndex `,`
        `operand_tuple_indices` `=` `[` (`]`) : ($operandTupleIndices^ `]`)? `>`
  }];
}

#endif
