#include <brigade/brigade.h>

#include <iostream>
#include <vector>

namespace bg = brigade;

int main() {
  std::vector<float> values = {1, 2, 3};
  bg::Array x = bg::Array::from(std::span<const float>(values), {3});
  auto gradient = bg::jit(bg::grad([](bg::Array v) { return bg::sum(v * v); }));
  std::cout << "gradient: " << gradient(x).to_string() << "\n";
}
