// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:32 --print=0:b32 | FileCheck %s

// One published result of each function; more in unittests/SM.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r2 0x3f800001
	rcp f32 $r4 $r2
	mov b32 $r2 0x3f800001
	rsqrt f32 $r5 $r2
	mov b32 $r2 0x3f800001
	lg2 f32 $r6 $r2
	mov b32 $r2 0x3f800000
	presin f32 $r7 $r2
	st b128 g14[$r1] $r4q
	add b32 $r1 $r1 0x10
	mov b32 $r2 0x81d4bb96
	sin f32 $r4 $r2
	mov b32 $r2 0x81d4bb96
	cos f32 $r5 $r2
	mov b32 $r2 0x3f800001
	preex2 f32 $r6 $r2
	mov b32 $r2 0x00800001
	ex2 f32 $r7 $r2
	exit st b128 g14[$r1] $r4q
// CHECK: 0: 0x3f7ffffe 0x3f7ffffe 0x3495f600 0x00517cc1 0x3f01a165 0x3f5cc0cd 0x00800001 0x40000001
