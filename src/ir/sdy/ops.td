include "ir/sdy/dialect.td"

class Sdy_Op<string mnemonic, list<Trait> traits = []> : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

class Sdy_Sharded<string mnemonic>
    : Sdy_Op<mnemonic, [Pure, SameOperandsAndResultType,
                        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Brigade_Tensor:$input, Sdy_TensorSharding:$sharding);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}
def Sdy_ShardingConstraintOp : Sdy_Sharded<"sharding_constraint">;
def Sdy_ReshardOp : Sdy_Sharded<"reshard">;

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$results);
  let builders = [OpBuilder<(ins), [{}]>];
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

// A program for one device over the manual axes: its arguments are the local parts of the operands
// by in_shardings, its results those of this operation's results by out_shardings. Axes not manual
// are still the compiler's.
def Sdy_ManualComputationOp
    : Sdy_Op<"manual_computation", [RecursiveMemoryEffects, IsolatedFromAbove,
                                    SingleBlockImplicitTerminator<"ReturnOp">,
                                    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$tensors, Sdy_TensorShardingPerValue:$in_shardings,
      Sdy_TensorShardingPerValue:$out_shardings, Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<Brigade_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::ValueRange":$tensors,
      "::llvm::ArrayRef<TensorShardingAttr>":$in_shardings,
      "::llvm::ArrayRef<TensorShardingAttr>":$out_shardings,
      "::llvm::ArrayRef<::mlir::StringAttr>":$manual_axes)>];
  let assemblyFormat = [{
    `(` operands `)` `in_shardings` `` `=` `` custom<ShardingList>($in_shardings)
    `out_shardings` `` `=` `` custom<ShardingList>($out_shardings) `manual_axes` `` `=` ``
      $manual_axes
    custom<BodyWithArguments>($body) attr-dict `:` functional-type(operands, results)
  }];
}
