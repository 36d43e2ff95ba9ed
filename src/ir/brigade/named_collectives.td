// Collectives over axes that have a name and, until the enclosing pmap, shard_map or vmap closes,
// no group of devices. `axis_size` is the number of members.
include "ir/brigade/dialect.td"

class Brigade_NamedCollective<string mnemonic, list<Trait> traits = []>
    : Op<Brigade_Dialect, mnemonic, [NoMemoryEffect]#traits>;

// tracked: the enclosing shard_map tracks replication, so that the transpose is pvary and not
// another psum.
class Brigade_NamedReduction<string mnemonic>
    : Brigade_NamedCollective<mnemonic, [SameOperandsAndResultType]> {
  let arguments = (ins Brigade_Tensor:$operand, StrArrayAttr:$axes, UnitAttr:$tracked);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat =
      "$operand `axes` `=` $axes (`tracked` $tracked^)? attr-dict `:` type($result)";
}
def Brigade_PsumOp : Brigade_NamedReduction<"psum">;
def Brigade_PmaxOp : Brigade_NamedReduction<"pmax">;
def Brigade_PminOp : Brigade_NamedReduction<"pmin">;

// The same value, from now on taken to differ along `axes`.
def Brigade_PvaryOp : Brigade_NamedCollective<"pvary", [SameOperandsAndResultType]> {
  let arguments = (ins Brigade_Tensor:$operand, StrArrayAttr:$axes);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = "$operand `axes` `=` $axes attr-dict `:` type($result)";
}

// tiled: concatenated along `dimension`; else stacked there in a new dimension.
def Brigade_AllGatherOp : Brigade_NamedCollective<"all_gather", [InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, StrAttr:$axis, I64Attr:$axis_size,
      I64Attr:$dimension, UnitAttr:$tiled);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand `axis` `=` $axis `size` `=` $axis_size `dim` `=` $dimension (`tiled` $tiled^)?
      attr-dict
      `:` functional-type(operands, results)
  }];
}

// A sum over the axis of which each member keeps its part of `dimension`; not tiled: the dimension
// has size axis_size and is dropped.
def Brigade_ReduceScatterOp : Brigade_NamedCollective<"reduce_scatter", [InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, StrAttr:$axis, I64Attr:$axis_size,
      I64Attr:$dimension, UnitAttr:$tiled);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand `axis` `=` $axis `size` `=` $axis_size `dim` `=` $dimension (`tiled` $tiled^)?
      attr-dict
      `:` functional-type(operands, results)
  }];
}

// source_target_pairs: n x 2 positions on the axis. Who is no target receives zeros.
def Brigade_PpermuteOp : Brigade_NamedCollective<"ppermute", [SameOperandsAndResultType]> {
  let arguments = (ins Brigade_Tensor:$operand, StrAttr:$axis, I64Attr:$axis_size,
      I64ElementsAttr:$source_target_pairs);
  let results = (outs Brigade_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `axis` `=` $axis `size` `=` $axis_size `pairs` `=` $source_target_pairs attr-dict
      `:` type($result)
  }];
}

// Splits split_dimension into axis_size parts, sends part i to member i, concatenates what comes
// along concat_dimension.
def Brigade_AllToAllOp : Brigade_NamedCollective<"all_to_all", [InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, StrAttr:$axis, I64Attr:$axis_size,
      I64Attr:$split_dimension, I64Attr:$concat_dimension);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = [{
    $operand `axis` `=` $axis `size` `=` $axis_size `split` `=` $split_dimension `concat` `=`
      $concat_dimension attr-dict
      `:` functional-type(operands, results)
  }];
}

// The position on the axis: an i32 of rank 0.
def Brigade_AxisIndexOp : Op<Brigade_Dialect, "axis_index", [Pure, InferTypeOpAdaptor]> {
  let arguments = (ins StrAttr:$axis, I64Attr:$axis_size);
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = "`axis` `=` $axis `size` `=` $axis_size attr-dict `:` type($result)";
}
