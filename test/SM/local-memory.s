// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=2 --arg=buf=zeros:8 --print=0:b32 | FileCheck %s

// Each lane has its own l[]; narrow accesses extend.
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	mov b32 $r2 0x11228380
	add b32 $r2 $r2 $r0
	st b32 l[0x4] $r2
	ld s8 $r3 l[0x4]
	ld u16 $r4 l[0x6]
	shl b32 $r4 $r4 0x8
	xor b32 $r3 $r3 $r4
	exit st b32 g14[$r1] $r3
// CHECK: 0: 0xffeedd80 0xffeedd81
