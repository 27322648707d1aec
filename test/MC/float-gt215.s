// The float instructions of gt215, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=gt215 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=gt215 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=gt215 %s | tesla-mc -mcpu=gt215 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is gt215

mul sat rn f32 $r1 $r2 $r3
// CHECK: mul sat rn f32 $r1 $r2 $r3 {{.*}}encoding: [0x05,0x04,0x03,0xc0,0x80,0x07,0x10,0x00]
