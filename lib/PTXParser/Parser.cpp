//===- Parser.cpp - Tokens, errors and recovery ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/Parser.h"
#include "ForeignFormat.h"
#include "ParserImpl.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

std::unique_ptr<Module> heddle::ptx::parseModule(Diagnostics &Diags,
                                                 const ParseOptions &Options) {
  llvm::SourceMgr &Sources = Diags.sources();
  const llvm::MemoryBuffer *Buffer = Sources.getMemoryBuffer(
      Options.Buffer != 0 ? Options.Buffer : Sources.getMainFileID());
  auto M = std::make_unique<Module>();
  M->IsPart = Options.IsPart;
  M->FileName = Buffer->getBufferIdentifier();
  unsigned ErrorsBefore = Diags.numErrors();
  StringRef Text = Buffer->getBuffer();
  // The line of such a file is nothing to show.
  if (StringRef Format = foreignFormat(Text, M->FileName); !Format.empty()) {
    Diags.error(SMLoc(), (Options.Buffer == 0
                              ? "this is not PTX but "
                              : "'" + M->FileName + "' is not PTX but ") +
                             Format);
    return nullptr;
  }
  if (Text.consume_front("\xef\xbb\xbf")) {
    SMLoc Start = SMLoc::getFromPointer(Buffer->getBufferStart());
    Diags.error(Start,
                "the file starts with the byte-order mark of UTF-8; PTX is "
                "ASCII and has none",
                SMRange(Start, SMLoc::getFromPointer(Text.begin())));
  }
  Sema Actions(*M, Diags);
  Parser(*M, Text, Actions, Diags).parseModule();
  if (Diags.numErrors() != ErrorsBefore && !Options.KeepsBroken)
    return nullptr;
  return M;
}

Parser::Parser(Module &M, StringRef Buffer, Sema &Actions, Diagnostics &Diags)
    : DebugParser(M, Buffer, Actions, Diags) {
  Statements = &ModuleBody;
}
