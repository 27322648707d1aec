// RUN: cat %S/../SM/Inputs/kernel.s %s | tesla-mc -mcpu=g80 --filetype=obj -o %t.cubin -
// RUN: for how in --engine=interpreter --engine=translated; do \
// RUN:   ptx-run %t.cubin --grid=1 --block=64 --arg=buf=zeros:256 --print=0:u32 $how | FileCheck %s || exit 1; \
// RUN: done
// RUN: ptx-run %t.cubin --grid=1 --block=64 --arg=buf=zeros:256 --engine=translated --emit=host-llvm > %t.ll
// RUN: %if x86-64 %{ FileCheck --check-prefix=CODE %s < %t.ll %}

// All lanes step through s[] together, forth and back, and one test is enough.
// The third product is too large for the host, and the handler that computes it
// leaves the register alone.
	shl b32 $r1 $r0 0x2
	shl $a1 $r0 0x2
	mov b32 $r5 0x3f800000
	st b32 s[$a1+0x20] $r5
	mov b32 $r5 0x7f000000
	st b32 s[0x2c] $r5
	bar inc wait 0x0 0xfff
	mov b32 $r6 0x40000000
	mov b32 $r2 0x3f800000
	mov b32 $r3 0x3f800000
	add $a2 0x0 0x20
	add f32 $r2 (mul b32 s[$a2+=0x4] $r6) $r2
	add f32 $r2 (mul b32 s[$a2+=0x8] $r6) $r2
	add f32 $r3 (mul b32 s[$a2+=-0x8] $r5) $r3
	add f32 $r2 (mul b32 s[$a2+=0x4] $r6) $r2
	add f32 $r2 (mul b32 s[$a2+=-0x8] $r6) $r2
	add f32 $r2 (mul b32 s[$a2+=0x4] $r6) $r2
	add b32 $r1 b32 s[0x10] $r1
	add b32 $r2 $r2 $r3
	exit st b32 g14[$r1] $r2
// CHECK: 0: 3232759808 3232759808 3232759808
// CODE: define i64 @heddle_kernel
// CODE-NOT: call zeroext i1 %
// CODE: define internal zeroext i1 @heddle_rare_call
