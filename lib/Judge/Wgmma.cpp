//===- Wgmma.cpp - Products of matrices in shared memory ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// wgmma: each warp of four has 16 rows of the product, and each of its lanes
/// the elements of mma of 16 by 8 side by side. A descriptor of a matrix says
/// where in shared memory an element is (PTX ISA, "Matrix Descriptor Format").
/// Products are done as soon as they are begun.
///
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "heddle/Matrix/SparseSelection.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

namespace heddle::judge {

using namespace ptx;

namespace {

/// A matrix in shared memory.
struct SharedMatrix {
  uint64_t Start = 0, Leading = 0, Stride = 0;
  /// 0: none; 1 to 3: rows of 128, 64 and 32 bytes.
  unsigned Swizzle = 0;
  /// Elements along a row of the product follow each other, not those along k.
  bool RowsFirst = false;
  unsigned Size = 2;

  uint64_t addressOf(unsigned Row, unsigned K) const;
};

uint64_t SharedMatrix::addressOf(unsigned Row, unsigned K) const {
  const unsigned PerChunk = 16 / Size;
  if (!Swizzle)
    return RowsFirst ? Start + Row % PerChunk * Size + Row / PerChunk * Stride +
                           K % 8 * 16 + K / 8 * Leading
                     : Start + Row % 8 * 16 + Row / 8 * Stride +
                           K % PerChunk * Size + K / PerChunk * Leading;
  const unsigned RowBytes = 256U >> Swizzle, PerRow = RowBytes / Size;
  const uint64_t At =
      RowsFirst ? Start + Row % PerRow * Size + Row / PerRow * Leading +
                      K % 8 * RowBytes + K / 8 * Stride
                : Start + Row % 8 * RowBytes + Row / 8 * Stride + K * Size;
  return At ^ At / 128 % (RowBytes / 16) * 16;
}

SharedMatrix matrixOf(uint64_t Descriptor, unsigned Size, bool RowsFirst) {
  const auto Field = [Descriptor](unsigned Begin) {
    return low(Descriptor >> Begin, 14) * 16;
  };
  return {Field(0),  Field(16), Field(32), unsigned(Descriptor >> 62),
          RowsFirst, Size};
}

/// The operands behind the matrices, and the metadata of a sparse one.
struct Options {
  uint64_t SignsA = 0, SignsB = 0;
  bool RowsFirstA = false, RowsFirstB = false;
};

/// \p Next: the first operand behind the predicate.
Options optionsOf(const Instruction &I, size_t Next, unsigned Bits) {
  const auto Immediate = [&] {
    return Next < I.Operands.size() ? int32_t(I.Operands[Next++].Bits) : 0;
  };
  const uint64_t Sign = uint64_t(1) << (Bits - 1);
  Options O;
  O.SignsA = Immediate() < 0 ? Sign : 0;
  O.SignsB = Immediate() < 0 ? Sign : 0;
  O.RowsFirstA = I.Operands[1].OpKind != Operand::ListOp && Immediate() != 0;
  O.RowsFirstB = Immediate() != 0;
  return O;
}

/// None: a product of bits, or of what there is no rule for.
std::optional<MatrixForm> formOf(const Instruction &I, unsigned K) {
  const auto Types = typesOf(I);
  if (Types.size() != 3 || Types[1] == ElementType::B1)
    return std::nullopt;
  MatrixForm F;
  F.D = F.C = Types[0];
  F.A = Types[1];
  F.B = Types[2];
  F.K = uint16_t(K);
  F.IsSparse = I.opcode() == OpWgmmaMmaAsyncSp;
  if (matrix::isFloat(F.A))
    F.Unit = matrix::Wgmma;
  else
    setVariantOf(F, I);
  return F;
}

/// The elements of the 16 rows of A that a warp has, and of the columns of B.
struct Factors {
  std::vector<std::vector<uint64_t>> Rows, Columns;
  /// The metadata of a sparse A.
  std::array<uint32_t, WarpLanes> Metadata = {};
  unsigned Selector = 0;
};

/// The sums that \p Lane has, which are \p Old before.
std::vector<uint64_t> sumsOf(const matrix::DotForm &Sum, const MatrixForm &F,
                             const FragmentLayout &Layout, const Factors &Of,
                             unsigned Lane, llvm::ArrayRef<uint64_t> Old) {
  const unsigned Bits = matrix::elementBits(F.D), PerBlock = 4 * Bits / 32;
  const ElementType Units = F.containerBits(F.A) == 8 ? ElementType::S8 : F.A;
  std::vector<uint64_t> New(Old.size(), 0);
  for (unsigned N = 0; N != Old.size() * 32 / Bits; ++N) {
    const unsigned Word = N * Bits / 32, Shift = N * Bits % 32;
    const Place P = Layout.placeOf({Lane, N % 4});
    const auto &Column = Of.Columns[Word / PerBlock * 8 + P.Column];
    llvm::SmallVector<uint64_t, 64> Kept(Column.begin(), Column.end());
    if (F.IsSparse)
      Kept =
          matrix::keptElements(Units, P.Row, Of.Selector, Of.Metadata, Column);
    New[Word] |= matrix::dotProduct(Sum, Of.Rows[P.Row], Kept,
                                    low(Old[Word] >> Shift, Bits))
                 << Shift;
  }
  return New;
}

} // namespace

void Machine::multiplyShared(llvm::ArrayRef<Thread *> Members,
                             const Instruction &I) {
  const Extents All = extentsOf(I), OfWarp = {16, 8, All.K};
  const std::optional<MatrixForm> F = formOf(I, All.K);
  const std::optional<matrix::DotForm> Sum =
      F ? matrix::dotForm(How.TensorChip, *F) : std::nullopt;
  const FragmentLayout *Sums = F ? sumLayout(I, *F, OfWarp, F->D) : nullptr;
  const bool InRegisters = I.Operands[1].OpKind == Operand::ListOp;
  const unsigned Bits = F ? F->containerBits(F->A) : 0;
  Fragment A;
  A.Layout = F && InRegisters ? inputLayout(I, *F, OfWarp, 0) : nullptr;
  if (!Sum || !Sums || (InRegisters && !A.Layout)) {
    refuse("a product of these elements");
    return;
  }
  A.Type = F->A;
  A.Bits = Bits;
  Thread &First = *Members.front();
  const size_t Adds = F->IsSparse ? 5 : 3;
  const Options O =
      matrix::isFloat(F->A) ? optionsOf(I, Adds + 1, Bits) : Options();
  const auto MatrixOf = [&](size_t N, bool RowsFirst) {
    const uint64_t D = read(First, I.Operands[N], ScalarType::B64);
    if (D >> 49 & 7)
      fault("a pattern that does not begin where its swizzle repeats");
    return matrixOf(D, Bits / 8, RowsFirst);
  };
  const SharedMatrix InShared =
      InRegisters ? SharedMatrix() : MatrixOf(1, O.RowsFirstA);
  const SharedMatrix B = MatrixOf(2, O.RowsFirstB);
  Factors Of;
  for (Thread *Each : Members) {
    if (InRegisters) {
      const auto Words = registersOf(*Each, I.Operands[1], Bits);
      A.Registers[Each->lane()].assign(Words.begin(), Words.end());
    }
    if (F->IsSparse)
      Of.Metadata[Each->lane()] =
          uint32_t(read(*Each, I.Operands[3], ScalarType::B32));
  }
  if (F->IsSparse)
    Of.Selector = unsigned(read(First, I.Operands[4])) & 3;
  const auto Load = [&](const SharedMatrix &M, unsigned Row, unsigned K) {
    uint64_t V = 0;
    if (const uint8_t *At =
            place(First, StateSpace::Shared, M.addressOf(Row, K), M.Size,
                  /*IsWrite=*/false))
      std::memcpy(&V, At, M.Size);
    return V;
  };
  const unsigned FirstRow = First.Number / WarpLanes % 4 * 16;
  Of.Rows.resize(16);
  Of.Columns.resize(All.N);
  for (unsigned K = 0; K != (F->IsSparse ? All.K / 2 : All.K); ++K)
    for (unsigned R = 0; R != 16; ++R)
      Of.Rows[R].push_back(O.SignsA ^
                           (InRegisters ? A.at(A.Layout->holderOf({R, K, 0}))
                                        : Load(InShared, FirstRow + R, K)));
  for (unsigned K = 0; K != All.K; ++K)
    for (unsigned N = 0; N != All.N; ++N)
      Of.Columns[N].push_back(O.SignsB ^ Load(B, N, K));
  const bool IsAdded = read(First, I.Operands[Adds], ScalarType::Pred) & 1;
  const unsigned SumBits = matrix::elementBits(F->D);
  for (Thread *Each : Members) {
    if (isOver())
      return;
    std::vector<uint64_t> Old = registersOf(*Each, I.Operands[0], SumBits);
    if (!IsAdded)
      Old.assign(Old.size(), 0);
    writeRegisters(*Each, I.Operands[0],
                   sumsOf(*Sum, *F, *Sums, Of, Each->lane(), Old), SumBits);
  }
}

} // namespace heddle::judge
