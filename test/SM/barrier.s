// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=64 --arg=buf=zeros:256 --print=0:u32 | FileCheck %s

// Thread t stores t to shared memory; behind the barrier it reads what thread
// 63 - t stored, which the other warp did.
	shl b32 $r1 $r0 0x2
	shl $a1 $r0 0x2
	st b32 s[$a1+0x20] $r0
	bar inc wait 0x0 0xfff
	mov b32 $r2 0x3f
	sub b32 $r2 $r2 $r0
	shl $a1 $r2 0x2
	mov b32 $r2 b32 s[$a1+0x20]
	add b32 $r1 b32 s[0x10] $r1
	exit st b32 g14[$r1] $r2
// CHECK: 0: 63 62 61 60 {{.*}} 33 32 31 30 {{.*}} 2 1 0
