// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=8 --arg=buf=zeros:32 --print=0:u32 | FileCheck %s

// Lane t leaves the loop in round t + 1; behind it all lanes go on together.
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	mov b32 $r2 0x0
	breakaddr 0x40
	add b32 $r2 $r2 0x1		// 0x20
	set $c0 # g u32 $r2 $r0
	(lg $c0) break
	bra 0x20
	st b32 g14[$r1] $r2		// 0x40
	exit nop
// CHECK: 0: 1 2 3 4 5 6 7 8
