//===- ShadowMemory.cpp - The last accesses of each word ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::sanitize {

void ShadowMemory::select(uint64_t Number) {
  std::unique_ptr<Page> &P = Pages[Number];
  if (!P) {
    P = std::make_unique<Page>();
    P->Cells.resize(PageBytes >> P->Shift);
  }
  Last = P.get();
  LastNumber = Number;
}

void ShadowMemory::refine(Page &P, unsigned Bytes) {
  unsigned Shift = llvm::Log2_32(Bytes);
  unsigned Parts = 1u << (P.Shift - Shift);
  std::vector<ShadowCell> Fine;
  Fine.reserve(P.Cells.size() * Parts);
  for (const ShadowCell &Cell : P.Cells)
    Fine.insert(Fine.end(), Parts, Cell);
  if (!More.empty())
    for (size_t N = 0; N != P.Cells.size(); ++N)
      if (auto It = More.find(&P.Cells[N]); It != More.end()) {
        llvm::SmallVector<AccessRef, 2> Refs = std::move(It->second);
        More.erase(It);
        for (unsigned Part = 0; Part != Parts; ++Part)
          More[&Fine[N * Parts + Part]] = Refs;
      }
  P.Cells = std::move(Fine);
  P.Shift = Shift;
}

llvm::SmallVectorImpl<AccessRef> *ShadowMemory::more(const ShadowCell &Cell,
                                                     bool Make) {
  if (Make)
    return &More[&Cell];
  if (More.empty())
    return nullptr;
  auto It = More.find(&Cell);
  return It == More.end() ? nullptr : &It->second;
}

void ShadowMemory::clear(ShadowCell &Cell) {
  Cell = ShadowCell();
  if (!More.empty())
    More.erase(&Cell);
}

void ShadowMemory::clear(uint64_t Address, uint64_t Bytes) {
  for (uint64_t At = Address & ~uint64_t(3); At < Address + Bytes; At += 4)
    for (ShadowCell &Cell : cells(At, 4))
      clear(Cell);
}

void ShadowMemory::clear() {
  Pages.clear();
  More.clear();
  Last = nullptr;
}

void ShadowMemory::sweep(EventSweep &Sweep) {
  for (auto &[Number, P] : Pages)
    for (ShadowCell &Cell : P->Cells) {
      Sweep.keep(Cell.Write);
      for (AccessRef &R : Cell.Others)
        Sweep.keep(R);
    }
  for (auto &[Cell, Refs] : More)
    for (AccessRef &R : Refs)
      Sweep.keep(R);
}

} // namespace heddle::sanitize
