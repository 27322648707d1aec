// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:4 --max-instructions=1000 2>&1 | FileCheck %s

// Lanes 2 and up are done and wait at the join for lanes 0 and 1, which spin.
	mov b32 $r2 0x2
	joinat 0x18
	set $c0 # l u32 $r0 $r2
	(lg $c0) bra 0x10
	join nop
	exit nop
// CHECK: fault: lanes of a warp wait for lanes of the same warp that do not arrive, in block (0,0,0), for ever
// CHECK: lanes 0x3 run, lanes 0xfffffffc are held on the divergence stack
