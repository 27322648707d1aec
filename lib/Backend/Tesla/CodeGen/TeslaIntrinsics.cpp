//===- TeslaIntrinsics.cpp - Intrinsics that are selected -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaIntrinsics.h"
#include "TeslaISelLowering.h"
#include "TeslaSubtarget.h"
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

/// Of all targets: what becomes a node that is legal, or that lowering expands,
/// and what selection drops.
static bool isGeneric(unsigned IID) {
  switch (IID) { // Over LLVM's intrinsics.
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::abs:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::fabs:
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
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
