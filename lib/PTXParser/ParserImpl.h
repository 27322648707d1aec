//===- ParserImpl.h - The parser's state and its parts ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// A recursive-descent parser that resolves names as it goes. Its parts are in
/// Parse*.cpp by what they parse; checks that need more than the grammar are in
/// Check*.cpp. A function that returns bool returns true after it has reported
/// an error, as LLVM's own parsers do.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_PARSERIMPL_H
#define HEDDLE_LIB_PTXPARSER_PARSERIMPL_H

#include "FormMatcher.h"
#include "Lexer.h"
#include "Parsed.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace heddle::ptx {

class Parser {
public:
  Parser(Module &M, llvm::StringRef Buffer, Diagnostics &Diags);

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
  bool atDirective(llvm::StringRef Word) const {
    return T.is(Tok::Directive) && T.word() == Word;
  }
  /// To the end of a broken statement.
  void skipStatement();
  /// Over statements at module scope, to the end of the body they were meant
  /// for: a brace too early is one mistake.
  void skipStrayStatements();
  /// To the end of a broken declaration at module scope.
  void skipModuleItem();
  std::string describe(const Token &Tk) const;
  bool error(llvm::SMLoc Loc, const llvm::Twine &Message,
             llvm::ArrayRef<llvm::SMRange> Ranges = {},
             llvm::ArrayRef<llvm::SMFixIt> FixIts = {});
  bool error(llvm::SMRange Range, const llvm::Twine &Message) {
    return error(Range.Start, Message, Range);
  }
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
  bool parseTargetName();
  bool parseTargetOption();
  bool unknownTarget();
  bool parseAddressSize();
  void parseModuleItem();
  bool parseLinkage(Linkage &Link, llvm::SMRange &Range);
  void checkModule();
  void checkCalledFunctions();
  bool unknownDirective(bool InBody);

  //===--- Debug data, pragmas (ParseDebug.cpp) ---------------------------===//
  bool parseFile();
  bool parseLoc();
  bool parseInlined(LocDirective &Loc);
  bool parsePragma(llvm::SmallVectorImpl<llvm::StringRef> &Strings,
                   PragmaPlace Place);
  bool checkPragma(llvm::StringRef Text, llvm::SMRange Range,
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
  void declareVariable(Identifier &Id, Variable &V, llvm::SMLoc Start);
  bool checkType(const VariableSpec &Spec, llvm::StringRef Name,
                 llvm::SMRange Range);
  bool checkSpec(const VariableSpec &Spec, llvm::StringRef Name,
                 llvm::SMRange Range);
  bool checkScope(const Variable &V);
  bool checkVariable(const Variable &V);
  Variable *makeVariable(llvm::StringRef Name, llvm::SMRange Range,
                         const VariableSpec &Spec);
  bool poison(Identifier &Id, llvm::SMRange Range);
  bool poisonRest();
  bool declareName(Identifier &Id, Decl *D);
  bool duplicate(llvm::SMRange Range, llvm::StringRef Name,
                 llvm::SMRange Previous);

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
  bool checkOpaque(const VariableSpec &Spec, llvm::StringRef Name,
                   llvm::SMRange Range);
  bool parseOpaqueInit(Init &Out, const Variable &V);
  bool parseOpaqueField(OpaqueField &Field, const Variable &V);
  bool parseOpaqueValue(OpaqueField &Field, llvm::StringRef Values);

  //===--- Functions (ParseFunction.cpp) ----------------------------------===//
  bool parseFunction(bool IsEntry, Linkage Link, llvm::SMLoc Start);
  bool parseParams(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                   bool InPrototype = false);
  bool misspelledParam(bool IsEntry);
  bool parseParam(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                  bool InPrototype);
  bool atPrototypeEnd() const;
  bool parsePrototypeEnd(const Function &F);
  void parseBody(Function &F);
  bool declareFunction(Identifier &Id, Function &F, bool HasBody);
  bool sameSignature(const Function &A, const Function &B,
                     const Decl *&Difference) const;
  void checkParamSize(const Function &F, llvm::SMLoc End);
  void finishFunction();

  //===--- Directives of functions (ParseTuning.cpp) ----------------------===//
  bool parseFunctionDirectives(Function &F);
  bool parseCallDirective(CallDirectives &D, bool ReturnsNothing, bool &Found);
  bool parseTuning(Function &F);
  bool parseTuningArg(FunctionDirectives &D, llvm::StringRef Word);
  bool checkBlockSize(const FunctionDirectives &D, llvm::StringRef Word,
                      llvm::SMRange Range);
  bool parseExtent(Extent3 &Extent, llvm::StringRef Name);
  bool parsePositive(unsigned &Value, llvm::StringRef Name);

  //===--- Tables, prototypes, aliases (ParseTargets.cpp) -----------------===//
  struct Target {
    Identifier *Id;
    llvm::SMRange Range;
  };
  struct PendingAlias {
    Function *Alias;
    Function *Target;
    llvm::SMRange Range;
  };
  bool parseNameRange(llvm::StringRef Stem,
                      llvm::SmallVectorImpl<Identifier *> &Names);
  bool parseTargetList(llvm::SmallVectorImpl<Target> &Targets, bool IsCall);
  bool parseTargets(Label *Name, llvm::SMLoc Start, bool IsCall);
  bool parsePrototype(Label *Name, llvm::SMLoc Start);
  Function *parseAliasName();
  bool parseAlias();
  void checkAlias(const PendingAlias &A);

  //===--- Statements (ParseStatement.cpp) --------------------------------===//
  void parseStatements(llvm::SmallVectorImpl<const Stmt *> &Body,
                       llvm::SMLoc Open);
  bool parseStatement();
  bool atModuleItem() const;
  bool parseLabel();
  bool skipNestedFunction();
  void addPending(Identifier &Id, const Decl **Slot, llvm::SMRange Range);
  void settlePending(Identifier &Id, const Decl &D);
  void enterScope();
  void leaveScope();
  void addStmt(const Stmt *S) { Statements->push_back(S); }

  //===--- Instructions (ParseInstruction.cpp) ----------------------------===//
  bool parseInstruction();
  bool parseGuard(Instruction &I);
  bool parseOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops);
  bool parseCallOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops);
  bool checkGuardedArgument(const Instruction &I);
  bool checkNegations(const Instruction &I);
  const MatchedForm *chooseForm(const DecodedName &Name,
                                llvm::ArrayRef<ParsedOperand> Ops) const;
  void expandShorthands(const DecodedName &Name,
                        llvm::MutableArrayRef<ParsedOperand> Ops);
  bool finishInstruction(Instruction &I, const DecodedName &Name,
                         llvm::SmallVectorImpl<ParsedOperand> &Ops);

  //===--- Operands (ParseOperand.cpp) ------------------------------------===//
  bool parseOperand(ParsedOperand &Out);
  bool parseConstant(Operand &Op);
  bool parseNegated(ParsedOperand &Out);
  bool parseNamed(ParsedOperand &Out);
  bool parseSpecialRegister(Operand &Op, Identifier &Id);
  bool atComponent() const;
  bool parseComponent(Operand &Op);
  bool parseAddress(Operand &Op);
  bool parseOffset(int64_t &Offset);
  bool parseAddressBase(Operand &Op);
  bool parseImage(Operand &Op);
  bool atNegatedRegister() const;
  bool parseList(ParsedOperand &Out, Tok Close);
  bool parseSecond(ParsedOperand &Out);
  bool setImmediate(Operand &Op, const ConstValue &Value);

  //===--- Names (CheckNames.cpp) -----------------------------------------===//
  Decl *lookup(Identifier &Id);
  bool undeclared(Identifier &Id, llvm::SMRange Range, uint16_t WantedKinds);

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

  //===--- Checks (Check*.cpp) --------------------------------------------===//
  /// Number of the first operand that is of no class \p Form takes there; a
  /// number beyond the last if their count does not fit; -1 if they all fit.
  int shapeMismatch(const MatchedForm &Form,
                    llvm::ArrayRef<ParsedOperand> Ops) const;
  bool reportSwapped(const DecodedName &Name, llvm::StringRef Spelling,
                     llvm::ArrayRef<ParsedOperand> Ops);
  bool reportShape(const DecodedName &Name, llvm::StringRef Spelling,
                   const Instruction &I, llvm::ArrayRef<ParsedOperand> Ops);
  bool checkOperand(const Instruction &I, const OperandDesc &Desc,
                    ParsedOperand &Op);
  bool checkRegister(const Instruction &I, const OperandDesc &Desc,
                     const Operand &Op, ScalarType Type);
  bool checkImmediate(const Instruction &I, const OperandDesc &Desc,
                      Operand &Op, ScalarType Type);
  bool checkSpecialRegister(const Instruction &I, const Operand &Op,
                            ScalarType Type);
  bool checkVector(const Instruction &I, const OperandDesc &Desc, Operand &Op,
                   ScalarType Type);
  void typeFloatsOfPack(Operand &Op, unsigned Width);
  bool checkAddress(const Instruction &I, const OperandDesc &Desc,
                    const Operand &Op);
  bool checkImage(const Instruction &I, const OperandDesc &Desc, Operand &Op,
                  ScalarType Type);
  bool checkHandle(const OperandDesc &Desc, const Operand &Op);
  bool checkPart(const OperandDesc &Desc, const Operand &Op);
  bool checkAddressSpace(const Instruction &I, const Operand &Op,
                         const Variable &V, StateSpace Space);
  bool checkSymbol(const Instruction &I, const Operand &Op);
  /// What a form asks of .version and .target.
  struct Availability {
    unsigned Version;
    unsigned Target;
    bool VersionOver = false;
    bool TargetOver = false;
    bool HasEnded = false;
    bool IsMet = false;
  };
  Availability availability(const MatchedForm &Match) const;
  bool isPlain(const MatchedForm &Match) const;
  /// Warns of a leniency of NVIDIA's assembler.
  void beyondManual(llvm::SMRange Range, const llvm::Twine &What);
  bool checkAvailable(const Instruction &I, const MatchedForm &Form);
  bool checkRange(const OperandDesc &Desc, const Operand &Op);
  bool checkCall(Instruction &I, llvm::MutableArrayRef<Operand> Ops);
  bool checkCallList(const Instruction &I, Operand &List,
                     llvm::ArrayRef<Decl *> Formals, llvm::StringRef What,
                     const Decl &Callee);
  bool checkArgument(const Instruction &I, Operand &Actual, const Decl &Formal);
  bool needs(llvm::SMRange Range, const llvm::Twine &What, unsigned Version,
             unsigned Target);

  //===--- State ----------------------------------------------------------===//
  Module &M;
  Diagnostics &Diags;
  SymbolTable Symbols;
  Lexer Lex;
  FormMatcher Matcher;
  Token T;
  /// End of the token before T.
  llvm::SMLoc LastEnd;

  llvm::SmallVector<const Stmt *, 0> ModuleBody;
  llvm::SmallVector<Function *, 0> Functions;
  llvm::SmallVector<Variable *, 0> ModuleVariables;
  /// First definition or declaration of a name, and first call of it.
  llvm::DenseMap<const Function *, llvm::SMRange> FirstCall;

  llvm::SmallVector<PendingAlias, 0> Aliases;
  /// Any number may be a file's, so no number can stand for an empty slot.
  std::map<unsigned, llvm::SMRange> FileNumbers;
  /// The word `debug` of .target.
  llvm::SMRange DebugOption;
  bool HasDebugData = false;
  /// The word of .target that names one.
  llvm::SMRange TextureMode;

  /// The list a statement goes into.
  llvm::SmallVectorImpl<const Stmt *> *Statements = nullptr;
  Function *CurrentFunction = nullptr;
  unsigned ExpressionDepth = 0;
  /// Braces of lists that are open where an error may leave us.
  unsigned OpenBraces = 0;
  llvm::SmallVector<Register *, 0> Registers;
  llvm::SmallVector<Variable *, 0> Variables;
  llvm::SmallVector<Label *, 0> Labels;

  /// A use of a label before the label.
  struct PendingLabel {
    /// Null once it is settled.
    Identifier *Id;
    const Decl **Slot;
    llvm::SMRange Range;
    /// LastPending of Id before this use.
    uint32_t Previous;
  };
  llvm::SmallVector<PendingLabel, 0> Pending;
  /// Where the uses of each open scope begin in Pending.
  llvm::SmallVector<size_t, 8> PendingStart;
  /// What .branchtargets, .calltargets and .callprototype a label names.
  llvm::DenseMap<const Decl *, const Stmt *> LabelMeaning;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_PARSERIMPL_H
