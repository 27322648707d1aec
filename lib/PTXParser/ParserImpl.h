//===- ParserImpl.h - The parser's state and its parts ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A recursive-descent parser. It knows tokens and grammar; what the words mean
/// it asks Sema, which checks what was read and makes the nodes. Parts that
/// need nothing of the rest are classes of their own, each on top of the one
/// before: TokenReader, ExpressionParser, OperandParser, ValueParser,
/// DebugParser. The others are in Parse*.cpp by what they parse.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_PARSERIMPL_H
#define HEDDLE_LIB_PTXPARSER_PARSERIMPL_H

#include "DebugParser.h"

namespace heddle::ptx {

class Parser : DebugParser {
public:
  Parser(Module &M, llvm::StringRef Buffer, Sema &Actions, Diagnostics &Diags);

  void parseModule();

private:
  //===--- Module scope (ParseModule.cpp) ---------------------------------===//
  bool parseHeader();
  bool parseVersion();
  bool parseTarget();
  bool parseAddressSize();
  void parseModuleItem();
  bool parseLinkage(Linkage &Link, llvm::SMRange &Range);
  void strayInstruction();
  bool unknownDirective(bool InBody);

  //===--- Declarations (ParseDeclaration.cpp) ----------------------------===//
  bool parseDeclaration(Linkage Link, llvm::SMLoc Start);
  bool acceptNoNames(llvm::SMLoc Start);
  bool parseRegisters(llvm::SMLoc Start);
  bool parseRegisterGroup(const VariableSpec &Spec, RegisterGroup &Group);
  bool parseRegisterCount(Identifier &Id, const VariableSpec &Spec,
                          RegisterGroup &Group);
  bool parseVariable(const VariableSpec &Spec, llvm::SMLoc Start);
  bool parseSpace(StateSpace &Space);
  bool parseSpec(VariableSpec &Spec);
  bool unknownSpec();
  bool parseAlign(unsigned &Align);
  bool parsePointer(VariableSpec &Spec);
  bool parseDims(Variable &V);
  bool parseConstBank(VariableSpec &Spec);
  bool parseVariableRange(const VariableSpec &Spec, llvm::StringRef Stem,
                          llvm::SMRange Range, llvm::SMLoc Start);
  bool poisonRest();

  //===--- Functions (ParseFunction.cpp) ----------------------------------===//
  bool parseFunction(bool IsEntry, Linkage Link, llvm::SMLoc Start);
  bool parseSignature(Function &F, Identifier *&Id, bool &HasBody);
  bool parseParams(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                   bool InPrototype = false);
  bool misspelledParam(bool IsEntry);
  bool parseParam(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                  bool InPrototype);
  bool atPrototypeEnd() const;
  bool parsePrototypeEnd(const Function &F);
  void parseBody(Function &F);

  //===--- Directives of functions (ParseTuning.cpp) ----------------------===//
  bool parseFunctionDirectives(Function &F);
  bool parseCallDirective(CallDirectives &D, bool ReturnsNothing, bool &Found);
  bool parseTuning(Function &F);
  bool parseExtent(Extent3 &Extent, llvm::StringRef Name);
  bool parsePositive(unsigned &Value, llvm::StringRef Name);

  //===--- Tables, prototypes, aliases (ParseTargets.cpp) -----------------===//
  bool parseNameRange(llvm::StringRef Stem,
                      llvm::SmallVectorImpl<Identifier *> &Names);
  bool parseTargetList(llvm::SmallVectorImpl<ParsedTarget> &Targets,
                       bool IsCall);
  bool parseTargets(Label *Name, llvm::SMLoc Start, bool IsCall);
  bool parsePrototype(Label *Name, llvm::SMLoc Start);
  bool parseAliasName(Function *&F);
  bool parseAlias();

  //===--- Statements (ParseStatement.cpp) --------------------------------===//
  void parseStatements(llvm::SmallVectorImpl<const Stmt *> &Body,
                       llvm::SMLoc Open);
  bool parseStatement();
  bool parseLabel();
  bool skipNestedFunction();
  bool atForeignStatement();
  bool parseForeignStatement();
  void skipParentheses();

  //===--- Instructions (ParseInstruction.cpp) ----------------------------===//
  bool parseInstruction();
  bool parseGuard(Instruction &I);
  bool parseOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops);
  bool parseCallOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops);

  //===--- State ----------------------------------------------------------===//
  llvm::SmallVector<const Stmt *, 0> ModuleBody;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_PARSERIMPL_H
