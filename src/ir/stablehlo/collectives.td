include "ir/stablehlo/dialect.td"

// Every device of a group takes part, so these are not speculated; one whose results nobody needs
// is dropped.
class StableHLO_Collective<string mnemonic, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, [NoMemoryEffect]#traits>;

class StableHLO_DeviceId<string mnemonic> : StableHLO_Op<mnemonic, [Pure, InferTypeOpAdaptor]> {
  let results = (outs Brigade_Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}
def StableHLO_PartitionIdOp : StableHLO_DeviceId<"partition_id">;
def StableHLO_ReplicaIdOp : StableHLO_DeviceId<"replica_id">;

// replica_groups: one row a group, rows of equal length; -1 fills.
def StableHLO_AllReduceOp : StableHLO_Collective<"all_reduce", [InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$operands, I64ElementsAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandle>:$channel_handle, UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Brigade_Tensor>);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def StableHLO_AllGatherOp : StableHLO_Collective<"all_gather"> {
  let arguments = (ins Variadic<Brigade_Tensor>:$operands, I64Attr:$all_gather_dim,
      I64ElementsAttr:$replica_groups, OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Brigade_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_ReduceScatterOp : StableHLO_Collective<"reduce_scatter"> {
  let arguments = (ins Brigade_Tensor:$operand, I64Attr:$scatter_dimension,
      I64ElementsAttr:$replica_groups, OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Brigade_Tensor);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}

def StableHLO_AllToAllOp : StableHLO_Collective<"all_to_all", [InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Brigade_Tensor>:$operands, I64Attr:$split_dimension,
      I64Attr:$concat_dimension, I64Attr:$split_count, I64ElementsAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<Brigade_Tensor>);
}

// source_target_pairs: n x 2. A device that is no target receives zeros.
def StableHLO_CollectivePermuteOp
    : StableHLO_Collective<"collective_permute", [InferTypeOpAdaptor]> {
  let arguments = (ins Brigade_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
      OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs Brigade_Tensor);
}

// The first device of each group sends; a device in no group receives zeros.
def StableHLO_CollectiveBroadcastOp
    : StableHLO_Collective<"collective_broadcast", [SameOperandsAndResultType]> {
  let arguments = (ins Brigade_Tensor:$operand, I64ElementsAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs Brigade_Tensor);
  let hasVerifier = 1;
}
