//===- LiftWmma.cpp - wmma ------------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX leaves open which lane holds what of a fragment; the rows of wmma in
/// Fragments.def say it here. Each lane loads and stores what it holds, and a
/// product is those of mma side by side.
///
//===----------------------------------------------------------------------===//

#include "LiftMatrix.h"
#include "LiftMemory.h"
#include "heddle/Matrix/FragmentLayout.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;
using matrix::ElementType;
using matrix::FragmentLayout;
using matrix::IndexBit;
using matrix::MatrixForm;
using matrix::Place;

/// The type that the row of wmma in Fragments.def is of.
static StringRef layoutType(ElementType T) {
  switch (T) { // Over the types of a and b.
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::TF32:
    return matrix::elementTypeName(T);
  case ElementType::S8:
  case ElementType::U8:
    return "b8";
  case ElementType::S4:
  case ElementType::U4:
    return "b4";
  case ElementType::B1:
    return "b1";
  default:
    return "b64";
  }
}

namespace {

/// A fragment in memory.
class FragmentAccess {
public:
  FragmentAccess(LiftContext &C, const Instruction &I, const Operand &Address,
                 const Operand *Stride);
  bool isGood() const { return Layout && Base; }
  unsigned registerBits() const { return Bits == 64 ? 64 : 32; }

  Words load();
  void store(ArrayRef<Value *> Registers);

private:
  /// Returns the address of \p Element of this lane's fragment.
  Value *addressOf(unsigned Element);
  Value *loadWord(unsigned First);
  void storeWord(unsigned First, Value *Word);
  /// Bits \p List of the lane's number, each where it belongs.
  Value *laneBits(ArrayRef<IndexBit> List);
  /// Elements that one access moves: all of a register's where they follow each
  /// other in memory.
  unsigned elementsAtOnce() const;
  unsigned perRegister() const { return std::max(32 / Bits, 1u); }
  /// The first of the elements that are what \p Element is.
  unsigned original(unsigned Element) const;

  LiftContext &C;
  IRBuilderBase &B;
  const FragmentLayout *Layout;
  unsigned Bits;
  bool IsColumnMajor;
  Value *Base;
  Type *IndexType = nullptr;
  /// In elements.
  Value *Stride = nullptr;
  /// In bits where elements have fewer than eight, else in bytes.
  Value *LaneOffset = nullptr;
};

} // namespace

static const FragmentLayout *layoutOf(const Instruction &I, ElementType T) {
  const MatrixShape S = shapeOf(I);
  const Modifier Name = I.modifier(GrpFragment);
  const std::string Sums = ("m" + Twine(S.M) + "n" + Twine(S.N)).str();
  if (Name == ModA || Name == ModB)
    return matrix::findFragment("wmma", modifierName(I.modifier(GrpShape)),
                                Name == ModA ? "a" : "b", layoutType(T));
  return matrix::findFragment("wmma", Sums, "c", "any");
}

FragmentAccess::FragmentAccess(LiftContext &Context, const Instruction &I,
                               const Operand &Address, const Operand *Given)
    : C(Context), B(C.Builder) {
  const ElementType T = elementTypesOf(I).front();
  Layout = layoutOf(I, T);
  Bits = matrix::elementBits(T);
  IsColumnMajor = I.has(ModCol);
  Base = pointer(C, I, Address, std::max(Bits / 8, 4u));
  if (!isGood())
    return;
  IndexType = C.Parent.M.getDataLayout().getIndexType(Base->getType());
  const unsigned Tight = IsColumnMajor ? Layout->rows() : Layout->columns();
  Stride = Given ? B.CreateZExtOrTrunc(C.read(*Given), IndexType)
                 : ConstantInt::get(IndexType, Tight);
  Value *Row = laneBits(Layout->Row.list()),
        *Column = laneBits(Layout->Column.list());
  if (IsColumnMajor)
    std::swap(Row, Column);
  LaneOffset = B.CreateAdd(B.CreateMul(Row, Stride), Column);
}

Value *FragmentAccess::laneBits(ArrayRef<IndexBit> List) {
  Value *Lane = B.CreateZExtOrTrunc(laneOf(C), IndexType);
  Value *Sum = ConstantInt::get(IndexType, 0);
  for (size_t To = 0; To < List.size();) {
    if (List[To] >= IndexBit::I0) {
      ++To;
      continue;
    }
    // As many as follow each other in both numbers.
    const unsigned From = unsigned(List[To]);
    size_t End = To + 1;
    while (End != List.size() && unsigned(List[End]) == From + (End - To))
      ++End;
    Value *Some =
        B.CreateAnd(B.CreateLShr(Lane, From), (uint64_t(1) << (End - To)) - 1);
    Sum = B.CreateOr(Sum, B.CreateShl(Some, To));
    To = End;
  }
  return Sum;
}

Value *FragmentAccess::addressOf(unsigned Element) {
  assert(isGood() && Element < Layout->Elements &&
         "an element that the fragment does not have");
  const Place At = Layout->placeOf({0, Element});
  const unsigned Line = IsColumnMajor ? At.Column : At.Row,
                 InLine = IsColumnMajor ? At.Row : At.Column;
  Value *Offset = B.CreateAdd(
      LaneOffset,
      B.CreateAdd(B.CreateMul(Stride, ConstantInt::get(IndexType, Line)),
                  ConstantInt::get(IndexType, InLine)));
  Offset = Bits >= 8
               ? B.CreateMul(Offset, ConstantInt::get(IndexType, Bits / 8))
               : B.CreateLShr(
                     B.CreateMul(Offset, ConstantInt::get(IndexType, Bits)), 3);
  return B.CreateGEP(B.getInt8Ty(), Base, Offset);
}

unsigned FragmentAccess::elementsAtOnce() const {
  const unsigned All = perRegister();
  for (unsigned N = 1; N < All; ++N) {
    const Place First = Layout->placeOf({0, 0}), At = Layout->placeOf({0, N});
    const bool Follows =
        IsColumnMajor ? At.Row == First.Row + N : At.Column == First.Column + N;
    if (!Follows)
      return 1;
  }
  return All;
}

unsigned FragmentAccess::original(unsigned Element) const {
  for (unsigned N = 0; N != Element; ++N)
    if (Layout->placeOf({0, N}) == Layout->placeOf({0, Element}))
      return N;
  return Element;
}

Value *FragmentAccess::loadWord(unsigned First) {
  const unsigned Some = elementsAtOnce(), Width = Bits * Some;
  auto *T = IntegerType::get(C.Context, Width);
  Value *Word = nullptr;
  for (unsigned N = 0; N != perRegister(); N += Some) {
    Value *V = B.CreateAlignedLoad(T, addressOf(First + N), Align(Width / 8));
    if (Width == 64)
      return V;
    V = B.CreateShl(B.CreateZExt(V, B.getInt32Ty()), N * Bits);
    Word = Word ? B.CreateOr(Word, V) : V;
  }
  return Word;
}

void FragmentAccess::storeWord(unsigned First, Value *Word) {
  const unsigned Some = elementsAtOnce(), Width = Bits * Some;
  auto *T = IntegerType::get(C.Context, Width);
  for (unsigned N = 0; N != perRegister(); N += Some)
    B.CreateAlignedStore(B.CreateTrunc(B.CreateLShr(Word, N * Bits), T),
                         addressOf(First + N), Align(Width / 8));
}

Words FragmentAccess::load() {
  Words Registers;
  const unsigned Each = perRegister();
  assert(Layout->Elements % Each == 0 && "registers are full");
  for (unsigned First = 0; First != Layout->Elements; First += Each) {
    const unsigned Same = original(First);
    assert(Same <= First && "an element that stands for an earlier one");
    Registers.push_back(Same < First ? Registers[Same / Each]
                                     : loadWord(First));
  }
  return Registers;
}

void FragmentAccess::store(ArrayRef<Value *> Registers) {
  assert(Registers.size() * perRegister() == Layout->Elements &&
         "the front end counts the registers of a fragment");
  for (auto [N, Word] : enumerate(Registers))
    storeWord(unsigned(N) * perRegister(), Word);
}

static ScalarType registerType(const FragmentAccess &F) {
  return F.registerBits() == 64 ? ScalarType::U64 : ScalarType::U32;
}

void liftWmmaLoad(LiftContext &C, const Instruction &I) {
  FragmentAccess F(C, I, I.Operands[1],
                   I.Operands.size() > 2 ? &I.Operands[2] : nullptr);
  if (!F.isGood())
    return;
  const Words Registers = F.load();
  auto Targets = C.elements(I.Operands[0], registerType(F));
  for (auto [To, V] : zip_equal(Targets, Registers))
    if (To.OpKind != Operand::SinkOp)
      C.write(To, V);
}

void liftWmmaStore(LiftContext &C, const Instruction &I) {
  FragmentAccess F(C, I, I.Operands[0],
                   I.Operands.size() > 2 ? &I.Operands[2] : nullptr);
  if (!F.isGood())
    return;
  Words Registers;
  for (const Operand &From : C.elements(I.Operands[1], registerType(F)))
    Registers.push_back(C.read(From));
  F.store(Registers);
}

/// Returns the form of the parts of a product. It fills in the types of halves
/// that wmma leaves out, and the unit whose sums these are.
static MatrixForm partOf(const Instruction &I, const MatrixShape &Shape) {
  const SmallVector<ElementType, 4> Types = elementTypesOf(I);
  MatrixForm F;
  F.D = Types.front();
  F.C = Types.back();
  F.A = Types.size() == 4 ? Types[1] : ElementType::F16;
  F.B = Types.size() == 4 ? Types[2] : ElementType::F16;
  F.Unit = F.A == ElementType::TF32 ? matrix::Wmma : matrix::Mma;
  F.Rows = uint8_t(std::min(Shape.M, 16u));
  F.K = uint16_t(Shape.K);
  setVariant(F, I);
  return F;
}

void liftWmmaMma(LiftContext &C, const Instruction &I) {
  const MatrixShape Shape = shapeOf(I);
  const MatrixForm F = partOf(I, Shape);
  const unsigned Bits = F.A == ElementType::F64 ? 64 : 32;
  const Words A = readWords(C, I.Operands[1], Bits),
              B = readWords(C, I.Operands[2], Bits),
              Sums = readWords(C, I.Operands[3], Bits);
  // Words of a part, in each lane.
  auto WordsOf = [](unsigned Rows, unsigned Columns, ElementType T) {
    return Rows * Columns * matrix::elementBits(T) / 1024;
  };
  const unsigned OfA = WordsOf(F.Rows, F.K, F.A), OfB = WordsOf(F.K, 8, F.B),
                 OfC = WordsOf(F.Rows, 8, F.C);
  const unsigned Down = Shape.M / F.Rows, Across = Shape.N / 8;
  assert(Shape.M % F.Rows == 0 && Shape.N % 8 == 0 &&
         "a product that is no grid of parts");
  assert(A.size() >= size_t(Down) * OfA && B.size() >= size_t(Across) * OfB &&
         Sums.size() >= size_t(Down) * Across * OfC &&
         "a fragment with fewer words than its parts");
  Words D;
  for (unsigned M = 0; M != Down; ++M)
    for (unsigned N = 0; N != Across; ++N) {
      Words Part =
          multiplyParts(C, I, F, ArrayRef(A).slice(M * OfA, OfA),
                        ArrayRef(B).slice(N * OfB, OfB),
                        ArrayRef(Sums).slice((M * Across + N) * OfC, OfC));
      if (Part.empty())
        return;
      D.append(Part);
    }
  writeWords(C, I.Operands[0], D, Bits);
}

} // namespace heddle
