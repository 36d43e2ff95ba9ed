include "ir/stablehlo/dialect.td"

// While cond(values...) gives true: values = body(values...). Both regions may use values from
// outside.
def StableHLO_WhileOp
    : StableHLO_Op<
          "while", [RecursiveMemoryEffects, InferTypeOpAdaptor,
                    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$operand);
  let results = (outs Variadic<Brigade_Tensor>);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, ReturnLike, Terminator]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$results);
  let builders = [OpBuilder<(ins), [{}]>];
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

// Its results are its operands, but nothing is moved, merged or removed across it.
def StableHLO_OptimizationBarrierOp
    : StableHLO_Op<"optimization_barrier", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$operand);
  let results = (outs Variadic<Brigade_Tensor>:$result);
  let assemblyFormat =
      "attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand), type($result))) : (`(` `)`)?";
}

def StableHLO_CustomCallOp
    : StableHLO_Op<"custom_call", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments =
      (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
          DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
          OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
          DefaultValuedOptionalAttr<
              StableHLO_CustomCallApiVersion,
              "::brigade::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
          OptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr,
                                          "an array of function names">>:$called_computations,
          OptionalAttr<ArrayAttr>:$operand_layouts, OptionalAttr<ArrayAttr>:$result_layouts,
          OptionalAttr<TypedArrayAttrBase<StableHLO_OutputOperandAlias,
                                          "an array of aliases">>:$output_operand_aliases);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = [{
    custom<SymbolName>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands,
      results)
  }];
}

// A call of `decomposition` that has a name of its own.
def StableHLO_CompositeOp
    : StableHLO_Op<"composite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$inputs, StrAttr:$name,
      OptionalAttr<DictionaryAttr>:$composite_attributes, FlatSymbolRefAttr:$decomposition,
      DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Brigade_Tensor>);
  let assemblyFormat = "$name $inputs attr-dict `:` functional-type(operands, results)";
}
