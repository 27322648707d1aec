// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:16 --print=0:b32 | FileCheck %s

// Where the product is truncated, rounded to nearest, rounded toward zero; and
// a denormal operand, which is zero.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r2 0x3fffffff
	mov b32 $r3 0x3fffffff
	mov b32 $r4 0x3f800000
	add f32 $r8 (mul $r2 $r3) $r4
	mul rn f32 $r9 $r2 $r3
	mul rz f32 $r10 $r2 $r3
	mov b32 $r2 0x00400000
	add rn f32 $r11 $r2 $r2
	exit st b128 g14[$r1] $r8q
// CHECK: 0: 0x409fffff 0x407ffffe 0x407ffffe 0x00000000
