// Branch targets are absolute addresses in the section of the kernel.
// RUN: tesla-mc -filetype=obj %s -o %t
// RUN: llvm-readelf -x .text.k -x .text.other %t | FileCheck %s
// RUN: llvm-readelf -r %t | FileCheck -check-prefix=RELOC %s
// RELOC: There are no relocations in this file.

// CHECK: Hex dump of section '.text.k'
// CHECK-NEXT: 0x00000000 033000a0 80070000 03000010 80120000
// CHECK-NEXT: 0x00000010 03300010 80070000 010000f0 820700e0
	.section	.text.k,"ax",@progbits
k:
	joinat done
	(lg $c1) bra k
	bra done
done:
	join nop

// CHECK: Hex dump of section '.text.other'
// CHECK-NEXT: 0x00000000 010000f0 800700e0 03200010 80070000
	.section	.text.other,"ax",@progbits
	nop
	bra here
here:
	nop
