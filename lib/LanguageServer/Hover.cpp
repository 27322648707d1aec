//===- Hover.cpp - What is said about a word ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentState.h"
#include "heddle/PTXParser/Completion.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::lsp;
using llvm::dyn_cast;
using llvm::StringRef;
using llvm::Twine;
using ptx::SourcePiece;

const ptx::Function *Document::functionAt(size_t Offset) const {
  if (!State->M)
    return nullptr;
  for (const ptx::Function *F : State->M->Functions)
    if (F->Body && spanOf(F->Body->Range).contains(Offset))
      return F;
  return nullptr;
}

const ptx::Instruction *Document::instructionAt(size_t Offset) const {
  const ptx::Function *F = functionAt(Offset);
  const ptx::Instruction *Found = nullptr;
  if (F)
    forEachStmt(*F->Body, [&](const ptx::Stmt &S) {
      if (const auto *I = dyn_cast<ptx::Instruction>(&S))
        if (spanOf(I->Range).contains(Offset))
          Found = I;
    });
  return Found;
}

static std::string quoted(const Twine &Code) {
  return ("```ptx\n" + Code + "\n```").str();
}

static std::string typeText(ptx::ScalarType Type, unsigned VectorWidth) {
  std::string Text;
  if (VectorWidth > 1)
    Text = (".v" + Twine(VectorWidth) + " ").str();
  return Text + ("." + ptx::typeName(Type)).str();
}

static std::string variableText(const ptx::Variable &V) {
  std::string Text = "." + ptx::spaceName(V.Space).str();
  if (V.AlignIsExplicit)
    Text += " .align " + std::to_string(V.Align);
  Text += " " + typeText(V.Type, V.VectorWidth) + " " + V.Name.str();
  for (uint64_t Dim : V.Dims)
    Text += "[" + (Dim == 0 ? std::string() : std::to_string(Dim)) + "]";
  return quoted(Text) +
         (V.byteSize() == 0 ? ""
                            : "\n\n" + std::to_string(V.byteSize()) + " bytes");
}

/// The statement's text in one line.
static std::string oneLine(StringRef Text) {
  std::string Line;
  for (char C : Text)
    if (C != '\n' && C != '\r')
      Line += C == '\t' ? ' ' : C;
  return Line;
}

/// The instructions that write \p R: what its value is called after.
static std::vector<std::string> writersOf(const ptx::Function &F,
                                          const ptx::Register &R) {
  std::vector<std::string> Result;
  forEachStmt(*F.Body, [&](const ptx::Stmt &S) {
    const auto *I = dyn_cast<ptx::Instruction>(&S);
    if (!I || I->Operands.empty() || I->Form->Operands.size() == 0 ||
        !(I->Form->Operands.begin()->Flags & ptx::OFDest))
      return;
    const ptx::Operand &To = I->Operands.front();
    bool Writes = To.OpKind == ptx::Operand::RegisterOp && To.Base == &R;
    for (const ptx::Operand &Element : To.Elements)
      Writes |= Element.Base == &R;
    if (Writes)
      Result.push_back(oneLine(
          {S.Range.Start.getPointer(),
           size_t(S.Range.End.getPointer() - S.Range.Start.getPointer())}));
  });
  return Result;
}

static std::string registerText(const ptx::Register &R, const ptx::Function *In,
                                const Document &Of) {
  std::string Text =
      quoted(".reg " + typeText(R.Type, R.VectorWidth) + " " + R.Name);
  if (!In || !In->Body)
    return Text;
  std::vector<std::string> Writers = writersOf(*In, R);
  if (Writers.size() == 1)
    Text += "\n\nIts value is that of\n" + quoted(Writers.front());
  else if (Writers.size() > 1)
    Text +=
        "\n\nWritten by " + std::to_string(Writers.size()) + " instructions";
  std::vector<Span> Live = liveRanges(*In, R, Of.text());
  if (Live.empty())
    return Text;
  Text += "\n\nLive in lines ";
  for (const Span &Range : Live) {
    unsigned First = Of.placeOf(Range.Begin).Line + 1;
    unsigned Last = Of.placeOf(Range.End).Line + 1;
    if (Range.Begin != Live.front().Begin)
      Text += ", ";
    Text += std::to_string(First);
    if (Last != First)
      Text += "-" + std::to_string(Last);
  }
  return Text;
}

static std::string functionText(const ptx::Function &F) {
  return quoted((F.IsEntry ? ".entry " : ".func ") + F.Name) + "\n\n" +
         std::to_string(F.Params.size()) + " parameters" +
         (F.Body ? "" : ", declared only");
}

std::string Document::describe(const NameUse &Use) const {
  const ptx::Decl &D = canonical(*Use.Named);
  switch (D.DeclKind) {
  case ptx::Decl::RegisterDecl:
    return registerText(llvm::cast<ptx::Register>(D), Use.In, *this);
  case ptx::Decl::VariableDecl:
    return variableText(llvm::cast<ptx::Variable>(D));
  case ptx::Decl::LabelDecl: {
    size_t Uses = references(Use.Where.Begin, /*WithDeclaration=*/false).size();
    return quoted(D.Name + ":") + "\n\n" + std::to_string(Uses) +
           (Uses == 1 ? " branch" : " branches");
  }
  case ptx::Decl::FunctionDecl:
    return functionText(llvm::cast<ptx::Function>(D));
  }
  llvm_unreachable("unknown kind of declaration");
}

std::optional<HoverText> Document::hover(size_t Offset) const {
  if (const NameUse *Use = nameAt(Offset))
    return HoverText{Use->Where, describe(*Use)};
  if (const ptx::Instruction *I = instructionAt(Offset)) {
    Span Name = spanOf(I->NameRange);
    std::string Spelling;
    llvm::raw_string_ostream SpellingStream(Spelling);
    printName(*I, SpellingStream);
    if (Name.contains(Offset))
      if (std::string Text = describeForm(Spelling); !Text.empty())
        return HoverText{Name, Text};
  }
  const SourcePiece *P = pieceAt(Offset);
  if (P && P->PieceKind == SourcePiece::Word &&
      ptx::isSpecialRegister(P->stem()))
    return HoverText{{offset(P->Text.begin()), offset(P->Text.end())},
                     quoted(P->Text) + "\n\nspecial register"};
  return std::nullopt;
}
