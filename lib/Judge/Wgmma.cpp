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

/// What follows the matrices.
struct Options {
  bool Adds = false;
  uint64_t SignsA = 0, SignsB = 0;
  bool RowsFirstA = false, RowsFirstB = false;
};

} // namespace

void Machine::multiplyShared(llvm::ArrayRef<Thread *> Members,
                             const Instruction &I) {
  const auto Types = typesOf(I);
  if (Types.size() != 3 || Types[1] == ElementType::B1) {
    refuse("a product of these elements");
    return;
  }
  MatrixForm F;
  F.D = F.C = Types[0];
  F.A = Types[1];
  F.B = Types[2];
  const bool IsFloat = matrix::isFloat(F.A);
  const Extents All = extentsOf(I);
  F.K = uint16_t(All.K);
  if (IsFloat)
    F.Unit = matrix::Wgmma;
  else
    setVariantOf(F, I);
  const std::optional<matrix::DotForm> Sum = matrix::dotForm(How.TensorChip, F);
  if (!Sum) {
    refuse("a product of these elements");
    return;
  }
  const Extents OfWarp = {16, 8, All.K};
  const unsigned Bits = F.containerBits(F.A),
                 SumBits = matrix::elementBits(F.D);
  const bool InRegisters = I.Operands[1].OpKind == Operand::ListOp;
  Thread &First = *Members.front();
  Options O;
  size_t Next = 3;
  O.Adds = read(First, I.Operands[Next++], ScalarType::Pred) & 1;
  const auto Immediate = [&] {
    return Next < I.Operands.size() ? int32_t(I.Operands[Next++].Bits) : 0;
  };
  if (IsFloat) {
    const uint64_t Sign = uint64_t(1) << (Bits - 1);
    O.SignsA = Immediate() < 0 ? Sign : 0;
    O.SignsB = Immediate() < 0 ? Sign : 0;
    O.RowsFirstA = !InRegisters && Immediate() != 0;
    O.RowsFirstB = Immediate() != 0;
  }
  const auto Load = [&](Thread &T, const SharedMatrix &M, unsigned Row,
                        unsigned K) {
    uint64_t V = 0;
    if (const uint8_t *At = place(T, StateSpace::Shared, M.addressOf(Row, K),
                                  M.Size, /*IsWrite=*/false))
      std::memcpy(&V, At, M.Size);
    return V;
  };
  const auto Matrix = [&](size_t Operand, bool RowsFirst) {
    const uint64_t D = read(First, I.Operands[Operand], ScalarType::B64);
    if (D >> 49 & 7)
      fault("a pattern that does not begin where its swizzle repeats");
    return matrixOf(D, Bits / 8, RowsFirst);
  };
  Fragment A;
  SharedMatrix InShared;
  if (InRegisters) {
    A.Layout = inputLayout(I, F, OfWarp, 0);
    A.Type = F.A;
    A.Bits = Bits;
    for (Thread *Each : Members) {
      const auto Words = registersOf(*Each, I.Operands[1], Bits);
      A.Registers[Each->lane()].assign(Words.begin(), Words.end());
    }
    if (!A.Layout) {
      refuse("a product of these elements");
      return;
    }
  } else {
    InShared = Matrix(1, O.RowsFirstA);
  }
  const SharedMatrix B = Matrix(2, O.RowsFirstB);
  const FragmentLayout *Sums = sumLayout(I, F, OfWarp, F.D);
  assert(Sums && "every mma of 16 by 8 has sums");
  const unsigned FirstRow = First.Number / WarpLanes % 4 * 16;
  std::vector<std::vector<uint64_t>> Rows(16), Columns(All.N);
  for (unsigned K = 0; K != All.K; ++K) {
    for (unsigned R = 0; R != 16; ++R)
      Rows[R].push_back(O.SignsA ^
                        (InRegisters ? A.at(A.Layout->holderOf({R, K, 0}))
                                     : Load(First, InShared, FirstRow + R, K)));
    for (unsigned N = 0; N != All.N; ++N)
      Columns[N].push_back(O.SignsB ^ Load(First, B, N, K));
  }
  const unsigned PerBlock = 4 * SumBits / 32;
  for (Thread *Each : Members) {
    if (isOver())
      return;
    const std::vector<uint64_t> Old =
        registersOf(*Each, I.Operands[0], SumBits);
    std::vector<uint64_t> New(Old.size(), 0);
    for (unsigned N = 0; N != Old.size() * 32 / SumBits; ++N) {
      const unsigned Word = N * SumBits / 32, Shift = N * SumBits % 32;
      const Place P = Sums->placeOf({Each->lane(), N % 4});
      const unsigned Column = Word / PerBlock * 8 + P.Column;
      const uint64_t Start = O.Adds ? low(Old[Word] >> Shift, SumBits) : 0;
      New[Word] |= matrix::dotProduct(*Sum, Rows[P.Row], Columns[Column], Start)
                   << Shift;
    }
    writeRegisters(*Each, I.Operands[0], New, SumBits);
  }
}

} // namespace heddle::judge
