// RUN: cat %S/Inputs/kernel.s %s | tesla-mc -mcpu=g80 --filetype=obj -o %t.cubin -
// RUN: for how in --host-isa=best --host-isa=portable --schedule=random:3 --engine=translated --stats=json:%t.json; do \
// RUN:   ptx-run %t.cubin --grid=1 --block=64 --arg=buf=zeros:256 --print=0:u32 $how | FileCheck %s || exit 1; \
// RUN: done

// The warps of a group go through words that all lanes read, then each lane
// goes on from a word of its own. Thread t puts t there as a float.
	cvt rn f32 $r1 u32 $r0
	shl $a1 $r0 0x2
	st b32 s[$a1+0x20] $r1
	bar inc wait 0x0 0xfff
// $r2 = t * (0 + 1 + 2), and back to the word at the start.
	mov b32 $r2 $r63
	add $a2 0x0 0x20
	add f32 $r2 (mul b32 s[$a2+=0x4] $r1) $r2
	add f32 $r2 (mul b32 s[$a2+=0x4] $r1) $r2
	add f32 $r2 (mul b32 s[$a2+=-0x8] $r1) $r2
// + 0 + t
	add f32 $r2 b32 s[$a2+=0x4] $r2
	add f32 $r2 (mul b32 s[$a2+=0x4] $r1) $r2
// + 2 t + t * t
	add $a1 $a1 0x20
	add f32 $r2 (mul b32 s[$a1+=-0x4] $r1) $r2
	add f32 $r2 (mul b32 s[$a2+0x0] $r1) $r2
	cvt rzi u32 $r2 f32 $r2
	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	exit st b32 g14[$r1] $r2
// t * t + 6 t
// CHECK: 0: 0 7 16 27 40 {{.*}} 4087 4216 4347
