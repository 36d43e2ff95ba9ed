#include "error_case.h"

#include <cstdio>
#include <cstring>

static ErrorCase *first = nullptr;

ErrorCase::ErrorCase(const char *name, const char *expected, void (*run)())
    : name(name), expected(expected), run(run), next(first) {
  first = this;
}

/// error_cases NAME: exit 0 where the case throws an Error whose text is the expected one, and is
/// one line.
int main(int argc, char **argv) {
  for (ErrorCase *c = first; c; c = c->next) {
    if (argc != 2 || std::strcmp(c->name, argv[1]) != 0)
      continue;
    try {
      c->run();
    } catch (const bg::Error &error) {
      const bool same =
          std::strcmp(error.what(), c->expected) == 0 && !std::strchr(error.what(), '\n');
      std::printf("%s\n", error.what());
      if (!same)
        std::printf("expected: %s\n", c->expected);
      return same ? 0 : 1;
    }
    std::printf("no error; expected: %s\n", c->expected);
    return 1;
  }
  std::printf("no case of that name\n");
  return 2;
}
