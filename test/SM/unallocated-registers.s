// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:8 --print=0:b32 | FileCheck %s

// The kernel has 16 registers: $r127 reads zero, and a write to $r20 leaves
// everything as it is, the condition code included.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r2 0xffffffff
	mov b32 $r3 $r2
	sub b32 $c0 # $r2 $r2
	add b32 $c0 $r20 $r2 $r2
	mov $r2 $c0
	mov b32 $r3 $r127
	exit st b64 g14[$r1] $r2d
// CHECK: 0: 0x00000005 0x00000000
