//===- Instruction.h - An instruction, ready to run -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the decoder makes of a machine word and the handlers execute. All that
/// does not depend on the warp is settled here: rows instead of register
/// numbers, the handler instead of the opcode, an instruction index instead of
/// a branch address. No LLVM headers: this file is compiled once for every
/// host vector width, and inline code shared between those would be a trap.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_INSTRUCTION_H
#define HEDDLE_LIB_SM_INSTRUCTION_H

#include <cstdint>

namespace heddle::sm {

struct DecodedInst;
struct LaneContext;

/// Executes one instruction for the lanes in \p Mask. False: it faulted, and
/// the context says why.
using Handler = bool (*)(const DecodedInst &I, LaneContext &L, uint32_t Mask);

/// Executes one instruction for \p Warps warps, one after another, all of whose
/// lanes are active. Returns how many were done; fewer: the next one faulted.
using GroupHandler = unsigned (*)(const DecodedInst &I, LaneContext *const *L,
                                  unsigned Warps);

/// The same operation for 32 active lanes, and for some; and for several warps
/// with 32 active lanes.
struct HandlerPair {
  Handler Full = nullptr;
  Handler Masked = nullptr;
  GroupHandler Group = nullptr;
};

// Operations, one enumeration for each unit (and for each file in Semantics/).
// Which fields of DecodedInst an operation reads is said beside it; Dst, Src,
// the predicate and the condition-code output are common to all.

enum class MoveOp : uint8_t {
  Mov32,
  Mov16,
  /// Dst := $c[CondReg]
  FromCondition,
  /// $c[CCDst] := Src[0]
  ToCondition,
  /// Dst := $a[Sub[0]]
  FromAddress,
  /// $a[Sub[0]] := Src[0] << Imm
  ShlAddress,
  /// $a[Sub[0]] := $a[Sub[1]] + Imm
  AddAddress,
  /// Dst := special register Sub[0]
  FromSpecial,
  /// $c[CCDst] := whether condition Sub[0] of $c[CondReg] holds in all (Sub[1])
  /// or in any active lanes. The condition is no predicate here.
  Vote,
  Nop,
};

enum class IntegerOp : uint8_t {
  /// (Src[0] ^ Invert[0]) + (Src[1] ^ Invert[1]) + Imm; Saturate
  Add32,
  Add16,
  /// The same with the carry of $c[CondReg] for Imm.
  AddCarry32,
  AddCarry16,
  /// Sub[0]: subset of CompareBits; Signed
  Set32,
  Set16,
  Min32,
  Min16,
  Max32,
  Max16,
  Shl32,
  Shl16,
  Shr32,
  Shr16,
  /// Sub[0] LogicKind; Invert
  Logic32,
  Logic16,
  /// 16-bit sources, Signed and Signed2
  Mul16,
  /// Signed, High
  Mul24,
  /// |Src[0] - Src[1]| + Src[2]; Signed
  Sad32,
  Sad16,
  /// Product by Sub[0] ProductKind, then as Add32 with the product for Src[0]
  /// and Src[2] for Src[1].
  MulAdd,
  /// ... with the carry of $c[CondReg].
  MulAddCarry,
};

enum class FloatOp : uint8_t {
  /// Invert (sign bits) negates sources; Abs1, Abs2; Saturate
  AddRN,
  AddRZ,
  MulRN,
  MulRZ,
  /// Invert[0] negates the product, Invert[1] the addend
  Mad,
  Min,
  Max,
  /// Sub[0]: condition 0..15
  Set,
  /// Src[2] ^ Invert[0] >= 0 ? Src[0] : Src[1]
  Select,
  PreSin,
  PreEx2,
  /// Sub[0] lane, Sub[1] the four 2-bit operations, lane 0's lowest
  Quad,
};

enum class DoubleOp : uint8_t {
  /// Pairs. Invert (sign bits of the high word) negates sources; Sub[0]
  /// RoundingMode
  Add,
  Mul,
  /// Invert[0] negates the product, Invert[1] the addend
  Fma,
  /// Abs1, Abs2
  Min,
  Max,
  /// Sub[0]: condition 0..15; the result is one word
  Set,
};

enum class SfuOp : uint8_t { Rcp, Rsqrt, Lg2, Sin, Cos, Ex2 };

enum class ConvertOp : uint8_t {
  /// Sub[0] source type, Sub[1] destination type, Sub[2] RoundingMode; Negate,
  /// Abs1, Saturate, RoundToInt
  Any,
  /// The same with WideType for the types; some are pairs.
  Wide,
  /// Plain forms that kernels are full of.
  ZeroExtend16,
  SignExtend16,
  S32ToF32,
  U32ToF32,
  F32ToS32RZ,
};

enum class MemoryOp : uint8_t {
  /// Address: $a[Sub[0]] + Imm; Sub[1] MemType
  LoadShared,
  StoreShared,
  /// The same, and the condition code says whether the word could be locked.
  LockShared,
  /// The same, and releases the word.
  UnlockShared,
  /// Bank in Sub[2]
  LoadConst,
  LoadLocal,
  StoreLocal,
  /// Address: Src[0]; data of stores: Src[1], as in all stores
  LoadGlobal,
  StoreGlobal,
  /// Sub[0] AtomicKind, Sub[1] MemType, Signed; Dst takes the old value, and
  /// Src[2] is what cas stores.
  Atomic,
};

enum class AtomicKind : uint8_t {
  Add,
  Exchange,
  CompareAndSwap,
  Increment,
  Decrement,
  Max,
  Min,
  And,
  Or,
  Xor,
};

/// Bits of an integer comparison.
enum CompareBits : uint8_t { CmpLess = 1, CmpEqual = 2, CmpGreater = 4 };

enum LogicKind : uint8_t { LogicAnd, LogicOr, LogicXor, LogicMov2 };

enum class ProductKind : uint8_t { U16, S16, U24, S24, U24High, S24High };

enum class RoundingMode : uint8_t { Nearest, Down, Up, Zero };

/// How a value lies in memory, and what a load makes of it.
enum class MemType : uint8_t { U8, S8, U16, S16, B32, B64, B128 };

[[gnu::always_inline]] constexpr unsigned memBytes(MemType T) {
  constexpr unsigned Bytes[] = {1, 1, 2, 2, 4, 8, 16};
  return Bytes[unsigned(T)];
}

enum class CvtType : uint8_t { U8, S8, U16, S16, U32, S32, F16, F32 };

/// Types of conversions that involve 64 bits.
enum class WideType : uint8_t { U32, S32, U64, S64, F32, F64 };

/// A place in the rows of a warp, or of a program's constants.
struct Source {
  /// In rows of 32 words.
  uint16_t Row = 0;
  /// Which LaneContext::Base.
  uint8_t Base = 0;
  /// 16 for the high half of a register.
  uint8_t Shift = 0;
};

enum BaseIndex : uint8_t { WarpRows = 0, ConstantRows = 1 };

/// A memory operand of an arithmetic instruction. It is read into a scratch row
/// before the operation.
struct MemoryOperand {
  enum SpaceKind : uint8_t { None, Shared, Const };
  SpaceKind Space = None;
  MemType Type = MemType::B32;
  uint8_t Bank = 0;
  uint8_t AddressReg = 0;
  uint16_t Offset = 0;
  /// Row that takes the value.
  uint16_t Row = 0;
};

enum InstFlags : uint16_t {
  WritesCondition = 1 << 0,
  Saturate = 1 << 1,
  Signed = 1 << 2,
  Signed2 = 1 << 3,
  High = 1 << 4,
  Abs1 = 1 << 5,
  Abs2 = 1 << 6,
  Negate = 1 << 7,
  RoundToInt = 1 << 8,
  /// Dst is a half register that takes the low 16 bits (convert, loads).
  HalfDst = 1 << 9,
};

/// What counters call an instruction.
enum class InstClass : uint8_t {
  Move,
  Integer,
  Float,
  Double,
  Special,
  Convert,
  SharedLoad,
  SharedStore,
  ConstLoad,
  LocalLoad,
  LocalStore,
  GlobalLoad,
  GlobalStore,
  Atomic,
  Control,
  Barrier,
};

/// What an instruction does to the flow of its warp. Everything but Plain ends
/// a run of instructions that the lanes execute without looking up.
enum class FlowKind : uint8_t {
  Plain,
  Branch,
  Call,
  Return,
  /// Pushes a call's entry without a jump.
  ReturnAt,
  BreakAt,
  Break,
  JoinAt,
  Barrier,
  Trap,
  /// Not an instruction, or none this interpreter executes.
  Illegal,
};

/// Always true, the condition code of unpredicated instructions.
constexpr uint8_t CondAlways = 0x0f;
constexpr uint32_t NoTarget = ~uint32_t(0);

struct DecodedInst {
  /// What the loop calls; includes predicate and memory operands.
  HandlerPair Entry;
  /// The operation alone.
  HandlerPair Body;
  Source Src[3];
  uint16_t DstRow = 0;
  uint8_t DstShift = 0;
  uint8_t CCDst = 0;
  uint16_t Flags = 0;
  uint8_t Cond = CondAlways;
  uint8_t CondReg = 0;
  uint32_t Invert[2] = {0, 0};
  uint32_t Imm = 0;
  uint8_t Sub[3] = {0, 0, 0};
  FlowKind Flow = FlowKind::Plain;
  InstClass Class = InstClass::Move;
  /// Joins its warp before, or ends its lanes after, the operation.
  bool Join = false;
  bool Exit = false;
  /// Only there to join or to exit.
  bool IsNop = false;
  MemoryOperand Mem[2];
  /// Plain instructions from here on, this one included, that neither join nor
  /// exit: how far a warp runs with an unchanged mask.
  uint32_t Run = 0;
  /// Instruction index, or NoTarget when the address is no instruction's.
  uint32_t Target = NoTarget;
  /// Where it lies in the kernel's code.
  uint32_t Address = 0;

  [[gnu::always_inline]] bool has(InstFlags F) const { return Flags & F; }
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_INSTRUCTION_H
