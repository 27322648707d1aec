//===- PropagationClasses.cpp - What each class of operations does --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagation.h"
#include "heddle/ABI/HalfOps.inc"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/WideOps.inc"
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/bit.h"

namespace heddle::sanitize {

using sm::DecodedInst;
using sm::HalfOp;
using sm::IntegerOp;
using sm::Issue;
using sm::Lanes;
using sm::WideOp;

void Propagation::spread(uint32_t Open, unsigned N) {
  eachLane(Open, [&](unsigned Lane) {
    Bits[0][Lane] = Bits[1][Lane] = ~uint32_t(0);
    Origins[Lane] = Sources[N].Lanes.Origins[Lane];
  });
}

void Propagation::whole(uint32_t Mask) {
  for (unsigned N = 3; N-- != 0;)
    spread(Sources[N].Lanes.Lanes & Mask, N);
}

void Propagation::moves(const Issue &E, uint32_t Mask) {
  const Definedness &D = definednessOf(E.I.Op);
  for (unsigned N = 0; N != 3; ++N)
    for (unsigned Word = 0; Word != 2; ++Word)
      setSource(N, Word,
                isControl(D.Sources[N]) ? Sources[N].Value[Word]
                                        : Sources[N].Bits[Word]);
  execute(E, Mask);
  Bits[0] = result(0);
  Bits[1] = result(1);
  for (unsigned N = 0; N != 3; ++N)
    if (isControl(D.Sources[N]))
      spread(Sources[N].Lanes.Lanes & Mask, N);
}

void Propagation::shuffle(const Issue &E, uint32_t Mask) {
  Row From;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    From[Lane] = Sources[0].Lanes.Origins[Lane];
  for (unsigned N = 1; N != 3; ++N)
    setSource(N, 0, Sources[N].Value[0]);
  setSource(0, 0, From);
  execute(E, Mask);
  Origins = result(0);
  setSource(0, 0, Sources[0].Bits[0]);
  execute(E, Mask);
  Bits[0] = result(0);
  for (unsigned N = 1; N != 3; ++N) {
    OpenFlags |= Sources[N].Lanes.Lanes & Mask;
    spread(Sources[N].Lanes.Lanes & Mask, N);
  }
}

/// Tries each source's undefined bits as all 0 and as all 1: since each bit of
/// the result depends on bits at its place alone, that covers all values.
void Propagation::bitwise(const Issue &E, uint32_t Mask) {
  Row First[2];
  for (unsigned Ones = 0; Ones != 8; ++Ones) {
    bool Matters = true;
    for (unsigned N = 0; N != 3; ++N) {
      Matters &= !(Ones >> N & 1) || (Sources[N].Lanes.Lanes & Mask);
      for (unsigned Word = 0; Word != 2; ++Word) {
        Row Words = Sources[N].Value[Word];
        const Row &Open = Sources[N].Bits[Word];
        for (unsigned Lane = 0; Lane != Lanes; ++Lane)
          Words[Lane] = Ones >> N & 1 ? Words[Lane] | Open[Lane]
                                      : Words[Lane] & ~Open[Lane];
        setSource(N, Word, Words);
      }
    }
    if (!Matters)
      continue;
    execute(E, Mask);
    for (unsigned Word = 0; Word != 2; ++Word) {
      if (!Ones)
        First[Word] = result(Word);
      for (unsigned Lane = 0; Lane != Lanes; ++Lane)
        Bits[Word][Lane] |= First[Word][Lane] ^ result(Word)[Lane];
    }
  }
}

/// The least and the largest sum: where they differ, or a source is undefined,
/// a bit is. A source that is subtracted goes the other way.
void Propagation::sum(const Issue &E, const WarpShadow &W, uint32_t Mask) {
  const bool IsDifference =
      definednessOf(E.I.Op).Class == DefinedClass::Difference;
  const bool TakesCarry =
      E.I.is(IntegerOp::AddCarry32) || E.I.is(IntegerOp::AddCarry16);
  const LaneFlags &Carry = W.condition(E.I.CondReg, sm::BitC);
  const uint32_t OpenIn = TakesCarry ? Carry.Lanes & Mask : 0;
  if (E.I.has(sm::Saturate)) {
    OpenCarry = OpenFlags = anySource(Mask) | OpenIn;
    whole(Mask);
    eachLane(OpenIn, [&](unsigned Lane) {
      Bits[0][Lane] = Bits[1][Lane] = ~uint32_t(0);
      Origins[Lane] = Carry.Origins[Lane];
    });
    return;
  }
  Row Least[2];
  uint32_t LeastCarry = 0;
  uint32_t &CarryIn = Context.Condition[E.I.CondReg][sm::BitC];
  const uint32_t &CarryOut = Context.Condition[E.I.CCDst][sm::BitC];
  const uint32_t In = CarryIn;
  for (bool Largest : {false, true}) {
    for (unsigned N = 0; N != 2; ++N) {
      bool Up = Largest != (E.I.Invert[N] != 0 || (N == 1 && IsDifference));
      for (unsigned Word = 0; Word != 2; ++Word) {
        Row Words = Sources[N].Value[Word];
        const Row &Open = Sources[N].Bits[Word];
        for (unsigned Lane = 0; Lane != Lanes; ++Lane)
          Words[Lane] =
              Up ? Words[Lane] | Open[Lane] : Words[Lane] & ~Open[Lane];
        setSource(N, Word, Words);
      }
    }
    CarryIn = Largest ? In | OpenIn : In & ~OpenIn;
    Inst.Flags |= sm::WritesCondition;
    execute(E, Mask);
    if (!Largest) {
      Least[0] = result(0);
      Least[1] = result(1);
      LeastCarry = CarryOut;
    }
  }
  OpenCarry = (LeastCarry ^ CarryOut) & Mask;
  for (unsigned Word = 0; Word != 2; ++Word)
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      Bits[Word][Lane] = (Least[Word][Lane] ^ result(Word)[Lane]) |
                         Sources[0].Bits[Word][Lane] |
                         Sources[1].Bits[Word][Lane];
  eachLane(OpenIn, [&](unsigned Lane) {
    Bits[0][Lane] |= 1;
    Origins[Lane] = Carry.Origins[Lane];
  });
}

void Propagation::product(const Issue &E, const WarpShadow &W, uint32_t Mask) {
  const bool TakesCarry = E.I.is(IntegerOp::MulAddCarry);
  const LaneFlags &Carry = W.condition(E.I.CondReg, sm::BitC);
  const uint32_t OpenIn = TakesCarry ? Carry.Lanes & Mask : 0;
  eachLane(anySource(Mask) | OpenIn, [&](unsigned Lane) {
    auto IsZero = [&](const Source &S) {
      return !S.bits(Lane) && !S.value(Lane);
    };
    uint64_t Open = 0;
    if (!IsZero(Sources[0]) && !IsZero(Sources[1]))
      Open = Sources[0].bits(Lane) | Sources[1].bits(Lane);
    if (Open && isHighProduct(E.I))
      Open = 1;
    Open |= Sources[2].bits(Lane);
    if (OpenIn >> Lane & 1) {
      Open |= 1;
      Origins[Lane] = Carry.Origins[Lane];
    }
    // All bits from the lowest undefined one up are undefined.
    Open |= 0 - Open;
    Bits[0][Lane] = uint32_t(Open);
    Bits[1][Lane] = uint32_t(Open >> 32);
    OpenCarry |= uint32_t(Open != 0) << Lane;
  });
}

namespace {
/// How two numbers compare, as far as their defined bits tell.
struct Comparison {
  bool MayBeLess, MayBeEqual, MayBeGreater;
};
} // namespace

static Comparison comparisonOf(uint64_t X, uint64_t OpenX, uint64_t Y,
                               uint64_t OpenY, uint64_t Sign) {
  // With their signs turned, signed numbers are ordered like unsigned ones.
  X ^= Sign;
  Y ^= Sign;
  return {(X & ~OpenX) < (Y | OpenY), !((X ^ Y) & ~OpenX & ~OpenY),
          (X | OpenX) > (Y & ~OpenY)};
}

static uint64_t signOf(const DecodedInst &I, const Extent &Has) {
  if (!I.has(sm::Signed))
    return 0;
  return Has.Rows == 2         ? uint64_t(1) << 63
         : Has.Bits == 0xffffu ? uint64_t(1) << 15
                               : uint64_t(1) << 31;
}

void Propagation::compare(const Issue &E, uint32_t Mask) {
  eachLane(anySource(Mask), [&](unsigned Lane) {
    Comparison C = comparisonOf(Sources[0].value(Lane), Sources[0].bits(Lane),
                                Sources[1].value(Lane), Sources[1].bits(Lane),
                                signOf(E.I, Sources[0].Has));
    unsigned Possible = (C.MayBeLess ? sm::CmpLess : 0) |
                        (C.MayBeEqual ? sm::CmpEqual : 0) |
                        (C.MayBeGreater ? sm::CmpGreater : 0);
    if (Possible & E.I.Sub[0] && Possible & ~unsigned(E.I.Sub[0]))
      Bits[0][Lane] = ~uint32_t(0);
  });
}

void Propagation::choose(const Issue &E, uint32_t Mask) {
  bool TakesLess = E.I.is(IntegerOp::Min32) || E.I.is(IntegerOp::Min16) ||
                   E.I.is(WideOp::Min);
  eachLane(anySource(Mask), [&](unsigned Lane) {
    Comparison C = comparisonOf(Sources[0].value(Lane), Sources[0].bits(Lane),
                                Sources[1].value(Lane), Sources[1].bits(Lane),
                                signOf(E.I, Sources[0].Has));
    bool IsOpen = C.MayBeLess && C.MayBeGreater;
    const Source &Chosen = Sources[C.MayBeLess == TakesLess ? 0 : 1];
    for (unsigned Word = 0; Word != 2; ++Word)
      Bits[Word][Lane] = IsOpen ? ~uint32_t(0) : Chosen.Bits[Word][Lane];
  });
}

void Propagation::packed(const Issue &E, uint32_t Mask) {
  const bool HasTwo = hasTwoHalves(E.I);
  eachLane(anySource(Mask), [&](unsigned Lane) {
    uint32_t Open = Sources[0].Bits[0][Lane] | Sources[1].Bits[0][Lane] |
                    Sources[2].Bits[0][Lane];
    Bits[0][Lane] =
        (Open & 0xffff ? 0xffff : 0) | (HasTwo && Open >> 16 ? 0xffff0000 : 0);
    // A comparison makes a whole word.
    if (!HasTwo && E.I.is(HalfOp::Set) && Open & 0xffff)
      Bits[0][Lane] = ~uint32_t(0);
  });
}

void Propagation::packPair(const Issue &E, uint32_t Mask) {
  const unsigned Width = packedBits(E.I);
  const uint32_t Part = (uint32_t(1) << Width) - 1;
  eachLane(anySource(Mask), [&](unsigned Lane) {
    Bits[0][Lane] = (Sources[0].Bits[0][Lane] ? Part << Width : 0) |
                    (Sources[1].Bits[0][Lane] ? Part : 0);
  });
}

void Propagation::team(uint32_t Mask) {
  // The lanes that belong together are the last source.
  const unsigned Last = Sources[1].Has.Rows ? 1 : 0;
  eachLane(Mask, [&](unsigned Lane) {
    uint32_t Fellows =
        Last ? Sources[0].Lanes.Lanes & Sources[Last].Value[0][Lane] & Mask : 0;
    if (Sources[Last].Lanes.Lanes >> Lane & 1) {
      spread(uint32_t(1) << Lane, Last);
    } else if (Fellows) {
      Bits[0][Lane] = ~uint32_t(0);
      Origins[Lane] =
          Sources[0].Lanes.Origins[unsigned(llvm::countr_zero(Fellows))];
    }
  });
}

void Propagation::quad(uint32_t Mask) {
  for (unsigned N = 0; N != 2; ++N)
    eachLane(Mask, [&](unsigned Lane) {
      uint32_t Open = Sources[N].Lanes.Lanes & uint32_t(0xf) << (Lane & ~3u);
      if (!Open)
        return;
      Bits[0][Lane] = ~uint32_t(0);
      Origins[Lane] =
          Sources[N].Lanes.Origins[unsigned(llvm::countr_zero(Open))];
    });
}

} // namespace heddle::sanitize
