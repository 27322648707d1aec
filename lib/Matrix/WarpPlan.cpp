//===- WarpPlan.cpp - Where the elements of sums come from ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpPlan.h"
#include "heddle/Matrix/SumRule.h"
#include "heddle/Matrix/WarpProduct.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cassert>
#include <memory>
#include <mutex>

using namespace llvm;

namespace heddle::matrix {

/// Elements of B1 come 32 in a word.
static unsigned containerOf(const MatrixForm &F, ElementType T) {
  return T == ElementType::B1 ? 1 : F.containerBits(T);
}

static const FragmentLayout *layoutOf(const MatrixForm &F, bool IsA) {
  const std::string Bits = "b" + utostr(containerOf(F, IsA ? F.A : F.B));
  const char *Operand = IsA ? "a" : "b";
  if (F.Unit == Quad) {
    const bool IsColumn =
        F.Variant & (IsA ? unsigned(QuadColumnA) : unsigned(QuadColumnB));
    return findFragment("mma.quad", "m8n8k4",
                        std::string(Operand) + (IsColumn ? ".col" : ".row"),
                        Bits);
  }
  // Which only wmma has, as a part of its products.
  if (F.Rows == 8 && Bits == "b16")
    return findFragment("wmma", IsA ? "m8n32k16" : "m32n8k16", Operand, "bf16");
  return findFragment(F.IsSparse ? "mma.sp" : "mma",
                      "m" + utostr(F.Rows) + "n8k" + utostr(F.K), Operand,
                      Bits);
}

/// Returns the layout of D or of C, whose type is \p T.
static const FragmentLayout *layoutOfSums(const MatrixForm &F, ElementType T) {
  if (F.Unit == Quad)
    return findFragment("mma.quad", "m8n8k4", "c",
                        T == ElementType::F16 ? "f16" : "f32");
  return findFragment("mma", F.Rows == 8 ? "m8n8" : "m16n8", "c", "any");
}

static Packing packingOf(const MatrixForm &F, ElementType T,
                         const FragmentLayout &L) {
  Packing P;
  const unsigned Bits = containerOf(F, T);
  P.Rows = L.Elements * Bits / 32;
  if (Bits < 32 && Bits > 1) {
    P.Bits = Bits;
    // In a byte, e2m1 has the place of a float with more of a fraction.
    P.Shift = T == ElementType::E2M1 && Bits == 8 ? 2 : 0;
    P.Mask = (1u << elementBits(T)) - 1;
  } else if (Bits == 64) {
    P.Bits = 64;
  }
  return P;
}

/// The elements that four registers have of D, or of C, whose type is \p T: how
/// many they are, and the first.
static std::pair<unsigned, unsigned> sumsOf(const MatrixForm &F,
                                            ElementType T) {
  if (F.Unit == Quad && T == ElementType::F32)
    return {4, F.Variant & QuadUpper ? 4 : 0};
  return {layoutOfSums(F, T)->Elements, 0};
}

/// Returns the index of the element that \p H holds among those of all lanes.
static uint16_t indexOf(Holder H) {
  return uint16_t(H.Element * DotLanes + H.Lane);
}

/// Returns the elements that a set of sums adds up. Terms are \p Step elements
/// apart.
static Places placesOf(const FragmentLayout &Layout, ArrayRef<Place> Targets,
                       unsigned Terms, unsigned Step, bool IsA) {
  Places Found(size_t(Terms) * DotLanes);
  for (unsigned K = 0; K != Terms; ++K)
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane) {
      const Place &At = Targets[Lane];
      Holder H = Layout.holderOf(IsA ? Place{At.Row, K * Step, At.Part}
                                     : Place{K * Step, At.Column, At.Part});
      H.Element /= Step;
      Found[K * DotLanes + Lane] = indexOf(H);
    }
  return Found;
}

static Packing packingOfSums(const MatrixForm &F) {
  Packing P;
  P.Bits = elementBits(F.C);
  P.Rows = sumsOf(F, F.C).first * P.Bits / 32;
  P.Mask = P.Bits < 32 ? (1u << P.Bits) - 1 : ~0u;
  return P;
}

/// Whether \p F multiplies all elements of 16 rows by those of 8 columns.
static bool isTile(const MatrixForm &F) {
  return F.Rows == TileRows && F.Unit != Quad && !F.hasMore() &&
         F.A != ElementType::F64 && F.A != ElementType::B1 &&
         F.K <= MaxTileTerms;
}

static TileLayout::Operand tileOperandOf(const Packing &P) {
  return {uint8_t(P.Rows), uint8_t(P.Bits), uint8_t(P.Shift)};
}

/// Returns the number of the element at \p H of an operand whose
/// words lie by \p PlaceOfLane.
static uint16_t tileElement(const TileLayout::Operand &Of, Holder H,
                            function_ref<unsigned(unsigned)> PlaceOfLane) {
  const unsigned Each = Of.perWord();
  return uint16_t(H.Element % Each * Of.words() + H.Element / Each * DotLanes +
                  PlaceOfLane(H.Lane));
}

/// Whether C or D is laid out as TileOperands has it.
[[maybe_unused]] static bool isLikeTile(const FragmentLayout &Sums) {
  for (unsigned Row = 0; Row != TileRows; ++Row)
    for (unsigned Column = 0; Column != TileColumns; ++Column)
      if (Sums.holderOf({Row, Column, 0}) !=
          Holder{4 * (Row % 8) + Column / 2, Row / 8 * 2 + Column % 2})
        return false;
  return true;
}

static TileLayout tileLayoutOf(const MatrixForm &F, const Plan &P,
                               const FragmentLayout &A,
                               const FragmentLayout &B) {
  TileLayout L;
  L.A = tileOperandOf(P.A);
  L.B = tileOperandOf(P.B);
  L.K = F.K;
  auto ElementOfA = [&](unsigned Row, unsigned K) {
    return tileElement(L.A, A.holderOf({Row, K, 0}),
                       [](unsigned Lane) { return Lane; });
  };
  auto ElementOfB = [&](unsigned K, unsigned Column) {
    return tileElement(L.B, B.holderOf({K, Column, 0}), [](unsigned Lane) {
      return Lane % 4 * TileColumns + Lane / 4;
    });
  };
  for (unsigned Row = 0; Row != TileRows; ++Row)
    L.RowOfA[Row] = ElementOfA(Row, 0);
  assert(L.RowOfA[0] == 0 && L.RowOfA[TileRows / 2] >= DotLanes &&
         L.A.words() % (2 * L.RowOfA[TileRows / 2]) == 0 &&
         "a row and the one eight below are in a pair of registers");
  for (unsigned K = 0; K != F.K; ++K) {
    L.TermOfA[K] = ElementOfA(0, K);
    L.TermOfB[K] = ElementOfB(K, 0);
    assert(L.TermOfA[K] - L.TermOfA[K - K % L.A.perWord()] ==
               K % L.A.perWord() * L.A.words() &&
           "a word has terms that follow each other");
    assert(L.TermOfB[K] - L.TermOfB[K - K % L.B.perWord()] ==
               K % L.B.perWord() * L.B.words() &&
           "a word has terms that follow each other");
    for (unsigned Row = 0; Row != TileRows; ++Row)
      assert(ElementOfA(Row, K) == L.RowOfA[Row] + L.TermOfA[K] &&
             "rows and terms have bits of their own");
    for (unsigned Column = 0; Column != TileColumns; ++Column)
      assert(ElementOfB(K, Column) == L.TermOfB[K] + Column &&
             "columns lie side by side");
  }
  return L;
}

static std::unique_ptr<Plan> makePlan(const MatrixForm &F) {
  const FragmentLayout *A = layoutOf(F, true), *B = layoutOf(F, false),
                       *C = layoutOfSums(F, F.C), *D = layoutOfSums(F, F.D);
  assert(A && B && C && D && "a form whose operands no row lays out");
  auto P = std::make_unique<Plan>();
  P->Form = F;
  unsigned LastChip = 0;
  for (const SumRule &R : sumRules())
    LastChip = std::max<unsigned>(LastChip, R.LastChip);
  for (unsigned Chip = 0; Chip <= LastChip; ++Chip)
    P->SumsOfChip.push_back(dotForm(Chip, F));
  P->A = packingOf(F, F.A, *A);
  P->B = packingOf(F, F.B, *B);
  P->C = packingOfSums(F);
  assert(P->A.Rows <= OperandRows && P->B.Rows <= OperandRows &&
         "registers beyond four");
  // A word of B1 is a term.
  const unsigned Step = F.A == ElementType::B1 ? 32 : 1, Terms = F.K / Step;
  const auto [Sets, First] = sumsOf(F, F.D);
  const unsigned FirstOfC = sumsOf(F, F.C).second;
  for (unsigned Set = 0; Set != Sets; ++Set) {
    std::array<Place, DotLanes> Targets;
    Places FromC(DotLanes);
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane) {
      Targets[Lane] = D->placeOf({Lane, First + Set});
      Holder H = C->holderOf(Targets[Lane]);
      H.Element -= FirstOfC;
      FromC[Lane] = indexOf(H);
    }
    P->FromA.add(
        placesOf(*A, Targets, Terms / (F.IsSparse ? 2 : 1), Step, true));
    P->FromB.add(placesOf(*B, Targets, Terms, Step, false));
    P->FromC.add(std::move(FromC));
    P->Targets.push_back(Targets);
  }
  if (isTile(F)) {
    assert(isLikeTile(*C) && isLikeTile(*D) && "another layout of sums");
    P->Tile = tileLayoutOf(F, *P, *A, *B);
  }
  return P;
}

const Plan &planOf(unsigned Form) {
  struct Slot {
    std::once_flag IsMade;
    std::unique_ptr<Plan> Made;
  };
  static const std::unique_ptr<Slot[]> Slots(new Slot[numMatrixForms()]);
  Slot &S = Slots[Form];
  std::call_once(S.IsMade, [&] { S.Made = makePlan(matrixForm(Form)); });
  return *S.Made;
}

unsigned resultRows(const MatrixForm &F) {
  return sumsOf(F, F.D).first * elementBits(F.D) / 32;
}

} // namespace heddle::matrix
