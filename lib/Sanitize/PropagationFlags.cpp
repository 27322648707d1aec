//===- PropagationFlags.cpp - Undefined conditions and addresses ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagation.h"
#include "heddle/ABI/MoveOps.inc"
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::sanitize {

using sm::DecodedInst;
using sm::Issue;
using sm::LaneContext;
using sm::Lanes;
using sm::MoveOp;

LaneFlags Propagation::openCondition(const Issue &E, const WarpShadow &W,
                                     uint8_t Code, unsigned Register) const {
  LaneFlags Open;
  uint32_t Any = 0;
  for (unsigned Bit = 0; Bit != 4; ++Bit)
    Any |= W.condition(Register, Bit).Lanes;
  if (Code == sm::CondAlways || !(Any & E.Active))
    return Open;
  LaneContext L = {};
  L.Active = E.Active;
  DecodedInst I = E.I;
  I.Cond = Code;
  I.CondReg = uint8_t(Register);
  uint32_t First = 0;
  for (unsigned Ones = 0; Ones != 16; ++Ones) {
    for (unsigned Bit = 0; Bit != 4; ++Bit) {
      uint32_t Flags = E.W.lanes().Condition[Register][Bit];
      uint32_t Mask = W.condition(Register, Bit).Lanes;
      L.Condition[Register][Bit] =
          Ones >> Bit & 1 ? Flags | Mask : Flags & ~Mask;
    }
    uint32_t Holds = Runner.predicate(I, L);
    First = Ones ? First : Holds;
    Open.Lanes |= Holds ^ First;
  }
  eachLane(Open.Lanes, [&](unsigned Lane) {
    for (unsigned Bit = 4; Bit-- != 0;)
      if (W.condition(Register, Bit).Lanes >> Lane & 1)
        Open.Origins[Lane] = W.condition(Register, Bit).Origins[Lane];
  });
  return Open;
}

void Propagation::fromCondition(const Issue &E, const WarpShadow &W,
                                uint32_t Mask) {
  for (unsigned Bit = 0; Bit != 4; ++Bit) {
    const LaneFlags &Flags = W.condition(E.I.CondReg, Bit);
    eachLane(Flags.Lanes & Mask, [&](unsigned Lane) {
      Bits[0][Lane] |= uint32_t(1) << Bit;
      Origins[Lane] = Flags.Origins[Lane];
    });
  }
}

void Propagation::toCondition(const Issue &E, WarpShadow &W, uint32_t Mask) {
  for (unsigned Bit = 0; Bit != 4; ++Bit) {
    LaneFlags To = Sources[0].Lanes;
    eachLane(To.Lanes, [&](unsigned Lane) {
      To.Lanes &= ~(uint32_t(~Sources[0].Bits[0][Lane] >> Bit & 1) << Lane);
    });
    W.setCondition(E.I.CCDst, Bit, Mask, To);
  }
}

void Propagation::addresses(const Issue &E, WarpShadow &W, uint32_t Mask) {
  if (E.I.is(MoveOp::FromAddress)) {
    const LaneFlags &From = W.address(E.I.Sub[0]);
    eachLane(From.Lanes & Mask, [&](unsigned Lane) {
      Bits[0][Lane] = 0xffff;
      Origins[Lane] = From.Origins[Lane];
    });
    return;
  }
  LaneFlags To;
  if (E.I.is(MoveOp::AddAddress)) {
    To = W.address(E.I.Sub[1]);
  } else {
    To = Sources[0].Lanes;
    eachLane(To.Lanes, [&](unsigned Lane) {
      if (!(Sources[0].Bits[0][Lane] << E.I.Imm))
        To.Lanes &= ~(uint32_t(1) << Lane);
    });
  }
  W.setAddress(E.I.Sub[0], Mask, To);
}

/// Open is what the lanes decide whose condition is, unless others have decided
/// it.
void Propagation::vote(const Issue &E, WarpShadow &W, uint32_t Mask) {
  LaneFlags Open = openCondition(E, W, E.I.Sub[0], E.I.CondReg);
  LaneContext L = {};
  L.Active = Mask;
  std::copy_n(&E.W.lanes().Condition[0][0], 16, &L.Condition[0][0]);
  DecodedInst I = E.I;
  I.Cond = E.I.Sub[0];
  uint32_t Holds = Runner.predicate(I, L);
  bool OfAll = E.I.Sub[1];
  uint32_t Decides = (OfAll ? ~Holds : Holds) & Mask & ~Open.Lanes;
  LaneFlags To;
  if (Open.Lanes & Mask && !Decides) {
    To.Lanes = Mask;
    To.Origins.fill(
        Open.Origins[unsigned(llvm::countr_zero(Open.Lanes & Mask))]);
  }
  for (unsigned Bit = 0; Bit != 4; ++Bit)
    W.setCondition(E.I.CCDst, Bit, Mask,
                   Bit == sm::BitZ || Bit == sm::BitS ? To : LaneFlags());
}

void Propagation::ballot(const Issue &E, const WarpShadow &W, uint32_t Mask) {
  LaneFlags Open = openCondition(E, W, E.I.Sub[0], E.I.CondReg);
  uint32_t Of = Open.Lanes & Mask;
  if (!Of)
    return;
  eachLane(Mask, [&](unsigned Lane) {
    Bits[0][Lane] = Of;
    Origins[Lane] = Open.Origins[unsigned(llvm::countr_zero(Of))];
  });
}

/// Sets the undefined bits of the condition code of the result.
void Propagation::setConditions(const Issue &E, WarpShadow &W, uint32_t Mask) {
  LaneFlags Zero, Sign, Carry, Overflow;
  Zero.Lanes = OpenFlags;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    Zero.Lanes |= uint32_t((Bits[0][Lane] | Bits[1][Lane]) != 0) << Lane;
  Zero.Lanes &= Mask;
  for (LaneFlags *F : {&Zero, &Sign, &Carry, &Overflow})
    std::copy(Origins.Words.begin(), Origins.Words.end(), F->Origins.begin());
  Sign.Lanes = Zero.Lanes;
  DefinedClass Class = definednessOf(E.I.Op).Class;
  bool IsInteger =
      Class == DefinedClass::Sum || Class == DefinedClass::Bitwise ||
      Class == DefinedClass::Product || Class == DefinedClass::Moves;
  if (IsInteger && Zero.Lanes) {
    for (unsigned N = 0; N != 3; ++N)
      setSource(N, 0, Sources[N].Value[0]);
    std::copy_n(&E.W.lanes().Condition[0][0], 16, &Context.Condition[0][0]);
    execute(E, Mask);
    uint32_t Top = Dst.Bits == 0xffff ? 0x8000 : 0x80000000;
    eachLane(Zero.Lanes & ~OpenFlags, [&](unsigned Lane) {
      // A bit that is 1 for sure says that it is not zero.
      if (result(0)[Lane] & ~Bits[0][Lane] & Dst.Bits)
        Zero.Lanes &= ~(uint32_t(1) << Lane);
      if (!(Bits[0][Lane] & Top))
        Sign.Lanes &= ~(uint32_t(1) << Lane);
    });
    Carry.Lanes = OpenCarry;
    Overflow.Lanes = OpenCarry | Sign.Lanes;
  }
  W.setCondition(E.I.CCDst, sm::BitZ, Mask, Zero);
  W.setCondition(E.I.CCDst, sm::BitS, Mask, Sign);
  W.setCondition(E.I.CCDst, sm::BitC, Mask, Carry);
  W.setCondition(E.I.CCDst, sm::BitO, Mask, Overflow);
}

} // namespace heddle::sanitize
