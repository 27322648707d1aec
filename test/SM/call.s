// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --print=0:u32 | FileCheck %s

// Lanes 0 and 1 return early; the caller goes on with all of them.
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	mov b32 $r2 0x1
	call 0x38
	add b32 $r2 $r2 0x64
	st b32 g14[$r1] $r2
	exit nop
	mov b32 $r3 0x2		// 0x38
	set $c0 # l u32 $r0 $r3
	(lg $c0) ret
	add b32 $r2 $r2 0xa
	ret
// CHECK: 0: 101 101 111 111
