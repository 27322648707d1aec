// A service of the host: its number, the result and two operands, all pairs.
// RUN: tesla-mc -mcpu=tx1 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=tx1 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=tx1 %s | tesla-mc -mcpu=tx1 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc -mcpu=gt200 %s 2>&1 | FileCheck %s --check-prefix=SILICON
// SILICON: error: gt200 does not have this form of 'hcall'; the lowest chip with it is tx1

// CHECK: hcall 0x1 $r2d $r4d $r6d {{.*}}encoding: [0x09,0x08,0x86,0xb0,0x80,0x07,0x00,0x40]
	hcall 0x1 $r2d $r4d $r6d
// CHECK: (lg $c1) hcall 0xf $r120d $r62d $r0d
	(lg $c1) hcall 0xf $r120d $r62d $r0d
// CHECK: exit hcall 0x2 $r0d $r2d $r0d
	exit hcall 0x2 $r0d $r2d $r0d
