#ifndef BRIGADE_BRIGADE_DIALECT
#define BRIGADE_BRIGADE_DIALECT

include "ir/common.td"

def Brigade_Dialect : Dialect {
  let name = "brigade";
  let summary = "What StableHLO cannot say while transforms still need it";
  let cppNamespace = "::brigade::ir";
  let extraClassDeclaration = [{
    void add_named_collectives();
    void add_fusion();
    void add_gradient();
  }];
}

#endif
