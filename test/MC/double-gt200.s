// The double instructions of gt200, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=gt200 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=gt200 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=gt200 %s | tesla-mc -mcpu=gt200 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is gt200

fma rn f64 $r2d $r4d $r6d $r8d
// CHECK: fma rn f64 $r2d $r4d $r6d $r8d {{.*}}encoding: [0x09,0x08,0x06,0xe0,0x80,0x07,0x02,0x40]

fma rz f64 $r2d $r4d $r6d $r8d
// CHECK: fma rz f64 $r2d $r4d $r6d $r8d {{.*}}encoding: [0x09,0x08,0x06,0xe0,0x80,0x07,0xc2,0x40]

add rn f64 $r2d $r4d $r8d
// CHECK: add rn f64 $r2d $r4d $r8d {{.*}}encoding: [0x09,0x08,0x00,0xe0,0x80,0x07,0x02,0x60]

add rm f64 $r2d $r4d $r8d
// CHECK: add rm f64 $r2d $r4d $r8d {{.*}}encoding: [0x09,0x08,0x01,0xe0,0x80,0x07,0x02,0x60]

mul rn f64 $r2d $r4d $r6d
// CHECK: mul rn f64 $r2d $r4d $r6d {{.*}}encoding: [0x09,0x08,0x06,0xe0,0x80,0x07,0x00,0x80]

mul rp f64 $r2d $r4d $r6d
// CHECK: mul rp f64 $r2d $r4d $r6d {{.*}}encoding: [0x09,0x08,0x06,0xe0,0x80,0x07,0x04,0x80]

min f64 $r2d $r4d $r6d
// CHECK: min f64 $r2d $r4d $r6d {{.*}}encoding: [0x09,0x08,0x06,0xe0,0x80,0x07,0x00,0xa0]

max f64 $r2d $r4d $r6d
// CHECK: max f64 $r2d $r4d $r6d {{.*}}encoding: [0x09,0x08,0x06,0xe0,0x80,0x07,0x00,0xc0]

set $c0 # l f64 $r4d $r6d
// CHECK: set $c0 # l f64 $r4d $r6d {{.*}}encoding: [0xfd,0x09,0x06,0xe0,0xc8,0x47,0x00,0xe0]
