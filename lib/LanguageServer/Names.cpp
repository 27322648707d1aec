//===- Names.cpp - Where names are declared and used ----------------------===//
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

using namespace heddle;
using namespace heddle::lsp;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using ptx::SourcePiece;

const ptx::Decl &heddle::lsp::canonical(const ptx::Decl &D) {
  if (const auto *F = dyn_cast<ptx::Function>(&D); F && F->Definition)
    return *F->Definition;
  if (const auto *V = dyn_cast<ptx::Variable>(&D); V && V->Definition)
    return *V->Definition;
  return D;
}

namespace {

/// Walks the tree. A tree says what a name means, and the pieces say where in
/// an operand's text the name stands.
class NameFinder {
public:
  NameFinder(ArrayRef<SourcePiece> Pieces, const char *Start,
             std::vector<NameUse> &Names)
      : Pieces(Pieces), Start(Start), Names(Names) {}

  void addModule(const ptx::Module &M);

private:
  void add(const ptx::Decl *D, const char *Begin, bool IsDeclaration);
  void addDeclaration(const ptx::Decl &D) {
    if (D.Range.isValid())
      add(&D, D.Range.Start.getPointer(), true);
  }
  void addUses(const ptx::Decl *D, llvm::SMRange Place);
  void addOperand(const ptx::Operand &Op);
  void addInit(const ptx::Init &I);
  void addStatement(const ptx::Stmt &S);
  void addFunction(const ptx::Function &F);

  ArrayRef<SourcePiece> Pieces;
  const char *Start;
  std::vector<NameUse> &Names;
  const ptx::Function *In = nullptr;
};

} // namespace

void NameFinder::add(const ptx::Decl *D, const char *Begin,
                     bool IsDeclaration) {
  size_t At = size_t(Begin - Start);
  size_t Length = D->Name.size();
  // The registers of a range are declared by their stem.
  if (IsDeclaration && isa<ptx::Register>(D))
    Length = size_t(D->Range.End.getPointer() - Begin);
  Names.push_back({{At, At + Length}, D, IsDeclaration, In});
}

void NameFinder::addUses(const ptx::Decl *D, llvm::SMRange Place) {
  if (!D || !Place.isValid())
    return;
  const SourcePiece *P =
      llvm::partition_point(Pieces, [&](const SourcePiece &Piece) {
        return Piece.Text.begin() < Place.Start.getPointer();
      });
  for (; P != Pieces.end() && P->Text.begin() < Place.End.getPointer(); ++P)
    if (P->PieceKind == SourcePiece::Word && P->stem() == D->Name)
      return add(D, P->Text.begin(), false);
}

void NameFinder::addOperand(const ptx::Operand &Op) {
  addUses(Op.Base, Op.Range);
  for (const ptx::Operand &Element : Op.Elements)
    addOperand(Element);
  if (Op.Second)
    addOperand(*Op.Second);
}

void NameFinder::addInit(const ptx::Init &I) {
  addUses(I.Symbol, I.Range);
  for (const ptx::Init &Element : I.Elements)
    addInit(Element);
}

void NameFinder::addStatement(const ptx::Stmt &S) {
  if (const auto *I = dyn_cast<ptx::Instruction>(&S)) {
    if (I->Guard)
      addUses(I->Guard, {I->Range.Start, I->NameRange.Start});
    for (const ptx::Operand &Op : I->Operands)
      addOperand(Op);
  } else if (const auto *L = dyn_cast<ptx::LabelStatement>(&S)) {
    addDeclaration(*L->L);
  } else if (const auto *V = dyn_cast<ptx::VariableDeclaration>(&S)) {
    addDeclaration(*V->Var);
    if (V->Var->Initializer)
      addInit(*V->Var->Initializer);
  } else if (const auto *T = dyn_cast<ptx::TargetsDirective>(&S)) {
    addDeclaration(*T->Name);
    for (const ptx::Decl *Target : T->Targets)
      addUses(Target, S.Range);
  } else if (const auto *P = dyn_cast<ptx::PrototypeDirective>(&S)) {
    addDeclaration(*P->Name);
  } else if (const auto *A = dyn_cast<ptx::AliasDirective>(&S)) {
    addUses(A->Alias, S.Range);
    addUses(A->Target, S.Range);
  }
}

void NameFinder::addFunction(const ptx::Function &F) {
  addDeclaration(F);
  In = &F;
  for (ArrayRef<ptx::Decl *> List : {F.Params, F.Returns})
    for (const ptx::Decl *D : List)
      addDeclaration(*D);
  for (const ptx::Register *R : F.Registers)
    if (!llvm::is_contained(F.Params, R) && !llvm::is_contained(F.Returns, R))
      addDeclaration(*R);
  if (F.Body)
    forEachStmt(*F.Body, [&](const ptx::Stmt &S) { addStatement(S); });
  In = nullptr;
}

void NameFinder::addModule(const ptx::Module &M) {
  for (const ptx::Stmt *S : M.Body)
    addStatement(*S);
  for (const ptx::Function *F : M.Functions)
    addFunction(*F);
}

void Document::indexNames() {
  if (!State->M)
    return;
  NameFinder(State->Pieces, Content.data(), Names).addModule(*State->M);
  llvm::sort(Names, [](const NameUse &A, const NameUse &B) {
    return std::pair(A.Where.Begin, A.Named->Id) <
           std::pair(B.Where.Begin, B.Named->Id);
  });
}

const NameUse *Document::nameAt(size_t Offset) const {
  const NameUse *Found = nullptr;
  auto Next = llvm::partition_point(
      Names, [&](const NameUse &U) { return U.Where.Begin <= Offset; });
  // Many registers of one range are declared at one place; any of them does.
  if (Next != Names.begin() && std::prev(Next)->Where.contains(Offset))
    Found = &*std::prev(Next);
  return Found;
}

std::optional<Span> Document::definition(size_t Offset) const {
  const NameUse *Use = nameAt(Offset);
  if (!Use)
    return std::nullopt;
  const ptx::Decl &D = canonical(*Use->Named);
  if (!D.Range.isValid())
    return std::nullopt;
  return spanOf(D.Range);
}

/// Whether two names stand for one thing. At the place that declares a range,
/// all its registers are meant.
static bool isSame(const NameUse &Asked, const NameUse &Other) {
  const ptx::Decl &A = canonical(*Asked.Named), &B = canonical(*Other.Named);
  if (&A == &B)
    return true;
  return (Asked.IsDeclaration || Other.IsDeclaration) &&
         isa<ptx::Register>(A) && isa<ptx::Register>(B) &&
         A.Range.Start == B.Range.Start;
}

std::vector<Span> Document::references(size_t Offset,
                                       bool WithDeclaration) const {
  std::vector<Span> Result;
  const NameUse *Asked = nameAt(Offset);
  if (!Asked)
    return Result;
  for (const NameUse &Use : Names)
    if (isSame(*Asked, Use) && (WithDeclaration || !Use.IsDeclaration) &&
        (Result.empty() || Result.back().Begin != Use.Where.Begin))
      Result.push_back(Use.Where);
  return Result;
}

bool Document::isTaken(const ptx::Decl &D, const ptx::Function *In,
                       StringRef Name) const {
  return llvm::any_of(Names, [&](const NameUse &U) {
    return U.Named != &D && U.Named->Name == Name &&
           (!In || !U.In || U.In == In);
  });
}

static bool isName(StringRef Name) {
  auto Follows = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '$';
  };
  StringRef Rest = Name;
  if (Rest.empty() || llvm::isDigit(Rest.front()))
    return false;
  if (Rest.front() == '%')
    Rest = Rest.drop_front();
  return !Rest.empty() && Name != "_" && Name != "WARP_SZ" &&
         llvm::all_of(Rest, Follows) && !ptx::isSpecialRegister(Name);
}

/// `%r<9>` of the range that \p D is a register of; empty for one that is
/// declared by itself.
static StringRef rangeText(const ptx::Decl &D) {
  if (!isa<ptx::Register>(D) || !D.Range.isValid())
    return {};
  StringRef Text(D.Range.Start.getPointer(),
                 size_t(D.Range.End.getPointer() - D.Range.Start.getPointer()));
  return Text == D.Name ? StringRef() : Text;
}

/// The registers of a range are declared together, so they get a stem together.
llvm::Expected<std::vector<Edit>>
Document::renameRange(const NameUse &Asked, StringRef NewName) const {
  const ptx::Decl &D = *Asked.Named;
  StringRef Range = rangeText(D);
  StringRef Stem = Range.take_until([](char C) { return C == '<'; }).rtrim();
  StringRef Number = D.Name.drop_front(Stem.size());
  if (!Asked.IsDeclaration && !NewName.consume_back(Number))
    return llvm::createStringError(
        "'" + D.Name + "' is one of the registers '" + Range +
        "', which are renamed together: the new name has to end in '" + Number +
        "'");
  if (!isName(NewName))
    return llvm::createStringError("'" + NewName + "' is no name of PTX");
  std::vector<Edit> Edits;
  for (const NameUse &Use : Names) {
    if (!isa<ptx::Register>(Use.Named) ||
        Use.Named->Range.Start != D.Range.Start)
      continue;
    std::string New = (NewName + Use.Named->Name.drop_front(Stem.size())).str();
    if (isTaken(*Use.Named, Use.In, New))
      return llvm::createStringError("'" + New + "' is declared already");
    Span Where{Use.Where.Begin, Use.Where.Begin + Stem.size()};
    if (Edits.empty() || Edits.back().Where.Begin != Where.Begin)
      Edits.push_back({Where, NewName.str()});
  }
  return Edits;
}

llvm::Expected<std::vector<Edit>> Document::rename(size_t Offset,
                                                   StringRef NewName) const {
  const NameUse *Asked = nameAt(Offset);
  if (!Asked)
    return llvm::createStringError("there is no name here");
  const ptx::Decl &D = *Asked->Named;
  if (!isName(NewName))
    return llvm::createStringError("'" + NewName + "' is no name of PTX");
  if (!rangeText(D).empty())
    return renameRange(*Asked, NewName);
  if (isTaken(D, Asked->In, NewName))
    return llvm::createStringError("'" + NewName + "' is declared already");
  std::vector<Edit> Edits;
  for (Span Where : references(Offset, /*WithDeclaration=*/true))
    Edits.push_back(
        {{Where.Begin, Where.Begin + D.Name.size()}, NewName.str()});
  return Edits;
}
