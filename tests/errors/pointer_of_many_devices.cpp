#include "error_case.h"

ERROR_CASE(pointer_of_many_devices,
           "unsafe_buffer_pointer() of an array on 4 devices; take it of the data of one of "
           "addressable_shards(); pointer_of_many_devices.cpp:8") {
  bg::set_num_cpu_devices(4);
  const bg::NamedSharding rows(bg::make_mesh({4}, {"data"}), bg::P("data"));
  bg::device_put(bg::ones({8}), rows).unsafe_buffer_pointer();
}
