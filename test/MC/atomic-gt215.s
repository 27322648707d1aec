// The atomic instructions of gt215, as an independent disassembler prints them.
// RUN: tesla-mc -mcpu=gt215 -show-encoding %s | FileCheck %s
// RUN: tesla-mc -mcpu=gt215 -filetype=obj %s -o %t.1
// RUN: tesla-mc -mcpu=gt215 %s | tesla-mc -mcpu=gt215 -filetype=obj -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: not tesla-mc %s 2>&1 | FileCheck -check-prefix=G80 %s
// G80: error: g80 does not have this form of {{.*}}; the lowest chip with it is gt215

ld add u64 $r4d g14[$r2] $r6d
// CHECK: ld add u64 $r4d g14[$r2] $r6d {{.*}}encoding: [0x11,0x04,0x06,0xd7,0x80,0x07,0x80,0xe0]

cas b64 $r4d g14[$r2] $r6d $r8d
// CHECK: cas b64 $r4d g14[$r2] $r6d $r8d {{.*}}encoding: [0x11,0x04,0x06,0xd7,0x88,0x07,0x82,0xe0]
