//===- PTXDictionary.cpp - The words of PTX for a fuzzer ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints libFuzzer's dictionary: every mnemonic, modifier and special register
// of the table, and the directives.
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle::ptx;

static constexpr const char *Directives[] = {".version 8.8",
                                             ".target sm_90",
                                             ".address_size 64",
                                             ".entry",
                                             ".func",
                                             ".visible",
                                             ".extern",
                                             ".weak",
                                             ".common",
                                             ".alias",
                                             ".attribute(.managed)",
                                             ".reg",
                                             ".param",
                                             ".align",
                                             ".ptr",
                                             ".texref",
                                             ".samplerref",
                                             ".surfref",
                                             ".maxntid",
                                             ".reqntid",
                                             ".maxnreg",
                                             ".minnctapersm",
                                             ".explicitcluster",
                                             ".reqnctapercluster",
                                             ".maxclusterrank",
                                             ".noreturn",
                                             ".abi_preserve",
                                             ".pragma",
                                             ".file",
                                             ".loc",
                                             ".section .debug_x",
                                             ".branchtargets",
                                             ".calltargets",
                                             ".callprototype",
                                             "generic(",
                                             "0xff00(",
                                             "inlined_at",
                                             "function_name",
                                             "//",
                                             "/*",
                                             "*/",
                                             "@",
                                             "@!",
                                             "<4>",
                                             "[]",
                                             "{",
                                             "}"};

int main() {
  for (const char *Text : Directives)
    llvm::outs() << '"' << Text << "\"\n";
  for (const OpcodeInfo &Info : opcodeTable())
    llvm::outs() << '"' << Info.Mnemonic << "\"\n";
  for (const ModifierInfo &Info : modifierTable())
    if (*Info.Text)
      llvm::outs() << "\"." << Info.Text << "\"\n";
  for (const SpecialRegisterInfo &Info : specialRegisterTable())
    llvm::outs() << "\"%" << Info.Name << "\"\n";
}
