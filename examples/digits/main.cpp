#include "report.h"

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
  try {
    const digits::Options options = digits::parse_options(argc, argv);
    const digits::Result result = digits::train(options, digits::read_dataset(options.data));
    digits::print_result(result);
    if (!options.json.empty())
      digits::write_json(options, result);
    return 0;
  } catch (const brigade::UserError &error) {
    std::fprintf(stderr, "digits: %s\n", error.what());
    return 2;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "digits: %s\n", error.what());
    return 1;
  }
}
