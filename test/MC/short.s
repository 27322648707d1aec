// The short form, as an independent disassembler prints it; in front stands the
// word that tells it from a long form of the same text.
// RUN: tesla-mc -mcpu=gt200 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=gt200 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=gt200 %s | tesla-mc -mcpu=gt200 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2

short mov b32 $r2 $r3
// CHECK: short mov b32 $r2 $r3 {{.*}}encoding: [0x08,0x86,0x00,0x10]

short mov b16 $r2h $r3l
// CHECK: short mov b16 $r2h $r3l {{.*}}encoding: [0x14,0x0c,0x00,0x10]

short mov b32 $r1 b32 s[0x10]
// CHECK: short mov b32 $r1 b32 s[0x10] {{.*}}encoding: [0x04,0xe8,0x00,0x11]

short mov b16 $r0l s16 s[0x10]
// CHECK: short mov b16 $r0l s16 s[0x10] {{.*}}encoding: [0x00,0x50,0x00,0x11]

short add b32 $r1 $r2 $r3
// CHECK: short add b32 $r1 $r2 $r3 {{.*}}encoding: [0x04,0x84,0x03,0x20]

short sub b32 $r1 $r2 $r3
// CHECK: short sub b32 $r1 $r2 $r3 {{.*}}encoding: [0x04,0x84,0x43,0x20]

short subr b32 $r1 $r2 $r3
// CHECK: short subr b32 $r1 $r2 $r3 {{.*}}encoding: [0x04,0x84,0x03,0x30]

short addc b32 $r1 $r2 $r3 $c0
// CHECK: short addc b32 $r1 $r2 $r3 $c0 {{.*}}encoding: [0x04,0x84,0x43,0x30]

short add sat b32 $r1 $r2 $r3
// CHECK: short add sat b32 $r1 $r2 $r3 {{.*}}encoding: [0x04,0x85,0x03,0x20]

short add b32 $r1 $r2 c0[0x10]
// CHECK: short add b32 $r1 $r2 c0[0x10] {{.*}}encoding: [0x04,0x84,0x84,0x20]

short add b32 $r1 $r2 c1[0x10]
// CHECK: short add b32 $r1 $r2 c1[0x10] {{.*}}encoding: [0x04,0x84,0xa4,0x20]

short mul $r1 u16 $r2l u16 $r3h
// CHECK: short mul $r1 u16 $r2l u16 $r3h {{.*}}encoding: [0x04,0x08,0x07,0x40]

short mul $r1 s16 $r2l s16 $r3h
// CHECK: short mul $r1 s16 $r2l s16 $r3h {{.*}}encoding: [0x04,0x89,0x07,0x40]

short mul $r1 u24 $r2 $r3
// CHECK: short mul $r1 u24 $r2 $r3 {{.*}}encoding: [0x04,0x04,0x43,0x40]

short mul $r1 high s24 $r2 $r3
// CHECK: short mul $r1 high s24 $r2 $r3 {{.*}}encoding: [0x04,0x85,0x43,0x40]

short sad $r1 s32 $r2 $r3 $r1
// CHECK: short sad $r1 s32 $r2 $r3 $r1 {{.*}}encoding: [0x04,0x85,0x03,0x50]

short add $r1 (mul u16 $r2l $r3h) $r1
// CHECK: short add $r1 (mul u16 $r2l $r3h) $r1 {{.*}}encoding: [0x04,0x08,0x07,0x60]

short add $r1 (mul u24 $r2 $r3) $r1
// CHECK: short add $r1 (mul u24 $r2 $r3) $r1 {{.*}}encoding: [0x04,0x85,0x03,0x60]

short subr $r1 (mul u24 $r2 $r3) $r1
// CHECK: short subr $r1 (mul u24 $r2 $r3) $r1 {{.*}}encoding: [0x04,0x85,0x03,0x70]

short rcp f32 $r1 $r2
// CHECK: short rcp f32 $r1 $r2 {{.*}}encoding: [0x04,0x04,0x00,0x90]

short rcp f32 $r1 neg abs $r2
// CHECK: short rcp f32 $r1 neg abs $r2 {{.*}}encoding: [0x04,0x84,0x40,0x90]

short add f32 $r1 $r2 $r3
// CHECK: short add f32 $r1 $r2 $r3 {{.*}}encoding: [0x04,0x04,0x03,0xb0]

short add sat f32 $r1 $r2 neg $r3
// CHECK: short add sat f32 $r1 $r2 neg $r3 {{.*}}encoding: [0x04,0x05,0x43,0xb0]

short mul f32 $r1 neg $r2 $r3
// CHECK: short mul f32 $r1 neg $r2 $r3 {{.*}}encoding: [0x04,0x84,0x03,0xc0]

short mul sat f32 $r1 $r2 $r3
// CHECK: short mul sat f32 $r1 $r2 $r3 {{.*}}encoding: [0x04,0x05,0x03,0xc0]

short add f32 $r1 (mul $r2 $r3) $r1
// CHECK: short add f32 $r1 (mul $r2 $r3) $r1 {{.*}}encoding: [0x04,0x04,0x03,0xe0]

short add f32 $r1 neg (mul $r2 $r3) neg $r1
// CHECK: short add f32 $r1 neg (mul $r2 $r3) neg $r1 {{.*}}encoding: [0x04,0x84,0x43,0xe0]

short trap
// CHECK: short trap {{.*}}encoding: [0x02,0x00,0x00,0x90]

short brkpt
// CHECK: short brkpt {{.*}}encoding: [0x02,0x00,0x00,0xb0]
