# Every library that Brigade uses, found in one place. All of them are Debian 12 packages.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(LLVM 19.1 REQUIRED CONFIG PATHS /usr/lib/llvm-19/lib/cmake/llvm NO_DEFAULT_PATH)
find_package(MLIR REQUIRED CONFIG PATHS /usr/lib/llvm-19/lib/cmake/mlir NO_DEFAULT_PATH)
list(APPEND CMAKE_MODULE_PATH ${LLVM_CMAKE_DIR} ${MLIR_CMAKE_DIR})
include(TableGen)
include(AddMLIR)

# oneDNN, by name: its own CMake package asks for OpenCL, which its CPU engine does not use.
find_library(DNNL_LIBRARY NAMES dnnl REQUIRED)
find_path(DNNL_INCLUDE_DIR oneapi/dnnl/dnnl.h REQUIRED)
add_library(brigade_dnnl INTERFACE)
target_include_directories(brigade_dnnl SYSTEM INTERFACE ${DNNL_INCLUDE_DIR})
target_link_libraries(brigade_dnnl INTERFACE ${DNNL_LIBRARY})

# OpenBLAS, by name: the alternatives system may point libblas elsewhere.
find_library(OPENBLAS_LIBRARY NAMES openblas REQUIRED)
find_path(OPENBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread
          x86_64-linux-gnu/openblas-pthread REQUIRED)

add_library(brigade_openblas INTERFACE)
target_include_directories(brigade_openblas SYSTEM INTERFACE ${OPENBLAS_INCLUDE_DIR})
target_link_libraries(brigade_openblas INTERFACE ${OPENBLAS_LIBRARY})

# The shared MLIR and LLVM libraries and nothing else of them.
add_library(brigade_mlir INTERFACE)
target_include_directories(brigade_mlir SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_link_libraries(brigade_mlir INTERFACE MLIR LLVM)
