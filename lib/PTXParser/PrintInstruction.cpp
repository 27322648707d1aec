//===- PrintInstruction.cpp - Instructions as PTX text --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ASTPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle::ptx;
using llvm::ArrayRef;

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
    printOffset(Op.Offset);
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
  OS << ';';
}
