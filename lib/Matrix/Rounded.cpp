//===- Rounded.cpp - Sums that are rounded at every step ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rounded.h"
#include "FusedSum.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <cassert>

namespace heddle::matrix {

using llvm::APFloat;
using llvm::RoundingMode;

static const llvm::fltSemantics &semanticsOf(ElementType T) {
  assert((T == ElementType::F16 || T == ElementType::F32) &&
         "an accumulator of f16 or f32");
  return T == ElementType::F16 ? APFloat::IEEEhalf() : APFloat::IEEEsingle();
}

static APFloat asFloat(ElementType T, uint64_t Bits) {
  return APFloat(semanticsOf(T), llvm::APInt(elementBits(T), Bits));
}

/// \p V as a \p T, in which there is one NaN.
static uint64_t bitsOf(APFloat V, ElementType T) {
  bool LosesInfo;
  V.convert(semanticsOf(T), RoundingMode::NearestTiesToEven, &LosesInfo);
  return V.isNaN() ? canonicalNaN(T) : V.bitcastToAPInt().getZExtValue();
}

uint64_t roundedSum(ElementType T, uint64_t A, uint64_t B) {
  APFloat Sum = asFloat(T, A);
  Sum.add(asFloat(T, B), RoundingMode::NearestTiesToEven);
  return bitsOf(Sum, T);
}

uint64_t converted(ElementType From, uint64_t Bits, ElementType To) {
  return From == To ? Bits : bitsOf(asFloat(From, Bits), To);
}

uint64_t fmaChain(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                  llvm::ArrayRef<uint64_t> B, uint64_t C) {
  auto AsSingle = [](ElementType T, uint64_t Bits) {
    return asFloat(ElementType::F32, converted(T, Bits, ElementType::F32));
  };
  APFloat Sum = APFloat::getZero(APFloat::IEEEsingle());
  for (size_t I = 0; I != A.size(); ++I) {
    APFloat Product = AsSingle(F.A, A[I]);
    Product.fusedMultiplyAdd(AsSingle(F.B, B[I]), Sum,
                             RoundingMode::NearestTiesToEven);
    Sum = Product;
  }
  Sum.add(AsSingle(F.C, C), RoundingMode::NearestTiesToEven);
  return bitsOf(Sum, F.D);
}

/// \p A * \p B + \p C of f64. A NaN stays itself but for becoming quiet: that
/// of B, else of C, else of A. One that no operand was is negative.
static uint64_t doubleFma(uint64_t A, uint64_t B, uint64_t C,
                          RoundingMode Rounding) {
  constexpr uint64_t Quiet = uint64_t(1) << 51;
  for (uint64_t V : {B, C, A})
    if (decode(ElementType::F64, V).isNaN())
      return V | Quiet;
  auto AsDouble = [](uint64_t V) {
    return APFloat(APFloat::IEEEdouble(), llvm::APInt(64, V));
  };
  APFloat Result = AsDouble(A);
  Result.fusedMultiplyAdd(AsDouble(B), AsDouble(C), Rounding);
  if (Result.isNaN())
    return 0xfff8000000000000;
  return Result.bitcastToAPInt().getZExtValue();
}

uint64_t doubleChain(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                     llvm::ArrayRef<uint64_t> B, uint64_t C) {
  for (size_t I = 0; I != A.size(); ++I)
    C = doubleFma(A[I], B[I], C, F.Rounding);
  return C;
}

} // namespace heddle::matrix
