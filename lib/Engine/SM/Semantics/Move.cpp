//===- Move.cpp - Moves, $a, $c, special registers ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md sections 1 and 4.3.
//
//===----------------------------------------------------------------------===//

#include "AddressRegisters.h"
#include "Counters.h"
#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/MoveOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

struct Mov32 {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(A + Lane));
    return true;
  }
  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      run<true>(Inst, C, AllLanes);
    });
  }
};

struct Mov16 {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      putHalf<Full>(Dst, Lane, Mask, I.DstShift,
                    load(A + Lane) >> I.Src[0].Shift);
    return true;
  }
};

struct FromCondition {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *C = L.Condition[I.CondReg];
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 V = splat(0);
      for (unsigned B = 0; B != 4; ++B)
        V |= (U32)spread(C[B] >> Lane) & (1u << B);
      put<Full>(Dst, Lane, Mask, V);
    }
    return true;
  }
};

struct ToCondition {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 V = load(A + Lane);
      CC.add(BitZ, Lane, (S32)(V << 31));
      CC.add(BitS, Lane, (S32)(V << 30));
      CC.add(BitC, Lane, (S32)(V << 29));
      CC.add(BitO, Lane, (S32)(V << 28));
    }
    CC.commit(I, L, Mask);
    return true;
  }
};

struct FromAddress {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(L.AddressRegs[I.Sub[0]] + Lane) & 0xffff);
    return true;
  }
};

struct ShlAddress {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    setAddress<Full>(L, I.Sub[0], Mask,
                     [&](unsigned Lane) { return load(A + Lane) << I.Imm; });
    return true;
  }
};

struct AddAddress {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    addToAddress<Full>(L, I.Sub[0], I.Sub[1], I.Imm, Mask);
    return true;
  }
};

/// Returns a special register that is the same for all lanes of a warp: the low
/// word of the clock, a value of the launch, and 0 for performance counters and
/// the rest.
HEDDLE_INLINE uint32_t commonSpecial(unsigned Register, const LaneContext &L) {
  switch (Register) {
  case ClockRegister:
    // The scheduler's clock is half as fast as that of the SPs.
    return uint32_t(clockOf(L) / 2);
  case NctaidRegister:
  case NctaidRegister + 1:
  case NctaidRegister + 2:
    return L.Nctaid[Register - NctaidRegister];
  case WarpIdRegister:
    return L.WarpIndex;
  case NumWarpsRegister:
    return L.MaxWarps;
  case SmIdRegister:
    return L.SmId;
  case NumSmsRegister:
    return L.NumSMs;
  case ClockHighRegister:
    return uint32_t(clockOf(L) >> 32);
  case TimerLowRegister:
    return uint32_t(timerOf(L));
  case TimerHighRegister:
    return uint32_t(timerOf(L) >> 32);
  case DynamicSharedRegister:
    return L.DynamicShared;
  case TotalSharedRegister:
    return L.TotalShared;
  default: // Numbers of registers are the program's.
    return 0;
  }
}

/// In what each lane has of its own.
HEDDLE_INLINE U32 specialOf(unsigned Register, const LaneContext &L, U32 Lane) {
  switch (Register) {
  case PhysicalIdRegister:
    return Lane + L.PhysicalId;
  case LaneIdRegister:
    return Lane;
  case LaneMaskEqRegister:
    return splat(1) << Lane;
  case LaneMaskLtRegister:
    return (splat(1) << Lane) - 1;
  case LaneMaskLeRegister:
    return (splat(2) << Lane) - 1;
  case LaneMaskGtRegister:
    return -(splat(2) << Lane);
  case LaneMaskGeRegister:
    return -(splat(1) << Lane);
  default: // Numbers of registers are the program's.
    return splat(commonSpecial(Register, L));
  }
}

struct FromSpecial {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, specialOf(I.Sub[0], L, laneNumbers() + Lane));
    return true;
  }
};

/// Lanes that are not active have no vote.
struct Vote {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    uint32_t For = conditionLanes(I.Sub[0], L.Condition[I.CondReg]) & Mask;
    uint32_t True = (I.Sub[1] ? For == Mask : For != 0) ? AllLanes : 0;
    ConditionBuilder CC;
    CC.Plane[BitZ] = ~True;
    CC.Plane[BitS] = True;
    CC.commit(I, L, Mask);
    return true;
  }
};

struct Nop {
  template <bool Full>
  static bool run(const DecodedInst &, LaneContext &, uint32_t) {
    return true;
  }
};

} // namespace

HandlerPair handlersOf(MoveOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case MoveOp::NAME:                                                           \
    return handlerPair<NAME>();
    HEDDLE_MOVE_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
