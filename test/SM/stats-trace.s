// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --stats 2>&1 | FileCheck %s
// RUN: ptx-run %t.cubin --grid=1 --block=4 --arg=buf=zeros:16 --trace=text --lanes=4 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: ptx-run %t.cubin --grid=9 --block=96 --arg=buf=zeros:512 --schedule=random:7 -j2 --print=0:u32:4 | FileCheck %s --check-prefix=ANY
// RUN: not ptx-run %t.cubin --grid=1 --block=4 --schedule=lifo 2>&1 | FileCheck %s --check-prefix=BAD

	shl b32 $r1 $r0 0x2
	add b32 $r1 b32 s[0x10] $r1
	mov b32 $r2 0x1
	set $c0 # g u32 $r2 $r0
	(lg $c0) st b32 g14[$r1] $r0
	exit nop
// CHECK: stats: k: 6 warp-instructions, 24 thread-instructions
// CHECK: 12.5 % lane_efficiency
// CHECK: 21 executed_lanes (thread-instructions)
// CHECK: 1 global_stores (half-warps)
// CHECK-NEXT: 4 global_store_bytes (bytes)
// CHECK-NEXT: 1 global_store_coherent_10
// TRACE: cta 0,0,0 warp 0 0x0000 1111 shl b32 $r1 $r0 0x2
// TRACE: (lg $c0) st b32 g14[$r1] $r0 ; predicate: 1000
// ANY: 0: 0 0 0 0
// BAD: option '--schedule' takes rr, oldest, random:SEED, timed, explore:N[:SEED] or replay:FILE, not 'lifo'
