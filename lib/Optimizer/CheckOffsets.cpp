//===- CheckOffsets.cpp - check-offsets -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The silicon keeps the low word of a 64-bit address, and no fault tells of
/// the upper one when the code runs. Constants are seen before:
///
///   %a = add i64 %p, 4294967296
///   %l = trunc i64 %a to i32            an access through %l: a warning
///
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/NamedWarning.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "check-offsets"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle {

/// A kind of LLVM's diagnostics that is ours.
static int namedWarningKind() {
  static const int Kind = getNextAvailablePluginDiagnosticKind();
  return Kind;
}

NamedWarning::NamedWarning(StringRef Name, const Instruction &I,
                           const Twine &Message)
    : DiagnosticInfoWithLocationBase(DiagnosticKind(namedWarningKind()),
                                     DS_Warning, *I.getFunction(),
                                     DiagnosticLocation(I.getDebugLoc())),
      Name(Name), Message(Message.str()) {}

void NamedWarning::print(DiagnosticPrinter &DP) const {
  if (isLocationAvailable())
    DP << getLocationStr() << ": ";
  DP << Message;
}

bool NamedWarning::classof(const DiagnosticInfo *DI) {
  return DI->getKind() == namedWarningKind();
}

/// The sum of the constants in the 64-bit address whose low word is \p Address;
/// 0 where it is computed in 32 bits.
static int64_t constantOffset(const Value *Address) {
  const Value *V = Address, *Base;
  const APInt *Constant;
  // The access's own offset.
  if (match(V, m_Add(m_Value(Base), m_APInt(Constant))))
    V = Base;
  if (!match(V, m_Trunc(m_Value(V))) || !V->getType()->isIntegerTy(64))
    return 0;
  // A long chain is folded at the latest by the optimizer.
  constexpr unsigned MaxSteps = 64;
  APInt Offset(64, 0);
  for (unsigned Step = 0; Step != MaxSteps; ++Step) {
    if (match(V, m_Add(m_Value(Base), m_APInt(Constant))))
      Offset += *Constant;
    else if (match(V, m_Sub(m_Value(Base), m_APInt(Constant))))
      Offset -= *Constant;
    else
      break;
    V = Base;
  }
  return Offset.getSExtValue();
}

PreservedAnalyses CheckOffsetsPass::run(Function &F,
                                        FunctionAnalysisManager &) {
  // An access may be several instructions.
  SmallSet<std::pair<unsigned, unsigned>, 8> Told;
  for (const Instruction &I : instructions(F)) {
    const Value *Pointer = getPointerOperand(&I);
    const Value *Address;
    if (!Pointer || !match(Pointer, m_IntToPtr(m_Value(Address))))
      continue;
    constexpr int64_t Beyond = int64_t(1) << 32;
    int64_t Offset = constantOffset(Address);
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": offset " << Offset << " at" << I
                      << '\n');
    if (Offset > -Beyond && Offset < Beyond)
      continue;
    const DebugLoc &DL = I.getDebugLoc();
    if (DL && !Told.insert({DL.getLine(), DL.getCol()}).second)
      continue;
    F.getContext().diagnose(
        NamedWarning("offset-truncated", I,
                     "addresses of this chip have 32 bits: of the offset " +
                         Twine(Offset) + " that is added to this one " +
                         Twine(int32_t(Offset)) + " is left"));
  }
  return PreservedAnalyses::all();
}

} // namespace heddle
