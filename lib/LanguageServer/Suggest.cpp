//===- Suggest.cpp - What can be typed next -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentState.h"
#include "heddle/PTXParser/Completion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace heddle;
using namespace heddle::lsp;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using llvm::Twine;
using ptx::SourcePiece;

/// "PTX 7.0, sm_80".
static std::string sinceText(uint16_t Version, uint16_t Target) {
  std::string Text =
      ("PTX " + Twine(Version / 10) + "." + Twine(Version % 10)).str();
  if (Target % 1000 != 0)
    Text +=
        (", sm_" + Twine(Target % 1000) + (Target >= 1000 ? "a" : "")).str();
  return Text;
}

static bool isOfName(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '%' || C == '.' ||
         C == ':';
}

namespace {

/// The text in front of the word that is being typed.
struct TypedContext {
  /// A statement begins with the word.
  bool IsAtStart = true;
  /// Inside of `[`.
  bool IsInAddress = false;
  /// The name of the instruction whose operand the word is.
  StringRef Mnemonic;
};

} // namespace

static TypedContext contextOf(llvm::ArrayRef<SourcePiece> Before) {
  auto Ends = [](const SourcePiece &P) {
    return P.is(";") || P.is("}") || P.is(":") || P.is("{");
  };
  // A brace of a list is taken for one of a block: what is typed in a list is
  // an operand all the same, for a comma or the instruction stands before it.
  size_t Begin = Before.size();
  while (Begin != 0 && !Ends(Before[Begin - 1]))
    --Begin;
  llvm::SmallVector<const SourcePiece *, 8> Words;
  TypedContext Context;
  for (const SourcePiece &P : Before.drop_front(Begin)) {
    Context.IsInAddress |= P.is("[");
    Context.IsInAddress &= !P.is("]");
    if (P.PieceKind != SourcePiece::Comment &&
        P.PieceKind != SourcePiece::WholeLine)
      Words.push_back(&P);
  }
  llvm::ArrayRef<const SourcePiece *> Rest = Words;
  // `@%p1` and `@!%p1` stand before the instruction.
  if (!Rest.empty() && Rest.front()->is("@")) {
    size_t Guard = Rest.size() > 1 && Rest[1]->is("!") ? 3 : 2;
    Context.IsAtStart = Rest.size() >= Guard;
    Rest = Rest.drop_front(std::min(Guard, Rest.size()));
    Context.IsAtStart &= Rest.empty();
  } else {
    Context.IsAtStart = Rest.empty();
  }
  if (!Rest.empty())
    Context.Mnemonic = Rest.front()->Text;
  return Context;
}

static Suggestion::KindType kindOf(const ptx::Decl &D) {
  switch (D.DeclKind) {
  case ptx::Decl::RegisterDecl:
    return Suggestion::Register;
  case ptx::Decl::VariableDecl:
    return Suggestion::Variable;
  case ptx::Decl::LabelDecl:
    return Suggestion::Label;
  case ptx::Decl::FunctionDecl:
    return Suggestion::Function;
  }
  llvm_unreachable("unknown kind of declaration");
}

static std::string detailOf(const ptx::Decl &D) {
  if (const auto *R = dyn_cast<ptx::Register>(&D))
    return ("." + ptx::typeName(R->Type)).str();
  if (const auto *V = dyn_cast<ptx::Variable>(&D))
    return ("." + ptx::spaceName(V->Space) + " ." + ptx::typeName(V->Type))
        .str();
  return "";
}

/// Whether a name of this kind can be an operand there.
static bool fits(const ptx::Decl &D, const TypedContext &Context) {
  StringRef Stem = Context.Mnemonic.split('.').first;
  bool IsBranch = Stem == "bra" || Stem == "brx" || Stem == "ssy";
  if (isa<ptx::Label>(D))
    return IsBranch;
  if (isa<ptx::Function>(D))
    return Stem == "call" || Stem == "mov" || Context.Mnemonic.empty();
  return !IsBranch;
}

Suggestions Document::complete(size_t Offset) const {
  Suggestions Result;
  size_t Begin = Offset;
  while (Begin != 0 && isOfName(Content[Begin - 1]))
    --Begin;
  Result.Typed = {Begin, Offset};
  StringRef Word = StringRef(Content).slice(Begin, Offset);
  auto End = llvm::partition_point(State->Pieces, [&](const SourcePiece &P) {
    return offset(P.Text.end()) <= Begin;
  });
  // Nothing is suggested in a comment or a string.
  if (End != State->Pieces.end() && offset(End->Text.begin()) < Begin)
    return Result;
  TypedContext Context =
      contextOf(llvm::ArrayRef(State->Pieces)
                    .take_front(size_t(End - State->Pieces.begin())));
  auto Add = [&](Suggestion::KindType Kind, const Twine &Text,
                 std::string Detail) {
    std::string Whole = Text.str();
    if (StringRef(Whole).starts_with(Word))
      Result.List.push_back({Kind, std::move(Whole), std::move(Detail)});
  };
  const ptx::Function *In = functionAt(Offset);
  if (Context.IsAtStart && Word.contains('.') && !Word.starts_with(".")) {
    StringRef Name = Word.rsplit('.').first;
    for (const ptx::NextModifier &Next : ptx::nextModifiers(Name))
      Add(Suggestion::Modifier, Name + "." + Next.Name,
          sinceText(Next.MinVersion, Next.MinTarget));
    // Names have dots, too: `fence.proxy` is another instruction than `fence`.
    for (StringRef Mnemonic : ptx::mnemonics())
      if (StringRef Rest = Mnemonic;
          Rest.consume_front(Name) && Rest.consume_front(".") &&
          llvm::none_of(Result.List, [&](const Suggestion &S) {
            return S.Text == (Name + "." + Rest.split('.').first).str();
          }))
        Add(Suggestion::Mnemonic, Name + "." + Rest.split('.').first, "");
    return Result;
  }
  if (Word.starts_with(".") || (Context.IsAtStart && Word.empty()))
    for (StringRef Directive : ptx::directives())
      Add(Suggestion::Directive, "." + Directive, "");
  if (Context.IsAtStart) {
    for (StringRef Mnemonic : ptx::mnemonics())
      Add(Suggestion::Mnemonic, Mnemonic, "");
    return Result;
  }
  llvm::StringSet<> Seen;
  for (const NameUse &Use : Names)
    if ((!Use.In || Use.In == In) && fits(*Use.Named, Context) &&
        Seen.insert(Use.Named->Name).second)
      Add(kindOf(*Use.Named), Use.Named->Name, detailOf(*Use.Named));
  if (!Context.IsInAddress && !Context.Mnemonic.starts_with("bra"))
    for (const std::string &Register : ptx::specialRegisters())
      Add(Suggestion::SpecialRegister, Register, "");
  return Result;
}
