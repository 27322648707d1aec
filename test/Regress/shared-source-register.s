// The address of an s[] operand is an $a register's, not any register's.
// RUN: not tesla-mc %s 2>&1 | FileCheck %s
// RUN: not tesla-mc --mcpu=tx1 %s 2>&1 | FileCheck %s
// CHECK: [[#@LINE+2]]:19: error: expected an address register, $a1 to $a4
// CHECK-NEXT: add b32 $r1 b32 s[$r1+0x4] $r2
add b32 $r1 b32 s[$r1+0x4] $r2
// CHECK: [[#@LINE+1]]:22: error: expected an address register, $a1 to $a4
mul24 u32 $r1 u16 s[ $r2d ] $r2
