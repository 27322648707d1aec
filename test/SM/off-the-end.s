// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 2>&1 | FileCheck %s
	mov b32 $r1 $r0
// CHECK: fault: illegal instruction by thread (0,0,0) in block (0,0,0); execution ran off the end of the code
