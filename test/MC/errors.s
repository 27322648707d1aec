// Every statement is refused with the place of what is wrong with it, and the
// ones between them are not.
// RUN: not tesla-mc %s 2>&1 | FileCheck %s --implicit-check-not=error:

nop
// CHECK: [[@LINE+1]]:1: error: unknown instruction 'frob'
frob $r1
// CHECK: [[@LINE+1]]:13: error: there is no register '$r128'
add b32 $r1 $r128 $r3
// CHECK: [[@LINE+1]]:1: error: too few operands for 'add'
add b32 $r1 $r2
// CHECK: [[@LINE+1]]:21: error: register '$r4' does not fit here
add b32 $r1 $r2 $r3 $r4
// CHECK: [[@LINE+1]]:22: error: there is no register '$r64l'
mul $r1 u16 $r2l u16 $r64l
// CHECK: [[@LINE+1]]:5: error: 'b63' does not fit 'add' here
add b63 $r1 $r2 $r3
// CHECK: [[@LINE+1]]:12: error: unexpected ','
mov b32 $r1, $r2

// Numbers.
// CHECK: [[@LINE+1]]:17: error: number '0x80' is out of range
shl b32 $r1 $r2 0x80
// CHECK: [[@LINE+1]]:13: error: number '0x1ffffffff' is out of range
mov b32 $r1 0x1ffffffff
// A 32-bit immediate needs a 6-bit register field.
// CHECK: [[@LINE+1]]:18: error: number '0x5' is out of range, or 'add' takes none here
add b32 $r64 $r2 0x5
// CHECK: [[@LINE+1]]:5: error: number '0x41' is out of range
bra 0x41
// CHECK: [[@LINE+1]]:5: error: number '0x1000000' is out of range
bra 0x1000000

// Memory.
// CHECK: [[@LINE+1]]:13: error: memory operand does not fit here
mov b32 $r1 b32 s[0x80]
// CHECK: [[@LINE+1]]:13: error: memory operand does not fit here
mov b32 $r1 b32 s[0x2]
// CHECK: [[@LINE+1]]:13: error: an s[] source needs its size in front: u8, u16, s16 or b32
mov b32 $r1 s[0x4]
// CHECK: [[@LINE+1]]:8: error: there is no register '$r3d'
ld b64 $r3d g14[$r2]
// CHECK: [[@LINE+1]]:19: error: expected ']': g[] takes a register, no offset
ld b32 $r3 g14[$r2+0x4]
// CHECK: [[@LINE+1]]:12: error: 'g16' is not a memory space
ld b32 $r3 g16[$r2]
// CHECK: [[@LINE+1]]:1: error: {{.*}} does not have this form of 'st'; the lowest chip with it is tx1
st b32 s[$r1+0x4] $r1
// CHECK: [[@LINE+1]]:10: error: expected an address register, $a1 to $a4
st b32 s[$c1+0x4] $r1
// CHECK: [[@LINE+1]]:13: error: expected ']'
st b32 s[0x4+$a1] $r1
// CHECK: [[@LINE+1]]:1: error: the address register belongs to the s[] operand
add b32 $r1 b32 s[0x4] c0[$a1+0x4]

// Prefixes.
// CHECK: [[@LINE+1]]:1: error: this form of 'add' cannot be predicated
(lg $c1) add b32 $r1 $r2 0x5
// CHECK: [[@LINE+1]]:1: error: this form of 'call' cannot be predicated
(lg $c1) call 0x40
// CHECK: [[@LINE+1]]:1: error: 'exit' needs a long instruction without a 32-bit immediate
exit add b32 $r1 $r2 0x5
// CHECK: [[@LINE+1]]:2: error: 'lgx' is not a condition
(lgx $c1) mov b32 $r1 $r2
// CHECK: [[@LINE+1]]:8: error: expected $c0, $c1, $c2 or $c3
(lg $r1) mov b32 $r1 $r2
// CHECK: [[@LINE+1]]:1: error: the predicate must be of the $c register that the instruction reads
(lg $c1) addc b32 $r1 $r2 $r3 $c2
// CHECK: [[@LINE+1]]:5: error: expected an instruction behind the prefix
exit
(lg $c1) bra 0x40
