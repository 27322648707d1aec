// The memory instructions of g84, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=g84 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=g84 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=g84 %s | tesla-mc -mcpu=g84 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is g84

ld $r1 b32 s[0x10]
// CHECK: ld $r1 b32 s[0x10] {{.*}}encoding: [0x05,0x08,0x00,0x10,0x80,0xc7,0x00,0x44]

ld $r1 u16 s[$a2+0x8]
// CHECK: ld $r1 u16 s[$a2+0x8] {{.*}}encoding: [0x05,0x08,0x00,0x18,0x80,0x47,0x00,0x44]
