// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s

// Words that are no instruction fault when they are reached, not before.
	bra 0x10
	.long 0xe0000003, 0x00000780
	mov b32 $r1 $r0
	.long 0xe0000003, 0x00000780
// CHECK: fault: illegal instruction by thread (0,0,0) in block (0,0,0); no instruction of this chip is encoded as e0000003 00000780
// CHECK-NEXT: kernel 'k', at 0x0018: illegal e0000003 00000780
