// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --mcpu=gt200 --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=1 --arg=buf=f64:3,0,0,0,0 --print=0:f64 | FileCheck %s

// 3 -> 1/2 * 3 + 3 by fma, its sum and product with 3, and through 64 bits of
// integer.
	mov b32 $r1 b32 s[0x10]
	ld b64 $r2d g14[$r1]
	mov b32 $r4 0x0
	mov b32 $r5 0x3fe00000
	fma rn f64 $r6d $r2d $r4d $r2d
	add b32 $r1 $r1 0x8
	st b64 g14[$r1] $r6d
	add rn f64 $r8d $r6d neg $r2d
	add b32 $r1 $r1 0x8
	st b64 g14[$r1] $r8d
	mul rz f64 $r8d $r6d $r2d
	add b32 $r1 $r1 0x8
	st b64 g14[$r1] $r8d
	cvt rni s64 $r8d f64 $r8d
	cvt rn f64 $r8d s64 $r8d
	add b32 $r1 $r1 0x8
	st b64 g14[$r1] $r8d
	exit nop
// CHECK: 0: 3 4.5 1.5 13.5 14
