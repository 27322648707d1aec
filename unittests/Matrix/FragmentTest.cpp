//===- FragmentTest.cpp - Which lane holds which element ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas are those of the PTX manual and of CUTLASS's layouts, with g for
// L / 4 and q for L % 4.
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/FragmentLayout.h"
#include "heddle/Matrix/LayoutPicture.h"
#include "gtest/gtest.h"
#include <map>
#include <string>

using namespace heddle::matrix;

namespace {

std::string nameOf(const FragmentLayout &F) {
  return std::string(F.Instruction) + ' ' + F.Shape + ' ' + F.Operand + ' ' +
         F.Type;
}

/// Calls \p Check(L, Element, Place) for each place in registers.
template <class CheckT>
void forEachPlace(const FragmentLayout &F, CheckT Check) {
  SCOPED_TRACE(nameOf(F));
  for (unsigned L = 0; L != F.lanes(); ++L)
    for (unsigned E = 0; E != F.Elements; ++E)
      Check(L, E, F.placeOf({L, E}));
}

/// Elements of a register.
unsigned perRegister(llvm::StringRef Type) {
  static const std::map<std::string, unsigned> Each = {
      {"b64", 1}, {"b32", 1}, {"b16", 2}, {"b8", 4}, {"b4", 8}, {"b1", 32}};
  return Each.at(Type.str());
}

const FragmentLayout &fragment(llvm::StringRef Instruction,
                               llvm::StringRef Shape, llvm::StringRef Operand,
                               llvm::StringRef Type) {
  const FragmentLayout *F = findFragment(Instruction, Shape, Operand, Type);
  EXPECT_NE(F, nullptr) << Shape.str();
  return F ? *F : fragmentLayouts().front();
}

/// Each element has as many places in registers as any other, and holderOf
/// finds one of them.
TEST(Fragment, CoversItsMatrix) {
  for (const FragmentLayout &F : fragmentLayouts()) {
    const unsigned Size = F.rows() * F.columns() * F.parts();
    ASSERT_EQ(F.lanes() * F.Elements % Size, 0u) << nameOf(F);
    const unsigned Copies = F.lanes() * F.Elements / Size;
    std::map<std::array<unsigned, 3>, unsigned> Seen;
    forEachPlace(F, [&](unsigned L, unsigned E, Place P) {
      ++Seen[{P.Row, P.Column, P.Part}];
      Holder H = F.holderOf(P);
      EXPECT_EQ(F.placeOf(H), P);
      if (Copies == 1) {
        EXPECT_EQ(H, (Holder{L, E}));
      }
    });
    EXPECT_EQ(Seen.size(), Size) << nameOf(F);
    for (auto &[Where, Count] : Seen)
      EXPECT_EQ(Count, Copies) << nameOf(F);
  }
}

TEST(Fragment, NamesAreUnique) {
  for (const FragmentLayout &F : fragmentLayouts())
    EXPECT_EQ(findFragment(F.Instruction, F.Shape, F.Operand, F.Type), &F)
        << nameOf(F);
  EXPECT_EQ(findFragment("mma", "m16n8k16", "a", "b1"), nullptr);
}

/// mma.sync's one rule for all shapes, and that of mma.sp.
TEST(Fragment, FactorsOfMma) {
  unsigned Checked = 0;
  for (const FragmentLayout &F : fragmentLayouts()) {
    llvm::StringRef Instruction = F.Instruction, Operand = F.Operand;
    if ((Instruction != "mma" && Instruction != "mma.sp") || Operand == "c")
      continue;
    ++Checked;
    const bool HasSixteenRows = llvm::StringRef(F.Shape).starts_with("m16");
    const unsigned E = perRegister(F.Type);
    forEachPlace(F, [&](unsigned L, unsigned I, Place P) {
      unsigned G = L / 4, Q = L % 4, R = I / E, J = I % E;
      if (Operand == "b") {
        EXPECT_EQ(P, (Place{R * 4 * E + Q * E + J, G, 0}));
      } else if (HasSixteenRows) {
        EXPECT_EQ(P, (Place{G + 8 * (R & 1), (R >> 1) * 4 * E + Q * E + J, 0}));
      } else {
        EXPECT_EQ(P, (Place{G, R * 4 * E + Q * E + J, 0}));
      }
    });
  }
  EXPECT_EQ(Checked, 50u);
}

/// Registers of some operands, as the manual counts them.
TEST(Fragment, Registers) {
  auto Registers = [](llvm::StringRef Shape, llvm::StringRef Operand,
                      llvm::StringRef Type) {
    return fragment("mma", Shape, Operand, Type).Elements / perRegister(Type);
  };
  EXPECT_EQ(Registers("m8n8k128", "a", "b1"), 1u);
  EXPECT_EQ(Registers("m16n8k16", "a", "b8"), 2u);
  EXPECT_EQ(Registers("m16n8k16", "b", "b8"), 1u);
  EXPECT_EQ(Registers("m16n8k256", "a", "b1"), 4u);
  EXPECT_EQ(Registers("m16n8k64", "b", "b4"), 2u);
  EXPECT_EQ(Registers("m16n8k16", "a", "b64"), 8u);
  EXPECT_EQ(Registers("m16n8k16", "b", "b64"), 4u);
  EXPECT_EQ(fragment("mma", "m16n8", "c", "any").Elements, 4u);
  EXPECT_EQ(fragment("mma", "m8n8", "c", "any").Elements, 2u);
}

TEST(Fragment, Accumulators) {
  forEachPlace(fragment("mma", "m16n8", "c", "any"), [](unsigned L, unsigned I,
                                                        Place P) {
    EXPECT_EQ(P, (Place{L / 4 + 8 * (I >> 1), 2 * (L % 4) + (I & 1), 0}));
  });
  forEachPlace(fragment("wgmma", "m64n256", "c", "any"),
               [](unsigned T, unsigned I, Place P) {
                 unsigned Warp = T / 32, L = T % 32;
                 EXPECT_EQ(P, (Place{16 * Warp + L / 4 + 8 * (I >> 1 & 1),
                                     8 * (I >> 2) + 2 * (L % 4) + (I & 1), 0}));
               });
}

/// Eight lanes, four and four, have one of the four products.
TEST(Fragment, Quads) {
  auto Check = [](llvm::StringRef Operand, llvm::StringRef Type,
                  auto Expected) {
    forEachPlace(fragment("mma.quad", "m8n8k4", Operand, Type),
                 [&](unsigned L, unsigned I, Place P) {
                   unsigned High = L >= 16 ? 4 : 0;
                   auto [Row, Column] = Expected(L, I, High);
                   EXPECT_EQ(P, (Place{Row, Column, L % 16 / 4}));
                 });
  };
  using Pair = std::pair<unsigned, unsigned>;
  Check("a.row", "b16", [](unsigned L, unsigned I, unsigned High) {
    return Pair{L % 4 + High, I};
  });
  Check("a.col", "b16", [](unsigned L, unsigned I, unsigned High) {
    return Pair{I + High, L % 4};
  });
  Check("b.row", "b16", [](unsigned L, unsigned I, unsigned High) {
    return Pair{L % 4, I + High};
  });
  Check("b.col", "b16", [](unsigned L, unsigned I, unsigned High) {
    return Pair{I, L % 4 + High};
  });
  Check("c", "f16", [](unsigned L, unsigned I, unsigned High) {
    return Pair{L % 4 + High, I};
  });
  Check("c", "f32", [](unsigned L, unsigned I, unsigned High) {
    return Pair{(L & 1) + (I & 2) + High, (I & 4) + (L & 2) + (I & 1)};
  });
}

TEST(Fragment, FactorsOfWgmma) {
  for (auto [Shape, Type] : {std::pair("m64k8", "b32"),
                             {"m64k16", "b16"},
                             {"m64k32", "b8"},
                             {"m64k256", "b1"}}) {
    const unsigned E = perRegister(Type);
    const FragmentLayout &F = fragment("wgmma", Shape, "a", Type);
    EXPECT_EQ(F.Elements / E, 4u);
    forEachPlace(F, [E](unsigned T, unsigned I, Place P) {
      unsigned L = T % 32, R = I / E;
      EXPECT_EQ(P, (Place{T / 32 * 16 + L / 4 + 8 * (R & 1),
                          (R >> 1) * 4 * E + L % 4 * E + I % E, 0}));
    });
  }
}

TEST(Fragment, LoadedMatrices) {
  forEachPlace(fragment("ldmatrix", "m8n8", "d", "b16"),
               [](unsigned L, unsigned I, Place P) {
                 EXPECT_EQ(P, (Place{L / 4, 2 * (L % 4) + I % 2, I / 2}));
               });
  forEachPlace(fragment("ldmatrix.trans", "m8n8", "d", "b16"),
               [](unsigned L, unsigned I, Place P) {
                 EXPECT_EQ(P, (Place{2 * (L % 4) + I % 2, L / 4, I / 2}));
               });
  forEachPlace(fragment("ldmatrix", "m8n16", "d", "b8"),
               [](unsigned L, unsigned I, Place P) {
                 EXPECT_EQ(P, (Place{L / 4, 4 * (L % 4) + I % 4, I / 4}));
               });
  // Register 2i + h has rows g + 8h of the transposition of matrix i.
  forEachPlace(
      fragment("ldmatrix.trans", "m16n16", "d", "b8"),
      [](unsigned L, unsigned I, Place P) {
        unsigned R = I / 4;
        EXPECT_EQ(P, (Place{4 * (L % 4) + I % 4, L / 4 + 8 * (R & 1), R / 2}));
      });
  // Bytes of a register are elements of the accumulator of m16n8, transposed.
  forEachPlace(
      fragment("stmatrix.trans", "m16n8", "d", "b8"),
      [](unsigned L, unsigned I, Place P) {
        unsigned N = I % 4;
        EXPECT_EQ(P, (Place{2 * (L % 4) + N % 2, L / 4 + 8 * (N / 2), I / 4}));
      });
}

TEST(Fragment, TensorMemory) {
  auto Check = [](llvm::StringRef Shape, auto Expected) {
    forEachPlace(fragment("tcgen05.ld", Shape, "d", "b32"),
                 [&](unsigned L, unsigned R, Place P) {
                   auto [Lane, Column] = Expected(L, R);
                   EXPECT_EQ(P, (Place{Lane, Column, 0}));
                 });
  };
  using Pair = std::pair<unsigned, unsigned>;
  Check("32x32b", [](unsigned L, unsigned R) { return Pair{L, R}; });
  Check("16x64b", [](unsigned L, unsigned R) {
    return Pair{(L >> 2) + 8 * (L & 1), 2 * R + (L >> 1 & 1)};
  });
  Check("16x128b", [](unsigned L, unsigned R) {
    return Pair{L / 4 + 8 * (R & 1), 4 * (R >> 1) + L % 4};
  });
  Check("16x256b", [](unsigned L, unsigned R) {
    return Pair{L / 4 + 8 * (R >> 1 & 1), 8 * (R >> 2) + 2 * (L % 4) + (R & 1)};
  });
}

TEST(Fragment, IsFoundByItsName) {
  for (const FragmentLayout &L : fragmentLayouts())
    EXPECT_EQ(findLayouts(layoutName(L)),
              std::vector<const FragmentLayout *>{&L})
        << layoutName(L);
}

/// Accumulators of wmma are those of m16n8 beside or below each other.
TEST(Fragment, WmmaAccumulators) {
  forEachPlace(fragment("wmma", "m16n16", "c", "any"),
               [](unsigned L, unsigned I, Place P) {
                 EXPECT_EQ(P, (Place{L / 4 + 8 * (I >> 1 & 1),
                                     8 * (I >> 2) + 2 * (L % 4) + (I & 1), 0}));
               });
}

} // namespace
