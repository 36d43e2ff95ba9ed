#include "error_case.h"

#include <thread>

ERROR_CASE(traced_in_thread,
           "a traced value f32[3], made at traced_in_thread.cpp:20, is used in another thread; a "
           "trace belongs to its thread; traced_in_thread.cpp:12") {
  bg::jit([](bg::Array x) {
    std::exception_ptr thrown;
    std::thread([&] {
      try {
        x * 2.0;
      } catch (...) {
        thrown = std::current_exception();
      }
    }).join();
    if (thrown)
      std::rethrow_exception(thrown);
    return x;
  })(bg::ones({3}));
}
