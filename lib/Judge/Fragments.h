//===- Fragments.h - Matrices in registers of a warp ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JUDGE_FRAGMENTS_H
#define HEDDLE_LIB_JUDGE_FRAGMENTS_H

#include "Machine.h"
#include "heddle/Matrix/DotProduct.h"
#include "heddle/Matrix/FragmentLayout.h"
#include "heddle/Matrix/MatrixForm.h"
#include <cassert>
#include <string>

namespace heddle::judge {

using matrix::ElementType;
using matrix::FragmentLayout;
using matrix::Holder;
using matrix::MatrixForm;
using matrix::MatrixVariants;
using matrix::Place;

constexpr unsigned WarpLanes = 32;
using Lane = llvm::SmallVector<uint64_t, 8>;

/// An operand in the registers of a warp. Elements of b64 have a register each,
/// others share words.
struct Fragment {
  const FragmentLayout *Layout = nullptr;
  ElementType Type = ElementType::F32;
  unsigned Bits = 32;
  std::array<Lane, WarpLanes> Registers;

  /// The layout may say what the operand's registers do not hold: of a smaller
  /// n, the first elements.
  uint64_t at(Holder H) const {
    const Lane &Of = Registers[H.Lane];
    const unsigned Begin = H.Element * Bits;
    const unsigned Each = Bits == 64 ? 64 : 32;
    assert(Begin / Each < Of.size() && "an element that no register holds");
    const uint64_t V = low(Of[Begin / Each] >> (Begin % Each), Bits);
    // In a byte, e2m1 has the place of a float with more of a fraction.
    return Type == ElementType::E2M1 && Bits == 8 ? V >> 2 & 15 : V;
  }
  void set(Holder H, uint64_t V) {
    const unsigned Begin = H.Element * Bits;
    const unsigned Each = Bits == 64 ? 64 : 32;
    Registers[H.Lane][Begin / Each] |= low(V, Bits) << (Begin % Each);
  }
};

struct Extents {
  unsigned M = 0, N = 0, K = 0;
};
Extents extentsOf(const Instruction &I);

/// The types of elements that an instruction names.
llvm::SmallVector<ElementType, 4> typesOf(const Instruction &I);
void setVariantOf(MatrixForm &F, const Instruction &I);
/// "m16n8k16", or "m16n8".
std::string shapeText(const Extents &E, bool HasK);
/// The type by which wmma's layouts are named.
llvm::StringRef wmmaLayoutType(ElementType T);
/// The layout of A (operand 0) or of B (1).
const FragmentLayout *inputLayout(const Instruction &I, const MatrixForm &F,
                                  const Extents &E, unsigned Which);
/// That of C and D.
const FragmentLayout *sumLayout(const Instruction &I, const MatrixForm &F,
                                const Extents &E, ElementType T);

} // namespace heddle::judge

#endif // HEDDLE_LIB_JUDGE_FRAGMENTS_H
