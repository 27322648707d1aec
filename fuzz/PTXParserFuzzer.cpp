//===- PTXParserFuzzer.cpp - Any bytes through the PTX front end ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parser accepts, the printer must print so that it is accepted again
// and printed alike.
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace heddle;

/// \p Text parsed and printed; empty if it was refused, with a message.
static std::string printed(llvm::StringRef Text, std::string &Said) {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Text, "fuzz.ptx"), {});
  llvm::raw_string_ostream SaidStream(Said);
  Diagnostics Diags(Sources, SaidStream);
  auto M = ptx::parseModule(Diags);
  std::string Result, Tree;
  if (!M) {
    if (!Diags.hadError())
      std::abort();
    return Result;
  }
  llvm::raw_string_ostream ResultStream(Result), TreeStream(Tree);
  ptx::printPTX(*M, ResultStream);
  ptx::dumpAST(*M, TreeStream);
  return Result;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Said;
  std::string First =
      printed({reinterpret_cast<const char *>(Data), Size}, Said);
  if (First.empty())
    return 0;
  std::string SaidAgain;
  std::string Second = printed(First, SaidAgain);
  if (First != Second) {
    llvm::errs() << First << "---\n" << SaidAgain << "---\n" << Second;
    std::abort();
  }
  return 0;
}
