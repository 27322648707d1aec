//===- InitImages.cpp - Undefined values in textures and surfaces ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitChecker.h"
#include "heddle/ABI/ImageAccess.h"
#include "heddle/ABI/TextureOps.inc"
#include "llvm/ADT/bit.h"

namespace heddle::sanitize {

using sm::AccessKind;
using sm::Issue;
using sm::MemoryAccess;
using sm::TextureOp;

/// Handles, places and what more says where texels are; then what is stored.
void InitChecker::checkImageSources(const Issue &E, CtaState &C) {
  constexpr unsigned Quad = 4, Pair = 2;
  const unsigned Bytes = E.Accesses.empty() ? 0 : E.Accesses.front().Bytes;
  auto Check = [&](unsigned N, unsigned Rows, Use How) {
    checkSource(E, C, N, Rows, How, Bytes);
  };
  switch (TextureOp(numberOf(E.I.Op))) {
  case TextureOp::Fetch:
    checkRows(E, C, E.I.DstRow, E.I.Sub[0], Use::Address, Bytes);
    return;
  case TextureOp::Sample:
    Check(0, Quad, Use::Address);
    Check(1, Quad, Use::Address);
    if (E.I.Sub[0])
      Check(2, Quad, Use::Address);
    // With gradients, the destination's registers hold the coordinates.
    if (E.I.Sub[0] == 2)
      checkRows(E, C, E.I.DstRow, Quad, Use::Address, Bytes);
    return;
  case TextureOp::Query:
    Check(0, Pair, Use::Address);
    Check(1, 1, Use::Address);
    return;
  case TextureOp::LoadSurface:
  case TextureOp::StoreSurface:
  case TextureOp::ReduceSurface:
    break;
  }
  Check(0, Pair, Use::Address);
  Check(1, Quad, Use::Address);
  if (E.I.is(TextureOp::StoreSurface))
    Check(2, abi::surfaceWords(E.I.Imm), Use::Store);
  else if (E.I.is(TextureOp::ReduceSurface))
    Check(2, E.I.Sub[0] ? 2 : 1, Use::Atomic);
}

/// A texel with an undefined byte is undefined as a whole, and so is what a
/// filter makes of it.
void InitChecker::image(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  if (!W.isQuiet()) {
    checkPredicate(E, C);
    checkImageSources(E, C);
  }
  const AccessKind Kind = E.I.imageAccess();
  Row Bits, Origins;
  for (const MemoryAccess &A : E.Accesses)
    eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
      const OpenBytes Open = readMemory(E, C, A, Lane);
      if (Open.any() && Kind == AccessKind::Atomic)
        report(E, C, Lane, Use::Atomic, Open.Origin, A.Bytes);
      if (Kind != AccessKind::Load)
        return writeMemory(E, C, A, Lane, OpenBytes());
      if (!Open.any())
        return;
      Bits[Lane] = ~uint32_t(0);
      Origins[Lane] = Open.Origin;
    });
  // A fetch by slots has registers only for the components that it asks for.
  const unsigned Rows = E.I.is(TextureOp::Fetch)
                            ? unsigned(llvm::popcount(E.I.Sub[2]))
                            : resultExtent(E.I).Rows;
  if (W.isQuiet() && !Bits.lanes())
    return;
  for (unsigned Word = 0; Word != Rows; ++Word)
    if (Bits.lanes())
      W.set(E.I.DstRow + Word, E.Executing, ~uint32_t(0), Bits, Origins);
    else
      W.clear(E.I.DstRow + Word, E.Executing);
}

} // namespace heddle::sanitize
