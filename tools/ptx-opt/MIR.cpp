//===- MIR.cpp - Passes on machine IR -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MIR.h"

using namespace llvm;

namespace heddle {

Error runMIRPasses(StringRef Path, LLVMContext &, raw_ostream &) {
  return createStringError(Path + ": MIR is not supported yet");
}

} // namespace heddle
