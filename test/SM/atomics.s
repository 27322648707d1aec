// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --mcpu=g84 --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=u32:0,100,5,0,7 --print=0:u32 | FileCheck %s

// Lanes take their turns: an add, a maximum, an increment that wraps, a swap
// that only lane 1 can make.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r2 0xa
	red add u32 g14[$r1] $r2
	add b32 $r1 $r1 0x4
	mov b32 $r2 0x65
	add b32 $r2 $r2 $r0
	red max u32 g14[$r1] $r2
	add b32 $r1 $r1 0x4
	mov b32 $r2 0x6
	ld inc u32 $r3 g14[$r1] $r2
	add b32 $r1 $r1 0x4
	red add u32 g14[$r1] $r3
	add b32 $r1 $r1 0x4
	add b32 $r4 $r0 0x6
	mov b32 $r5 0x2a
	cas b32 $r6 g14[$r1] $r4 $r5
	exit nop
// 5, 6, 0, 1 are what the increments found.
// CHECK: 0: 40 104 2 12 42
