// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=64 --arg=buf=zeros:4 2>&1 | FileCheck %s
	shl $a1 $r0 0x3
	mov b32 $r2 b32 s[$a1+0x20]
	exit nop
// CHECK: fault: invalid __shared__ read of size 4 by thread (32,0,0) in block (0,0,0); address 0x120 is 0 bytes after the shared memory of the block (288 bytes)
// CHECK: warp 1
