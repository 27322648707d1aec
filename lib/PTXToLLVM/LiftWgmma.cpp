//===- LiftWgmma.cpp - wgmma ----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each warp of a warpgroup has 16 of the 64 rows of a product, and computes
/// them when it issues the instruction, as mma of 16 by 8 side by side. Their
/// operands are loads from the places of shared memory that descriptors stand
/// for. With T elements in 16 bytes and S bytes in a row of a swizzle of W
/// elements, element (r, k) is at
///
///   k fastest, no swizzle   r%8*16 + r/8*SBO + k%T*size + k/T*LBO
///   k fastest               r%8*S + r/8*SBO + k*size
///   r fastest, no swizzle   r%T*size + r/T*SBO + k%8*16 + k/8*LBO
///   r fastest               r%W*size + r/W*LBO + k%8*S + k/8*SBO
///
/// behind the start, and the swizzle then changes bits of the whole address
/// (PTX ISA, "Matrix Descriptor Format").
///
//===----------------------------------------------------------------------===//

#include "LiftBulkCopy.h"
#include "LiftMatrix.h"
#include "LiftSpecialRegisters.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/Matrix/WarpProduct.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;
using matrix::ElementType;
using matrix::MatrixForm;

namespace {

/// A matrix in shared memory.
class SharedMatrix {
public:
  /// The one that \p Descriptor stands for; with \p IsTransposed its rows are
  /// what is fastest, of elements of 16 bits.
  SharedMatrix(LiftContext &C, Value *Descriptor, bool IsTransposed);

  /// The register with the elements of row \p Block * 8 + g, from k on for
  /// which there are \p Group times 16 bytes, and q times 4, before it.
  Value *word(Value *Block, unsigned Group);

private:
  Value *load(Value *Address, Type *T);
  Value *field(unsigned Low, unsigned Bits, unsigned Scale);

  LiftContext &C;
  IRBuilderBase &B;
  Value *Descriptor;
  const bool IsTransposed;
  Value *Start, *Leading, *Stride;
  /// Bytes from one row of eight to the next, the log2 of the elements in it,
  /// and the bits of an address that the swizzle takes.
  Value *Pitch, *RowShift, *SwizzleBits;
  Value *IsPlain;
  /// The lane's place in a fragment.
  Value *G, *Q;
};

} // namespace

Value *SharedMatrix::field(unsigned Low, unsigned Bits, unsigned Scale) {
  assert(Low + Bits <= 64 && Bits + Scale <= 32 &&
         "a field of a descriptor ends in its 64 bits and is kept in a word");
  Value *V =
      B.CreateAnd(B.CreateLShr(Descriptor, Low), (uint64_t(1) << Bits) - 1);
  return B.CreateShl(B.CreateTrunc(V, B.getInt32Ty()), Scale);
}

SharedMatrix::SharedMatrix(LiftContext &Of, Value *What, bool Transposed)
    : C(Of), B(Of.Builder), Descriptor(What), IsTransposed(Transposed) {
  Start = field(0, 14, 4);
  Leading = field(16, 14, 4);
  Stride = field(32, 14, 4);
  // A pattern that starts elsewhere than where the swizzle repeats.
  Value *Base = field(49, 3, 0);
  faultIf(C, B.CreateIsNotNull(Base), abi::Misuse::BaseOffset, Base);
  // 1, 2 and 3 are rows of 128, 64 and 32 bytes.
  Value *Mode = field(62, 2, 0);
  IsPlain = B.CreateIsNull(Mode);
  Pitch = B.CreateSelect(IsPlain, B.getInt32(16),
                         B.CreateLShr(B.getInt32(256), Mode));
  RowShift =
      B.CreateSelect(IsPlain, B.getInt32(3), B.CreateSub(B.getInt32(7), Mode));
  SwizzleBits = B.CreateSelect(IsPlain, B.getInt32(0),
                               B.CreateLShr(B.getInt32(15), Mode));
  Value *Lane = laneOf(C);
  G = B.CreateLShr(Lane, 2);
  Q = B.CreateAnd(Lane, 3);
}

Value *SharedMatrix::load(Value *Address, Type *T) {
  Value *Swizzle =
      B.CreateShl(B.CreateAnd(B.CreateLShr(Address, 7), SwizzleBits), 4);
  Value *Pointer =
      B.CreateIntToPtr(B.CreateXor(Address, Swizzle), B.getPtrTy(abi::Shared));
  return B.CreateAlignedLoad(T, Pointer, Align(T->getIntegerBitWidth() / 8));
}

Value *SharedMatrix::word(Value *Block, unsigned Group) {
  assert(Group < 4 && "k of an instruction is at most 64 bytes");
  Value *GroupIndex = B.getInt32(Group);
  if (!IsTransposed) {
    Value *GroupBytes = B.CreateSelect(IsPlain, Leading, B.getInt32(16));
    Value *Address = B.CreateAdd(Start, B.CreateMul(G, Pitch));
    Address = B.CreateAdd(Address, B.CreateMul(Block, Stride));
    Address = B.CreateAdd(Address, B.CreateMul(GroupIndex, GroupBytes));
    return load(B.CreateAdd(Address, B.CreateShl(Q, 2)), B.getInt32Ty());
  }
  Value *Row = B.CreateAdd(B.CreateShl(Block, 3), G);
  Value *InRow =
      B.CreateSub(Row, B.CreateShl(B.CreateLShr(Row, RowShift), RowShift));
  Value *RowBytes = B.CreateSelect(IsPlain, Stride, Leading),
        *GroupBytes = B.CreateSelect(IsPlain, Leading, Stride);
  Value *Address = B.CreateAdd(Start, B.CreateShl(InRow, 1));
  Address =
      B.CreateAdd(Address, B.CreateMul(B.CreateLShr(Row, RowShift), RowBytes));
  Address = B.CreateAdd(Address, B.CreateMul(GroupIndex, GroupBytes));
  Address = B.CreateAdd(Address, B.CreateMul(B.CreateShl(Q, 1), Pitch));
  Value *Low = load(Address, B.getInt16Ty()),
        *High = load(B.CreateAdd(Address, Pitch), B.getInt16Ty());
  return B.CreateOr(B.CreateZExt(Low, B.getInt32Ty()),
                    B.CreateShl(B.CreateZExt(High, B.getInt32Ty()), 16));
}

/// The number of the warp in its warpgroup.
static Value *warpInGroup(LiftContext &C) {
  IRBuilderBase &B = C.Builder;
  return B.CreateAnd(B.CreateLShr(threadInCta(C), 5), 3);
}

static MatrixForm formOf(const Instruction &I) {
  const SmallVector<ElementType, 4> Types = elementTypesOf(I);
  MatrixForm F;
  F.D = F.C = Types[0];
  F.A = Types[1];
  F.B = Types[2];
  F.Rows = 16;
  F.K = uint16_t(shapeOf(I).K);
  F.IsSparse = I.opcode() == OpWgmmaMmaAsyncSp;
  setVariant(F, I);
  if (matrix::isFloat(F.A))
    F.Unit = matrix::Wgmma;
  return F;
}

namespace {
/// The operands behind the matrices.
struct Rest {
  Value *Metadata = nullptr, *Selector = nullptr;
  /// Whether D is added to.
  Value *Adds = nullptr;
  bool NegatesA = false, NegatesB = false;
  bool TransposesA = false, TransposesB = false;
};
} // namespace

static Rest restOf(LiftContext &C, const Instruction &I, const MatrixForm &F,
                   bool HasRegisters) {
  Rest R;
  unsigned Next = 3;
  if (F.IsSparse) {
    R.Metadata = C.read(I, Next++);
    R.Selector = C.read(I, Next++);
  }
  R.Adds = C.read(I, Next++);
  auto Immediate = [&] {
    return Next < I.Operands.size() ? int32_t(I.Operands[Next++].Bits) : 0;
  };
  assert(Next <= I.Operands.size() && "the form has these operands");
  if (!matrix::isFloat(F.A))
    return R;
  R.NegatesA = Immediate() < 0;
  R.NegatesB = Immediate() < 0;
  if (!HasRegisters)
    R.TransposesA = Immediate() != 0;
  R.TransposesB = Immediate() != 0;
  return R;
}

/// The signs of the elements in a word.
static uint32_t signsOf(ElementType T) {
  switch (matrix::elementBits(T)) {
  case 8:
    return 0x80808080;
  case 16:
    return 0x80008000;
  default:
    return 0x80000000;
  }
}

static void negate(LiftContext &C, Words &Of, ElementType T) {
  for (Value *&V : Of)
    V = C.Builder.CreateXor(V, C.Builder.getInt32(signsOf(T)));
}

/// The rows of A of this warp: elements of rows g and g + 8, twice.
static Words rowsOfA(LiftContext &C, const Instruction &I, const Rest &R,
                     const MatrixForm &F) {
  IRBuilderBase &B = C.Builder;
  Words A;
  if (I.Operands[1].OpKind == ptx::Operand::ListOp) {
    A = readWords(C, I.Operands[1], 32);
  } else {
    SharedMatrix M(C, C.read(I, 1), R.TransposesA);
    Value *First = B.CreateShl(warpInGroup(C), 1);
    for (unsigned N = 0; N != 4; ++N)
      A.push_back(M.word(B.CreateAdd(First, B.getInt32(N & 1)), N >> 1));
  }
  assert(A.size() == 4 && "two rows of a fragment, twice");
  if (R.NegatesA)
    negate(C, A, F.A);
  return A;
}

static Words moreOf(LiftContext &C, const MatrixForm &F, const Rest &R) {
  IRBuilderBase &B = C.Builder;
  if (!F.IsSparse)
    return {};
  Value *Zero = B.getInt32(0);
  Words More = {Zero, Zero, Zero, Zero};
  More[matrix::MetadataRow] = R.Metadata;
  More[matrix::SelectorsRow] = B.CreateShl(
      B.CreateAnd(B.CreateZExtOrTrunc(R.Selector, B.getInt32Ty()), 3),
      matrix::SparsityShift);
  return More;
}

void liftWgmma(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  const MatrixForm F = formOf(I);
  const bool HasRegisters = I.Operands[1].OpKind == ptx::Operand::ListOp;
  const Rest R = restOf(C, I, F, HasRegisters);
  const Words A = rowsOfA(C, I, R, F), More = moreOf(C, F, R);
  Words Sums = readWords(C, I.Operands[0], 32);
  for (Value *&V : Sums)
    V = B.CreateSelect(R.Adds, V, B.getInt32(0));
  SharedMatrix M(C, C.read(I, 2), R.TransposesB);
  const unsigned Blocks = shapeOf(I).N / 8,
                 SumWords = unsigned(Sums.size()) / Blocks,
                 BWords = F.IsSparse ? 4 : 2;
  assert(Blocks && SumWords && Sums.size() == size_t(Blocks) * SumWords &&
         "each block of eight columns has the same number of sums");
  Words D;
  for (unsigned Block = 0; Block != Blocks; ++Block) {
    Words Right;
    for (unsigned N = 0; N != BWords; ++N)
      Right.push_back(M.word(B.getInt32(Block), N));
    if (R.NegatesB)
      negate(C, Right, F.B);
    Words Part = multiplyParts(
        C, I, F, A, Right,
        ArrayRef(Sums).slice(size_t(Block) * SumWords, SumWords), More);
    if (Part.empty())
      return;
    assert(Part.size() >= SumWords && "a product has a word for each sum");
    D.append(Part.begin(), Part.begin() + SumWords);
  }
  writeWords(C, I.Operands[0], D, 32);
}

/// fence, commit_group and wait_group: products are there when they are issued.
void liftWgmmaOrder(LiftContext &C, const Instruction &) { markForCheckers(C); }

} // namespace heddle
