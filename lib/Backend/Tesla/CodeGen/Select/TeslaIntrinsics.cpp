//===- TeslaIntrinsics.cpp - Intrinsics that are selected -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaIntrinsics.h"
#include "Target/TeslaSubtarget.h"
#include "TeslaISelLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace {
/// A row of TeslaIntrinsics.td, one for each pattern.
struct SelectedIntrinsic {
  unsigned Root;
  /// The feature that the pattern needs, or empty.
  StringLiteral Needs;
};

#define GET_SelectedIntrinsics_DECL
#define GET_SelectedIntrinsics_IMPL
#include "TeslaGenSearchableTables.inc"
} // namespace

/// The table's names ascend, and so must LLVM's numbers for them.
static_assert(std::is_sorted(std::begin(SelectedIntrinsics),
                             std::end(SelectedIntrinsics),
                             [](const auto &A, const auto &B) {
                               return A.Root < B.Root;
                             }));

/// Whether \p IID is one of the intrinsics of all targets that become a node
/// that is legal or that lowering expands, or that selection drops.
static bool isGeneric(unsigned IID) {
  switch (IID) { // Over LLVM's intrinsics.
#define LLVM_SELECTED(NAME, OPERANDS) case Intrinsic::NAME:
#define LLVM_DROPPED(NAME) case Intrinsic::NAME:
#include "heddle/Intrinsics/LLVMIntrinsics.def"
    return true;
  default:
    return false;
  }
}

bool llvm::isTeslaIntrinsic(unsigned IID, const TeslaSubtarget &Chip) {
  if (isTeslaWideConversion(IID))
    return Chip.hasF64();
  if (IID == Intrinsic::nvvm_mulhi_ll || IID == Intrinsic::nvvm_mulhi_ull)
    return Chip.hasWideIntegers();
  if (IID == Intrinsic::umul_with_overflow ||
      IID == Intrinsic::smul_with_overflow)
    return Chip.hasFullMultiplication();
  auto IsMet = [&](const SelectedIntrinsic &S) {
    return S.Needs.empty() || Chip.checkFeatures(("+" + S.Needs).str());
  };
  return isGeneric(IID) || isTeslaLoweredIntrinsic(IID) ||
         any_of(lookupSelectedIntrinsic(IID), IsMet);
}
