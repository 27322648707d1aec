// Lanes that leave a loop one by one without a break are one entry on the stack
// after another, and host code has a copy of the loop for each of the first few;
// behind these the interpreter goes on.
// RUN: cat %S/../SM/Inputs/kernel.s %s | tesla-mc -mcpu=g80 --filetype=obj -o %t.cubin -
// RUN: for how in --engine=interpreter "--engine=translated --host-code=complete --no-cache"; do \
// RUN:   ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:128 --print=0:u32:32 $how | FileCheck %s || exit 1; \
// RUN: done
// RUN: ptx-run %t.cubin --grid=1 --block=32 --arg=buf=zeros:128 --engine=translated --host-code=complete --no-cache --emit=host-llvm > %t.ll
// RUN: grep -cE '^pc7[0-9]*:' %t.ll | FileCheck --check-prefix=COPIES %s

	shl b32 $r1 $r0 0x2		// 0x00
	add b32 $r1 b32 s[0x10] $r1	// 0x08
	mov b32 $r2 0x0			// 0x10
	joinat 0x40			// 0x18
	add b32 $r2 $r2 0x1		// 0x20
	set $c0 # g u32 $r2 $r0		// 0x28
	(lg $c0) bra 0x40		// 0x30
	bra 0x20			// 0x38
	join nop			// 0x40
	st b32 g14[$r1] $r2		// 0x48
	exit nop
// CHECK: 0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
// COPIES: {{^[3-8]$}}
