// A long instruction starts at a multiple of eight, and nothing else does for it.
// RUN: split-file --leading-lines %s %t
// RUN: not tesla-mc -mcpu=g80 -filetype=obj %t/odd.s -o %t/odd.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: tesla-mc -mcpu=g80 %t/odd.s -o -
// RUN: tesla-mc -mcpu=g80 -filetype=obj %t/aligned.s -o %t/aligned.o
// RUN: llvm-readobj --hex-dump=.text.k %t/aligned.o | FileCheck %s --check-prefix=ALIGNED

// Alignment is filled with what does nothing.
// ALIGNED: 0x00000000 08860010 00800010 01000010 80c70304
// ALIGNED-NEXT: 0x00000010 08860010 00800010 010000f0 800700e0
// ALIGNED-NEXT: 0x00000020 01000010 80c70304

//--- odd.s
	.section	.text.k,"ax",@progbits
	short mov b32 $r2 $r3
// CHECK: odd.s:[[#@LINE+1]]:2: error: long instruction at 0x4, which is not a multiple of 8: short ones come in pairs
	mov b32 $r0 $r0
	short mov b32 $r2 $r3
// Now even again.
	mov b32 $r0 $r0
target:
	short mov b32 $r2 $r3
// CHECK: odd.s:[[#@LINE+1]]:2: error: long instruction at 0x1c
	bra target

	.section	.text.other,"ax",@progbits
	mov b32 $r0 $r0

//--- aligned.s
	.section	.text.k,"ax",@progbits
	short mov b32 $r2 $r3
	.p2align 3
	mov b32 $r0 $r0
	short mov b32 $r2 $r3
	.p2align 4
	.p2align 5
	mov b32 $r0 $r0
