// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:8192 --annotate 2>&1 | FileCheck %s

// One warp, two half-warps, seven access patterns. The figures are worked out
// by hand from the rules of the two families of chips.
	add b32 $r1 b32 s[0x10] 0x0
	shl b32 $r2 $r0 0x2

// Coalesced: two segments of 64 bytes on both.
	add b32 $r3 $r1 $r2
	ld b32 $r4 g14[$r3]
// CHECK: global_loads=2 global_load_bytes=128 global_load_coherent_10=2 global_load_transactions_10=2 global_load_moved_10=128 global_load_64b_12=2 global_load_moved_12=128{{$}}

// 4 bytes further: 16 transactions a half; the first half lies in one segment
// of 128 bytes, the second crosses into the next: 64 and 32 bytes.
	add b32 $r3 $r3 0x4
	ld b32 $r4 g14[$r3]
// CHECK: global_loads=2 global_load_bytes=128 global_load_incoherent_10=2 global_load_transactions_10=32 global_load_moved_10=1024 global_load_32b_12=1 global_load_64b_12=1 global_load_128b_12=1 global_load_moved_12=224{{$}}

// Permuted, lane k takes word k ^ 1.
	xor b32 $r3 $r2 0x4
	add b32 $r3 $r3 $r1
	ld b32 $r4 g14[$r3]
// CHECK: global_load_incoherent_10=2 global_load_transactions_10=32 global_load_moved_10=1024 global_load_64b_12=2 global_load_moved_12=128{{$}}

// Stride 2: 128 bytes a half.
	add b32 $r3 $r2 $r2
	add b32 $r3 $r3 $r1
	ld b32 $r4 g14[$r3]
// CHECK: global_load_incoherent_10=2 global_load_transactions_10=32 global_load_moved_10=1024 global_load_128b_12=2 global_load_moved_12=256{{$}}

// One word for all.
	ld b32 $r4 g14[$r1]
// CHECK: global_load_incoherent_10=2 global_load_transactions_10=32 global_load_moved_10=1024 global_load_32b_12=2 global_load_moved_12=64{{$}}

// Stride 32, 128 bytes: each lane has its segment.
	shl b32 $r3 $r0 0x7
	add b32 $r3 $r3 $r1
	ld b32 $r4 g14[$r3]
// CHECK: global_load_incoherent_10=2 global_load_transactions_10=32 global_load_moved_10=1024 global_load_32b_12=32 global_load_moved_12=1024{{$}}

// 16 bytes a lane, coalesced: two segments of 128 bytes a half.
	shl b32 $r3 $r0 0x4
	add b32 $r3 $r3 $r1
	exit st b128 g14[$r3] $r4q
// CHECK: global_stores=2 global_store_bytes=512 global_store_coherent_10=2 global_store_transactions_10=4 global_store_moved_10=512 global_store_128b_12=4 global_store_moved_12=512{{$}}
