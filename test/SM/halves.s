// RUN: cat %S/Inputs/kernel.s %s | tesla-mc --filetype=obj -o %t.cubin -
// RUN: ptx-run %t.cubin --grid=1 --block=1 --arg=buf=zeros:16 --print=0:b32 | FileCheck %s

// A half register is written without its neighbour; 16-bit add wraps and
// saturates, 16-bit shifts count in 16 bits.
	mov b32 $r1 b32 s[0x10]
	mov b32 $r2 0x1234ffff
	mov b32 $r3 0x00017fff
	mov b32 $r8 0xaaaaaaaa
	mov b32 $r9 0xaaaaaaaa
	add b16 $r8l $r2l $r3h
	add b16 sat $r8h $r3l $r3h
	shl b16 $r9l $r2h 0x4
	mul $r10 u16 $r2l u16 $r2l
	mul $r11 s16 $r2l u16 $r3l
	exit st b128 g14[$r1] $r8q
// CHECK: 0: 0x7fff0000 0xaaaa2340 0xfffe0001 0xffff8001
