//===- ExpandDotProducts.cpp - expand-dot-products ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums of products of bytes and halves:
///
///   %d = call i32 @heddle.dp4a.u32.s32(%a, %b, %c)    =>  c and four products
///   %d = call i32 @heddle.dp2a.lo.s32.s32(%a, %b, %c) =>  c and two products
///
/// The factors of dp2a are halves and bytes.
///
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "expand-dot-products"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumDotProductsExpanded, "Dot products expanded");

namespace heddle {

/// Part \p Index of \p Width bits of \p V, extended to a word.
static Value *part(Expander &B, Value *V, unsigned Index, unsigned Width,
                   bool Signed) {
  V = B.CreateTrunc(B.CreateLShr(V, Index * Width), B.getIntNTy(Width));
  return B.CreateIntCast(V, B.getInt32Ty(), Signed);
}

static Value *expandDotProduct(Expander &B, CallInst &Call) {
  StringRef Name = operationName(Call);
  unsigned FirstByte = 0, Parts = 4;
  if (!Name.consume_front("dp4a.")) {
    if (!Name.consume_front("dp2a."))
      return nullptr;
    Parts = 2;
    FirstByte = Name.starts_with("hi") ? 2 : 0;
    Name = Name.split('.').second;
  }
  auto [TypeA, TypeB] = Name.split('.');
  Value *Sum = Call.getArgOperand(2);
  for (unsigned Index = 0; Index != Parts; ++Index) {
    Value *L = part(B, Call.getArgOperand(0), Index, 32 / Parts,
                    TypeA.starts_with("s"));
    Value *R = part(B, Call.getArgOperand(1), FirstByte + Index, 8,
                    TypeB.starts_with("s"));
    Sum = B.CreateAdd(Sum, B.CreateMul(L, R));
  }
  return Sum;
}

PreservedAnalyses ExpandDotProductsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  return expandCalls(F, expandDotProduct, NumDotProductsExpanded);
}

} // namespace heddle
