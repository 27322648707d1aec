// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s
	bra 0x1000
	exit nop
// CHECK: fault: jump to an address that is not an instruction's by thread (0,0,0) in block (0,0,0)
// CHECK-NEXT: kernel 'k', at 0x0000: bra 0x1000
