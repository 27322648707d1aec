// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=64 --arg=buf=zeros:4 2>&1 | FileCheck %s

// Warp 0 waits at barrier 0, warp 1 at barrier 1.
	mov b32 $r2 0x20
	set $c0 # l u32 $r0 $r2
	(lg $c0) bra 0x28
	bar inc wait 0x1 0xfff
	exit nop
	bar inc wait 0x0 0xfff
	exit nop
// CHECK: fault: barrier 0 in block (0,0,0) can never be met: no warp is left that could arrive
// CHECK: warp 0 waits at barrier 0, lane mask 0xffffffff
// CHECK-NEXT: warp 1 waits at barrier 1, lane mask 0xffffffff
