//===- Matrix.cpp - Products and moves of matrices ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mma and wmma: each element of the result is the dot product of a row and a
/// column, which are gathered by the layouts of fragments. The sums are those
/// of the scalar reference in lib/Matrix; its code for whole warps, which
/// engines call, is not used.
///
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "heddle/Matrix/MatrixMove.h"
#include "heddle/Matrix/SparseSelection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::judge {

using namespace ptx;
namespace {

MatrixVariants scalesOf(const Instruction &I) {
  const Modifier Vector = I.modifier(GrpScaleVec);
  if (Vector == ModScaleVec4X)
    return MatrixVariants::FourScales;
  return Vector == ModScaleVec2X || I.modifier(GrpKind) == ModKindMxf4
             ? MatrixVariants::TwoScales
             : MatrixVariants::OneScale;
}

/// The scale factors of one operand: a register of each lane, and which byte of
/// which lane of a group of four is meant.
struct ScaleRegisters {
  std::array<uint32_t, WarpLanes> Words = {};
  unsigned Byte = 0, Member = 0;

  /// The factors of blocks along k.
  uint32_t from(unsigned Lane) const { return Words[Lane] >> (8 * Byte); }
};

/// Types of wmma's halves are those of the sums alone.
MatrixForm formOf(const Instruction &I, const Extents &E) {
  const auto Types = typesOf(I);
  const bool HasAll = Types.size() == 4;
  MatrixForm F;
  F.D = Types.front();
  F.C = Types.back();
  F.A = HasAll ? Types[1] : ElementType::F16;
  F.B = HasAll ? Types[2] : ElementType::F16;
  F.Rows = uint8_t(std::min(E.M, 16U));
  F.K = uint16_t(E.K);
  const bool IsWmma = I.opcode() == OpWmmaMma;
  F.IsSparse = !IsWmma && I.opcode() != OpMma;
  F.Unit = IsWmma && F.A == ElementType::TF32 ? matrix::Wmma : matrix::Mma;
  setVariantOf(F, I);
  if (I.has(ModBlockScale))
    F.Family = scalesOf(I);
  if (!IsWmma && F.A == ElementType::F16 && E.K == 4)
    F.Unit = matrix::Quad;
  return F;
}

} // namespace

std::vector<uint64_t> Machine::registersOf(Thread &T, const Operand &O,
                                           unsigned Bits) {
  const ScalarType Type = Bits == 64 ? ScalarType::B64 : ScalarType::B32;
  std::vector<uint64_t> Found;
  if (O.OpKind != Operand::ListOp)
    return {read(T, O, Type)};
  for (const Operand &E : O.Elements)
    Found.push_back(read(T, E, Type));
  return Found;
}

void Machine::writeRegisters(Thread &T, const Operand &O,
                             llvm::ArrayRef<uint64_t> From, unsigned Bits) {
  const ScalarType Type = Bits == 64 ? ScalarType::B64 : ScalarType::B32;
  if (O.OpKind != Operand::ListOp) {
    assert(From.size() == 1 && "one register for several");
    write(T, O, From.front(), Type);
    return;
  }
  assert(From.size() >= O.Elements.size() && "more registers than there are");
  for (auto [E, V] : llvm::zip(O.Elements, From))
    write(T, E, V, Type);
}

void Machine::multiply(llvm::ArrayRef<Thread *> Members, const Instruction &I) {
  assert(Members.size() == WarpLanes && "a product is a whole warp's");
  const Extents E = extentsOf(I);
  const MatrixForm F = formOf(I, E);
  if (F.IsSparse && F.scales()) {
    refuse("a sparse product with scale factors");
    return;
  }
  Fragment A, B, C, D;
  const auto Gather = [&](Fragment &To, size_t Operand, ElementType T,
                          unsigned Bits, const FragmentLayout *L) {
    To.Layout = L;
    To.Type = T;
    To.Bits = Bits;
    for (Thread *Each : Members) {
      const auto Words = registersOf(*Each, I.Operands[Operand], Bits);
      To.Registers[Each->lane()].assign(Words.begin(), Words.end());
    }
  };
  const auto InputBits = [&](ElementType T) {
    return T == ElementType::B1 ? 1 : F.containerBits(T);
  };
  Gather(A, 1, F.A, InputBits(F.A), inputLayout(I, F, E, 0));
  Gather(B, 2, F.B, InputBits(F.B), inputLayout(I, F, E, 1));
  Gather(C, 3, F.C, matrix::elementBits(F.C), sumLayout(I, F, E, F.C));
  D.Layout = sumLayout(I, F, E, F.D);
  D.Bits = matrix::elementBits(F.D);
  const std::optional<matrix::DotForm> Sum = matrix::dotForm(How.TensorChip, F);
  if (!A.Layout || !B.Layout || !C.Layout || !D.Layout || !Sum) {
    refuse("a product of these elements");
    return;
  }
  std::array<uint32_t, WarpLanes> Metadata = {};
  unsigned Selector = 0;
  if (F.IsSparse) {
    for (Thread *Each : Members)
      Metadata[Each->lane()] =
          uint32_t(read(*Each, I.Operands[4], ScalarType::B32));
    Selector = unsigned(read(*Members.front(), I.Operands[5])) & 3;
  }
  std::array<ScaleRegisters, 2> Scales;
  if (F.scales())
    for (size_t N = 0; N != Scales.size(); ++N) {
      const Operand &Chosen = I.Operands[5 + 2 * N];
      for (Thread *Each : Members)
        Scales[N].Words[Each->lane()] =
            uint32_t(read(*Each, I.Operands[4 + 2 * N], ScalarType::B32));
      const auto Choice = [&](size_t Which) {
        return unsigned(read(*Members.front(), Chosen.Elements[Which],
                             ScalarType::U16)) &
               3;
      };
      Scales[N].Byte = Choice(0);
      Scales[N].Member = Choice(1);
    }
  const ElementType Units = F.containerBits(F.A) == 8 ? ElementType::S8 : F.A;
  for (unsigned L = 0; L != WarpLanes; ++L) {
    D.Registers[L].assign(I.Operands[0].Elements.size(), 0);
    const auto Count =
        unsigned(D.Registers[L].size() * (D.Bits == 64 ? 64 : 32) / D.Bits);
    for (unsigned N = 0; N != Count; ++N) {
      const Place P = D.Layout->placeOf({L, N});
      llvm::SmallVector<uint64_t, 64> Row, Column;
      for (unsigned K = 0; K != (F.IsSparse ? E.K / 2 : E.K); ++K)
        Row.push_back(A.at(A.Layout->holderOf({P.Row, K, P.Part})));
      for (unsigned K = 0; K != E.K; ++K)
        Column.push_back(B.at(B.Layout->holderOf({K, P.Column, P.Part})));
      if (F.IsSparse)
        Column = matrix::keptElements(Units, P.Row, Selector, Metadata, Column);
      assert(Row.size() == Column.size() && "a factor without another");
      const uint64_t Start = C.at(C.Layout->holderOf(P));
      if (!F.scales()) {
        D.set({L, N}, matrix::dotProduct(*Sum, Row, Column, Start));
        continue;
      }
      // Of A, lanes of even or of odd numbers have rows 0 to 7 and 8 to 15.
      const uint32_t OfRow = Scales[0].from(
          4 * (P.Row % 8) + 2 * (Scales[0].Member & 1) + P.Row / 8);
      const uint32_t OfColumn = Scales[1].from(4 * P.Column + Scales[1].Member);
      const unsigned Block = E.K / F.scales();
      llvm::SmallVector<uint8_t, 64> RowScales, ColumnScales;
      for (unsigned K = 0; K != E.K; ++K) {
        RowScales.push_back(uint8_t(OfRow >> (8 * (K / Block))));
        ColumnScales.push_back(uint8_t(OfColumn >> (8 * (K / Block))));
      }
      D.set({L, N}, matrix::scaledDotProduct(*Sum, Row, Column, RowScales,
                                             ColumnScales, Start));
    }
  }
  for (Thread *Each : Members)
    writeRegisters(*Each, I.Operands[0], D.Registers[Each->lane()], D.Bits);
}

/// ldmatrix, stmatrix and movmatrix. Of fewer than four matrices, the first
/// lanes have the addresses of rows.
void Machine::moveMatrices(llvm::ArrayRef<Thread *> Members,
                           const Instruction &I) {
  assert(Members.size() == WarpLanes && "a matrix is a whole warp's");
  std::string Name =
      (mnemonic(I.opcode()) + "." + modifierName(I.modifier(GrpShape)) +
       (I.has(ModTrans) ? ".trans" : ""))
          .str();
  for (Modifier Type : {ModB16, ModB8, ModB8x16, ModB6x16P32, ModB4x16P64})
    if (I.has(Type))
      Name += ("." + modifierName(Type)).str();
  const std::optional<matrix::MatrixMove> Move = matrix::findMatrixMove(Name);
  if (!Move) {
    refuse("a move of such matrices");
    return;
  }
  constexpr unsigned RowBytes = 16, RowWords = RowBytes / 4;
  const unsigned Count = I.has(ModX4) ? 4 : I.has(ModX2) ? 2 : 1;
  const bool IsLoad = I.opcode() == OpLdmatrix,
             IsStore = I.opcode() == OpStmatrix;
  const unsigned Rows =
      std::min(Count * (I.has(ModM16n16) ? 16U : 8U), WarpLanes);
  std::array<uint32_t, size_t(RowWords) * WarpLanes> Words = {};
  for (Thread *Each : Members) {
    const unsigned L = Each->lane();
    if (IsLoad && L < Rows) {
      const uint8_t *At =
          operandPlace(*Each, I, I.Operands[1], RowBytes, /*IsWrite=*/false);
      if (!At)
        return;
      for (unsigned N = 0; N != RowWords; ++N)
        std::memcpy(&Words[N * WarpLanes + L], At + N * size_t(4), 4);
    } else if (!IsLoad) {
      const auto Has = registersOf(*Each, I.Operands[1], 32);
      for (size_t N = 0; N != Has.size(); ++N)
        Words[N * WarpLanes + L] = uint32_t(Has[N]);
    }
  }
  matrix::moveMatrix(*Move, Words.data(), Words.data());
  for (Thread *Each : Members) {
    const unsigned L = Each->lane();
    if (!IsStore) {
      std::array<uint64_t, RowWords> Has;
      for (unsigned N = 0; N != RowWords; ++N)
        Has[N] = Words[N * WarpLanes + L];
      writeRegisters(*Each, I.Operands[0],
                     I.opcode() == OpMovmatrix
                         ? llvm::ArrayRef(Has).take_front(1)
                         : llvm::ArrayRef(Has),
                     32);
      continue;
    }
    if (L >= Rows)
      continue;
    uint8_t *At =
        operandPlace(*Each, I, I.Operands[0], RowBytes, /*IsWrite=*/true);
    if (!At)
      return;
    for (unsigned N = 0; N != RowWords; ++N)
      std::memcpy(At + N * size_t(4), &Words[N * WarpLanes + L], 4);
  }
}

/// wmma.load and wmma.store: each lane moves the elements that it holds.
void Machine::moveFragment(Thread &T, const Instruction &I) {
  const bool IsLoad = I.opcode() == OpWmmaLoad;
  const auto Types = typesOf(I);
  const Extents E = extentsOf(I);
  const Modifier Which = I.modifier(GrpFragment);
  const bool IsInput = Which == ModA || Which == ModB;
  if (Types.empty()) {
    refuse("a fragment of such elements");
    return;
  }
  const ElementType Type = Types.front();
  const FragmentLayout *L =
      IsInput ? matrix::findFragment("wmma", shapeText(E, true),
                                     Which == ModA ? "a" : "b",
                                     wmmaLayoutType(Type))
              : matrix::findFragment("wmma", shapeText(E, false), "c", "any");
  const unsigned Bits = matrix::elementBits(Type);
  if (!L) {
    refuse("a fragment of such elements");
    return;
  }
  const bool IsColumnMajor = I.has(ModCol);
  const uint64_t Stride = I.Operands.size() > 2
                              ? read(T, I.Operands[2], ScalarType::B32)
                          : IsColumnMajor ? L->rows()
                                          : L->columns();
  const Operand &Memory = I.Operands[IsLoad ? 1 : 0];
  const Operand &Registers = I.Operands[IsLoad ? 0 : 1];
  const unsigned Each = Bits == 64 ? 64 : 32;
  std::vector<uint64_t> Words;
  if (IsLoad)
    Words.assign(Registers.Elements.size(), 0);
  else
    Words = registersOf(T, Registers, Bits);
  for (unsigned N = 0; N != unsigned(Words.size()) * Each / Bits; ++N) {
    const Place P = L->placeOf({T.lane(), N});
    const uint64_t Index =
        IsColumnMajor ? P.Column * Stride + P.Row : P.Row * Stride + P.Column;
    Operand At = Memory;
    At.Offset += int64_t(Index * Bits / 8);
    uint8_t *Byte =
        operandPlace(T, I, At, std::max(Bits / 8, 1U), /*IsWrite=*/!IsLoad);
    if (!Byte)
      return;
    uint64_t &Word = Words[N * Bits / Each];
    const unsigned Shift = N * Bits % Each;
    if (IsLoad) {
      uint64_t V = 0;
      std::memcpy(&V, Byte, std::max(Bits / 8, 1U));
      if (Bits < 8)
        V >>= Index * Bits % 8;
      Word |= low(V, Bits) << Shift;
    } else {
      assert(Bits >= 8 && "only sums are stored");
      const uint64_t V = low(Word >> Shift, Bits);
      std::memcpy(Byte, &V, Bits / 8);
    }
  }
  if (IsLoad)
    writeRegisters(T, Registers, Words, Bits);
}

} // namespace heddle::judge
