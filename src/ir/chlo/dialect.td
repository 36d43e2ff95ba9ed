#ifndef BRIGADE_CHLO_DIALECT
#define BRIGADE_CHLO_DIALECT

include "ir/common.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::brigade::chlo";
  let extraClassDeclaration = "void add_elementwise();";
}

#endif
