// An s[] operand with a post-increment: the access is at the address register,
// to which the signed offset is added behind it.
// RUN: split-file %s %t
// RUN: tesla-mc -mcpu=g80 -show-encoding %t/good.s | FileCheck %s
// RUN: tesla-mc -mcpu=g80 -filetype=obj %t/good.s -o %t.1
// RUN: tesla-mc -mcpu=g80 %t/good.s | tesla-mc -mcpu=g80 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc -mcpu=g80 %t/bad.s 2>&1 | FileCheck %s --check-prefix=BAD --implicit-check-not=error:
// RUN: tesla-mc -disassemble %t/words | FileCheck %s --check-prefix=WORDS
// RUN: not tesla-mc -disassemble %t/bad-words 2>&1 | FileCheck %s --check-prefix=BADWORDS

// CHECK: add b32 $r1 b32 s[$a1+=0x4] $r2 {{.*}}encoding: [0x05,0xc2,0x00,0x26,0x80,0x87,0x20,0x04]
// CHECK: add b32 $r1 b32 s[$a4+=-0x40] $r2 {{.*}}encoding: [0x05,0xe0,0x00,0x22,0x84,0x87,0x20,0x04]
// CHECK: mov b32 $r1 b32 s[$a2+=0x3c] {{.*}}encoding: [0x05,0xde,0x00,0x1a,0x80,0xc7,0x23,0x04]
// CHECK: mov b16 $r1l u16 s[$a1+=-0x2] {{.*}}encoding: [0x09,0x7e,0x00,0x16,0x80,0xc7,0x23,0x00]
// CHECK: (lg $c1) add f32 $r1 (mul b32 s[$a1+=0x4] $r2) $r3
// CHECK: add f32 $r1 b32 s[$a3+=-0x20] 0x3f800000 {{.*}}encoding: [0x05,0x70,0x00,0xbf,0x03,0x00,0xf8,0x03]
// CHECK: short add f32 $r1 (mul b32 s[$a2+=0x8] $r2) $r1 {{.*}}encoding: [0x04,0x64,0x02,0xeb]

// BAD: bad.s:1:13: error: memory operand does not fit here
// BAD: bad.s:2:19: error: memory operand does not fit here
// BAD: bad.s:3:13: error: memory operand does not fit here
// BAD: bad.s:4:{{[0-9]+}}: error: g80 does not have this form of 'ld'; the lowest chip with it is g84
// BAD: bad.s:5:{{[0-9]+}}: error: a post-increment is of an address register

// WORDS: short add f32 $r24 (mul b32 s[$a2+=0x4] $r26) $r24
// BADWORDS: bad-words:2:1: error: not an instruction of these chips

//--- good.s
add b32 $r1 b32 s[$a1+=0x4] $r2
add b32 $r1 b32 s[$a4+=-0x40] $r2
mov b32 $r1 b32 s[$a2+=0x3c]
mov b16 $r1l u16 s[$a1+=-0x2]
(lg $c1) add f32 $r1 (mul b32 s[$a1+=0x4] $r2) $r3
add f32 $r1 b32 s[$a3+=-0x20] 0x3f800000
short add f32 $r1 (mul b32 s[$a2+=0x8] $r2) $r1
//--- bad.s
add b32 $r1 b32 s[$a1+=0x40] $r2
short add b32 $r1 b32 s[$a1+=0x20] $r2
add b32 $r1 b32 s[$a1+=0x2] $r2
ld $r1 b32 s[$a1+=0x4]
st b32 l[$r1+=0x4] $r1
//--- words
eb1a6260
eb1a6260
//--- bad-words
// Without an address register.
23000405 0420c780
