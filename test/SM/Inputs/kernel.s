// Kernel k(.param .u64 out): 16 registers, 8 bytes of local memory, shared
// memory for the header, the parameter and 64 words. The test's code follows.
// Layout: lib/Object/KernelInfo.cpp.
	.section .heddle.info.k,"",@progbits
	.long 0x01494b48		// magic number
	.long 1				// name
	.ascii "k"
	.long 1				// parameters: name, type, offset, size, align
	.long 3
	.ascii "out"
	.long 3
	.ascii "u64"
	.long 0, 8, 8
	.long 0				// shared symbols
	.long 16			// registers
	.long 0x120, 0x120		// shared bytes, start of the dynamic ones
	.long 8, 0			// local bytes, constant bytes
	.long 0, 0			// spill stores and loads
	.long 0, 0			// stack depth, barriers
	.long 0, 0, 0			// .maxntid
	.long 0, 0, 0			// .reqntid
	.section .text.k,"ax",@progbits
