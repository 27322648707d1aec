// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --mcpu=gt215 --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=100 --arg=buf=zeros:4 --print=0:u32 | FileCheck %s

// Each of 100 threads adds one to the same shared word: who does not get the
// lock tries again.
	mov b32 $r2 0x1
	breakaddr done
again:
	ld lock $c0 $r1 b32 s[0x20]
	(lg $c0) add b32 $r1 $r1 $r2
	(lg $c0) st unlock b32 s[0x20] $r1
	(lg $c0) break
	bra again
done:
	bar inc wait 0x0 0xfff
	ld $r1 b32 s[0x20]
	mov b32 $r3 b32 s[0x10]
	st b32 g14[$r3] $r1
	exit nop
// CHECK: 0: 100
