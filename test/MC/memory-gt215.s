// The memory instructions of gt215, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=gt215 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=gt215 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=gt215 %s | tesla-mc -mcpu=gt215 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is gt215

st unlock b32 s[0x10] $r6
// CHECK: st unlock b32 s[0x10] $r6 {{.*}}encoding: [0x01,0x08,0x00,0x00,0x80,0x87,0xa1,0xe4]

ld lock $c1 $r1 b32 s[0x10]
// CHECK: ld lock $c1 $r1 b32 s[0x10] {{.*}}encoding: [0x05,0x08,0x00,0x10,0xd0,0xc7,0x80,0x44]
