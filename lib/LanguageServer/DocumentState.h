//===- DocumentState.h - What the parser made of a document -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LANGUAGESERVER_DOCUMENTSTATE_H
#define HEDDLE_LIB_LANGUAGESERVER_DOCUMENTSTATE_H

#include "heddle/LanguageServer/Document.h"
#include "heddle/PTXParser/AST.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle::lsp {

/// The buffer is the document's text itself.
struct Document::Parsed {
  llvm::SourceMgr Sources;
  /// Maybe broken; null for what is no PTX at all.
  std::unique_ptr<ptx::Module> M;
  std::vector<ptx::SourcePiece> Pieces;
};

/// The lines in which the value of a register is needed later, as pairs of
/// statements' places in the text.
std::vector<Span> liveRanges(const ptx::Function &F, const ptx::Register &R,
                             llvm::StringRef Text);

/// The declaration that stands for all of the same thing.
const ptx::Decl &canonical(const ptx::Decl &D);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LANGUAGESERVER_DOCUMENTSTATE_H
