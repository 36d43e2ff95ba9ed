// What the compiler makes one kernel of.
include "ir/brigade/dialect.td"

// The region computes the results from the inputs, its block arguments; it ends in
// stablehlo.return.
def Brigade_FusionOp : Op<Brigade_Dialect, "fusion", [IsolatedFromAbove, RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$inputs);
  let results = (outs Variadic<Brigade_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let assemblyFormat =
      "`(` $inputs `)` `:` functional-type(operands, results) $body attr-dict-with-keyword";
}
