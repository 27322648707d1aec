//===- ASTDumper.cpp - The tree as text for people ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ASTPrinter.h"
#include "heddle/PTXParser/AST.h"
#include "heddle/PTXParser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

/// A node a line, children two columns further right.
class Dumper {
public:
  explicit Dumper(raw_ostream &OS) : OS(OS) {}
  void dump(const Module &M);

private:
  void dumpStmt(const Stmt &S);
  void dumpFunction(const Function &F);
  void dumpVariable(const Variable &V, StringRef What);
  void dumpInit(const Init &I, ScalarType Type);
  void dumpDecl(const Decl &D, StringRef What);
  void dumpInstruction(const Instruction &I);
  void dumpOperand(const Operand &Op, StringRef What);
  void dumpExtent(StringRef Name, const std::optional<Extent3> &E);
  raw_ostream &line() {
    return OS.indent(std::min(Depth, MaxIndentedDepth) * 2);
  }

  void openBlock(const Block &B);

  /// The statements of an open body that are still to be dumped.
  struct OpenBody {
    llvm::ArrayRef<const Stmt *> Rest;
    unsigned Depth;
  };

  raw_ostream &OS;
  unsigned Depth = 0;
  llvm::SmallVector<OpenBody, 8> OpenBodies;
};

} // namespace

void Dumper::dump(const Module &M) {
  OS << "Module version " << M.PTXVersion / 10 << '.' << M.PTXVersion % 10
     << " target " << M.TargetName;
  for (StringRef Option : M.TargetOptions)
    OS << ", " << Option;
  if (M.AddressSize != 0)
    OS << " address_size " << M.AddressSize;
  OS << '\n';
  ++Depth;
  // Blocks are taken in a loop: their depth is the user's, our stack is not.
  OpenBodies.push_back({M.Body, Depth});
  while (!OpenBodies.empty()) {
    llvm::ArrayRef<const Stmt *> &Rest = OpenBodies.back().Rest;
    if (Rest.empty()) {
      OpenBodies.pop_back();
      continue;
    }
    Depth = OpenBodies.back().Depth;
    const Stmt *S = Rest.front();
    Rest = Rest.drop_front();
    dumpStmt(*S);
  }
}

void Dumper::openBlock(const Block &B) {
  line() << "Block\n";
  OpenBodies.push_back({B.Body, Depth + 1});
}

void Dumper::dumpStmt(const Stmt &S) {
  switch (S.StmtKind) {
  case Stmt::InstructionStmt:
    return dumpInstruction(llvm::cast<Instruction>(S));
  case Stmt::LabelStmt:
    line() << "Label " << llvm::cast<LabelStatement>(S).L->Name << '\n';
    return;
  case Stmt::BlockStmt:
    return openBlock(llvm::cast<Block>(S));
  case Stmt::RegistersStmt: {
    const auto &D = llvm::cast<RegisterDeclaration>(S);
    for (const RegisterGroup &Group : D.Groups) {
      line() << "Register " << Group.Name;
      if (Group.Count >= 0)
        OS << '<' << Group.Count << '>';
      if (D.VectorWidth > 1)
        OS << " v" << unsigned(D.VectorWidth);
      OS << ' ' << typeName(D.Type) << '\n';
    }
    return;
  }
  case Stmt::VariableStmt:
    return dumpVariable(*llvm::cast<VariableDeclaration>(S).Var, "Variable");
  case Stmt::FunctionStmt:
    return dumpFunction(*llvm::cast<FunctionStatement>(S).Func);
  case Stmt::LocStmt: {
    const auto &L = llvm::cast<LocDirective>(S);
    line() << "Loc " << L.File << ' ' << L.Line << ' ' << L.Column;
    if (L.Inlined)
      OS << " inlined at " << L.Inlined->File << ' ' << L.Inlined->Line << ' '
         << L.Inlined->Column;
    OS << '\n';
    return;
  }
  case Stmt::FileStmt: {
    const auto &F = llvm::cast<FileDirective>(S);
    line() << "File " << F.Number << " \"" << F.Name << "\"\n";
    return;
  }
  case Stmt::PragmaStmt:
    line() << "Pragma \""
           << llvm::join(llvm::cast<PragmaDirective>(S).Strings, "\" \"")
           << "\"\n";
    return;
  case Stmt::SectionStmt:
    line() << "Section, " << llvm::cast<SectionDirective>(S).Text.size()
           << " bytes of text\n";
    return;
  case Stmt::TargetsStmt: {
    const auto &D = llvm::cast<TargetsDirective>(S);
    line() << (D.IsCall ? "CallTargets " : "BranchTargets ") << D.Name->Name;
    for (const Decl *Target : D.Targets)
      OS << ' ' << Target->Name;
    OS << '\n';
    return;
  }
  case Stmt::AliasStmt: {
    const auto &A = llvm::cast<AliasDirective>(S);
    line() << "Alias " << A.Alias->Name << " of " << A.Target->Name << '\n';
    return;
  }
  case Stmt::PrototypeStmt: {
    const auto &D = llvm::cast<PrototypeDirective>(S);
    line() << "Prototype " << D.Name->Name
           << (D.Directives.NoReturn ? " noreturn" : "") << '\n';
    ++Depth;
    for (const Decl *R : D.Returns)
      dumpDecl(*R, "Result");
    for (const Decl *P : D.Params)
      dumpDecl(*P, "Parameter");
    --Depth;
    return;
  }
  }
  llvm_unreachable("unknown statement");
}

/// The word with a blank before it.
static std::string linkageText(Linkage L) {
  StringRef Word = linkageName(L);
  return Word.empty() ? "" : (" " + Word).str();
}

void Dumper::dumpDecl(const Decl &D, StringRef What) {
  if (const auto *V = llvm::dyn_cast<Variable>(&D))
    return dumpVariable(*V, What);
  const auto &Reg = llvm::cast<Register>(D);
  line() << What << " reg " << Reg.Name << ' ' << typeName(Reg.Type) << '\n';
}

void Dumper::dumpVariable(const Variable &V, StringRef What) {
  line() << What << ' ' << spaceName(V.Space) << ' ' << V.Name
         << linkageText(V.Link);
  if (V.VectorWidth > 1)
    OS << " v" << unsigned(V.VectorWidth);
  OS << ' ' << typeName(V.Type);
  for (uint64_t Dim : V.Dims)
    OS << '[' << Dim << ']';
  OS << " align " << V.Align;
  if (V.IsPointer) {
    OS << " ptr " << spaceName(V.PointerSpace);
    if (V.PointerAlign != 0)
      OS << " align " << V.PointerAlign;
  }
  if (V.Initializer) {
    OS << " = ";
    dumpInit(*V.Initializer, V.Type);
  }
  OS << '\n';
}

/// \p Bits of a value of \p Type; of 128 bits the lower half is kept.
static llvm::FormattedNumber hex(uint64_t Bits, ScalarType Type) {
  return llvm::format_hex(Bits, 2 + 2 * std::min<unsigned>(8, storeSize(Type)));
}

void Dumper::dumpInit(const Init &I, ScalarType Type) {
  switch (I.InitKind) {
  case Init::Value:
    OS << hex(I.Bits, Type);
    return;
  case Init::Address:
    OS << (I.IsGeneric ? "generic " : "") << '&' << I.Symbol->Name << '+'
       << I.Offset;
    if (I.MaskByte >= 0)
      OS << " byte " << int(I.MaskByte);
    return;
  case Init::Fields:
    for (const OpaqueField &Field : I.FieldValues)
      OS << (&Field == I.FieldValues.begin() ? "" : " ") << Field.Name << '='
         << (Field.Word.empty() ? llvm::utostr(Field.Number)
                                : Field.Word.str());
    return;
  case Init::List: {
    OS << '{';
    llvm::ListSeparator Comma;
    for (const Init &Element : I.Elements) {
      OS << Comma;
      dumpInit(Element, Type);
    }
    OS << '}';
    return;
  }
  }
  llvm_unreachable("unknown initializer");
}

void Dumper::dumpExtent(StringRef Name, const std::optional<Extent3> &E) {
  if (E)
    OS << ' ' << Name << ' ' << (*E)[0] << ',' << (*E)[1] << ',' << (*E)[2];
}

void Dumper::dumpFunction(const Function &F) {
  line() << (F.IsEntry ? "Entry " : "Function ") << F.Name
         << linkageText(F.Link);
  const FunctionDirectives &D = F.Directives;
  dumpExtent("maxntid", D.MaxNTid);
  dumpExtent("reqntid", D.ReqNTid);
  dumpExtent("reqnctapercluster", D.ReqNCTAPerCluster);
  if (D.MaxClusterRank)
    OS << " maxclusterrank " << *D.MaxClusterRank;
  if (D.ExplicitCluster)
    OS << " explicitcluster";
  if (D.BlocksAreClusters)
    OS << " blocksareclusters";
  if (D.AbiPreserve)
    OS << " abi_preserve " << *D.AbiPreserve;
  if (D.AbiPreserveControl)
    OS << " abi_preserve_control " << *D.AbiPreserveControl;
  if (D.MinNCTAPerSM)
    OS << " minnctapersm " << *D.MinNCTAPerSM;
  if (D.MaxNCTAPerSM)
    OS << " maxnctapersm " << *D.MaxNCTAPerSM;
  if (D.MaxNReg)
    OS << " maxnreg " << *D.MaxNReg;
  if (D.NoReturn)
    OS << " noreturn";
  OS << '\n';
  ++Depth;
  for (const Decl *R : F.Returns)
    dumpDecl(*R, "Result");
  if (!F.ParamsInBody)
    for (const Decl *P : F.Params)
      dumpDecl(*P, "Parameter");
  for (StringRef Pragma : D.Pragmas)
    line() << "Pragma \"" << Pragma << "\"\n";
  if (F.Body)
    openBlock(*F.Body);
  --Depth;
}

void Dumper::dumpInstruction(const Instruction &I) {
  line() << "Instruction ";
  printName(I, OS);
  if (I.Guard)
    OS << (I.GuardNegated ? " unless " : " if ") << I.Guard->Name;
  OS << '\n';
  ++Depth;
  for (const Operand &Op : I.Operands)
    dumpOperand(Op, "");
  --Depth;
}

void Dumper::dumpOperand(const Operand &Op, StringRef What) {
  line() << What << (Op.Negated ? "not " : "");
  switch (Op.OpKind) {
  case Operand::RegisterOp:
    OS << "reg " << Op.Base->Name << ' ' << typeName(Op.reg()->Type);
    if (Op.Offset != 0)
      OS << '+' << Op.Offset;
    break;
  case Operand::SpecialRegisterOp:
    OS << "sreg " << specialRegisterName(Op.SReg);
    if (isNumbered(Op.SReg))
      OS << Op.Index;
    break;
  case Operand::ImmediateOp:
    OS << "imm " << hex(Op.Bits, Op.Type);
    break;
  case Operand::AddressOp:
    OS << "address " << (Op.Base ? Op.Base->Name : "absolute") << '+'
       << Op.Offset;
    break;
  case Operand::ListOp:
    OS << "list of " << Op.Elements.size();
    break;
  case Operand::SymbolOp:
    OS << "symbol " << Op.Base->Name << '+' << Op.Offset;
    break;
  case Operand::LabelOp:
    OS << "label " << Op.Base->Name;
    break;
  case Operand::SinkOp:
    OS << "sink";
    break;
  }
  if (Op.Component >= 0)
    OS << '.' << "xyzw"[Op.Component];
  if (Op.Part)
    OS << PartSelector(Op.Part);
  if (Op.Type != ScalarType::None)
    OS << " as " << typeName(Op.Type);
  OS << '\n';
  ++Depth;
  for (const Operand &Element : Op.Elements)
    dumpOperand(Element, "");
  if (Op.Second)
    dumpOperand(*Op.Second, "second ");
  --Depth;
}

void heddle::ptx::dumpAST(const Module &M, raw_ostream &OS) {
  Dumper(OS).dump(M);
}
