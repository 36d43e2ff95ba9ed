# brigade_layer(NAME [MLIR] [USES layer...] [LINKS library...])
#
# One folder under src/ is one static library, brigade_NAME, of every .cpp below it. A layer sees the public headers, its own
# folder and the layers it USES. MLIR layers share one precompiled header, made by brigade_ir.
set(BRIGADE_WARNINGS -Wall -Wextra -Wno-unused-parameter)

function(brigade_flags target)
  target_compile_options(${target} PRIVATE ${BRIGADE_WARNINGS})
  if(BRIGADE_SANITIZE)
    # LLVM is built without type information, and code compiled in process carries none before its functions.
    target_compile_options(${target} PRIVATE -fsanitize=${BRIGADE_SANITIZE} -fno-omit-frame-pointer
                                             -fno-sanitize=vptr,function)
    target_link_options(${target} PRIVATE -fsanitize=${BRIGADE_SANITIZE})
  endif()
endfunction()

function(brigade_layer name)
  cmake_parse_arguments(LAYER "MLIR" "" "USES;LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  if(NOT sources)
    add_library(brigade_${name} INTERFACE)
    return()
  endif()
  add_library(brigade_${name} STATIC ${sources})
  target_include_directories(brigade_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
  foreach(used ${LAYER_USES})
    target_link_libraries(brigade_${name} PUBLIC brigade_${used})
  endforeach()
  target_link_libraries(brigade_${name} PUBLIC ${LAYER_LINKS})
  if(LAYER_MLIR)
    # Generated dialect code is most of it and is not what a program spends its time in.
    if(NOT name STREQUAL core)
      target_compile_options(brigade_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    target_link_libraries(brigade_${name} PUBLIC brigade_mlir)
    target_include_directories(brigade_${name} PUBLIC
      $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/src>)
    if(NOT name STREQUAL ir)
      add_dependencies(brigade_${name} brigade_ir_generated)
      target_precompile_headers(brigade_${name} REUSE_FROM brigade_ir)
    endif()
  endif()
  brigade_flags(brigade_${name})
endfunction()
