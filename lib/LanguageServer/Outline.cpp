//===- Outline.cpp - Symbols, colours and folds ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentState.h"
#include "heddle/PTXParser/Completion.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::lsp;
using llvm::dyn_cast;
using ptx::SourcePiece;

std::vector<Symbol> Document::symbols() const {
  std::vector<Symbol> Result;
  if (!State->M)
    return Result;
  auto VariableSymbol = [&](const ptx::Variable &V) {
    return Symbol{
        Symbol::Variable,
        V.Name.str(),
        ("." + ptx::spaceName(V.Space) + " ." + ptx::typeName(V.Type)).str(),
        spanOf(V.Range),
        spanOf(V.Range),
        {}};
  };
  for (const ptx::Variable *V : State->M->Variables)
    Result.push_back(VariableSymbol(*V));
  for (const ptx::Function *F : State->M->Functions) {
    Symbol S{F->IsEntry ? Symbol::Kernel : Symbol::Function,
             F->Name.str(),
             F->IsEntry ? ".entry" : ".func",
             spanOf(F->Range),
             spanOf(F->Range),
             {}};
    if (F->Body)
      S.Whole.End = spanOf(F->Body->Range).End;
    for (const ptx::Variable *V : F->Variables)
      S.Children.push_back(VariableSymbol(*V));
    if (F->Body)
      forEachStmt(*F->Body, [&](const ptx::Stmt &Stmt) {
        if (const auto *L = dyn_cast<ptx::LabelStatement>(&Stmt))
          S.Children.push_back({Symbol::Label,
                                L->L->Name.str(),
                                "",
                                spanOf(L->L->Range),
                                spanOf(L->L->Range),
                                {}});
      });
    Result.push_back(std::move(S));
  }
  llvm::sort(Result, [](const Symbol &A, const Symbol &B) {
    return A.Whole.Begin < B.Whole.Begin;
  });
  return Result;
}

static ColoredSpan::KindType colorOf(const ptx::Decl &D) {
  switch (D.DeclKind) {
  case ptx::Decl::RegisterDecl:
    return ColoredSpan::Register;
  case ptx::Decl::VariableDecl:
    return llvm::cast<ptx::Variable>(D).IsParameter ? ColoredSpan::Parameter
                                                    : ColoredSpan::Variable;
  case ptx::Decl::LabelDecl:
    return ColoredSpan::Label;
  case ptx::Decl::FunctionDecl:
    return ColoredSpan::Function;
  }
  llvm_unreachable("unknown kind of declaration");
}

std::vector<ColoredSpan> Document::colors() const {
  std::vector<ColoredSpan> Result;
  auto Name = Names.begin();
  const SourcePiece *Before = nullptr;
  for (const SourcePiece &P : State->Pieces) {
    Span Where{offset(P.Text.begin()), offset(P.Text.end())};
    while (Name != Names.end() && Name->Where.Begin < Where.Begin)
      ++Name;
    bool IsNamed = Name != Names.end() && Name->Where.Begin == Where.Begin;
    std::optional<ColoredSpan::KindType> Kind;
    switch (P.PieceKind) {
    case SourcePiece::Comment:
    case SourcePiece::WholeLine:
      Kind = ColoredSpan::Comment;
      break;
    case SourcePiece::String:
      Kind = ColoredSpan::String;
      break;
    case SourcePiece::Number:
      Kind = ColoredSpan::Number;
      break;
    case SourcePiece::Directive:
      Kind = ColoredSpan::Directive;
      break;
    case SourcePiece::Sign:
      break;
    case SourcePiece::Word:
      if (IsNamed)
        Kind = colorOf(*Name->Named);
      else if (ptx::isSpecialRegister(P.stem()))
        Kind = ColoredSpan::SpecialRegister;
      else if (P.Text.starts_with("%"))
        Kind = ColoredSpan::Register;
      else if (!Before || Before->is(";") || Before->is("{") ||
               Before->is("}") || Before->is(":") ||
               Before->PieceKind == SourcePiece::Number ||
               P.Text.contains('.') || Before->Text.starts_with("%"))
        Kind = ColoredSpan::Mnemonic;
      break;
    }
    if (Kind)
      Result.push_back({*Kind, Where});
    if (P.PieceKind != SourcePiece::Comment)
      Before = &P;
  }
  return Result;
}

std::vector<Fold> Document::folds() const {
  std::vector<Fold> Result;
  llvm::SmallVector<unsigned, 8> Open;
  auto Add = [&](unsigned First, unsigned Last, bool IsComment) {
    if (First < Last)
      Result.push_back({First, Last, IsComment});
  };
  // Comments on lines that follow each other are folded together.
  unsigned CommentFirst = 0, CommentLast = 0;
  bool InComment = false;
  for (const SourcePiece &P : State->Pieces) {
    unsigned First = placeOf(offset(P.Text.begin())).Line;
    unsigned Last = placeOf(offset(P.Text.end())).Line;
    bool GoesOn = P.PieceKind == SourcePiece::Comment && InComment &&
                  First == CommentLast + 1;
    if (InComment && !GoesOn)
      Add(CommentFirst, CommentLast, true);
    if (P.PieceKind == SourcePiece::Comment) {
      CommentFirst = GoesOn ? CommentFirst : First;
      CommentLast = Last;
      InComment = true;
      continue;
    }
    InComment = false;
    if (P.is("{")) {
      Open.push_back(First);
    } else if (P.is("}") && !Open.empty()) {
      Add(Open.pop_back_val(), First, false);
    }
  }
  if (InComment)
    Add(CommentFirst, CommentLast, true);
  return Result;
}
