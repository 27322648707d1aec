//===- TeslaLimits.cpp - What does not fit the chip -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reports kernels that need more of the chip than there is, before code is
/// generated for them: such code could not be encoded, or nothing would load
/// it.
///
//===----------------------------------------------------------------------===//

#include "TeslaLimits.h"
#include "Emit/TeslaSharedLayout.h"
#include "Select/TeslaCalls.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace heddle;

void llvm::reportTeslaLimit(const Function &F, const Twine &Why) {
  DiagnosticLocation Where;
  if (DISubprogram *SP = F.getSubprogram())
    Where = DiagnosticLocation(
        DebugLoc(DILocation::get(F.getContext(), SP->getLine(), 1, SP)));
  StringRef Kind = isTeslaDeviceFunction(F) ? "function '" : "kernel '";
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Kind + F.getName() + "' " + Why, Where));
}

/// Bytes of the variables of \p F itself, without spills and callees.
static uint64_t localBytes(const Function &F) {
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = 0;
  for (const Instruction &I : instructions(F))
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (auto Size = Variable->getAllocationSize(DL))
        Bytes = SaturatingAdd(Bytes, uint64_t(Size->getFixedValue()));
  return Bytes;
}

/// Shared bytes without launch state and parameters.
static uint64_t ownSharedBytes(const TeslaSharedLayout &Layout) {
  uint32_t Start = Layout.DynamicOffset;
  for (const auto &[Variable, Address] : Layout.Variables)
    Start = std::min(Start, Address);
  return Layout.DynamicOffset - Start;
}

static void checkKernel(const Function &F, uint64_t MaxSharedBytes,
                        bool LaunchStateInShared) {
  TeslaSharedLayout Layout = TeslaSharedLayout::compute(F);
  const abi::Chip *Chip = abi::findChip(attributes::TargetChip.get(F));
  const bool IsWide = Chip && Chip->has(abi::Feature::WideAddresses);
  const uint64_t Room = IsWide ? abi::MaxWideParamBytes : abi::MaxParamBytes;
  if (Layout.ParamBytes > Room)
    return reportTeslaLimit(
        F, "takes " + Twine(Layout.ParamBytes) +
               " bytes of parameters, and there is room for " + Twine(Room));
  const uint64_t Own = ownSharedBytes(Layout);
  if (!LaunchStateInShared && Own > MaxSharedBytes)
    return reportTeslaLimit(F, "uses " + Twine(Own) +
                                   " bytes of shared memory, and a CTA has " +
                                   Twine(MaxSharedBytes));
  // Everything else that a CTA has there must be in reach.
  if (!LaunchStateInShared)
    MaxSharedBytes = IsWide ? abi::MaxWideSharedBytes : abi::MaxSharedBytes;
  if (Layout.DynamicOffset > MaxSharedBytes)
    reportTeslaLimit(F, "uses " + Twine(Layout.DynamicOffset) +
                            " bytes of shared memory, parameters included, and "
                            "a CTA has " +
                            Twine(MaxSharedBytes));
}

void llvm::checkTeslaLimits(const Module &M, uint64_t MaxSharedBytes,
                            bool LaunchStateInShared) {
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (uint64_t Bytes = localBytes(F); Bytes > abi::MaxLocalBytes)
      reportTeslaLimit(F, "uses " + Twine(Bytes) +
                              " bytes of local memory, and a thread has " +
                              Twine(abi::MaxLocalBytes));
    if (!isTeslaDeviceFunction(F))
      checkKernel(F, MaxSharedBytes, LaunchStateInShared);
  }
}
