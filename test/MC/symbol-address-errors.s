// A symbol is moved, and nothing else.
// RUN: not tesla-mc --mcpu=tx1 %s 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error:
	add b32 $r0 $r1 table+4
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error:
	mov b32 table+4 $r0
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error:
	mov b32 $r0 table+
