// The logic instructions of g80, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=g80 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=g80 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=g80 %s | tesla-mc -mcpu=g80 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2

and b32 $r1 $r2 $r3
// CHECK: and b32 $r1 $r2 $r3 {{.*}}encoding: [0x05,0x04,0x03,0xd0,0x80,0x07,0x00,0x04]

or b32 $r1 $r2 $r3
// CHECK: or b32 $r1 $r2 $r3 {{.*}}encoding: [0x05,0x04,0x03,0xd0,0x80,0x47,0x00,0x04]

xor b32 $r1 $r2 $r3
// CHECK: xor b32 $r1 $r2 $r3 {{.*}}encoding: [0x05,0x04,0x03,0xd0,0x80,0x87,0x00,0x04]

mov2 b32 $r1 $r2 not $r3
// CHECK: mov2 b32 $r1 $r2 not $r3 {{.*}}encoding: [0x05,0x04,0x03,0xd0,0x80,0xc7,0x02,0x04]

and b32 $r1 not $r2 $r3
// CHECK: and b32 $r1 not $r2 $r3 {{.*}}encoding: [0x05,0x04,0x03,0xd0,0x80,0x07,0x01,0x04]

and b16 $r1l $r2l $r3l
// CHECK: and b16 $r1l $r2l $r3l {{.*}}encoding: [0x09,0x08,0x06,0xd0,0x80,0x07,0x00,0x00]
