//===- ShadowMemory.cpp - The last accesses of each word ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sanitize {

ShadowCell ShadowLine::wordOfSame(unsigned Word) const {
  assert(isSame() && Word < Words && "a word of a line that is the same");
  // The lanes of neighbouring words are neighbours, and so are their numbers.
  const unsigned Lane = Word >> laneShift();
  auto At = [Lane](AccessRef First) { return First ? First + Lane : 0; };
  return {At(Same.Write), {At(Same.Others[0]), At(Same.Others[1])}};
}

void ShadowLine::split() {
  if (!Cells)
    Cells = std::make_unique<ShadowCell[]>(Words);
  for (unsigned Word = 0; Word != Words; ++Word)
    Cells[Word] = wordOfSame(Word);
  Shift = 2;
}

void ShadowLine::refine(unsigned Size) {
  // Only whole words can be settled.
  Settled = 0;
  unsigned Wanted = llvm::Log2_32(Size);
  assert(Cells && llvm::isPowerOf2_32(Size) && Wanted < Shift &&
         "cells become smaller ones");
  auto Fine = std::make_unique<ShadowCell[]>(Bytes >> Wanted);
  for (unsigned N = 0; N != Bytes >> Wanted; ++N)
    Fine[N] = Cells[N >> (Shift - Wanted)];
  Cells = std::move(Fine);
  Shift = uint8_t(Wanted);
}

ShadowLine *ShadowMemory::page(uint64_t Number) {
  std::unique_ptr<ShadowLine[]> &P = Pages[Number];
  if (!P)
    P = std::make_unique<ShadowLine[]>(LinesPerPage);
  return P.get();
}

llvm::SmallVectorImpl<AccessRef> *ShadowMemory::more(uint64_t Address,
                                                     bool Make) {
  if (Make)
    return &More[Address];
  if (More.empty())
    return nullptr;
  auto It = More.find(Address);
  return It == More.end() ? nullptr : &It->second;
}

void ShadowMemory::clear(uint64_t Address, uint64_t Bytes) {
  uint64_t End = Address + Bytes;
  for (uint64_t At = Address & ~uint64_t(3); At < End; At += 4) {
    for (ShadowCell &Cell : cells(At, 4))
      Cell = ShadowCell();
    line(At).unsettle(ShadowLine::wordsOf(At % ShadowLine::Bytes, 4));
    for (uint64_t Byte = At; Byte != At + 4; ++Byte)
      clearMore(Byte);
  }
}

void ShadowMemory::drop(uint64_t Begin, uint64_t Bytes) {
  assert(Begin % PageBytes == 0 && "whole pages are given back");
  for (uint64_t At = Begin; At < Begin + Bytes; At += PageBytes) {
    const uint64_t Number = At / PageBytes;
    RecentPage &R = Recent[Number & (Recent.size() - 1)];
    if (R.Number == Number)
      R = RecentPage();
    Pages.erase(Number);
  }
  if (!hasMore())
    return;
  for (uint64_t At = Begin; At != Begin + Bytes; ++At)
    More.erase(At);
}

void ShadowMemory::clear() {
  Pages.clear();
  More.clear();
  std::fill(Recent.begin(), Recent.end(), RecentPage());
}

} // namespace heddle::sanitize
