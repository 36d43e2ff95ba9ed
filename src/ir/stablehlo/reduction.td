include "ir/stablehlo/dialect.td"

// body(accumulated..., element...) -> accumulated..., over the given dimensions, which the results
// lack.
def StableHLO_ReduceOp : StableHLO_Op<"reduce", [RecursiveMemoryEffects, RecursivelySpeculatable,
                                                 SameVariadicOperandSize, InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$inputs, Variadic<Brigade_Tensor>:$init_values,
      DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Brigade_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let hasCustomAssemblyFormat = 1;
}
