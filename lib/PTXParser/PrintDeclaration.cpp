//===- PrintDeclaration.cpp - Functions and variables as PTX text ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ASTPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle::ptx;
using llvm::ArrayRef;
using llvm::StringRef;

/// The word with its dot and a blank behind it.
static std::string linkageText(Linkage L) {
  StringRef Word = linkageName(L);
  return Word.empty() ? "" : ("." + Word + " ").str();
}

void Printer::printAttributes(bool IsManaged, const UnifiedId *Unified) {
  if (!IsManaged && !Unified)
    return;
  OS << ".attribute(" << (IsManaged ? ".managed" : "")
     << (IsManaged && Unified ? ", " : "");
  if (Unified)
    OS << ".unified(" << Unified->First << ", " << Unified->Second << ')';
  OS << ") ";
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

/// The directives of a call start with \p Before, a new line or a blank.
void Printer::printCallDirectives(const CallDirectives &D, char Before) {
  if (D.NoReturn)
    OS << Before << ".noreturn";
  if (D.AbiPreserve)
    OS << Before << ".abi_preserve " << *D.AbiPreserve;
  if (D.AbiPreserveControl)
    OS << Before << ".abi_preserve_control " << *D.AbiPreserveControl;
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
#define TUNING_EXTENT(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)           \
  Extent(#WORD, D.MEMBER);
#define TUNING_NUMBER(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)           \
  Number(#WORD, D.MEMBER);
#define TUNING_FLAG(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)             \
  if (D.MEMBER)                                                                \
    OS << "\n." #WORD;
#include "TuningDirectives.def"
  printCallDirectives(D, '\n');
  for (StringRef Pragma : D.Pragmas)
    OS << "\n.pragma \"" << Pragma << "\";";
}

/// Prints all that stands before the body, or a whole prototype.
void Printer::printSignature(const Function &F) {
  OS << linkageText(F.Link) << (F.IsEntry ? ".entry " : ".func ");
  printAttributes(false, F.Unified);
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
  if (!F.Body)
    OS << ';';
}

void Printer::printPrototype(const PrototypeDirective &D) {
  OS << D.Name->Name << ": .callprototype ";
  if (!D.Returns.empty())
    printParams(D.Returns, false);
  OS << " _ ";
  printParams(D.Params, false);
  printCallDirectives(D.Directives, ' ');
  OS << ';';
}

void Printer::printType(const Variable &V) {
  printAttributes(V.IsManaged, V.Unified);
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
  OS << linkageText(V.Link) << '.' << spaceName(V.Space);
  if (V.ConstBank >= 0)
    OS << '[' << int(V.ConstBank) << ']';
  OS << ' ';
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

void Printer::printFields(ArrayRef<OpaqueField> Fields) {
  OS << '{';
  llvm::ListSeparator Comma;
  for (const OpaqueField &Field : Fields) {
    OS << Comma << Field.Name << " = ";
    if (Field.Word.empty())
      OS << int64_t(Field.Number);
    else
      OS << Field.Word;
  }
  OS << '}';
}

void Printer::printInit(const Init &I, ScalarType Type) {
  switch (I.InitKind) {
  case Init::Value:
    return printImmediate(I.Bits, Type);
  case Init::Address:
    if (I.MaskByte >= 0)
      OS << "0xff" << std::string(2 * I.MaskByte, '0') << '(';
    OS << (I.IsGeneric ? "generic(" : "") << I.Symbol->Name
       << (I.IsGeneric ? ")" : "");
    printOffset(I.Offset);
    OS << (I.MaskByte >= 0 ? ")" : "");
    return;
  case Init::Fields:
    return printFields(I.FieldValues);
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
  OS << ".reg ";
  if (D.VectorWidth > 1)
    OS << ".v" << unsigned(D.VectorWidth) << ' ';
  OS << '.' << typeName(D.Type) << ' ';
  llvm::ListSeparator Comma;
  for (const RegisterGroup &Group : D.Groups) {
    OS << Comma << Group.Name;
    if (Group.Count >= 0)
      OS << '<' << Group.Count << '>';
  }
  OS << ';';
}
