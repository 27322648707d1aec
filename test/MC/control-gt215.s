// The control instructions of gt215, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=gt215 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=gt215 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=gt215 %s | tesla-mc -mcpu=gt215 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is gt215

preret 0x200
// CHECK: preret 0x200 {{.*}}encoding: [0x03,0x00,0x04,0xd0,0x80,0x07,0x00,0x00]
