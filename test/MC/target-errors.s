// RUN: not tesla-mc -filetype=obj %s -o %t 2>&1 | FileCheck %s --implicit-check-not=error:

	.section	.text.k,"ax",@progbits
// CHECK: [[@LINE+1]]:2: error: branch target 'nowhere' is not defined
	bra nowhere
// CHECK: [[@LINE+1]]:2: error: branch target 'elsewhere' is in another section
	bra elsewhere

	.section	.text.other,"ax",@progbits
elsewhere:
	nop
