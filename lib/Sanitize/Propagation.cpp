//===- Propagation.cpp - How what is undefined spreads --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagation.h"
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::sanitize {

using sm::DecodedInst;
using sm::Issue;
using sm::LaneContext;
using sm::Lanes;

//===----------------------------------------------------------------------===//
// Sources and the operation
//===----------------------------------------------------------------------===//

/// The word, or less, that memory operand \p N has for each lane that executes.
void Propagation::readOperand(const Issue &E, unsigned N, Row &Value) const {
  assert(N < E.Accesses.size() && "an operand without an access");
  const LaneContext &L = E.W.lanes();
  const sm::MemoryAccess &A = E.Accesses[N];
  const uint8_t *Data = L.Shared;
  uint64_t Size = L.SharedBytes;
  if (A.Where == sm::Space::Const) {
    Data = L.Banks[A.Bank].Data;
    Size = L.Banks[A.Bank].Size;
  }
  eachLane(E.Executing, [&](unsigned Lane) {
    uint32_t Word = 0;
    // An operand that is out of bounds is a fault.
    if (A.Address[Lane] + A.Bytes <= Size)
      std::memcpy(&Word, Data + A.Address[Lane], A.Bytes);
    if (E.I.Mem[N].Type == sm::MemType::S16)
      Word = uint32_t(int32_t(int16_t(Word)));
    Value[Lane] = Word;
  });
}

void Propagation::readSource(const Issue &E, const WarpShadow &W, unsigned N) {
  Source &S = Sources[N];
  S.Has = sourceExtent(E.I, N);
  S.Lanes.Lanes = 0;
  S.Value[1] = S.Bits[0] = S.Bits[1] = Row();
  if (!S.Has.Rows)
    return;
  const LaneContext &L = E.W.lanes();
  const sm::Source &From = E.I.Src[N];
  uint32_t Of = S.Has.Bits;
  unsigned NumAccesses = 0;
  for (unsigned Word = 0; Word != S.Has.Rows; ++Word) {
    std::memcpy(S.Value[Word].Words.data(),
                L.Base[From.Base] + size_t(From.Row + Word) * Lanes,
                sizeof(Row));
    // Memory operands come into their rows with the instruction.
    for (const sm::MemoryOperand &M : E.I.Mem) {
      if (M.Space == sm::MemoryOperand::None)
        continue;
      if (From.Base == sm::WarpRows && M.Row == From.Row)
        readOperand(E, NumAccesses, S.Value[Word]);
      ++NumAccesses;
    }
    bool IsDirty = From.Base == sm::WarpRows && W.isDirty(From.Row + Word);
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      S.Value[Word][Lane] = S.Value[Word][Lane] >> From.Shift & Of;
      if (!IsDirty)
        continue;
      uint32_t Open = W.bits(From.Row + Word)[Lane] >> From.Shift & Of;
      S.Bits[Word][Lane] = Open;
      if (Open && !(S.Lanes.Lanes >> Lane & 1)) {
        S.Lanes.Lanes |= uint32_t(1) << Lane;
        S.Lanes.Origins[Lane] = W.origins(From.Row + Word)[Lane];
      }
    }
    Of = ~uint32_t(0);
  }
}

uint32_t Propagation::anySource(uint32_t Mask) const {
  return (Sources[0].Lanes.Lanes | Sources[1].Lanes.Lanes |
          Sources[2].Lanes.Lanes) &
         Mask;
}

/// \p I on rows of Scratch.
DecodedInst Propagation::prepare(const DecodedInst &I) {
  DecodedInst J = I;
  for (unsigned N = 0; N != 3; ++N)
    J.Src[N] = {uint16_t(4 * N), sm::WarpRows, 0};
  for (sm::MemoryOperand &M : J.Mem)
    M.Space = sm::MemoryOperand::None;
  J.DstRow = 12;
  J.DstShift = 0;
  return J;
}

void Propagation::setSource(unsigned N, unsigned Word, const Row &Words) {
  assert(N < 3 && Word < 4 && "no source of an instruction");
  Scratch[4 * N + Word] = Words;
}

void Propagation::execute(const Issue &E, uint32_t Mask) {
  Scratch[12] = Scratch[13] = Row();
  Context.Base[sm::WarpRows] = Scratch[0].Words.data();
  Context.Base[sm::ConstantRows] = Scratch[0].Words.data();
  Context.Active = Mask;
  Runner.run(E.Index, Inst, Context, Mask);
}

const Row &Propagation::result(unsigned Word) const {
  return Scratch[12 + Word];
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

void Propagation::compute(const Issue &E, const WarpShadow &W, uint32_t Mask) {
  switch (definednessOf(E.I.Op).Class) {
  case DefinedClass::Moves:
    return moves(E, Mask);
  case DefinedClass::Bitwise:
    return bitwise(E, Mask);
  case DefinedClass::Sum:
  case DefinedClass::Difference:
    return sum(E, W, Mask);
  case DefinedClass::Product:
    return product(E, W, Mask);
  case DefinedClass::Compare:
    return compare(E, Mask);
  case DefinedClass::Choose:
    return choose(E, Mask);
  case DefinedClass::Whole:
    return whole(Mask);
  case DefinedClass::Packed:
    return packed(E, Mask);
  case DefinedClass::PackPair:
    return packPair(E, Mask);
  case DefinedClass::Convert:
    return extendsOnly(E.I) ? moves(E, Mask) : whole(Mask);
  case DefinedClass::Shuffle:
    return shuffle(E, Mask);
  case DefinedClass::Team:
    return team(Mask);
  case DefinedClass::Quad:
    return quad(Mask);
  case DefinedClass::FromCondition:
    return fromCondition(E, W, Mask);
  case DefinedClass::Ballot:
    return ballot(E, W, Mask);
  case DefinedClass::Defined:
  case DefinedClass::ToCondition:
  case DefinedClass::FromAddress:
  case DefinedClass::ShlAddress:
  case DefinedClass::AddAddress:
  case DefinedClass::Vote:
  case DefinedClass::Memory:
  case DefinedClass::Flow:
    return;
  }
  llvm_unreachable("covered switch");
}

/// A register may keep what it had: a bit is undefined if it is so before or
/// after, or differs.
void Propagation::openGuard(const Issue &E, const WarpShadow &W,
                            const LaneFlags &Open) {
  const LaneContext &L = E.W.lanes();
  for (unsigned N = 0; N != 3; ++N)
    for (unsigned Word = 0; Word != 2; ++Word)
      setSource(N, Word, Sources[N].Value[Word]);
  std::copy_n(&L.Condition[0][0], 16, &Context.Condition[0][0]);
  execute(E, Open.Lanes);
  for (unsigned Word = 0; Word != Dst.Rows; ++Word) {
    const uint32_t *Old =
        L.Base[sm::WarpRows] + size_t(E.I.DstRow + Word) * Lanes;
    eachLane(Open.Lanes, [&](unsigned Lane) {
      uint32_t Before = Old[Lane] >> E.I.DstShift;
      if (W.isDirty(E.I.DstRow + Word))
        Bits[Word][Lane] |= W.bits(E.I.DstRow + Word)[Lane] >> E.I.DstShift;
      Bits[Word][Lane] |= Before ^ result(Word)[Lane];
      if (!Origins[Lane])
        Origins[Lane] = Open.Origins[Lane];
    });
  }
}

void Propagation::write(const Issue &E, WarpShadow &W, uint32_t Mask) {
  for (unsigned Word = 0; Word != Dst.Rows; ++Word) {
    uint32_t Of = ~uint32_t(0);
    if (E.I.has(sm::HalfDst)) {
      Of = uint32_t(0xffff) << E.I.DstShift;
      for (uint32_t &V : Bits[0].Words)
        V = (V & 0xffff) << E.I.DstShift;
    }
    if (Bits[Word].lanes() & Mask)
      W.set(E.I.DstRow + Word, Mask, Of, Bits[Word], Origins);
    else
      W.clear(E.I.DstRow + Word, Mask, Of);
  }
}

void Propagation::run(const Issue &E, WarpShadow &W) {
  if (W.isQuiet())
    return;
  const DefinedClass Class = definednessOf(E.I.Op).Class;
  const LaneFlags Open = openCondition(E, W, E.I.Cond, E.I.CondReg);
  const uint32_t Mask = E.Executing | Open.Lanes;
  for (unsigned N = 0; N != 3; ++N)
    readSource(E, W, N);
  Dst = resultExtent(E.I);
  Bits.fill(Row());
  Origins = Row();
  OpenCarry = OpenFlags = 0;
  Inst = prepare(E.I);
  std::copy_n(&E.W.lanes().Condition[0][0], 16, &Context.Condition[0][0]);
  if (Class == DefinedClass::ToCondition)
    return toCondition(E, W, Mask);
  if (Class == DefinedClass::Vote)
    return vote(E, W, Mask);
  if (Class == DefinedClass::FromAddress || Class == DefinedClass::ShlAddress ||
      Class == DefinedClass::AddAddress)
    addresses(E, W, Mask);
  compute(E, W, Mask);
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Bits[0][Lane] &= Dst.Bits;
    for (unsigned N = 3; N-- != 0;)
      if (Class != DefinedClass::Shuffle && Class != DefinedClass::Team &&
          Class != DefinedClass::Quad && Sources[N].Lanes.Lanes >> Lane & 1)
        Origins[Lane] = Sources[N].Lanes.Origins[Lane];
  }
  if (E.I.has(sm::WritesCondition)) {
    OpenFlags |= Open.Lanes;
    OpenCarry |= Open.Lanes;
    eachLane(Open.Lanes, [&](unsigned Lane) {
      if (!Origins[Lane])
        Origins[Lane] = Open.Origins[Lane];
    });
    setConditions(E, W, Mask);
  }
  if (Dst.Rows) {
    // An operation that reads $c or $a cannot be run on rows alone.
    if (Open.Lanes && Class != DefinedClass::FromCondition &&
        Class != DefinedClass::FromAddress && Class != DefinedClass::Ballot &&
        Class != DefinedClass::Defined)
      openGuard(E, W, Open);
    else
      eachLane(Open.Lanes, [&](unsigned Lane) {
        for (Row &Words : Bits)
          Words[Lane] = ~uint32_t(0);
        Origins[Lane] = Open.Origins[Lane];
      });
    write(E, W, Mask);
  }
}

} // namespace heddle::sanitize
