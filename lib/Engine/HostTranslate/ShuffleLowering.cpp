//===- ShuffleLowering.cpp - Exchanges between lanes in host code ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShuffleLowering.h"
#include "HostState.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/Machine/Program.h"
#include "heddle/Machine/ShuffleSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <array>
#include <optional>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

Value *ShuffleLowering::load(Variable V, Effects &E) {
  if (!is_contained(E.Kills, V))
    E.Reads.push_back(V);
  return B.CreateLoad(State.typeOf(V), State.slot(V, F));
}

Value *ShuffleLowering::take(const Chunks &Row, ArrayRef<unsigned> From) {
  const unsigned Width = unsigned(From.size());
  Value *Taken = nullptr;
  for (auto [N, Chunk] : enumerate(Row)) {
    // Lanes of this vector, and what was taken so far of others.
    SmallVector<int, 16> Places;
    bool Any = false;
    for (auto [Lane, Of] : enumerate(From)) {
      const bool IsMine = Of / Width == N;
      Any |= IsMine;
      Places.push_back(IsMine  ? int(Of % Width)
                       : Taken ? int(Width + Lane)
                               : PoisonMaskElem);
    }
    if (Any)
      Taken = B.CreateShuffleVector(
          Chunk, Taken ? Taken : PoisonValue::get(Chunk->getType()), Places);
  }
  assert(Taken && "each lane takes a value from some lane");
  return Taken;
}

void ShuffleLowering::setCondition(unsigned Register, uint32_t InRange,
                                   Value *Mask, Effects &E) {
  for (unsigned Bit = 0; Bit != 4; ++Bit) {
    const uint32_t Plane = Bit == BitZ ? ~InRange : Bit == BitS ? InRange : 0;
    const Variable V = State.condition(Register, Bit);
    Value *Now = B.getInt32(Plane);
    if (!isa<ConstantInt>(Mask))
      Now = B.CreateOr(B.CreateAnd(load(V, E), B.CreateNot(Mask)),
                       B.CreateAnd(Now, Mask));
    B.CreateStore(Now, State.slot(V, F));
    E.Kills.push_back(V);
  }
}

/// The word that all lanes of a constant have.
static std::optional<uint32_t> wordOf(const Program &P, const Source &From) {
  if (From.Base != ConstantRows || From.Shift)
    return std::nullopt;
  const auto &Words = P.Constants[From.Row].Words;
  return all_equal(Words) ? std::optional(Words[0]) : std::nullopt;
}

bool ShuffleLowering::append(const DecodedInst &I, Value *Mask, Effects &E) {
  if (!I.is(ExchangeOp::Shuffle) || I.Src[0].Base != WarpRows ||
      I.Src[0].Shift || I.has(HalfDst))
    return false;
  const std::optional<uint32_t> By = wordOf(P, I.Src[1]),
                                Clamp = wordOf(P, I.Src[2]);
  if (!By || !Clamp)
    return false;
  const bool Full = isa<ConstantInt>(Mask);
  const unsigned Width = State.chunkType()->getNumElements();
  Chunks Row;
  for (unsigned C = 0; C != State.chunks(); ++C) {
    Value *Chunk = load(State.rowChunk(I.Src[0].Row, C), E);
    // Lanes that take no part give zero.
    if (!Full)
      Chunk = B.CreateSelect(lanesOfChunk(B, Mask, C, Width), Chunk,
                             Constant::getNullValue(Chunk->getType()));
    Row.push_back(Chunk);
  }
  std::array<unsigned, Lanes> From;
  uint32_t InRange = 0;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    const ShuffleSource S =
        shuffleSource(ShuffleKind(I.Sub[0]), Lane, *By, *Clamp);
    From[Lane] = S.Lane;
    InRange |= uint32_t(S.InRange) << Lane;
  }
  for (unsigned C = 0; C != State.chunks(); ++C) {
    const Variable V = State.rowChunk(I.DstRow, C);
    Value *Now = take(Row, ArrayRef(From).slice(size_t(C) * Width, Width));
    if (!Full)
      Now = B.CreateSelect(lanesOfChunk(B, Mask, C, Width), Now, load(V, E));
    B.CreateStore(Now, State.slot(V, F));
    E.Kills.push_back(V);
  }
  if (I.has(WritesCondition))
    setCondition(I.CCDst, InRange, Mask, E);
  return true;
}

} // namespace heddle::hosttranslate
