// RUN: brigade devices --devices 2 | FileCheck %s
// CHECK: CpuDevice(id=0) kind cpu process 0 coords (0) memory 0 of unlimited bytes
// CHECK: CpuDevice(id=1) kind cpu process 0 coords (1)
// CHECK: {{[0-9]+}} threads
