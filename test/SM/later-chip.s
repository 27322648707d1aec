// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s

// Words of another chip: the report says which.
	.long 0xd00e0405, 0xc0c00780
// CHECK: fault: illegal instruction by thread (0,0,0) in block (0,0,0); no instruction of this chip is encoded as d00e0405 c0c00780
// CHECK-NEXT: kernel 'k', at 0x0000: red add u32 g14[$r2] $r1 (needs g84)
