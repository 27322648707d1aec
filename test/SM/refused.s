// RUN: split-file %s %t
// RUN: cat %S/Inputs/kernel.s %t/quadon.s | tesla-mc --filetype=obj -o %t.q.cubin -
// RUN: not ptx-run %t.q.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s --check-prefix=QUAD
// RUN: cat %S/Inputs/kernel.s %t/tex.s | tesla-mc --filetype=obj -o %t.t.cubin -
// RUN: not ptx-run %t.t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s --check-prefix=TEX
// RUN: cat %S/Inputs/kernel.s %t/slot.s | tesla-mc --filetype=obj -o %t.s.cubin -
// RUN: not ptx-run %t.s.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s --check-prefix=SLOT
// RUN: cat %S/Inputs/kernel.s %t/block.s | tesla-mc --filetype=obj -o %t.r.cubin -
// RUN: not ptx-run %t.r.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: cat %S/Inputs/kernel.s %t/brkpt.s | tesla-mc -mcpu=g84 --filetype=obj -o %t.b.cubin -
// RUN: ptx-run %t.b.cubin --grid=1 --block=1 --arg=buf=zeros:4

// What is an instruction of the chip but none of a kernel's.
//--- quadon.s
	quadon
	exit nop
// QUAD: fault: illegal instruction by thread (0,0,0) in block (0,0,0); helper lanes exist in fragment programs only

//--- tex.s
	texauto live deriv $r0:$r1:$r2:$r3 $t0 $s0 $r0 0x0 0x0 0x0
	exit nop
// TEX: fault: illegal instruction by thread (0,0,0) in block (0,0,0); derivatives exist in fragment programs only

// The object names no textures.
//--- slot.s
	texfetch live $r0:$r1:$r2:$r3 $t5 $s0 $r0 0x0 0x0 0x0
	exit nop
// SLOT: fault: access to texture slot 5, to which nothing is bound, by thread (0,0,0) in block (0,0,0)

// The kernel has 16 registers.
//--- block.s
	texfetch live $r14:$r15:$r16:$r17 $t0 $s0 $r14 0x0 0x0 0x0
	exit nop
// BLOCK: fault: illegal instruction by thread (0,0,0) in block (0,0,0); the fetch has registers that the kernel lacks

// No debugger waits for a breakpoint.
//--- brkpt.s
	brkpt
	exit nop
