// RUN: cat %S/Inputs/kernel.s %s | tesla-mc -mcpu=gt215 --filetype=obj -o %t.cubin -
// RUN: for how in --host-isa=portable --engine=interpreter --schedule=random:3 --engine=translated; do \
// RUN:   ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:128 --print=0:u32 $how | FileCheck %s || exit 1; \
// RUN: done

// Loads and stores that step on: the access is where the register was. Thread t
// puts t into its word of s[].
	shl $a1 $r0 0x2
	add $a2 $a1 0x20
	st b32 s[$a2+=0x4] $r0
	bar inc wait 0x0 0xfff
// $r2 = t, and the words behind, which are 0 at the end: $r3 = t+2, $r4 = t+1.
	add $a3 $a1 0x20
	ld $r2 b32 s[$a3+=0x8]
	ld $r3 b32 s[$a3+=-0x4]
	ld $r4 b32 s[$a3+0x0]
// Through l[] and back.
	add $a4 0x0 0x0
	st b32 l[$a4+=0x4] $r3
	st b32 l[$a4+=-0x4] $r4
	ld b32 $r5 l[$a4+=0x4]
	ld b32 $r6 l[$a4+0x0]
// Odd threads step on, and all read again.
	mov b32 $r7 0x1
	and b32 $c0 $r7 $r0 $r7
	(lg $c0) ld $r8 b32 s[$a3+=0x4]
	ld $r8 b32 s[$a3+0x0]
	mov b32 $r7 0x64
	mul $r5 u24 $r5 $r7
	add b32 $r2 $r2 $r5
	mov b32 $r7 0x2710
	mul $r6 u24 $r6 $r7
	add b32 $r2 $r2 $r6
	mov b32 $r7 0xf4240
	mul $r8 u24 $r8 $r7
	add b32 $r2 $r2 $r8
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	exit st b32 g14[$r1] $r2
// t + 100 (t+2) + 10000 (t+1) + 1000000 (t+1, or t+2 where t is odd)
// CHECK: 0: 1010200 3020301 3030402 5040503 {{.*}} 31310030 31
