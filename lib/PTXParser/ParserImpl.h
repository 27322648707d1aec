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
/// it asks Sema, which checks what was read and makes the nodes. The parts are
/// in Parse*.cpp by what they parse.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_PARSERIMPL_H
#define HEDDLE_LIB_PTXPARSER_PARSERIMPL_H

#include "Lexer.h"
#include "Sema/Sema.h"

namespace heddle::ptx {

class Parser : Reporter {
public:
  Parser(Module &M, llvm::StringRef Buffer, Sema &Actions, Diagnostics &Diags);

  void parseModule();

private:
  //===--- Tokens (Parser.cpp) --------------------------------------------===//
  void next();
  bool accept(Tok K);
  /// Reports "expected WHAT, found TOKEN".
  bool expect(Tok K, const char *What);
  bool expectedHere(const llvm::Twine &What);
  /// A semicolon; a missing one is reported where it belongs, and parsing goes
  /// on as if it were there if a new line starts.
  bool expectSemi(const llvm::Twine &After);
  /// Whether T goes on with a list whose comma is missing.
  bool atMissingComma();
  bool missingComma();
  /// Whether an instruction starts at T that no line break separates from what
  /// stands before it.
  bool atInstruction();
  bool atDirective(llvm::StringRef Word) const {
    return T.is(Tok::Directive) && T.word() == Word;
  }
  /// Skips to the end of a broken statement.
  void skipStatement();
  /// Skips statements at module scope up to the end of the body that they were
  /// meant for: a brace too early is one mistake.
  void skipStrayStatements();
  /// Skips to the end of a broken declaration at module scope.
  void skipModuleItem();
  std::string describe(const Token &Tk) const;
  bool errorHere(const llvm::Twine &Message) {
    return T.is(Tok::Error) || error(T.range(), Message);
  }

  template <typename Node, typename... Args> Node *make(Args &&...A) {
    return new (M.Allocator) Node(std::forward<Args>(A)...);
  }
  template <typename List> auto copy(const List &L) {
    return llvm::ArrayRef(L).copy(M.Allocator);
  }
  llvm::SMRange rangeFrom(llvm::SMLoc Start) const { return {Start, LastEnd}; }

  //===--- Module scope (ParseModule.cpp) ---------------------------------===//
  bool parseHeader();
  bool parseVersion();
  bool parseTarget();
  bool parseAddressSize();
  void parseModuleItem();
  bool parseLinkage(Linkage &Link, llvm::SMRange &Range);
  void strayInstruction();
  bool unknownDirective(bool InBody);

  //===--- Debug data, pragmas (ParseDebug.cpp) ---------------------------===//
  bool parseFile();
  bool parseFileDirective();
  bool parseLoc();
  bool parseInlined(LocDirective &Loc);
  bool acceptWord(llvm::StringRef Word);
  bool parsePragma(llvm::SmallVectorImpl<llvm::StringRef> &Strings,
                   PragmaPlace Place);
  bool parsePragmaStatement();
  bool parseUnsigned(uint64_t &Value, const llvm::Twine &What);
  bool parseSmall(unsigned &Value, const llvm::Twine &What);

  //===--- Sections (ParseSection.cpp) ------------------------------------===//
  bool parseSection();
  bool parseSectionItem();
  bool parseSectionValue(unsigned Width);
  bool parseSectionNumber(unsigned Width);
  void parseDebugLine();

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

  //===--- Initializers (ParseInit.cpp) -----------------------------------===//
  bool parseInitializer(Variable &V);
  bool parseInit(Init &Out, const Variable &V, unsigned Level);
  bool parseInitList(Init &Out, const Variable &V, unsigned Level);
  bool parseInitSymbol(Init &Out, const Variable &V);
  bool parseSymbolAddress(Init &Out);
  bool parseInitMask(Init &Out, const Variable &V, const ConstValue &Mask);

  //===--- Opaque variables, attributes (ParseOpaque.cpp) -----------------===//
  bool parseAttribute(VariableAttributes &Attributes);
  bool parseOneAttribute(VariableAttributes &Attributes);
  bool parseOpaqueInit(Init &Out, const Variable &V);
  bool parseOpaqueField(OpaqueField &Field, const Variable &V);
  bool parseOpaqueValue(OpaqueField &Field, llvm::StringRef Values);

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
  bool atModuleItem() const;
  bool parseLabel();
  bool skipNestedFunction();
  bool atForeignStatement();
  bool parseForeignStatement();
  void skipParentheses();
  /// Null stands for a statement that is dropped.
  void addStmt(const Stmt *S) {
    if (S)
      Statements->push_back(S);
  }

  //===--- Instructions (ParseInstruction.cpp) ----------------------------===//
  bool parseInstruction();
  bool parseGuard(Instruction &I);
  bool parseOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops);
  bool parseCallOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops);

  //===--- Operands (ParseOperand.cpp) ------------------------------------===//
  bool parseOperand(ParsedOperand &Out);
  bool parseConstant(Operand &Op);
  bool parseNegated(ParsedOperand &Out);
  bool parseNamed(ParsedOperand &Out);
  bool atComponent() const;
  bool parseComponent(Operand &Op);
  bool parseAddress(ParsedOperand &Out);
  bool parseOffset(int64_t &Offset);
  bool parseAddressBase(Operand &Op);
  bool parseImage(ParsedOperand &Out);
  bool atNegatedRegister() const;
  bool parseList(ParsedOperand &Out, Tok Close);
  bool parseSecond(ParsedOperand &Out);

  //===--- Constant expressions (ParseExpression.cpp) ---------------------===//
  bool parseExpression(ConstValue &V);
  bool parseConditional(ConstValue &V);
  bool parseBinary(ConstValue &V, unsigned MinPrecedence);
  bool parseUnary(ConstValue &V);
  bool parseUnaryInside(ConstValue &V);
  bool parsePrimary(ConstValue &V);
  bool applyBinary(Tok Token, llvm::SMRange OpRange, ConstValue &L,
                   const ConstValue &R);
  bool parseInteger(int64_t &Value, const llvm::Twine &What);

  //===--- State ----------------------------------------------------------===//
  Module &M;
  Sema &Actions;
  Lexer Lex;
  Token T;
  /// End of the token before T.
  llvm::SMLoc LastEnd;

  llvm::SmallVector<const Stmt *, 0> ModuleBody;
  /// The list a statement goes into.
  llvm::SmallVectorImpl<const Stmt *> *Statements = nullptr;
  unsigned ExpressionDepth = 0;
  /// Braces of lists that are open where an error may leave us.
  unsigned OpenBraces = 0;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_PARSERIMPL_H
