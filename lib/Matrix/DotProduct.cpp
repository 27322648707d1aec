//===- DotProduct.cpp - One element of a matrix product -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProduct.h"
#include "FusedSum.h"
#include "Rounded.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>
#include <limits>

namespace heddle::matrix {

using Numbers = llvm::SmallVector<Number, 65>;

/// Whether sums of \p Inputs may be of type \p T.
static bool isAccumulator(InputClass Inputs, ElementType T) {
  switch (Inputs) {
  case InputClass::F16:
  case InputClass::F8:
  case InputClass::F6F4:
    return T == ElementType::F16 || T == ElementType::F32;
  case InputClass::BF16:
  case InputClass::TF32:
  case InputClass::MXF8:
  case InputClass::MXF4:
    return T == ElementType::F32;
  case InputClass::F64:
    return T == ElementType::F64;
  case InputClass::I8:
  case InputClass::I4:
  case InputClass::B1:
    return T == ElementType::S32;
  }
  llvm_unreachable("covered switch");
}

std::optional<DotForm> dotForm(unsigned Chip, MatrixUnit Unit, ElementType A,
                               ElementType B, ElementType C) {
  std::optional<InputClass> Inputs = inputClassOf(A, B);
  if (!Inputs || !isAccumulator(*Inputs, C))
    return std::nullopt;
  DotForm F;
  F.Rule = findSumRule(Chip, Unit, *Inputs);
  if (!F.Rule)
    return std::nullopt;
  F.A = A;
  F.B = B;
  F.C = F.D = C;
  return F;
}

std::optional<DotForm> scaledDotForm(unsigned Chip, MatrixUnit Unit,
                                     InputClass Kind, ElementType A,
                                     ElementType B, ElementType Scale) {
  std::optional<InputClass> Inputs = inputClassOf(A, B);
  const bool AreFours = A == ElementType::E2M1 && B == ElementType::E2M1;
  const bool IsKind =
      Kind == InputClass::MXF4
          ? AreFours
          : Kind == InputClass::MXF8 && Scale == ElementType::UE8M0 &&
                (Inputs == InputClass::F8 || Inputs == InputClass::F6F4);
  const bool IsScale =
      Scale == ElementType::UE8M0 || Scale == ElementType::UE4M3;
  DotForm F;
  F.Rule = findSumRule(Chip, Unit, Kind);
  if (!IsKind || !IsScale || !F.Rule)
    return std::nullopt;
  F.A = A;
  F.B = B;
  F.Scale = Scale;
  return F;
}

static Numbers products(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                        llvm::ArrayRef<uint64_t> B) {
  Numbers P;
  for (size_t I = 0; I != A.size(); ++I)
    P.push_back(product(decode(F.A, A[I]), decode(F.B, B[I])));
  return P;
}

/// Blocks of \p Products, each with the sum so far, from \p C on.
static uint64_t fusedBlocks(const DotForm &F, llvm::ArrayRef<Number> Products,
                            uint64_t C) {
  const SumRule &R = *F.Rule;
  for (; !Products.empty(); Products = Products.drop_front(
                                std::min<size_t>(R.Terms, Products.size()))) {
    Numbers Block(Products.take_front(R.Terms));
    Block.push_back(decode(F.D, C));
    C = encodeSum(addAligned(Block, R.FractionBits), F.D, R.KeptBits);
  }
  return C;
}

/// Elements of 8 bits have become f16, in which their subnormal numbers are
/// normal where that has the exponents.
static Number asF16(Number N) {
  constexpr int Lowest = -14;
  if (!N.isFinite() || N.isZero())
    return N;
  while (N.Exponent > Lowest && N.Significand >> N.FractionBits == 0) {
    N.Significand <<= 1;
    --N.Exponent;
  }
  return N;
}

/// Two instructions for f16 take alternating pairs of the elements.
static uint64_t throughF16(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                           llvm::ArrayRef<uint64_t> B, uint64_t C) {
  Numbers Ordered;
  for (unsigned Half : {0u, 2u})
    for (size_t I = 0; I != A.size(); ++I)
      if ((I & 2) == Half)
        Ordered.push_back(
            product(asF16(decode(F.A, A[I])), asF16(decode(F.B, B[I]))));
  llvm::ArrayRef<Number> All = Ordered;
  uint64_t Sum = fusedBlocks(F, All.take_front(All.size() / 2), 0);
  Sum = fusedBlocks(F, All.drop_front(All.size() / 2), Sum);
  return roundedSum(F.D, Sum, C);
}

static uint64_t integerSum(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                           llvm::ArrayRef<uint64_t> B, uint64_t C) {
  int64_t Sum = decodeInteger(F.C, C);
  for (size_t I = 0; I != A.size(); ++I)
    Sum += decodeInteger(F.A, A[I]) * decodeInteger(F.B, B[I]);
  using Limits = std::numeric_limits<int32_t>;
  if (F.Saturates)
    Sum = std::clamp<int64_t>(Sum, Limits::min(), Limits::max());
  return uint32_t(Sum);
}

static uint64_t countedBits(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                            llvm::ArrayRef<uint64_t> B, uint64_t C) {
  for (size_t I = 0; I != A.size(); ++I)
    C += (F.IsAnd ? A[I] & B[I] : A[I] ^ B[I]) & 1;
  return uint32_t(C);
}

uint64_t dotProduct(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                    llvm::ArrayRef<uint64_t> B, uint64_t C) {
  assert(A.size() == B.size() && "one factor too many");
  switch (F.Rule->Method) {
  case SumMethod::Fused:
    return fusedBlocks(F, products(F, A, B), converted(F.C, C, F.D));
  case SumMethod::ThroughF16:
    return throughF16(F, A, B, C);
  case SumMethod::FmaChain:
    return fmaChain(F, A, B, C);
  case SumMethod::DoubleChain:
    return doubleChain(F, A, B, C);
  case SumMethod::Integer:
    return integerSum(F, A, B, C);
  case SumMethod::Bits:
    return countedBits(F, A, B, C);
  case SumMethod::Scaled:
  case SumMethod::ScaledGroups:
    break;
  }
  llvm_unreachable("scale factors are missing");
}

/// \p P with both of its scale factors: their exponents are added to its own.
static Number scaled(const Number &P, const Number &A, const Number &B) {
  return product(product(P, A), B);
}

/// The exact sum of \p Products of e2m1, which are whole quarters. It is not
/// normalized either, so that the scale factors alone give its exponent.
static Number groupSum(llvm::ArrayRef<Number> Products) {
  int64_t Quarters = 0;
  for (const Number &P : Products) {
    assert(P.isFinite() && P.FractionBits == 2 && P.Exponent >= 0 &&
           "not of e2m1");
    int64_t Magnitude = int64_t(P.Significand << P.Exponent);
    Quarters += P.IsNegative ? -Magnitude : Magnitude;
  }
  bool IsNegative = Quarters < 0;
  return {Number::Kind::Finite, IsNegative, 0,
          uint64_t(IsNegative ? -Quarters : Quarters), 2};
}

uint64_t scaledDotProduct(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                          llvm::ArrayRef<uint64_t> B,
                          llvm::ArrayRef<uint8_t> ScaleA,
                          llvm::ArrayRef<uint8_t> ScaleB, uint64_t C) {
  assert(A.size() == B.size() && A.size() == ScaleA.size() &&
         A.size() == ScaleB.size() && "a factor for every element");
  const bool InGroups = F.Rule->Method == SumMethod::ScaledGroups;
  assert((InGroups || F.Rule->Method == SumMethod::Scaled) &&
         "the method has no scale factors");
  const size_t Step = InGroups ? 16 : 1;
  Numbers P = products(F, A, B), Terms;
  for (size_t I = 0; I != P.size(); I += Step) {
    llvm::ArrayRef<Number> Group = llvm::ArrayRef(P).slice(I, Step);
    Terms.push_back(scaled(InGroups ? groupSum(Group) : Group.front(),
                           decode(F.Scale, ScaleA[I]),
                           decode(F.Scale, ScaleB[I])));
  }
  return fusedBlocks(F, Terms, C);
}

} // namespace heddle::matrix
