// What has no place in one word.
// RUN: not tesla-mc -mcpu=gt200 %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: [[#@LINE+1]]:19: error: memory operand does not fit here
short add b32 $r0 b32 s[$a4+0x4] $r1
// CHECK: [[#@LINE+1]]:1: error: the carry of the short form is that of $c0
short addc b32 $r1 $r2 $r3 $c1
// CHECK: [[#@LINE+1]]:23: error: memory operand does not fit here
short add b32 $r1 $r2 c2[0x10]
// CHECK: [[#@LINE+1]]:19: error: register '$r64' does not fit here
short add b32 $r1 $r64 $r2
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error:
short shl b32 $r1 $r2 $r3
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error:
(lg $c0) short add b32 $r1 $r2 $r3
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error:
join short add b32 $r1 $r2 $r3
