// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s
	breakaddr 0x8
	join nop
	exit nop
// CHECK: fault: join found a break entry on the divergence stack by thread (0,0,0) in block (0,0,0)
// CHECK-NEXT: kernel 'k', at 0x0008: join nop
