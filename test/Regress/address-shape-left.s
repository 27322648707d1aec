// RUN: cat %S/../SM/Inputs/kernel.s %s | tesla-mc -mcpu=g80 --filetype=obj -o %t.cubin -
// RUN: for how in --engine=interpreter --engine=translated; do \
// RUN:   ptx-run %t.cubin --wrap-addresses --grid=1 --block=32 --arg=buf=zeros:128 --print=0:u32 $how | FileCheck %s || exit 1; \
// RUN: done

// $a1 holds one word after another up to the barrier, and the same in all lanes
// behind it. Host code knows that, and leaves where the address would be cut; to
// the interpreter it has to say so.
	shl b32 $r1 $r0 0x2
	shl $a1 $r0 0x2
	add b32 $r2 $r0 0x64
	st b32 s[$a1+0x20] $r2
	bar inc wait 0x0 0xfff
	mov b32 $r3 b32 s[$a1+0x20]
	add $a1 0x0 0xfff0
	mov b32 $r2 b32 s[$a1+0x40]
	add b32 $r1 b32 s[0x10] $r1
	add b32 $r2 $r2 $r3
	exit st b32 g14[$r1] $r2
// s[0x30] has 104 of thread 4.
// CHECK: 0: 204 205 206 207
