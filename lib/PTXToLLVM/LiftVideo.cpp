//===- LiftVideo.cpp - Video instructions ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset and vmad on parts of
/// words, and those on all halves or bytes, as sequences. No value in between
/// is cut off: 64 bits hold sums of words of either sign. Source: PTX ISA,
/// "Scalar Video Instructions", "SIMD Video Instructions".
///
//===----------------------------------------------------------------------===//

#include "LiftContext.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {

/// Bits of a word from Place on.
struct Part {
  unsigned Place = 0, Width = 32;
};

/// Arithmetic on integers of 64 bits.
class Video {
public:
  Video(LiftContext &Context, const Instruction &Inst)
      : C(Context), B(Context.Builder), I(Inst) {}

  Value *number(int64_t V) { return B.getInt64(uint64_t(V)); }
  /// A word, whatever sign stands before the register.
  Value *word(unsigned Operand) {
    ptx::Operand Plain = I.Operands[Operand];
    Plain.Negated = false;
    return C.read(Plain);
  }
  /// \p P of \p Word, extended.
  Value *extract(Value *Word, Part P, bool Signed) {
    Value *V = B.CreateLShr(Word, P.Place);
    V = B.CreateTrunc(V, B.getIntNTy(P.Width));
    return B.CreateIntCast(V, B.getInt64Ty(), Signed);
  }
  Value *binary(Intrinsic::ID ID, Value *X, Value *Y) {
    return B.CreateBinaryIntrinsic(ID, X, Y);
  }
  Value *distance(Value *X, Value *Y) {
    Value *Difference = B.CreateSub(X, Y);
    return binary(Intrinsic::smax, Difference, B.CreateNeg(Difference));
  }
  /// \p V within what \p Width bits hold.
  Value *clamp(Value *V, unsigned Width, bool Signed) {
    int64_t Low = Signed ? -(int64_t(1) << (Width - 1)) : 0;
    int64_t High = (int64_t(1) << (Signed ? Width - 1 : Width)) - 1;
    V = binary(Intrinsic::smax, V, number(Low));
    return binary(Intrinsic::smin, V, number(High));
  }
  Value *compare(Value *X, Value *Y);
  Value *shift(Value *X, Value *Count);
  Value *secondOperation(Modifier Second, Value *V, bool Signed);
  /// Writes \p V to the destination, after what the form says that becomes of
  /// it; c is a number with a sign if \p Signed.
  void finish(Value *V, bool Signed);
  void write(Value *V) { C.writeResult(I, B.CreateTrunc(V, B.getInt32Ty())); }

  LiftContext &C;
  IRBuilderBase &B;
  const Instruction &I;
};

} // namespace

/// The part that \p Op names; all of it without.
static Part partOf(const Operand &Op) {
  if (!Op.Part)
    return {};
  PartSelector Selector(Op.Part);
  unsigned Width = Selector.isBytes() ? 8 : 16;
  return {Selector[0] * Width, Width};
}

/// 1 or 0.
Value *Video::compare(Value *X, Value *Y) {
  Modifier Compare = I.modifier(GrpCompare);
  CmpInst::Predicate Predicate = Compare == ModEq   ? CmpInst::ICMP_EQ
                                 : Compare == ModNe ? CmpInst::ICMP_NE
                                 : Compare == ModLt ? CmpInst::ICMP_SLT
                                 : Compare == ModLe ? CmpInst::ICMP_SLE
                                 : Compare == ModGt ? CmpInst::ICMP_SGT
                                                    : CmpInst::ICMP_SGE;
  return B.CreateZExt(B.CreateICmp(Predicate, X, Y), B.getInt64Ty());
}

/// Shifts by at most 32, or modulo 32.
Value *Video::shift(Value *X, Value *Count) {
  Count = I.has(ModClamp) ? binary(Intrinsic::umin, Count, number(32))
                          : B.CreateAnd(Count, 31);
  if (I.opcode() == OpVshr)
    return B.CreateAShr(X, Count);
  X = B.CreateShl(X, Count);
  if (!I.has(ModSat))
    return X;
  // The clamped value has 34 bits, as the PTX ISA has it.
  constexpr unsigned Unused = 64 - 34;
  return B.CreateAShr(B.CreateShl(X, Unused), Unused);
}

/// The second operation, on a number that has a sign if \p Signed. Before it
/// sums are cut to 32 bits, all else to 64: measured on an NVIDIA H200.
Value *Video::secondOperation(Modifier Second, Value *V, bool Signed) {
  Value *Third = extract(word(3), {}, Signed);
  if (Second == ModAdd)
    return B.CreateAdd(V, Third);
  if (I.opcode() == OpVadd || I.opcode() == OpVsub)
    V = extract(B.CreateTrunc(V, B.getInt32Ty()), {}, Signed);
  return binary(Second == ModMin ? (Signed ? Intrinsic::smin : Intrinsic::umin)
                                 : (Signed ? Intrinsic::smax : Intrinsic::umax),
                V, Third);
}

void Video::finish(Value *V, bool Signed) {
  const Operand &Dest = I.Operands[0];
  Part P = partOf(Dest);
  if (I.has(ModSat))
    V = clamp(V, P.Width, Signed);
  if (Dest.Part) {
    Value *Rest =
        B.CreateAnd(word(3), ~(((uint64_t(1) << P.Width) - 1) << P.Place));
    V = B.CreateTrunc(V, B.getIntNTy(P.Width));
    V = B.CreateShl(B.CreateZExt(V, B.getInt32Ty()), P.Place);
    return C.writeResult(I, B.CreateOr(V, Rest));
  }
  if (Modifier Second = I.modifier(GrpReduceOp); Second != ModNone)
    V = secondOperation(Second, V, Signed);
  write(V);
}

/// The result of an instruction for two numbers. \p Op is the operation on one
/// part, which those on all parts share.
static Value *combine(Video &V, Opcode Op, Value *X, Value *Y) {
  switch (Op) { // Over PTX's mnemonics.
  case OpVadd:
  case OpVadd2:
  case OpVadd4:
    return V.B.CreateAdd(X, Y);
  case OpVsub:
  case OpVsub2:
  case OpVsub4:
    return V.B.CreateSub(X, Y);
  case OpVabsdiff:
  case OpVabsdiff2:
  case OpVabsdiff4:
    return V.distance(X, Y);
  case OpVmin:
  case OpVmin2:
  case OpVmin4:
    return V.binary(Intrinsic::smin, X, Y);
  case OpVmax:
  case OpVmax2:
  case OpVmax4:
    return V.binary(Intrinsic::smax, X, Y);
  case OpVavrg2:
  case OpVavrg4: {
    // Halves go away from zero.
    Value *Sum = V.B.CreateAdd(X, Y);
    Value *Up =
        V.B.CreateZExt(V.B.CreateICmpSGE(Sum, V.number(0)), V.B.getInt64Ty());
    return V.B.CreateAShr(V.B.CreateAdd(Sum, Up), 1);
  }
  case OpVset:
  case OpVset2:
  case OpVset4:
    return V.compare(X, Y);
  case OpVshl:
  case OpVshr:
    return V.shift(X, Y);
  default:
    llvm_unreachable("not a video instruction");
  }
}

/// The types of the result and of the sources; that of a comparison is
/// unsigned.
static std::array<bool, 3> signsOf(const Instruction &I) {
  bool HasResult = I.Types.size() > 2;
  return {HasResult && isSigned(I.Types[0]), isSigned(I.Types[HasResult]),
          isSigned(I.Types[HasResult + 1])};
}

void liftVideo(LiftContext &C, const Instruction &I) {
  Video V(C, I);
  auto [Result, First, Second] = signsOf(I);
  Value *X = V.extract(V.word(1), partOf(I.Operands[1]), First);
  Value *Y = V.extract(V.word(2), partOf(I.Operands[2]), Second);
  V.finish(combine(V, I.opcode(), X, Y), Result);
}

/// a * b + c, a sign in front of the product or of c, and a shift. The result
/// is a number with a sign if there is one anywhere.
void liftVmad(LiftContext &C, const Instruction &I) {
  Video V(C, I);
  auto [Result, First, Second] = signsOf(I);
  bool MinusProduct = I.Operands[1].Negated != I.Operands[2].Negated;
  bool MinusTerm = I.Operands[3].Negated;
  bool Signed = First || Second || MinusProduct || MinusTerm;
  Value *X = V.extract(V.word(1), partOf(I.Operands[1]), First);
  Value *Y = V.extract(V.word(2), partOf(I.Operands[2]), Second);
  Value *Product = V.B.CreateMul(X, Y);
  // A product of 64 bits without a sign has no room for one; far above all that
  // a shift brings into a word, all are alike.
  if (I.has(ModSat) && Signed && !First && !Second)
    Product = V.binary(Intrinsic::umin, Product, V.number(int64_t(1) << 50));
  if (MinusProduct)
    Product = V.B.CreateNeg(Product);
  Value *Term = V.extract(V.word(3), {}, Signed);
  if (!MinusProduct && MinusTerm)
    // ~c + 1, where the sign is that of ~c.
    Term = V.B.CreateAdd(
        V.extract(V.B.CreateNot(V.word(3)), {}, /*Signed=*/true), V.number(1));
  Value *Sum = V.B.CreateAdd(Product, Term);
  if (I.has(ModPo))
    Sum = V.B.CreateAdd(Sum, V.number(1));
  if (unsigned Count = I.has(ModShr7) ? 7 : I.has(ModShr15) ? 15 : 0)
    Sum = Signed ? V.B.CreateAShr(Sum, Count) : V.B.CreateLShr(Sum, Count);
  if (I.has(ModSat))
    Sum = Signed ? V.clamp(Sum, 32, /*Signed=*/true)
                 : V.binary(Intrinsic::umin, Sum, V.number(UINT32_MAX));
  V.write(Sum);
}

/// All halves, or bytes, of a result: place by place from the parts of {b, a}
/// that the sources choose, the highest written first.
void liftVideoLanes(LiftContext &C, const Instruction &I) {
  Video V(C, I);
  auto [Result, First, Second] = signsOf(I);
  StringRef Name = mnemonic(I.opcode());
  unsigned Count = Name.ends_with("4") ? 4 : 2, Width = 32 / Count;
  Value *Words[2] = {V.word(1), V.word(2)}, *Third = V.word(3);
  auto Chosen = [&](unsigned Source, unsigned Place, bool Signed) {
    unsigned N = Place + (Source == 2 ? Count : 0);
    if (uint16_t Selector = I.Operands[Source].Part)
      N = PartSelector(Selector)[Count - 1 - Place];
    return V.extract(Words[N / Count], {N % Count * Width, Width}, Signed);
  };
  auto IsWanted = [&](unsigned Place) {
    PartSelector Selector(I.Operands[0].Part);
    for (unsigned N = 0; I.Operands[0].Part && N != Selector.size(); ++N)
      if (Selector[N] == Place)
        return true;
    return !I.Operands[0].Part;
  };
  bool Accumulates = I.modifier(GrpReduceOp) == ModAdd;
  Value *Whole = Third;
  for (unsigned Place = 0; Place != Count; ++Place) {
    if (!IsWanted(Place))
      continue;
    Value *Lane = combine(V, I.opcode(), Chosen(1, Place, First),
                          Chosen(2, Place, Second));
    if (I.has(ModSat))
      Lane = V.clamp(Lane, Width, Result);
    Lane = V.B.CreateTrunc(Lane, V.B.getInt32Ty());
    if (Accumulates) {
      Whole = V.B.CreateAdd(Whole, Lane);
      continue;
    }
    uint32_t Mask = ((uint32_t(1) << Width) - 1) << Place * Width;
    Lane = V.B.CreateAnd(V.B.CreateShl(Lane, Place * Width), Mask);
    Whole = V.B.CreateOr(V.B.CreateAnd(Whole, ~Mask), Lane);
  }
  C.writeResult(I, Whole);
}

} // namespace heddle
