//===- Instruction.h - An instruction, ready to run -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The decoded form of a machine word. All that does not depend on the warp is
/// settled here: rows instead of register numbers, an operation instead of the
/// opcode, an instruction index instead of a branch address. No LLVM headers:
/// this file is compiled once for every host vector width, and inline code
/// shared between those would be a trap.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_INSTRUCTION_H
#define HEDDLE_MACHINE_INSTRUCTION_H

#include "heddle/Backend/TeslaEnums.h"
#include "heddle/Machine/Operation.h"
#include <cstdint>

namespace heddle::sm {

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
  /// An operation on the state of an mbarrier: heddle/ABI/Barrier.h.
  Barrier,
};

/// Bits of an integer comparison.
enum CompareBits : uint8_t { CmpLess = 1, CmpEqual = 2, CmpGreater = 4 };

enum LogicKind : uint8_t { LogicAnd, LogicOr, LogicXor, LogicMov2 };

/// A float of fewer bits than f32, and for TF32A how it is rounded.
enum class NarrowFormat : uint8_t {
  F16,
  BF16,
  TF32,
  TF32A,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  UE8M0
};

enum class ProductKind : uint8_t { U16, S16, U24, S24, U24High, S24High };

/// Lane b counted up, down, bit by bit, or from the segment's start.
enum class ShuffleKind : uint8_t { Up, Down, Butterfly, Index };

/// prmt: by four bits for each byte, or by a pattern and the number in the low
/// bits of the control word.
enum class PermuteKind : uint8_t {
  Index,
  Forward4,
  Backward4,
  Replicate8,
  ClampLeft,
  ClampRight,
  Replicate16,
};

/// A funnel shift: which word is wanted, and whether the count is modulo 32.
enum FunnelBits : uint8_t { FunnelRight = 1, FunnelWrap = 2 };

/// A dot product: whether parts of the sources are signed; of bytes, or of
/// halves and the lower, or the upper, bytes.
enum DotBits : uint8_t {
  DotSignedA = 1,
  DotSignedB = 2,
  DotLow = 4,
  DotHigh = 8
};

enum class HalvesKind : uint8_t { Add, Min, Max };

/// The operation by which redux combines the words of lanes. FloatMin has bits
/// that say whether it is the largest, of magnitudes, and NaN if one is NaN.
enum class ReduceKind : uint8_t {
  Add,
  MinU,
  MinS,
  MaxU,
  MaxS,
  And,
  Or,
  Xor,
  FloatMin,
};
enum ReduceFloatBits : uint8_t {
  ReduceNaN = 1,
  ReduceAbs = 2,
  ReduceLargest = 4
};

/// A bit of fetches on the silicon: whether coordinates are integers.
enum FetchBits : uint8_t { FetchInteger = 1 };

/// The action of a warp at a barrier. Reductions wait, too.
enum class BarrierKind : uint8_t { Wait, Arrive, Popc, And, Or };

/// The source of a barrier's number and its threads: the instruction, or Src[0]
/// for the number and, unless all threads of the CTA are meant, Src[1] for the
/// threads.
enum BarrierOperands : uint8_t { BarrierFixed, BarrierOfAll, BarrierOfSome };

enum class RoundingMode : uint8_t { Nearest, Down, Up, Zero };

/// The form of a value in memory, and how a load extends it.
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
  /// An index into LaneContext::Base.
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
  union {
    /// The bank, for Const.
    uint8_t Bank = 0;
    /// For Shared, with StepsAddress: bytes added to the address register.
    int8_t Step;
  };
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
  /// Denormal sources and results are zero.
  FlushDenormals = 1 << 10,
  /// Mem[0] is in s[], and Step is added to its address register behind it; or
  /// Mem[0] is no operand, the operation accesses memory at its address
  /// register, and Offset is added to that.
  StepsAddress = 1 << 11,
};

/// The class of an instruction in counters. Source: Operations.td.
using tesla::InstClass;

/// Always true, the condition code of unpredicated instructions.
constexpr uint8_t CondAlways = 0x0f;
constexpr uint32_t NoTarget = ~uint32_t(0);

/// Special registers, as instructions number them.
constexpr unsigned PhysicalIdRegister = 0, ClockRegister = 1;
/// The first of three special registers in a row of tx1.
constexpr unsigned NctaidRegister = 16;
enum FarRegister : uint8_t {
  LaneIdRegister = 19,
  WarpIdRegister,
  NumWarpsRegister,
  SmIdRegister,
  NumSmsRegister,
  GridIdRegister,
  LaneMaskEqRegister,
  LaneMaskLtRegister,
  LaneMaskLeRegister,
  LaneMaskGtRegister,
  LaneMaskGeRegister,
  ClockHighRegister,
  TimerLowRegister,
  TimerHighRegister,
  DynamicSharedRegister,
  TotalSharedRegister,
};

struct DecodedInst {
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
  FlowKind Flow = {};
  /// At first the operation that does nothing. setOperation changes it, and
  /// what is below.
  Operation Op = {};
  /// The memory that the operation itself accesses; operands are in Mem.
  Space Where : 4 = Space::None;
  AccessKind Access : 4 = AccessKind::None;
  /// Bits of OperationTrait.
  uint8_t Traits = 0;
  /// Classes of the instruction by the target description: an InstClass and a
  /// LatencyClass.
  uint8_t Class = uint8_t(InstClass::Move);
  uint8_t Latency = uint8_t(tesla::LatencyClass::Alu);
  /// Joins its warp before, or ends its lanes after, the operation.
  bool Join : 1 = false;
  bool Exit : 1 = false;
  /// Which of a warp's windows an access to g[] or gen[] looks at first.
  uint8_t Slot = 0;
  MemoryOperand Mem[2];
  /// Plain instructions from here on, this one included, that neither join nor
  /// exit, nor end a turn as looks at mbarriers do: how far a warp runs with an
  /// unchanged mask.
  uint32_t Run = 0;
  /// Instruction index, or NoTarget when the address is no instruction's.
  uint32_t Target = NoTarget;
  /// The instruction's address in the kernel's code.
  uint32_t Address = 0;
  /// PTX line; 0: none.
  uint32_t Line = 0;

  [[gnu::always_inline]] bool has(InstFlags F) const { return Flags & F; }

  /// With what its row says of it.
  void setOperation(Operation To);
  [[gnu::always_inline]] void setFlow(FlowKind Kind) {
    Flow = Kind;
    setOperation(operationOf(Kind));
  }
  /// Whether it does \p Name, a name of its unit's.
  template <class UnitOpT> [[gnu::always_inline]] bool is(UnitOpT Name) const {
    return Op == operationOf(Name);
  }

  [[gnu::always_inline]] tesla::LatencyClass latency() const {
    return tesla::LatencyClass(Latency);
  }
  [[gnu::always_inline]] Unit unit() const { return unitOf(Op); }
  [[gnu::always_inline]] Space space() const { return Where; }
  [[gnu::always_inline]] AccessKind access() const { return Access; }
  /// Reads memory, and nothing else happens to it.
  [[gnu::always_inline]] bool isLoad() const {
    return access() == AccessKind::Load || access() == AccessKind::Lock;
  }
  [[gnu::always_inline]] bool isStore() const {
    return access() == AccessKind::Store || access() == AccessKind::Unlock;
  }
  [[gnu::always_inline]] bool isAtomic() const {
    return access() == AccessKind::Atomic;
  }
  /// Tells an mbarrier something, or looks at it.
  [[gnu::always_inline]] bool isOfMbarrier() const {
    return isAtomic() && AtomicKind(Sub[0]) == AtomicKind::Barrier;
  }
  [[gnu::always_inline]] bool writesMemory() const {
    return isStore() || isAtomic();
  }
  /// The kind of the operation's access to a texture or a surface.
  AccessKind imageAccess() const;
  /// Whether that is a texture.
  [[gnu::always_inline]] bool isFetch() const { return Traits & Fetches; }
  /// How the operation's own access lies in memory.
  [[gnu::always_inline]] MemType memType() const { return MemType(Sub[1]); }
  /// Whether the address is Src[0] and Imm.
  [[gnu::always_inline]] bool isFar() const { return Traits & Far; }
  [[gnu::always_inline]] bool hasMemoryOperand() const {
    return Mem[0].Space != MemoryOperand::None ||
           Mem[1].Space != MemoryOperand::None;
  }
  /// Whether its lanes go on behind it without looking up, but for a join or an
  /// exit.
  [[gnu::always_inline]] bool isPlain() const { return Flow == FlowKind(); }
  [[gnu::always_inline]] bool isBarrier() const { return Traits & MeetsWarps; }
  [[gnu::always_inline]] bool isHostCall() const { return Traits & AsksHost; }
  /// Lanes exchange values, or meet before they do.
  [[gnu::always_inline]] bool meetsLanes() const { return Traits & MeetsLanes; }
  [[gnu::always_inline]] bool readsClock() const {
    return Traits & ReadsClock &&
           (unit() != Unit::Move || Sub[0] == ClockRegister ||
            (Sub[0] >= ClockHighRegister && Sub[0] <= TimerHighRegister));
  }
  /// Whether it does nothing but, possibly, join or exit.
  [[gnu::always_inline]] bool isNop() const { return Op == Operation(); }
  [[gnu::always_inline]] bool isPredicated() const {
    return Cond != CondAlways;
  }
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_INSTRUCTION_H
