// IEEE f32, f16, bf16 and narrow floats of tx1.
// RUN: tesla-mc -mcpu=tx1 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=tx1 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=tx1 %s | tesla-mc -mcpu=tx1 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc -mcpu=gt200 %s 2>&1 | FileCheck --check-prefix=SILICON %s
// SILICON: error: {{.*}}tx1

sub ieee rz ftz sat f32 $r0 $r1 $r2
// CHECK: sub ieee rz ftz sat f32 $r0 $r1 $r2 {{.*}}encoding
fma ieee rn f32 $r0 $r1 $r2 $r3
// CHECK: fma ieee rn f32 $r0 $r1 $r2 $r3 {{.*}}encoding
fms ieee rm f32 $r0 $r1 $r2 $r3
// CHECK: fms ieee rm f32 $r0 $r1 $r2 $r3 {{.*}}encoding
fnma ieee rp f32 $r0 $r1 $r2 $r3
// CHECK: fnma ieee rp f32 $r0 $r1 $r2 $r3 {{.*}}encoding
fnms ieee rz sat f32 $r0 $r1 $r2 $r3
// CHECK: fnms ieee rz sat f32 $r0 $r1 $r2 $r3 {{.*}}encoding
min ieee f32 $r0 $r1 $r2
// CHECK: min ieee f32 $r0 $r1 $r2 {{.*}}encoding
max ieee nan xorsign ftz f32 $r0 $r1 $r2
// CHECK: max ieee nan xorsign ftz f32 $r0 $r1 $r2 {{.*}}encoding
set ieee $r0 leu ftz f32 $r1 $r2
// CHECK: set ieee $r0 leu ftz f32 $r1 $r2 {{.*}}encoding
set ieee $c1 # lge f32 $r1 $r2
// CHECK: set ieee $c1 # lge f32 $r1 $r2 {{.*}}encoding
div ieee rp ftz f32 $r0 $r1 $r2
// CHECK: div ieee rp ftz f32 $r0 $r1 $r2 {{.*}}encoding
rcp ieee rn f32 $r0 $r1
// CHECK: rcp ieee rn f32 $r0 $r1 {{.*}}encoding
sqrt ieee rz f32 $r0 $r1
// CHECK: sqrt ieee rz f32 $r0 $r1 {{.*}}encoding
rsqrt ieee ftz f32 $r0 $r1
// CHECK: rsqrt ieee ftz f32 $r0 $r1 {{.*}}encoding
sin ieee f32 $r0 $r1
// CHECK: sin ieee f32 $r0 $r1 {{.*}}encoding
cos ieee f32 $r0 $r1
// CHECK: cos ieee f32 $r0 $r1 {{.*}}encoding
lg2 ieee f32 $r0 $r1
// CHECK: lg2 ieee f32 $r0 $r1 {{.*}}encoding
ex2 ieee ftz f32 $r0 $r1
// CHECK: ex2 ieee ftz f32 $r0 $r1 {{.*}}encoding
tanh ieee f32 $r0 $r1
// CHECK: tanh ieee f32 $r0 $r1 {{.*}}encoding
add ftz sat f16 $r0 $r1 $r2
// CHECK: add ftz sat f16 $r0 $r1 $r2 {{.*}}encoding
sub f16x2 $r0 $r1 $r2
// CHECK: sub f16x2 $r0 $r1 $r2 {{.*}}encoding
mul bf16 $r0 $r1 $r2
// CHECK: mul bf16 $r0 $r1 $r2 {{.*}}encoding
fma bf16x2 $r0 $r1 $r2 $r3
// CHECK: fma bf16x2 $r0 $r1 $r2 $r3 {{.*}}encoding
fma relu ftz f16x2 $r0 $r1 $r2 $r3
// CHECK: fma relu ftz f16x2 $r0 $r1 $r2 $r3 {{.*}}encoding
min nan f16 $r0 $r1 $r2
// CHECK: min nan f16 $r0 $r1 $r2 {{.*}}encoding
max xorsign bf16x2 $r0 $r1 $r2
// CHECK: max xorsign bf16x2 $r0 $r1 $r2 {{.*}}encoding
set $r0 gu ftz f16x2 $r1 $r2
// CHECK: set $r0 gu ftz f16x2 $r1 $r2 {{.*}}encoding
ex2 bf16x2 $r0 $r1
// CHECK: ex2 bf16x2 $r0 $r1 {{.*}}encoding
tanh f16 $r0 $r1
// CHECK: tanh f16 $r0 $r1 {{.*}}encoding
narrow rp f16 $r0 $r1
// CHECK: narrow rp f16 $r0 $r1 {{.*}}encoding
narrow rn sat e4m3 $r0 $r1
// CHECK: narrow rn sat e4m3 $r0 $r1 {{.*}}encoding
narrow rn tf32a $r0 $r1
// CHECK: narrow rn tf32a $r0 $r1 {{.*}}encoding
narrow rn sat e2m1x2 $r0 $r1 $r2
// CHECK: narrow rn sat e2m1x2 $r0 $r1 $r2 {{.*}}encoding
narrow rz ue8m0x2 $r0 $r1 $r2
// CHECK: narrow rz ue8m0x2 $r0 $r1 $r2 {{.*}}encoding
widen e5m2 $r0 $r1
// CHECK: widen e5m2 $r0 $r1 {{.*}}encoding
widen bf16 $r126 $r125
// CHECK: widen bf16 $r126 $r125 {{.*}}encoding
