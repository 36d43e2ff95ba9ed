#include "error_case.h"

ERROR_CASE(vjp_used_inside_jit, "vjp: a function made outside jit is called inside; call vjp "
                                "inside as well; vjp_used_inside_jit.cpp:7") {
  auto [y, back] = bg::vjp([](bg::Array x) { return x * x; })(bg::ones({3}));
  auto &pull = back;
  bg::jit([&](bg::Array d) { return std::get<0>(pull(d)); })(bg::ones({3}));
}
