// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=2 --arg=buf=zeros:4 2>&1 | FileCheck %s
	st b32 l[0x8] $r0
	exit nop
// CHECK: fault: invalid __local__ write of size 4 by thread (0,0,0) in block (0,0,0); address 0x8 is beyond the 8 bytes of local memory of a thread
// CHECK-NEXT: kernel 'k', at 0x0000: st b32 l[0x8] $r0
// CHECK-NEXT: warp 0, lane mask 0x00000003
