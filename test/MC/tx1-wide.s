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
mul b32 $r0 $r1 -0x2000
// CHECK: mul b32 $r0 $r1 -0x2000
mad b32 $r0 $r1 0x7f $r3
// CHECK: mad b32 $r0 $r1 0x7f $r3
(lg $c1) set $c2 # ge u32 $r3 0x1fff
// CHECK: (lg $c1) set $c2 # ge u32 $r3 0x1fff
join set $c0 # lg s32 $r3 -0x1
// CHECK: join set $c0 # lg s32 $r3 -0x1
shfl bfly $c0 $r0 $r1 $r2 0x1f
// CHECK: shfl bfly $c0 $r0 $r1 $r2 0x1f
shfl idx $c3 $r0 $r1 0x7f 0x0
// CHECK: shfl idx $c3 $r0 $r1 0x7f 0x0
add ieee rm ftz f32 $r0 $r1 0xff800000
// CHECK: add ieee rm ftz f32 $r0 $r1 0xff800000
mul ieee rn sat f32 $r0 $r1 0x3fc00000
// CHECK: mul ieee rn sat f32 $r0 $r1 0x3fc00000
set ieee $c1 # leu ftz f32 $r1 0x80000000
// CHECK: set ieee $c1 # leu ftz f32 $r1 0x80000000
