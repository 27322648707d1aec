// The control instructions of g84, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=g84 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=g84 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=g84 %s | tesla-mc -mcpu=g84 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is g84

brkpt
// CHECK: brkpt {{.*}}encoding: [0x03,0x00,0x00,0xb0,0x80,0x07,0x00,0x00]
