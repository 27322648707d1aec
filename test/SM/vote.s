// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --mcpu=gt215 --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=96 --arg=buf=zeros:24 --print=0:u32 | FileCheck %s

// Does any thread of the warp, do all have a tid above 47? Two words a warp.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r5 0x5
	shr u32 $r2 $r0 $r5
	mov b32 $r5 0x3
	shl b32 $r2 $r2 $r5
	add b32 $r1 $r1 $r2
	mov b32 $r5 0x2f
	set $c0 # g u32 $r0 $r5
	(lg $c0) vote any $c1
	(lg $c0) vote all $c2
	mov b32 $r6 0x1
	mov b32 $r3 0x0
	(lg $c1) mov b32 $r3 $r6
	st b32 g14[$r1] $r3
	add b32 $r1 $r1 0x4
	mov b32 $r3 0x0
	(lg $c2) mov b32 $r3 $r6
	st b32 g14[$r1] $r3
	exit nop
// CHECK: 0: 0 0 1 0 1 1
