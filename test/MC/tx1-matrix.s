// Products of matrices and moves of their elements.
// RUN: tesla-mc -mcpu=tx1 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=tx1 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=tx1 %s | tesla-mc -mcpu=tx1 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc -mcpu=gt200 %s 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: gt200 does not have this form of 'mma'; the lowest chip with it is tx1

// CHECK: mma 0x3 $r8q $r4q $r12q $r16q {{.*}}encoding: [0x21,0x08,0x8c,0x31,0x80,0x07,0x04,0x20]
	mma 0x3 $r8q $r4q $r12q $r16q
// CHECK: mma 0x1ff $r8q $r4q $r12d $r16q {{.*}}encoding: [0x21,0x08,0x8c,0x3f,0x80,0x07,0xc4,0x27]
	mma 0x1ff $r8q $r4q $r12d $r16q
// CHECK: mma more 0x41 $r8q $r4q $r12q $r16q {{.*}}encoding: [0x21,0x08,0x8c,0x30,0x80,0x07,0x84,0x28]
	mma more 0x41 $r8q $r4q $r12q $r16q
// CHECK: (lg $c0) mmove 0x2 $r8q $r4q {{.*}}encoding: [0x21,0x08,0x00,0x31,0x80,0x02,0x00,0x2c]
	(lg $c0) mmove 0x2 $r8q $r4q
// CHECK: atom mbarrier b64 $r8d s[$r3+0x8] $r4d {{.*}}encoding: [0x21,0x06,0x04,0x54,0xc8,0x07,0x00,0xb4]
	atom mbarrier b64 $r8d s[$r3+8] $r4d
// CHECK: atom mbarrier b64 $r8d gen[$r6d+0x8] $r4d {{.*}}encoding: [0x21,0x0c,0x04,0x54,0xc8,0x07,0x00,0x94]
	atom mbarrier b64 $r8d gen[$r6d+8] $r4d
