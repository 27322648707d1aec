//===- TranslationTime.cpp - How long host code takes to be made ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers are fitted to what was written with AVX2, where a row is four
// vectors, for 41 kernels on both kinds of chips. docs/translator.md has more.
//
//===----------------------------------------------------------------------===//

#include "TranslationTime.h"
#include "SemanticsModule.h"
#include "llvm/Support/ErrorHandling.h"

using namespace heddle::sm;

namespace heddle::hosttranslate {

static unsigned sizeOfAccess(const DecodedInst &I) {
  if (I.isAtomic())
    return 450;
  if (I.isStore())
    return 350;
  if (I.isFar())
    return I.space() == Space::Shared ? 20 : 90;
  return 150;
}

static unsigned sizeOf(const DecodedInst &I) {
  switch (I.unit()) {
  case Unit::Flow:
    return 10;
  case Unit::Integer:
  case Unit::Ieee:
    return 20;
  case Unit::Move:
  case Unit::Double:
  case Unit::Convert:
    return 30;
  case Unit::Float:
    return 35;
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
  uint64_t Size = OfBlock * G.Blocks.size();
  for (const hostcode::FlowNode &N : G.Nodes)
    Size += sizeOf(P.Code[N.PC]) + (N.IsMasked ? OfMasked : 0);
  // Entries read registers, and exits write them.
  for (const hostcode::FlowBlock &Block : G.Blocks)
    Size += Block.IsEntry ? OfEntryAndRow * P.registerRows() : 0;
  constexpr unsigned FittedWidth = 8;
  return Size * FittedWidth / (hasSemantics(Isa) ? vectorWidth(Isa) : 16);
}

uint64_t timeOfSize(uint64_t Size) {
  return 5000000 + 42000 * Size + Size * Size * 7 / 10;
}

} // namespace heddle::hosttranslate
