// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s
	ld $r1 b32 c0[0x10]
	exit nop
// CHECK: fault: invalid __constant__ read of size 4 by thread (0,0,0) in block (0,0,0); address 0x10 is beyond the constant bank
