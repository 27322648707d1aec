//===- FragmentLayout.cpp - Which lane holds which element ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/FragmentLayout.h"
#include <algorithm>
#include <cassert>

namespace heddle::matrix {

using enum IndexBit;

static constexpr FragmentLayout Layouts[] = {
#define HEDDLE_FRAGMENT(INSTRUCTION, SHAPE, OPERAND, TYPE, ELEMENTS, ROW,      \
                        COLUMN, PART)                                          \
  {INSTRUCTION, SHAPE,         OPERAND,          TYPE,                         \
   ELEMENTS,    IndexBits ROW, IndexBits COLUMN, IndexBits PART},
#include "heddle/Matrix/Fragments.def"
};

llvm::ArrayRef<FragmentLayout> fragmentLayouts() { return Layouts; }

const FragmentLayout *findFragment(llvm::StringRef Instruction,
                                   llvm::StringRef Shape,
                                   llvm::StringRef Operand,
                                   llvm::StringRef Type) {
  for (const FragmentLayout &L : Layouts)
    if (Instruction == L.Instruction && Shape == L.Shape &&
        Operand == L.Operand && Type == L.Type)
      return &L;
  return nullptr;
}

/// Whether \p B is one of an element's number, and which of its bits.
static bool isOfElement(IndexBit B) { return B >= I0; }
static unsigned positionOf(IndexBit B) {
  return unsigned(B) - (isOfElement(B) ? unsigned(I0) : 0);
}

unsigned FragmentLayout::lanes() const {
  llvm::ArrayRef<IndexBit> Bits = Row.list();
  return std::find(Bits.begin(), Bits.end(), L6) == Bits.end() ? 32 : 128;
}

/// The number that \p Bits of \p H make up.
static unsigned gather(const IndexBits &Bits, Holder H) {
  unsigned N = 0, To = 0;
  for (IndexBit B : Bits.list()) {
    unsigned From = isOfElement(B) ? H.Element : H.Lane;
    N |= (From >> positionOf(B) & 1) << To++;
  }
  return N;
}

/// Puts the bits of \p N where \p Bits say.
static void scatter(const IndexBits &Bits, unsigned N, Holder &H) {
  for (IndexBit B : Bits.list()) {
    unsigned &To = isOfElement(B) ? H.Element : H.Lane;
    To |= (N & 1) << positionOf(B);
    N >>= 1;
  }
}

Place FragmentLayout::placeOf(Holder H) const {
  assert(H.Lane < lanes() && H.Element < Elements && "no place in registers");
  return {gather(Row, H), gather(Column, H), gather(Part, H)};
}

Holder FragmentLayout::holderOf(Place P) const {
  assert(P.Row < rows() && P.Column < columns() && P.Part < parts() &&
         "no element of this matrix");
  Holder H;
  scatter(Row, P.Row, H);
  scatter(Column, P.Column, H);
  scatter(Part, P.Part, H);
  return H;
}

} // namespace heddle::matrix
