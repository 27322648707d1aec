//===- InstructionChecker.h - An instruction against its forms --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses the form of an instruction that was read, checks the operands
/// against it, and completes the node. Its parts are in Check*.cpp by what they
/// check.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_INSTRUCTIONCHECKER_H
#define HEDDLE_LIB_PTXPARSER_SEMA_INSTRUCTIONCHECKER_H

#include "FormMatcher.h"
#include "ParsedOperand.h"
#include "Reporter.h"
#include "Scopes.h"
#include "VersionChecker.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace heddle::ptx {

class InstructionChecker : Reporter {
public:
  InstructionChecker(Module &M, Scopes &Names, const VersionChecker &Versions,
                     Diagnostics &Diags)
      : Reporter(Diags), M(M), Names(Names), Versions(Versions),
        Matcher(M.Allocator, Diags) {}

  /// The forms that \p Spelling, which has no blanks and stands at \p Range,
  /// may be; null after an error.
  const DecodedName *decode(llvm::StringRef Spelling, llvm::SMRange Range);

  /// Completes \p I. True if it cannot be kept.
  bool check(Instruction &I, const DecodedName &Name,
             llvm::MutableArrayRef<ParsedOperand> Ops);

  /// The place of the first call of \p F; invalid if there is none.
  llvm::SMRange firstCall(const Function &F) const {
    return FirstCall.lookup(&F);
  }

private:
  using Operands = llvm::MutableArrayRef<ParsedOperand>;

  //===--- The whole (InstructionChecker.cpp) -----------------------------===//
  const MatchedForm *chooseForm(const DecodedName &Name,
                                llvm::ArrayRef<ParsedOperand> Ops) const;
  void expandShorthands(const DecodedName &Name, Operands &Ops) const;
  void joinImage(Operands &Ops) const;
  bool checkOperands(Instruction &I, const MatchedForm &Form, Operands Ops);
  bool checkGuardedArgument(const Instruction &I) const;
  bool checkNegations(const Instruction &I) const;
  bool checkAddressSize(const Instruction &I) const;

  //===--- Classes of the operands (CheckShape.cpp) -----------------------===//
  bool reportSwapped(const DecodedName &Name, llvm::StringRef Spelling,
                     llvm::ArrayRef<ParsedOperand> Ops) const;
  bool reportShape(const DecodedName &Name, const Instruction &I,
                   llvm::ArrayRef<ParsedOperand> Ops);

  //===--- One operand (CheckOperand.cpp) ---------------------------------===//
  bool checkOperand(const Instruction &I, const OperandDesc &Desc,
                    ParsedOperand &P);
  bool checkLabel(const OperandDesc &Desc, const Operand &Op) const;
  bool checkRegister(const Instruction &I, const OperandDesc &Desc,
                     const Operand &Op, ScalarType Type) const;
  bool checkSpecialRegister(const Instruction &I, const Operand &Op,
                            ScalarType Type) const;
  bool checkPart(const OperandDesc &Desc, const Operand &Op) const;
  bool checkSum(const OperandDesc &Desc, const Operand &Op,
                ScalarType Type) const;
  bool checkSymbol(const Instruction &I, const Operand &Op) const;

  //===--- Lists of elements (CheckVector.cpp) ----------------------------===//
  /// \p Range is where the elements stand.
  bool checkVector(const Instruction &I, const OperandDesc &Desc,
                   llvm::MutableArrayRef<Operand> Elements, llvm::SMRange Range,
                   ScalarType Type) const;
  bool checkElement(const Instruction &I, const OperandDesc &Desc,
                    Operand &E) const;
  void typeFloatsOfPack(llvm::MutableArrayRef<Operand> Elements,
                        unsigned Width) const;

  //===--- Constants (CheckImmediate.cpp) ---------------------------------===//
  bool checkImmediate(const Instruction &I, const OperandDesc &Desc,
                      Operand &Op, ScalarType Type) const;
  bool checkIntegerImmediate(const Instruction &I, const OperandDesc &Desc,
                             Operand &Op, ScalarType Type) const;
  bool checkRange(const OperandDesc &Desc, const Operand &Op) const;

  //===--- Addresses (CheckMemory.cpp) ------------------------------------===//
  bool checkAddress(const Instruction &I, const OperandDesc &Desc,
                    const Operand &Op) const;
  bool checkAddressRegister(const OperandDesc &Desc, const Operand &Op,
                            const Register &Reg, StateSpace Space) const;
  bool checkAddressSpace(const Instruction &I, const Operand &Op,
                         const Variable &V, StateSpace Space) const;
  bool checkImage(const Instruction &I, const OperandDesc &Desc,
                  const ParsedOperand &P, ScalarType Type) const;
  bool checkHandle(const OperandDesc &Desc, const Operand &Op) const;
  bool hasIndependentTextures() const;

  //===--- Calls (CheckCall.cpp) ------------------------------------------===//
  bool checkCall(const Instruction &I, Operands Ops);
  bool checkIndirectCall(const Instruction &I, Operands Ops) const;
  bool checkCallList(const Instruction &I, const ParsedOperand &List,
                     llvm::ArrayRef<Decl *> Formals, llvm::StringRef What,
                     const Decl &Callee) const;
  bool checkArgument(const Instruction &I, Operand &Actual,
                     const Decl &Formal) const;
  bool checkParamArgument(
      const Operand &Actual, const Variable *Formal,
      llvm::function_ref<bool(const llvm::Twine &)> Mismatch) const;

  Module &M;
  Scopes &Names;
  const VersionChecker &Versions;
  FormMatcher Matcher;
  llvm::DenseMap<const Function *, llvm::SMRange> FirstCall;
  /// Mnemonics whose modifiers are in an order that a warning speaks of.
  llvm::StringSet<> ReportedOrders;
  /// Functions of which a warning says that they call themselves.
  llvm::SmallPtrSet<const Function *, 4> ReportedRecursions;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_INSTRUCTIONCHECKER_H
