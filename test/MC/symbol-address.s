// The address of a symbol, and the upper word of one of 64 bits, are moved as
// immediates that the loader knows: what the compiler prints assembles again.
// RUN: tesla-mc --mcpu=tx1 %s | FileCheck %s
// RUN: tesla-mc --mcpu=tx1 %s | tesla-mc --mcpu=tx1 | FileCheck %s
// RUN: tesla-mc --mcpu=tx1 --filetype=obj %s -o %t.o
// RUN: llvm-readelf -r %t.o | FileCheck --check-prefix=RELOCATIONS %s
// CHECK: {{^[ \t]*}}mov b32 $r1 table@high+4
// CHECK-NEXT: {{^[ \t]*}}mov b32 $r0 table+4
// CHECK-NEXT: {{^[ \t]*}}mov b32 $r2 table
// CHECK-NEXT: {{^[ \t]*}}mov b32 $r3 table-8
// CHECK-NEXT: {{^[ \t]*}}mov b32 $r4 0x7
// RELOCATIONS: 81 {{.*}} table + 4
// RELOCATIONS: 80 {{.*}} table + 4
// RELOCATIONS: 80 {{.*}} table + 0
// RELOCATIONS: 80 {{.*}} table - 8
	.section	.text.k,"ax",@progbits
	mov b32 $r1 table@high+4
	mov b32 $r0 table+4
	mov b32 $r2 table
	mov b32 $r3 table-8
	mov b32 $r4 0x7
