// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:24 --print=0:u32 | FileCheck %s

// A 64-bit sum by add and addc, and the flags as a number: Z 1, S 2, C 4, O 8.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r2 0xffffffff
	mov b32 $r3 0x7fffffff
	mov b32 $r4 0x1
	mov b32 $r5 0x0
	add b32 $c0 $r6 $r2 $r4
	mov $r8 $c0
	addc b32 $c1 $r7 $r3 $r5 $c0
	mov $r9 $c1
	st b64 g14[$r1] $r6d
	add b32 $r1 $r1 0x8
	st b64 g14[$r1] $r8d
	sub b32 $c2 # $r4 $r4
	mov $r10 $c2
	sub b32 $c2 # $r5 $r4
	mov $r11 $c2
	add b32 $r1 $r1 0x8
	exit st b64 g14[$r1] $r10d
// 0xffffffff + 1: zero and carry. 0x7fffffff + carry: sign and overflow.
// 1 - 1: zero, no borrow. 0 - 1: sign, borrow.
// CHECK: 0: 0 2147483648 5 10 5 2
