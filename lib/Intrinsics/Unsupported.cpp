//===- Unsupported.cpp - Reports of what a chip cannot run ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/Unsupported.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {

void reportUnsupported(const Instruction &I, const Twine &Why,
                       DiagnosticSeverity Severity) {
  const Function &F = *I.getFunction();
  std::string Message = Why.str();
  if (!I.getDebugLoc()) {
    std::string Text;
    raw_string_ostream OS(Text);
    I.print(OS);
    Message += (": '" + StringRef(Text).trim() + "' in @" + F.getName()).str();
  }
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Message, I.getDebugLoc(), Severity));
}

} // namespace heddle
