// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:12 2>&1 | FileCheck %s --check-prefix=OOB
// RUN: not ptx-run %t.cubin --grid=1 --block=5 --arg=buf=zeros:64 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not ptx-run %t.cubin --grid=1 --block=4 --arg=u64=0 2>&1 | FileCheck %s --check-prefix=NULL

// Thread 4 writes one byte beside a word.
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	shr u32 $r2 $r0 0x2
	add b32 $r1 $r1 $r2
	exit st b32 g14[$r1] $r0
// OOB: fault: invalid __global__ write of size 4 by thread (3,0,0) in block (0,0,0); address 0x{{[0-9a-f]+}} is 0 bytes after buffer 'out' (parameter 0, 12 bytes)
// OOB-NEXT: kernel 'k', at 0x0020: exit st b32 g14[$r1] $r0
// OOB-NEXT: warp 0, lane mask 0x0000000f
// ALIGN: fault: misaligned __global__ write of size 4 by thread (4,0,0) in block (0,0,0); address 0x{{[0-9a-f]+}}11 is not a multiple of 4
// NULL: fault: invalid __global__ write of size 4 by thread (0,0,0) in block (0,0,0); address 0x0 is in the null page
