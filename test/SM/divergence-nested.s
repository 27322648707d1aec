// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --print=0:u32 | FileCheck %s

// The lecture's nested if/else of four lanes: 1111, 1100, 1000, 0100, 0011. Each
// path adds its digit; what follows a join runs once for all its lanes.
	shl b32 $r1 $r0 0x2			// 0x00
	add b32 $r1 b32 s[0x10] $r1		// 0x08
	mov b32 $r2 0x0			// 0x10
	mov b32 $r4 0x2			// 0x18
	joinat 0x80				// 0x20
	set $c0 # ge u32 $r0 $r4		// 0x28
	(lg $c0) bra 0x78			// 0x30
	mov b32 $r5 0x1			// 0x38
	joinat 0x68				// 0x40
	set $c0 # ge u32 $r0 $r5		// 0x48
	(lg $c0) bra 0x60			// 0x50
	add b32 $r2 $r2 0x64			// 0x58
	add b32 $r2 $r2 0xa			// 0x60
	join add b32 $r2 $r2 $r5		// 0x68
	bra 0x80				// 0x70
	mov b32 $r2 0x7d0			// 0x78
	join nop				// 0x80
	st b32 g14[$r1] $r2
	exit nop
// CHECK: 0: 111 11 2000 2000
