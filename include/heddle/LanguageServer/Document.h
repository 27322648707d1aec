//===- Document.h - A PTX file in an editor ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers to an editor about a PTX file, by byte offsets into its text.
/// Nothing here knows of a protocol. Files that are being typed are broken most
/// of the time: answers are about what the parser could read.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LANGUAGESERVER_DOCUMENT_H
#define HEDDLE_LANGUAGESERVER_DOCUMENT_H

#include "heddle/PTXParser/SourcePieces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SMLoc.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::ptx {
struct Decl;
struct Function;
struct Instruction;
struct Module;
} // namespace heddle::ptx

namespace heddle::lsp {

/// Bytes from Begin up to End.
struct Span {
  size_t Begin = 0, End = 0;
  bool contains(size_t Offset) const {
    return Begin <= Offset && Offset <= End;
  }
};

/// Counted from 0.
struct Place {
  unsigned Line = 0, Column = 0;
};

struct Edit {
  Span Where;
  std::string Text;
};

struct Problem {
  enum KindType : uint8_t { Error, Warning, Remark };
  struct Note {
    Span Where;
    std::string Message;
  };
  KindType Kind = Error;
  Span Where;
  /// The name of a warning; else empty.
  std::string Name;
  std::string Message;
  std::vector<Edit> FixIts;
  std::vector<Note> Notes;
};

/// A name at a place where it is declared or used.
struct NameUse {
  Span Where;
  const ptx::Decl *Named;
  bool IsDeclaration;
  /// The function around it; null at module scope.
  const ptx::Function *In;
};

struct Suggestion {
  enum KindType : uint8_t {
    Mnemonic,
    Modifier,
    Directive,
    Register,
    SpecialRegister,
    Label,
    Variable,
    Function,
  };
  KindType Kind;
  std::string Text;
  /// A few words on it; may be empty.
  std::string Detail;
};

struct Suggestions {
  /// The text typed already, which a suggestion replaces.
  Span Typed;
  std::vector<Suggestion> List;
};

struct HoverText {
  Span Where;
  /// Markdown.
  std::string Text;
};

struct Symbol {
  enum KindType : uint8_t { Kernel, Function, Variable, Label };
  KindType Kind;
  std::string Name, Detail;
  Span Whole, Selected;
  std::vector<Symbol> Children;
};

struct ColoredSpan {
  enum KindType : uint8_t {
    Comment,
    String,
    Number,
    Directive,
    Mnemonic,
    Register,
    SpecialRegister,
    Parameter,
    Variable,
    Function,
    Label,
  };
  KindType Kind;
  Span Where;
};

/// Lines of which all but the first can be hidden.
struct Fold {
  unsigned First, Last;
  bool IsComment;
};

class Document {
public:
  Document(std::string Text, std::string Name);
  ~Document();
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  llvm::StringRef text() const { return Content; }
  const std::string &name() const { return FileName; }
  Place placeOf(size_t Offset) const;
  /// A place behind the end of its line or of the text is that end.
  size_t offsetOf(Place At) const;

  const std::vector<Problem> &problems() const { return Problems; }
  bool hasErrors() const;

  /// In the order of the text.
  llvm::ArrayRef<NameUse> names() const { return Names; }
  /// Where the name at \p Offset is declared.
  std::optional<Span> definition(size_t Offset) const;
  std::vector<Span> references(size_t Offset, bool WithDeclaration) const;
  /// Fails where \p NewName cannot be its name.
  llvm::Expected<std::vector<Edit>> rename(size_t Offset,
                                           llvm::StringRef NewName) const;
  std::optional<HoverText> hover(size_t Offset) const;
  Suggestions complete(size_t Offset) const;
  std::vector<Symbol> symbols() const;
  std::vector<ColoredSpan> colors() const;
  std::vector<Fold> folds() const;
  /// The text in the style of ptx-format; nothing if it holds something that is
  /// no word of PTX.
  std::optional<std::string> formatted() const;

private:
  struct Parsed;

  Span spanOf(llvm::SMRange Range) const;
  void readProblems(llvm::StringRef JSONLines);
  void indexNames();
  /// Null where there is none.
  const NameUse *nameAt(size_t Offset) const;
  /// The piece at \p Offset or right before it; null: none.
  const ptx::SourcePiece *pieceAt(size_t Offset) const;
  const ptx::Instruction *instructionAt(size_t Offset) const;
  const ptx::Function *functionAt(size_t Offset) const;
  std::string describe(const NameUse &Use) const;
  llvm::Expected<std::vector<Edit>> renameRange(const NameUse &Asked,
                                                llvm::StringRef NewName) const;
  bool isTaken(const ptx::Decl &D, const ptx::Function *In,
               llvm::StringRef Name) const;
  size_t offset(const char *P) const { return size_t(P - Content.data()); }

  std::string Content, FileName;
  std::vector<size_t> LineStarts;
  std::unique_ptr<Parsed> State;
  std::vector<Problem> Problems;
  std::vector<NameUse> Names;
};

/// Returns the text of docs/ptx.md on the form of \p Spelling, `ld.global.u32`,
/// in Markdown; empty if it has none.
std::string describeForm(llvm::StringRef Spelling);

} // namespace heddle::lsp

#endif // HEDDLE_LANGUAGESERVER_DOCUMENT_H
