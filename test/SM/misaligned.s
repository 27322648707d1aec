// RUN: split-file %s %t
// RUN: for space in shared local store-local operand; do \
// RUN:   cat %S/Inputs/kernel.s %t/$space.s | tesla-mc -mcpu=g84 --filetype=obj -o %t.cubin - && \
// RUN:   not ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:4 --stats=json:%t.json || exit 1; \
// RUN:   grep '"kind"' %t.json >&2 || exit 1; \
// RUN: done 2>&1 | FileCheck %s

// An address that is not a multiple of the access's size, in each space; g[] is
// in global-faults.s.
//--- shared.s
	add $a1 0x0 0x21
	ld $r2 b32 s[$a1+0x0]
	exit nop
// CHECK: fault: misaligned __shared__ read of size 4 by thread (0,0,0) in block (0,0,0); address 0x21 is not a multiple of 4
// CHECK: "kind": "misaligned"

//--- local.s
	add $a1 0x0 0x2
	ld b32 $r2 l[$a1+0x0]
	exit nop
// CHECK: fault: misaligned __local__ read of size 4 by thread (0,0,0) in block (0,0,0); address 0x2 is not a multiple of 4
// CHECK: "kind": "misaligned"

//--- store-local.s
	add $a1 0x0 0x1
	st u16 l[$a1+0x0] $r1
	exit nop
// CHECK: fault: misaligned __local__ write of size 2 by thread (0,0,0) in block (0,0,0); address 0x1 is not a multiple of 2
// CHECK: "kind": "misaligned"

//--- operand.s
	add $a1 0x0 0x22
	mov b32 $r2 b32 s[$a1+0x0]
	exit nop
// CHECK: fault: misaligned __shared__ read of size 4
// CHECK: "kind": "misaligned"
