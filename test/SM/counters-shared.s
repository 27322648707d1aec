// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:8 --smem=4096 --annotate 2>&1 | FileCheck %s

// One warp reads s[] with strides of 1 to 17 words. 16 banks, two half-warps:
// stride s costs gcd(s, 16) passes, those beyond the first are conflicts.
	mul $r1 u24 $r0 0x4
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// No conflict:
// CHECK: s[$a1+0x20]  ; shared_accesses=2{{$}}
	mul $r1 u24 $r0 0x8
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// 2-way:
// CHECK: s[$a1+0x20]  ; shared_accesses=2 shared_conflicts=2 warp_serialize=1{{$}}
	mul $r1 u24 $r0 0x10
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// 4-way:
// CHECK: s[$a1+0x20]  ; shared_accesses=2 shared_conflicts=6 warp_serialize=1{{$}}
	mul $r1 u24 $r0 0x20
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// 8-way:
// CHECK: s[$a1+0x20]  ; shared_accesses=2 shared_conflicts=14 warp_serialize=1{{$}}
	mul $r1 u24 $r0 0x40
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// 16-way:
// CHECK: s[$a1+0x20]  ; shared_accesses=2 shared_conflicts=30 warp_serialize=1{{$}}
	mul $r1 u24 $r0 0xc
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// No conflict:
// CHECK: s[$a1+0x20]  ; shared_accesses=2{{$}}
	mul $r1 u24 $r0 0x44
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// No conflict:
// CHECK: s[$a1+0x20]  ; shared_accesses=2{{$}}
// All lanes read one word: a broadcast.
	mov b32 $r2 b32 s[0x20]
// CHECK: s[0x20]  ; shared_accesses=2{{$}}
// Two words that several lanes of a half read, in one bank: only one can be
// broadcast, so that the lanes of the other come one by one, 8 passes more.
	and b32 $r1 $r0 0x1
	shl b32 $r1 $r1 0x6
	shl $a1 $r1 0x0
	mov b32 $r2 b32 s[$a1+0x20]
// CHECK: s[$a1+0x20]  ; shared_accesses=2 shared_conflicts=16 warp_serialize=1{{$}}
	exit nop
