// RUN: cat %S/Inputs/kernel.s %s | tesla-mc -mcpu=g80 --filetype=obj -o %t.cubin -
// RUN: for how in --host-isa=portable --host-isa=sse2 --schedule=random:3 --engine=translated --stats=json:%t.json; do \
// RUN:   ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:128 --print=0:u32 $how | FileCheck %s || exit 1; \
// RUN: done

// Thread t puts t into its word of s[] and adds up those at t, t+1 and t-1 by
// stepping there; in lanes that a predicate leaves out the register stays where
// it was. The words around are those of other threads, or the last 0.
	shl b32 $r1 $r0 0x2
	shl $a1 $r0 0x2
	st b32 s[$a1+0x20] $r0
	bar inc wait 0x0 0xfff
	add $a1 $a1 0x20
	mov b32 $r2 b32 s[$a1+=0x4]
	bar inc wait 0x0 0xfff
// $r2 = t; $r3 = 1000 * (t+1), or 0 for thread 31, which reads the word behind.
	mov b32 $r3 0x3e8
	mul $r3 u24 b32 s[$a1+=-0x4] $r3
// Odd threads step on, and all read again.
	mov b32 $r5 0x1
	and b32 $c0 $r4 $r0 $r5
	(lg $c0) add b32 $r2 b32 s[$a1+=0x4] $r2
	mov b32 $r4 b32 s[$a1+0x0]
	add b32 $r2 $r2 $r3
	mov b32 $r3 0xf4240
	mul $r4 u24 $r4 $r3
	add b32 $r2 $r2 $r4
	add b32 $r1 b32 s[0x10] $r1
	exit st b32 g14[$r1] $r2
// Even t: t + 1000 (t+1) + 1000000 t. Odd t: 2 t + 1000 (t+1) + 1000000 (t+1).
// CHECK: 0: 1000 2002002 2003002 4004006 {{.*}} 30031030 62
