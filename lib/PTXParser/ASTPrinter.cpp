//===- ASTPrinter.cpp - The tree as PTX text ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ASTPrinter.h"
#include "heddle/PTXParser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

static StringRef textOf(SMRange Range) {
  const char *Start = Range.Start.getPointer();
  return StringRef(Start, Range.End.getPointer() - Start);
}

/// Comments that begin before \p Loc, each in a line of its own.
void Printer::commentsBefore(SMLoc Loc) {
  for (; NextComment != M.Comments.size(); ++NextComment) {
    SMRange Comment = M.Comments[NextComment];
    if (Comment.Start.getPointer() >= Loc.getPointer())
      return;
    line() << textOf(Comment).rtrim() << '\n';
  }
}

/// Ends the line of what ended at \p End, with the comments that follow it in
/// its line of the source.
void Printer::endLine(SMLoc End) {
  const char *From = End.getPointer();
  for (; NextComment != M.Comments.size(); ++NextComment) {
    SMRange Comment = M.Comments[NextComment];
    const char *Start = Comment.Start.getPointer();
    if (Start < From ||
        StringRef(From, Start - From).find_first_not_of(" \t\f,;") !=
            StringRef::npos)
      break;
    OS << ' ' << textOf(Comment).rtrim();
    From = Comment.End.getPointer();
  }
  OS << '\n';
}

void Printer::printHeader() {
  commentsBefore(M.HeaderEnd);
  OS << ".version " << M.PTXVersion / 10 << '.' << M.PTXVersion % 10 << '\n';
  OS << ".target " << M.TargetName;
  for (StringRef Option : M.TargetOptions)
    OS << ", " << Option;
  OS << '\n';
  if (M.AddressSize != 0)
    OS << ".address_size " << M.AddressSize << '\n';
}

void Printer::print() {
  printHeader();
  // Blocks are taken in a loop: their depth is the user's, our stack is not.
  OpenBodies.push_back({M.Body, nullptr});
  while (!OpenBodies.empty()) {
    OpenBody &Body = OpenBodies.back();
    if (!Body.Rest.empty()) {
      const Stmt *S = Body.Rest.front();
      Body.Rest = Body.Rest.drop_front();
      printStmt(*S);
      continue;
    }
    const Block *B = Body.B;
    OpenBodies.pop_back();
    if (B)
      closeBlock(*B);
  }
  for (; NextComment != M.Comments.size(); ++NextComment)
    OS << textOf(M.Comments[NextComment]).rtrim() << '\n';
}

void Printer::openBlock(const Block &B) {
  line() << '{';
  endLine(SMLoc::getFromPointer(B.Range.Start.getPointer() + 1));
  ++Depth;
  OpenBodies.push_back({B.Body, &B});
}

void Printer::closeBlock(const Block &B) {
  commentsBefore(SMLoc::getFromPointer(B.Range.End.getPointer() - 1));
  --Depth;
  line() << '}';
  endLine(B.Range.End);
}

void Printer::printStmt(const Stmt &S) {
  commentsBefore(S.Range.Start);
  switch (S.StmtKind) {
  case Stmt::InstructionStmt:
    commentsBefore(S.Range.End);
    printInstruction(llvm::cast<Instruction>(S));
    break;
  case Stmt::LabelStmt:
    commentsBefore(S.Range.End);
    OS << llvm::cast<LabelStatement>(S).L->Name << ':';
    break;
  case Stmt::BlockStmt:
    return openBlock(llvm::cast<Block>(S));
  case Stmt::RegistersStmt:
    commentsBefore(S.Range.End);
    line();
    printRegisters(llvm::cast<RegisterDeclaration>(S));
    break;
  case Stmt::VariableStmt:
    commentsBefore(S.Range.End);
    line();
    printVariable(*llvm::cast<VariableDeclaration>(S).Var);
    OS << ';';
    break;
  case Stmt::FunctionStmt: {
    const Function &F = *llvm::cast<FunctionStatement>(S).Func;
    commentsBefore(F.Body ? F.Body->Range.Start : S.Range.End);
    OS << '\n';
    printSignature(F);
    if (!F.Body)
      break;
    OS << '\n';
    return openBlock(*F.Body);
  }
  case Stmt::LocStmt:
    commentsBefore(S.Range.End);
    printLoc(llvm::cast<LocDirective>(S));
    break;
  case Stmt::FileStmt:
    commentsBefore(S.Range.End);
    printFile(llvm::cast<FileDirective>(S));
    break;
  case Stmt::PragmaStmt:
    commentsBefore(S.Range.End);
    line() << ".pragma \""
           << llvm::join(llvm::cast<PragmaDirective>(S).Strings, "\", \"")
           << "\";";
    break;
  case Stmt::SectionStmt:
    OS << llvm::cast<SectionDirective>(S).Text;
    // Its comments are in the text.
    while (NextComment != M.Comments.size() &&
           M.Comments[NextComment].Start.getPointer() <
               S.Range.End.getPointer())
      ++NextComment;
    break;
  case Stmt::TargetsStmt:
    commentsBefore(S.Range.End);
    printTargets(llvm::cast<TargetsDirective>(S));
    break;
  case Stmt::PrototypeStmt:
    commentsBefore(S.Range.End);
    printPrototype(llvm::cast<PrototypeDirective>(S));
    break;
  case Stmt::AliasStmt: {
    commentsBefore(S.Range.End);
    const auto &A = llvm::cast<AliasDirective>(S);
    OS << ".alias " << A.Alias->Name << ", " << A.Target->Name << ';';
    break;
  }
  }
  endLine(S.Range.End);
}

void Printer::printLoc(const LocDirective &L) {
  line() << ".loc " << L.File << ' ' << L.Line << ' ' << L.Column;
  if (!L.Inlined)
    return;
  const InlinedLocation &I = *L.Inlined;
  OS << ", function_name " << I.FunctionName;
  if (I.NameOffset != 0)
    OS << '+' << I.NameOffset;
  OS << ", inlined_at " << I.File << ' ' << I.Line << ' ' << I.Column;
}

void Printer::printFile(const FileDirective &F) {
  OS << ".file " << F.Number << " \"" << F.Name << '"';
  if (F.HasTimeAndSize)
    OS << ", " << F.Time << ", " << F.Size;
}

void Printer::printTargets(const TargetsDirective &D) {
  OS << D.Name->Name << ": "
     << (D.IsCall ? ".calltargets " : ".branchtargets ");
  llvm::ListSeparator Comma;
  for (const Decl *Target : D.Targets)
    OS << Comma << Target->Name;
  OS << ';';
}

void heddle::ptx::printPTX(const Module &M, llvm::raw_ostream &OS) {
  Printer(M, OS).print();
}
