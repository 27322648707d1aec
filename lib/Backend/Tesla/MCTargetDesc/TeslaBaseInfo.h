//===- TeslaBaseInfo.h - Facts of an instruction ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fields of an instruction's TSFlags. Together with the operands of an
/// MCInst, they are all that an executor of instructions needs:
///
///   bits  0..9   SemKind       the operation
///        10..13  LatencyClass
///        14..16  Form          encoding form
///        18..22  DataType      of the result, or of a memory access
///        23..27  DataType      of the sources
///        28..31  SubOp         variant of the operation, see below
///        32..43  OperandKind   of src1, src2, src3 (4 bits each)
///        44..47  OperandKind   of dst
///        48      has a flow operand          49  has a predicate
///        50      writes a $c (operand cdst)  51  bucket: no dst, only $c
///        52      reads a $c (operand cin)
///
/// SubOp by SemKind:
///   Add, Mad16, Mad24   bits 0..1 AddOp; Mad*: bit 2 saturates, bit 3 high
///                       part (bits 16..47) of the product
///   Mul16               bit 0 src1 signed, bit 1 src2 signed
///   Mul24               bit 0 signed, bit 3 high part
///   Logic               0 and, 1 or, 2 xor, 3 second operand
///   FMul                bit 2 saturates
///   CvtFF               bit 0 rounds to an integral value of the same type
///   Red, Atom           the chip's operation code: 0 add 1 exch 2 cas 4 inc
///                       5 dec 6 max 7 min 10 and 11 or 12 xor
///   LdShared, StShared  bit 0 lock, unlock
///   Vote                0 any, 1 all        Bar   bit 0 all warps
///   Tex                 bit 0 integer coordinates
///
/// Operands are found by name with Tesla::getNamedOperandIdx(Opcode,
/// Tesla::OpName::X), X one of dst cdst src1 src2 src3 imm cond neg1 abs1 not1
/// neg2 abs2 not2 neg3 rnd sat cin flow pred target (and lane, op1..op4 of
/// quadop, live, deriv, x, y, z of tex). Absent names give -1. In the immediate
/// form the second source is imm, not src2 (kind Imm). A source occupies, by
/// its OperandKind, these operands of the MCInst from that index on:
///
///   Reg32, Half, Pair, Quad, Cond   1: a register
///   Imm                             1: an immediate
///   Shared in an ALU source         3: $a (A0: none), byte offset, SizeMode
///                                   and perhaps PostIncrement
///   Shared in ld/st                 2: $a (A0: none), byte offset
///   Const                           3: bank, $a (A0: none), byte offset
///   Addr, LdLocal/StLocal           2: $a (A0: none), byte offset
///   Addr, LdGlobal/StGlobal/Red/Atom 2: window, GPR
///   Addr, moves                     1: an $a register
///
/// Loads have their address in src1; stores, Red and Atom, too, and their data
/// in src2 (cas: the new value in src3). pred is two operands: a condition code
/// and a $c register (no register: condition 15 or 0, which need none). Where
/// cin exists and the predicate has a register, it is that of cin.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLABASEINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLABASEINFO_H

#include "heddle/Backend/TeslaEnums.h"
#include "llvm/MC/MCInstrDesc.h"
#include <cstdint>

namespace heddle::tesla {

/// SubOp of the add family.
enum class AddOp { Add, Sub, SubR, AddC };

/// How an s[] operand of an ALU instruction is read.
enum class SizeMode { U8, U16, S16, B32 };
/// A bit beside a SizeMode: the access is at $a, and the offset, which is
/// signed, is added to $a behind it.
inline constexpr unsigned PostIncrement = 4;
/// The SizeMode in a mode operand, and the bytes of an access by it.
inline constexpr SizeMode sizeMode(uint64_t Mode) { return SizeMode(Mode & 3); }
inline constexpr unsigned bytesOf(SizeMode Mode) {
  return Mode == SizeMode::B32 ? 4 : Mode == SizeMode::U8 ? 1 : 2;
}

/// The flow operand.
enum class FlowKind { None, Exit, Join };

/// Rounding modes, as the rnd operand has them.
enum class Rounding { Nearest, Down, Up, Zero };

/// Condition codes with a meaning of their own; the rest are in TeslaNames.h.
inline constexpr unsigned CondNever = 0;
inline constexpr unsigned CondAlways = 15;

inline constexpr unsigned fieldOf(const llvm::MCInstrDesc &D, unsigned Low,
                                  unsigned Width) {
  return unsigned(D.TSFlags >> Low) & ((1u << Width) - 1);
}
inline SemKind semKind(const llvm::MCInstrDesc &D) {
  return SemKind(fieldOf(D, 0, 10));
}
/// The class of instructions of \p Kind in counters.
InstClass instClass(SemKind Kind);
inline LatencyClass latencyClass(const llvm::MCInstrDesc &D) {
  return LatencyClass(fieldOf(D, 10, 4));
}
inline Form encodingForm(const llvm::MCInstrDesc &D) {
  return Form(fieldOf(D, 14, 3));
}
inline DataType resultType(const llvm::MCInstrDesc &D) {
  return DataType(fieldOf(D, 18, 5));
}
inline DataType sourceType(const llvm::MCInstrDesc &D) {
  return DataType(fieldOf(D, 23, 5));
}
inline unsigned subOp(const llvm::MCInstrDesc &D) { return fieldOf(D, 28, 4); }
/// \p Source: 1, 2 or 3.
inline OperandKind sourceKind(const llvm::MCInstrDesc &D, unsigned Source) {
  return OperandKind(fieldOf(D, 28 + 4 * Source, 4));
}
inline OperandKind resultKind(const llvm::MCInstrDesc &D) {
  return OperandKind(fieldOf(D, 44, 4));
}
inline bool hasFlow(const llvm::MCInstrDesc &D) { return fieldOf(D, 48, 1); }
inline bool hasPredicate(const llvm::MCInstrDesc &D) {
  return fieldOf(D, 49, 1);
}
inline bool writesCC(const llvm::MCInstrDesc &D) { return fieldOf(D, 50, 1); }
inline bool isBucket(const llvm::MCInstrDesc &D) { return fieldOf(D, 51, 1); }
inline bool hasCarryIn(const llvm::MCInstrDesc &D) { return fieldOf(D, 52, 1); }

} // namespace heddle::tesla

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLABASEINFO_H
