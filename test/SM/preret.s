// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --mcpu=gt215 --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --trace=text --lanes=4 --print=0:u32 2>&1 | FileCheck %s

// preret pushes where lanes that return go on, without a jump.
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	mov b32 $r2 0x1
	preret .Lback
	set $c0 # g u32 $r2 $r0
	(lg $c0) ret
	add b32 $r2 $r2 0x1
	ret
.Lback:
	exit st b32 g14[$r1] $r2
// CHECK: 1111 (lg $c0) ret {{.*}}predicate: 1000
// CHECK: 0111 add b32
// CHECK: 1111 exit st
// CHECK: 0: 1 2 2 2
