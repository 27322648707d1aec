//===- TranslationTime.cpp - How long host code takes to be made ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers are fitted to what was written with AVX2, where a row is four
// vectors, for the jobs of a corpus on both kinds of chips, and those of
// accesses to kernels with one more each. docs/translator.md has more.
//
//===----------------------------------------------------------------------===//

#include "TranslationTime.h"
#include "SemanticsModule.h"
#include "heddle/ABI/MemoryOps.inc"
#include "llvm/Support/ErrorHandling.h"

using namespace heddle::sm;

namespace heddle::hosttranslate {

/// Whether host code accesses words of g[] for \p I itself, by a function of
/// the kernel's own where lanes have them apart. An access that ends the kernel
/// is left to the interpreter.
static bool hasWordsApart(const DecodedInst &I) {
  if (I.unit() != Unit::Memory || I.isAtomic() || I.Exit)
    return false;
  if (I.isFar())
    return I.space() != Space::Shared;
  return I.memType() == MemType::B32 &&
         (I.is(MemoryOp::LoadGlobal) || I.is(MemoryOp::StoreGlobal));
}

static unsigned sizeOfAccess(const DecodedInst &I) {
  if (I.Exit)
    return 10;
  // The handler is called for these.
  if (I.isAtomic())
    return 80;
  if (!I.isFar() && I.memType() != MemType::B32)
    return 50;
  if (I.isFar())
    return I.space() == Space::Shared ? 20 : I.isStore() ? 80 : 90;
  return I.isStore() ? 165 : 150;
}

static unsigned sizeOf(const DecodedInst &I) {
  switch (I.unit()) {
  case Unit::Flow:
    return 10;
  case Unit::Integer:
  case Unit::Ieee:
    return 20;
  case Unit::Move:
    return 30;
  case Unit::Float:
    return 35;
  case Unit::Convert:
    return 50;
  case Unit::Double:
    return 80;
  case Unit::Half:
  case Unit::Format:
  case Unit::Exchange:
    return 90;
  case Unit::Wide:
    return 100;
  case Unit::Bits:
    return 130;
  case Unit::Function:
  case Unit::Texture:
  case Unit::Matrix:
    return 400;
  case Unit::Sfu:
    return 750;
  case Unit::Memory:
    return sizeOfAccess(I);
  }
  llvm_unreachable("all units are above");
}

uint64_t expectedSize(const hostcode::FlowGraph &G, const Program &P,
                      HostIsa Isa) {
  constexpr uint64_t OfBlock = 20, OfMasked = 40, OfEntryAndRow = 4;
  // Functions of the kernel's own: for gathers, for scatters, and for what is
  // looked at where a warp comes from the interpreter on the way.
  constexpr uint64_t OfGathers = 250, OfScatters = 480, OfEntries = 250;
  uint64_t Size = OfBlock * G.Blocks.size();
  bool Gathers = false, Scatters = false;
  for (const hostcode::FlowNode &N : G.Nodes) {
    const DecodedInst &I = P.Code[N.PC];
    Size += sizeOf(I) + (N.IsMasked ? OfMasked : 0);
    if (hasWordsApart(I))
      (I.isStore() ? Scatters : Gathers) = true;
  }
  Size += (Gathers ? OfGathers : 0) + (Scatters ? OfScatters : 0);
  // Entries read registers, and exits write them.
  unsigned Entries = 0;
  for (const hostcode::FlowBlock &Block : G.Blocks)
    Entries += Block.IsEntry;
  Size += Entries * OfEntryAndRow * P.registerRows() +
          (Entries > 1 ? OfEntries : 0);
  constexpr unsigned FittedWidth = 8;
  return Size * FittedWidth / (hasSemantics(Isa) ? vectorWidth(Isa) : 16);
}

uint64_t timeOfSize(uint64_t Size) {
  return 5000000 + 42000 * Size + Size * Size * 7 / 10;
}

} // namespace heddle::hosttranslate
