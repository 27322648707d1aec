//===- ASTPrinter.cpp - The tree as PTX text ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

/// Prints what the tree says, not how it was written: one statement a line,
/// numbers in one form.
class Printer {
public:
  Printer(const Module &M, raw_ostream &OS) : M(M), OS(OS) {}
  void print();

private:
  void printStmt(const Stmt &S);
  void printFunction(const Function &F);
  void printDirectives(const FunctionDirectives &D);
  void printParams(ArrayRef<Decl *> Params, bool IsEntry);
  void printParam(const Decl &D);
  void printVariable(const Variable &V);
  void printType(const Variable &V);
  void printInit(const Init &I, ScalarType Type);
  void printRegisters(const RegisterDeclaration &D);
  void printInstruction(const Instruction &I);
  void printOperand(const Operand &Op);
  void printRegister(const Operand &Op);
  void printImmediate(uint64_t Bits, ScalarType Type);
  void printOffset(int64_t Offset);
  void printList(ArrayRef<Operand> List, char Open, char Close);
  void printCall(const Instruction &I);
  void printBlock(const Block &B);
  void printPrototype(const PrototypeDirective &D);
  raw_ostream &line() { return OS.indent(Depth * 2); }

  const Module &M;
  raw_ostream &OS;
  unsigned Depth = 0;
};

} // namespace

static StringRef linkageName(Linkage L) {
  switch (L) {
  case Linkage::Internal:
    return "";
  case Linkage::Visible:
    return ".visible ";
  case Linkage::Extern:
    return ".extern ";
  case Linkage::Weak:
    return ".weak ";
  case Linkage::Common:
    return ".common ";
  }
  llvm_unreachable("unknown linkage");
}

void Printer::print() {
  OS << ".version " << M.PTXVersion / 10 << '.' << M.PTXVersion % 10 << '\n';
  OS << ".target " << M.TargetName;
  for (StringRef Option : M.TargetOptions)
    OS << ", " << Option;
  OS << '\n';
  if (M.AddressSize != 0)
    OS << ".address_size " << M.AddressSize << '\n';
  for (const Stmt *S : M.Body)
    printStmt(*S);
}

void Printer::printBlock(const Block &B) {
  line() << "{\n";
  ++Depth;
  for (const Stmt *S : B.Body)
    printStmt(*S);
  --Depth;
  line() << "}\n";
}

void Printer::printStmt(const Stmt &S) {
  switch (S.StmtKind) {
  case Stmt::InstructionStmt:
    return printInstruction(llvm::cast<Instruction>(S));
  case Stmt::LabelStmt:
    OS << llvm::cast<LabelStatement>(S).L->Name << ":\n";
    return;
  case Stmt::BlockStmt:
    return printBlock(llvm::cast<Block>(S));
  case Stmt::RegistersStmt:
    return printRegisters(llvm::cast<RegisterDeclaration>(S));
  case Stmt::VariableStmt:
    line();
    printVariable(*llvm::cast<VariableDeclaration>(S).Var);
    OS << ";\n";
    return;
  case Stmt::FunctionStmt:
    OS << '\n';
    return printFunction(*llvm::cast<FunctionStatement>(S).Func);
  case Stmt::LocStmt: {
    const auto &L = llvm::cast<LocDirective>(S);
    line() << ".loc " << L.File << ' ' << L.Line << ' ' << L.Column << L.Rest
           << '\n';
    return;
  }
  case Stmt::FileStmt: {
    const auto &F = llvm::cast<FileDirective>(S);
    OS << ".file " << F.Number << " \"" << F.Name << '"' << F.Rest << '\n';
    return;
  }
  case Stmt::PragmaStmt:
    line() << ".pragma \""
           << llvm::join(llvm::cast<PragmaDirective>(S).Strings, "\", \"")
           << "\";\n";
    return;
  case Stmt::SectionStmt:
    OS << llvm::cast<SectionDirective>(S).Text << '\n';
    return;
  case Stmt::TargetsStmt: {
    const auto &D = llvm::cast<TargetsDirective>(S);
    OS << D.Name->Name << ": "
       << (D.IsCall ? ".calltargets " : ".branchtargets ");
    llvm::ListSeparator Comma;
    for (const Decl *Target : D.Targets)
      OS << Comma << Target->Name;
    OS << ";\n";
    return;
  }
  case Stmt::PrototypeStmt:
    return printPrototype(llvm::cast<PrototypeDirective>(S));
  }
  llvm_unreachable("unknown statement");
}

void Printer::printPrototype(const PrototypeDirective &D) {
  OS << D.Name->Name << ": .callprototype ";
  if (!D.Returns.empty())
    printParams(D.Returns, false);
  OS << " _ ";
  printParams(D.Params, false);
  OS << (D.NoReturn ? " .noreturn;\n" : ";\n");
}

void Printer::printParam(const Decl &D) {
  if (const auto *Reg = llvm::dyn_cast<Register>(&D)) {
    OS << ".reg ";
    if (Reg->VectorWidth > 1)
      OS << ".v" << unsigned(Reg->VectorWidth) << ' ';
    OS << '.' << typeName(Reg->Type) << ' ' << Reg->Name;
    return;
  }
  printVariable(llvm::cast<Variable>(D));
}

void Printer::printParams(ArrayRef<Decl *> Params, bool IsEntry) {
  OS << '(';
  llvm::ListSeparator Comma(IsEntry ? ",\n" : ", ");
  if (IsEntry && !Params.empty())
    OS << '\n';
  for (const Decl *D : Params) {
    OS << Comma;
    OS.indent(IsEntry ? 2 : 0);
    printParam(*D);
  }
  OS << ')';
}

void Printer::printDirectives(const FunctionDirectives &D) {
  auto Extent = [&](StringRef Name, const std::optional<Extent3> &E) {
    if (E)
      OS << "\n." << Name << ' ' << (*E)[0] << ", " << (*E)[1] << ", "
         << (*E)[2];
  };
  auto Number = [&](StringRef Name, const std::optional<unsigned> &N) {
    if (N)
      OS << "\n." << Name << ' ' << *N;
  };
  Extent("maxntid", D.MaxNTid);
  Extent("reqntid", D.ReqNTid);
  Number("minnctapersm", D.MinNCTAPerSM);
  Number("maxnctapersm", D.MaxNCTAPerSM);
  Number("maxnreg", D.MaxNReg);
  if (D.NoReturn)
    OS << "\n.noreturn";
  for (StringRef Pragma : D.Pragmas)
    OS << "\n.pragma \"" << Pragma << "\";";
}

void Printer::printFunction(const Function &F) {
  OS << linkageName(F.Link) << (F.IsEntry ? ".entry " : ".func ");
  if (!F.Returns.empty()) {
    printParams(F.Returns, false);
    OS << ' ';
  }
  OS << F.Name;
  if (!F.ParamsInBody && !(F.IsEntry && F.Params.empty())) {
    OS << ' ';
    printParams(F.Params, F.IsEntry);
  }
  printDirectives(F.Directives);
  if (!F.Body) {
    OS << ";\n";
    return;
  }
  OS << '\n';
  printBlock(*F.Body);
}

void Printer::printType(const Variable &V) {
  if (V.AlignIsExplicit)
    OS << ".align " << V.Align << ' ';
  if (V.VectorWidth > 1)
    OS << ".v" << unsigned(V.VectorWidth) << ' ';
  OS << '.' << typeName(V.Type) << ' ';
  if (!V.IsPointer)
    return;
  OS << ".ptr ";
  if (V.PointerSpace != StateSpace::Generic)
    OS << '.' << spaceName(V.PointerSpace) << ' ';
  if (V.PointerAlign != 0)
    OS << ".align " << V.PointerAlign << ' ';
}

void Printer::printVariable(const Variable &V) {
  OS << linkageName(V.Link) << '.' << spaceName(V.Space) << ' ';
  printType(V);
  OS << V.Name;
  for (auto [Index, Dim] : llvm::enumerate(V.Dims)) {
    OS << '[';
    if (Index != 0 || !V.IsUnsized)
      OS << Dim;
    OS << ']';
  }
  if (V.Initializer) {
    OS << " = ";
    printInit(*V.Initializer, V.Type);
  }
}

void Printer::printInit(const Init &I, ScalarType Type) {
  switch (I.InitKind) {
  case Init::Value:
    return printImmediate(I.Bits, Type);
  case Init::Address:
    OS << (I.IsGeneric ? "generic(" : "") << I.Symbol->Name
       << (I.IsGeneric ? ")" : "");
    return printOffset(I.Offset);
  case Init::List: {
    OS << '{';
    llvm::ListSeparator Comma;
    for (const Init &Element : I.Elements) {
      OS << Comma;
      printInit(Element, Type);
    }
    OS << '}';
    return;
  }
  }
  llvm_unreachable("unknown initializer");
}

void Printer::printRegisters(const RegisterDeclaration &D) {
  line() << ".reg ";
  if (D.VectorWidth > 1)
    OS << ".v" << unsigned(D.VectorWidth) << ' ';
  OS << '.' << typeName(D.Type) << ' ';
  llvm::ListSeparator Comma;
  for (const RegisterGroup &Group : D.Groups) {
    OS << Comma << Group.Name;
    if (Group.Count >= 0)
      OS << '<' << Group.Count << '>';
  }
  OS << ";\n";
}

/// A floating-point constant by its bits, so that nothing is rounded again.
void Printer::printImmediate(uint64_t Bits, ScalarType Type) {
  if (Type == ScalarType::F32)
    OS << "0f" << llvm::format_hex_no_prefix(uint32_t(Bits), 8, true);
  else if (Type == ScalarType::F64)
    OS << "0d" << llvm::format_hex_no_prefix(Bits, 16, true);
  else if (isSigned(Type) && bitWidth(Type) < 64)
    OS << (int64_t(Bits << (64 - bitWidth(Type))) >> (64 - bitWidth(Type)));
  else if (isSigned(Type) || Type == ScalarType::None)
    OS << int64_t(Bits);
  else
    OS << Bits;
}

void Printer::printOffset(int64_t Offset) {
  if (Offset != 0)
    OS << '+' << Offset;
}

void Printer::printRegister(const Operand &Op) {
  OS << Op.Base->Name;
  if (Op.Component >= 0)
    OS << '.' << "xyzw"[Op.Component];
  if (Op.Part)
    OS << PartSelector(Op.Part);
}

void Printer::printList(ArrayRef<Operand> List, char Open, char Close) {
  OS << Open;
  llvm::ListSeparator Comma;
  for (const Operand &Op : List) {
    OS << Comma;
    printOperand(Op);
  }
  OS << Close;
}

void Printer::printOperand(const Operand &Op) {
  if (Op.Negated)
    OS << (Op.isRegister() && Op.reg()->Type != ScalarType::Pred ? '-' : '!');
  switch (Op.OpKind) {
  case Operand::RegisterOp:
    printRegister(Op);
    break;
  case Operand::SpecialRegisterOp: {
    OS << '%' << specialRegisterName(Op.SReg);
    if (isNumbered(Op.SReg))
      OS << Op.Index;
    if (Op.Component >= 0)
      OS << '.' << "xyzw"[Op.Component];
    break;
  }
  case Operand::ImmediateOp:
    printImmediate(Op.Bits, Op.Type);
    break;
  case Operand::AddressOp:
    OS << '[';
    if (Op.Base) {
      OS << Op.Base->Name;
      printOffset(Op.Offset);
    } else {
      OS << Op.Offset;
    }
    if (Op.Second)
      OS << ", " << Op.Second->Base->Name;
    if (!Op.Elements.empty()) {
      OS << ", ";
      printList(Op.Elements, '{', '}');
    }
    OS << (Op.IsUnified ? "].unified" : "]");
    return;
  case Operand::ListOp:
    printList(Op.Elements, '{', '}');
    break;
  case Operand::SymbolOp:
    OS << Op.Base->Name;
    printOffset(Op.Offset);
    break;
  case Operand::LabelOp:
    OS << Op.Base->Name;
    break;
  case Operand::SinkOp:
    OS << '_';
    break;
  }
  if (Op.Second) {
    OS << '|';
    printOperand(*Op.Second);
  }
}

void Printer::printCall(const Instruction &I) {
  OS << ' ';
  if (!I.Operands[0].Elements.empty()) {
    printList(I.Operands[0].Elements, '(', ')');
    OS << ", ";
  }
  printOperand(I.Operands[1]);
  if (!I.Operands[2].Elements.empty() || I.Operands.size() > 3) {
    OS << ", ";
    printList(I.Operands[2].Elements, '(', ')');
  }
  if (I.Operands.size() > 3) {
    OS << ", ";
    printOperand(I.Operands[3]);
  }
}

void Printer::printInstruction(const Instruction &I) {
  line();
  if (I.Guard)
    OS << '@' << (I.GuardNegated ? "!" : "") << I.Guard->Name << ' ';
  printName(I, OS);
  if (I.opcode() == OpCall) {
    printCall(I);
  } else {
    llvm::ListSeparator Comma;
    for (const Operand &Op : I.Operands) {
      OS << (&Op == I.Operands.begin() ? " " : "") << Comma;
      printOperand(Op);
    }
  }
  OS << ";\n";
}

void heddle::ptx::printPTX(const Module &M, raw_ostream &OS) {
  Printer(M, OS).print();
}
