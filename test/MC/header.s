// The object names the machine and, in the flags, the chip.
// RUN: tesla-mc -mcpu=g80 -filetype=obj %s -o %t
// RUN: llvm-readelf -h %t | FileCheck %s -check-prefixes=CHECK,G80
// RUN: tesla-mc -mcpu=sm_13 -filetype=obj %s -o %t
// RUN: llvm-readelf -h %t | FileCheck %s -check-prefixes=CHECK,GT200
// CHECK: Class: ELF32
// CHECK: Machine: NVIDIA CUDA architecture
// G80: Flags: 0xA
// GT200: Flags: 0xD
nop
