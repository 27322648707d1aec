// Loads, stores and atomics of tx1: text to words to text.
// RUN: tesla-mc -mcpu=tx1 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=tx1 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=tx1 %s | tesla-mc -mcpu=tx1 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: llvm-readelf-19 -h %t.1 | FileCheck -check-prefix=HEADER %s
// RUN: not tesla-mc -mcpu=gt200 %s 2>&1 | FileCheck -check-prefix=SILICON %s
// HEADER: Class: ELF64
// HEADER: Flags: 0x114
// SILICON: error: gt200 does not have this form of 'ld'; the lowest chip with it is tx1

ld b32 $r1 g[$r2d]
// CHECK: ld b32 $r1 g[$r2d] {{.*}}encoding: [0x05,0x04,0x00,0xf0,0x98,0x07,0x00,0xa0]
ld b32 $r1 g[$r2d+0x10]
// CHECK: ld b32 $r1 g[$r2d+0x10]
ld b128 $r4q gen[$r2d-0x8]
// CHECK: ld b128 $r4q gen[$r2d-0x8]
ld u8 $r1 s[$r3+0x7fffff]
// CHECK: ld u8 $r1 s[$r3+0x7fffff]
ld s16 $r1 l[$r3-0x800000]
// CHECK: ld s16 $r1 l[$r3-0x800000]
ld b64 $r2d c0[$r127+0x20]
// CHECK: ld b64 $r2d c0[$r127+0x20]
st b64 g[$r6d+0x8] $r8d
// CHECK: st b64 g[$r6d+0x8] $r8d
exit (eu $c1) st u16 s[$r1] $r2
// CHECK: exit (eu $c1) st u16 s[$r1] $r2
atom add u32 $r1 g[$r2d+0x1ff] $r4
// CHECK: atom add u32 $r1 g[$r2d+0x1ff] $r4
atom cas b64 $r0d gen[$r2d-0x200] $r4d $r6d
// CHECK: atom cas b64 $r0d gen[$r2d-0x200] $r4d $r6d
atom max s32 $r1 s[$r3] $r4
// CHECK: atom max s32 $r1 s[$r3] $r4
atom add f64 $r0d g[$r2d] $r4d
// CHECK: atom add f64 $r0d g[$r2d] $r4d
