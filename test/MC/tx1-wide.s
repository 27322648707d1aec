// Integers in pairs, products of words, shuffles and IEEE f32 of tx1.
// RUN: tesla-mc -mcpu=tx1 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=tx1 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=tx1 %s | tesla-mc -mcpu=tx1 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2

add b64 $r0d $r2d $r4d
// CHECK: add b64 $r0d $r2d $r4d {{.*}}encoding: [0x01,0x04,0x04,0x20,0x80,0x07,0x00,0x20]
add b64 $r0d $r2d -0x40000
// CHECK: add b64 $r0d $r2d -0x40000
add b64 $r0d $r2d 0x3ffff
// CHECK: add b64 $r0d $r2d 0x3ffff
join sub b64 $r0d $r2d $r4d
// CHECK: join sub b64 $r0d $r2d $r4d
mul high s64 $r0d $r2d $r4d
// CHECK: mul high s64 $r0d $r2d $r4d
mul wide u32 $r0d $r2 $r4
// CHECK: mul wide u32 $r0d $r2 $r4
mad wide s32 $r0d $r2 $r4 $r6d
// CHECK: mad wide s32 $r0d $r2 $r4 $r6d
shr s64 $r0d $r2d $r4
// CHECK: shr s64 $r0d $r2d $r4
set $r0 le u64 $r2d $r4d
// CHECK: set $r0 le u64 $r2d $r4d
set $c2 # g s64 $r2d $r4d
// CHECK: set $c2 # g s64 $r2d $r4d
mad b32 $r0 $r1 $r2 $r3
// CHECK: mad b32 $r0 $r1 $r2 $r3
mul high u32 $r0 $r1 $r2
// CHECK: mul high u32 $r0 $r1 $r2
popc b32 $r0 $r1
// CHECK: popc b32 $r0 $r1
shfl bfly $c0 $r0 $r1 $r2 $r3
// CHECK: shfl bfly $c0 $r0 $r1 $r2 $r3
mov $r0 $nctaidx
// CHECK: mov $r0 $nctaidx
fma ieee rp ftz sat f32 $r0 $r1 $r2 $r3
// CHECK: fma ieee rp ftz sat f32 $r0 $r1 $r2 $r3
add ieee rn f32 $r0 $r1 $r2
// CHECK: add ieee rn f32 $r0 $r1 $r2
mad wide u32 $r0d $r2 0x7f $r6d
// CHECK: mad wide u32 $r0d $r2 0x7f $r6d
mul wide s32 $r0d $r2 0x4
// CHECK: mul wide s32 $r0d $r2 0x4
shl b64 $r0d $r2d 0x7f
// CHECK: shl b64 $r0d $r2d 0x7f
