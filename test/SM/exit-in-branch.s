// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --print=0:u32 | FileCheck %s

// Lanes 0 and 1 exit before the join; lanes 2 and 3 do not wait for them.
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	mov b32 $r2 0x2
	joinat 0x40
	set $c0 # l u32 $r0 $r2
	(lg $c0) bra 0x38
	bra 0x40
	exit nop			// 0x38
	join nop			// 0x40
	exit st b32 g14[$r1] $r2
// CHECK: 0: 0 0 2 2
