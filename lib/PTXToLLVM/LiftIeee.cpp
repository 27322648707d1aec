//===- LiftIeee.cpp - f32 by IEEE 754 -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// f32 of chips that keep denormals and round as asked: each is an operation
/// that says itself how it rounds and what it flushes. Also pairs of f32, and
/// sums and products of f16 and bf16 with f32.
///
//===----------------------------------------------------------------------===//

#include "LiftIeee.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

unsigned roundingCode(const Instruction &I) {
  if (I.has(ModRm) || I.has(ModRmi))
    return 1;
  if (I.has(ModRp) || I.has(ModRpi))
    return 2;
  return I.has(ModRz) || I.has(ModRzi) ? 3 : 0;
}

bool flushes(const LiftContext &C, const Instruction &I) {
  if (I.has(ModFtz))
    return true;
  auto IsOf = [&](ScalarType T) { return I.type() == T || I.firstType() == T; };
  return IsOf(ScalarType::F32) && !IsOf(ScalarType::F64) &&
         C.Parent.flushesAll(C.Source);
}

Value *flushIfAsked(LiftContext &C, const Instruction &I, Value *V) {
  if (!flushes(C, I))
    return V;
  auto *Number = dyn_cast<ConstantFP>(V);
  if (!Number)
    return C.op(HeddleOp::FlushF32, {V});
  return Number->getValueAPF().isDenormal()
             ? ConstantFP::getZero(V->getType(), Number->isNegative())
             : V;
}

Value *flipSign(LiftContext &C, Value *V) {
  Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
  Bits = C.Builder.CreateXor(Bits, C.Builder.getInt32(0x80000000));
  return C.Builder.CreateBitCast(Bits, V->getType());
}

Value *widenHalf(LiftContext &C, Value *V, ScalarType T) {
  V = C.Builder.CreateZExtOrTrunc(V, C.Builder.getInt32Ty());
  return C.op(T == ScalarType::F16 ? HeddleOp::H2f : HeddleOp::WidenBF16, {V});
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

static Value *compute(LiftContext &C, const Instruction &I, HeddleOp Op,
                      SmallVector<Value *, 6> Args, bool Subtract) {
  if (Subtract)
    Args[1] = flipSign(C, Args[1]);
  for (unsigned Code :
       {roundingCode(I), unsigned(flushes(C, I)), unsigned(I.has(ModSat))})
    Args.push_back(C.Builder.getInt32(Code));
  return markFusable(C, I, C.op(Op, Args));
}

/// Word \p Index of \p Pair as an f32.
static Value *wordOfPair(LiftContext &C, Value *Pair, unsigned Index) {
  Value *Word = C.Builder.CreateTrunc(C.Builder.CreateLShr(Pair, Index * 32),
                                      C.Builder.getInt32Ty());
  return C.Builder.CreateBitCast(Word, C.Builder.getFloatTy());
}

static void liftPair(LiftContext &C, const Instruction &I, HeddleOp Op,
                     bool Subtract) {
  Value *Result = C.Builder.getInt64(0);
  for (unsigned Index : {0u, 1u}) {
    SmallVector<Value *, 6> Args;
    for (unsigned N = 1; N != I.Operands.size(); ++N)
      Args.push_back(wordOfPair(C, C.read(I, N), Index));
    Value *Word = C.Builder.CreateBitCast(compute(C, I, Op, Args, Subtract),
                                          C.Builder.getInt32Ty());
    Word = C.Builder.CreateZExt(Word, C.Builder.getInt64Ty());
    Result = C.Builder.CreateOr(Result, C.Builder.CreateShl(Word, Index * 32));
  }
  C.writeResult(I, Result);
}

void liftIeee(LiftContext &C, const Instruction &I, HeddleOp Op,
              bool Subtract) {
  if (I.type() == ScalarType::F32x2)
    return liftPair(C, I, Op, Subtract);
  if (I.firstType() != ScalarType::F32)
    return C.unsupported(I);
  SmallVector<Value *, 6> Args;
  for (unsigned N = 1; N != I.Operands.size(); ++N) {
    Value *V = C.read(I, N);
    if (!V->getType()->isFloatTy())
      V = widenHalf(C, V, I.type());
    Args.push_back(V);
  }
  C.writeResult(I, compute(C, I, Op, Args, Subtract));
}

//===----------------------------------------------------------------------===//
// Quotients, functions, minimum and maximum
//===----------------------------------------------------------------------===//

/// .approx is the dividend times the reciprocal, which is 0 for a divisor of
/// more than 2^126; the others are the nearest quotient or as rounded.
void liftIeeeDiv(LiftContext &C, const Instruction &I) {
  if (!isF32(I))
    return C.unsupported(I);
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  Value *Zero = C.Builder.getInt32(0);
  Value *Flush = C.Builder.getInt32(flushes(C, I));
  if (I.has(ModFull) || I.modifier(GrpRounding) != ModNone)
    return C.writeResult(
        I, C.op(HeddleOp::IeeeDiv,
                {A, B, C.Builder.getInt32(roundingCode(I)), Flush}));
  Value *Inverse = C.op(HeddleOp::IeeeRcp, {B, Zero, Flush});
  if (!flushes(C, I))
    Inverse = C.op(HeddleOp::FlushF32, {Inverse});
  C.writeResult(I, C.op(HeddleOp::IeeeMul, {A, Inverse, Zero, Flush, Zero}));
}

/// "min." or "max." with what else there is in an operation's name.
static std::string minMaxName(const Instruction &I) {
  std::string Name = I.opcode() == OpMin ? "min." : "max.";
  if (I.has(ModNaN))
    Name += "nan.";
  if (I.has(ModXorsign))
    Name += "xorsign.";
  return Name;
}

void liftIeeeMinMax(LiftContext &C, const Instruction &I) {
  if (!isF32(I))
    return C.unsupported(I);
  auto Source = [&](unsigned N) -> Value * {
    Value *V = C.read(I, N);
    // .xorsign takes the magnitudes itself.
    if (!I.has(ModAbs) || I.has(ModXorsign))
      return V;
    Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
    return C.Builder.CreateBitCast(C.Builder.CreateAnd(Bits, 0x7fffffff),
                                   V->getType());
  };
  Value *Result = Source(1);
  for (unsigned N = 2; N != I.Operands.size(); ++N)
    Result = C.op(minMaxName(I) + "ieee.f32",
                  {Result, Source(N), C.Builder.getInt32(flushes(C, I))});
  C.writeResult(I, Result);
}

/// Approximate reciprocals and roots are the nearest.
void liftIeeeFunction(LiftContext &C, const Instruction &I) {
  Opcode Op = I.opcode();
  bool IsExact = Op == OpRcp || Op == OpSqrt;
  if (!isF32(I) || (!IsExact && I.modifier(GrpRounding) != ModNone))
    return C.unsupported(I);
  SmallVector<Value *, 3> Args = {C.read(I, 1)};
  if (IsExact)
    Args.push_back(C.Builder.getInt32(roundingCode(I)));
  Args.push_back(C.Builder.getInt32(flushes(C, I)));
  C.writeResult(I, C.op(mnemonic(Op) + ".ieee.f32", Args));
}

/// \p Bits of an f64 with the lower word cleared, and zero for a denormal.
static Value *upperWordOnly(LiftContext &C, Value *V) {
  Type *I64 = C.Builder.getInt64Ty();
  Value *Bits = C.Builder.CreateBitCast(V, I64);
  Value *IsTiny =
      C.Builder.CreateIsNull(C.Builder.CreateAnd(Bits, 0x7ff0000000000000));
  Value *Upper = C.Builder.CreateAnd(Bits, 0xffffffff00000000);
  Value *Sign = C.Builder.CreateAnd(Bits, 0x8000000000000000);
  return C.Builder.CreateBitCast(C.Builder.CreateSelect(IsTiny, Sign, Upper),
                                 V->getType());
}

void liftGrossFunction(LiftContext &C, const Instruction &I) {
  Value *V = upperWordOnly(C, C.read(I, 1));
  V = C.builtin(mnemonic(I.opcode()) + "_f64_rn", V->getType(), {V});
  // The NaN of such functions has ones in the upper word alone.
  Value *IsNaN = C.Builder.CreateFCmpUNO(V, V);
  Constant *NaN = C.constant(V->getType(), 0x7fffffff00000000);
  C.writeResult(I, C.Builder.CreateSelect(IsNaN, NaN, upperWordOnly(C, V)));
}

//===----------------------------------------------------------------------===//
// f16 and bf16
//===----------------------------------------------------------------------===//

/// Source \p N in a word.
static Value *halfWord(LiftContext &C, const Instruction &I, unsigned N) {
  return C.Builder.CreateZExt(C.read(I, N), C.Builder.getInt32Ty());
}

static void halfOperation(LiftContext &C, const Instruction &I,
                          const Twine &Name, ArrayRef<unsigned> Modifiers) {
  SmallVector<Value *, 5> Args;
  for (unsigned N = 1; N != I.Operands.size(); ++N)
    Args.push_back(halfWord(C, I, N));
  for (unsigned Modifier : Modifiers)
    Args.push_back(C.Builder.getInt32(Modifier));
  C.writeResult(I, C.Builder.CreateTrunc(C.op(Name + typeName(I.type()), Args),
                                         C.typeOf(I.type())));
}

void liftHalf(LiftContext &C, const Instruction &I, const Twine &Name) {
  bool IsFunction = I.opcode() == OpEx2 || I.opcode() == OpTanh;
  unsigned Modifiers[] = {I.has(ModFtz), I.has(ModSat)};
  halfOperation(C, I, Name + ".",
                ArrayRef(Modifiers).take_front(IsFunction ? 1 : 2));
}

/// The halves of \p Word that stand for an element out of bounds, all bits of
/// them. PTX does not say which NaN that is; measured on an NVIDIA H200 it is
/// the one that copies of tensors fill with, of either sign.
static Value *outOfBounds(LiftContext &C, Value *Word) {
  constexpr uint16_t Filling = 0x7ff7;
  auto &B = C.Builder;
  Type *Pair = FixedVectorType::get(B.getInt16Ty(), 2);
  Value *Halves = B.CreateBitCast(B.CreateAnd(Word, 0x7fff7fff), Pair);
  Value *Result = B.getInt32(0);
  for (unsigned N = 0; N != 2; ++N) {
    Value *Is =
        B.CreateICmpEQ(B.CreateExtractElement(Halves, N), B.getInt16(Filling));
    Result =
        B.CreateOr(Result, B.CreateSelect(Is, B.getInt32(0xffffu << 16 * N),
                                          B.getInt32(0)));
  }
  return Result;
}

/// With .oob, the result is 0 where a factor is out of bounds.
void liftHalfFma(LiftContext &C, const Instruction &I) {
  StringRef Name = I.has(ModRelu) ? "fma.relu" : "fma";
  if (I.modifier(GrpOob) == ModNone)
    return liftHalf(C, I, Name);
  Value *A = halfWord(C, I, 1), *B = halfWord(C, I, 2);
  Value *Result = C.op(
      Twine(Name) + "." + typeName(I.type()),
      {A, B, halfWord(C, I, 3), C.Builder.getInt32(0), C.Builder.getInt32(0)});
  Value *Outside = C.Builder.CreateOr(outOfBounds(C, A), outOfBounds(C, B));
  Result = C.Builder.CreateAnd(Result, C.Builder.CreateNot(Outside));
  C.writeResult(I, C.Builder.CreateTrunc(Result, C.typeOf(I.type())));
}

void liftHalfMinMax(LiftContext &C, const Instruction &I) {
  halfOperation(C, I, minMaxName(I), {I.has(ModFtz)});
}

void liftHalfSign(LiftContext &C, const Instruction &I) {
  Value *V = halfWord(C, I, 1);
  Type *T = C.typeOf(I.type());
  constexpr uint32_t Signs = 0x80008000;
  V = I.opcode() == OpNeg ? C.Builder.CreateXor(V, Signs)
                          : C.Builder.CreateAnd(V, ~Signs);
  // Afterwards, so that a NaN has no sign.
  if (I.has(ModFtz))
    V = C.op("min.nan." + typeName(I.type()), {V, V, C.Builder.getInt32(1)});
  C.writeResult(I, C.Builder.CreateTrunc(V, T));
}

Value *compareHalves(LiftContext &C, const Instruction &I, unsigned Mask) {
  return C.op("set." + typeName(I.type()),
              {halfWord(C, I, 1), halfWord(C, I, 2), C.Builder.getInt32(Mask),
               C.Builder.getInt32(I.has(ModFtz))});
}

} // namespace heddle
