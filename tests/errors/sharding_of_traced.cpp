#include "error_case.h"

ERROR_CASE(sharding_of_traced,
           "sharding() of a traced value: it is known only once the program is compiled; state it "
           "with with_sharding_constraint; sharding_of_traced.cpp:7") {
  bg::jit([](bg::Array x) {
    x.sharding();
    return x;
  })(bg::ones({3}));
}
