#include "error_case.h"

ERROR_CASE(permutation_in_jit, "random::permutation of a traced key: it sorts on the host; call it "
                               "outside jit and pass the result in; permutation_in_jit.cpp:5") {
  bg::jit([](bg::random::Key key) { return bg::random::permutation(key, 4); })(bg::random::key(0));
}
