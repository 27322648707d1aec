//===- ASTPrinter.h - Prints the tree as PTX text ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_ASTPRINTER_H
#define HEDDLE_LIB_PTXPARSER_ASTPRINTER_H

#include "heddle/PTXParser/AST.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace heddle::ptx {

/// Blocks nested deeper are indented no further: there is no page so wide, and
/// the text would grow with the square of their number.
inline constexpr unsigned MaxIndentedDepth = 64;

/// Prints what the tree says, not how it was written: one statement a line,
/// numbers in one form. Comments stay in the order of the source, in lines of
/// their own or behind what they follow.
class Printer {
public:
  Printer(const Module &M, llvm::raw_ostream &OS) : M(M), OS(OS) {}
  void print();

private:
  //===--- Statements and comments (ASTPrinter.cpp) -----------------------===//
  void printHeader();
  void printBody(llvm::ArrayRef<const Stmt *> Body);
  void printStmt(const Stmt &S);
  void printLoc(const LocDirective &L);
  void printFile(const FileDirective &F);
  void printTargets(const TargetsDirective &D);
  void openBlock(const Block &B);
  void closeBlock(const Block &B);
  void commentsBefore(llvm::SMLoc Loc);
  void endLine(llvm::SMLoc End);
  llvm::raw_ostream &line() {
    return OS.indent(std::min(Depth, MaxIndentedDepth) * 2);
  }

  //===--- Functions and variables (PrintDeclaration.cpp) -----------------===//
  void printSignature(const Function &F);
  void printDirectives(const FunctionDirectives &D);
  void printCallDirectives(const CallDirectives &D, char Before);
  void printAttributes(bool IsManaged, const UnifiedId *Unified);
  void printParams(llvm::ArrayRef<Decl *> Params, bool IsEntry);
  void printParam(const Decl &D);
  void printPrototype(const PrototypeDirective &D);
  void printVariable(const Variable &V);
  void printType(const Variable &V);
  void printInit(const Init &I, ScalarType Type);
  void printFields(llvm::ArrayRef<OpaqueField> Fields);
  void printRegisters(const RegisterDeclaration &D);

  //===--- Instructions (PrintInstruction.cpp) ----------------------------===//
  void printInstruction(const Instruction &I);
  void printOperand(const Operand &Op);
  void printRegister(const Operand &Op);
  void printImmediate(uint64_t Bits, ScalarType Type);
  void printOffset(int64_t Offset);
  void printList(llvm::ArrayRef<Operand> List, char Open, char Close);
  void printCall(const Instruction &I);

  /// A body that is open, and what of it is still to be printed.
  struct OpenBody {
    llvm::ArrayRef<const Stmt *> Rest;
    /// Null for the module.
    const Block *B;
  };

  const Module &M;
  llvm::raw_ostream &OS;
  unsigned Depth = 0;
  size_t NextComment = 0;
  llvm::SmallVector<OpenBody, 8> OpenBodies;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_ASTPRINTER_H
