//===- Sema.h - What the parser reads, checked and made nodes ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parser knows the grammar, Sema knows what the words mean: the parser
/// calls an actOn… function for each thing it has read, in source order, and
/// puts the statement it gets back in its place. All nodes but blocks and
/// directives without a meaning are made here.
///
/// They meet after each statement, not after the module, since the grammar of
/// PTX depends on declarations: `%tid` is a special register unless a register
/// hides it, only a variable has an index, only a register has components, and
/// behind a mistake in a declaration its names are passed over silently.
///
/// A function that returns bool returns true after an error that the parser has
/// to recover from; one that returns a node, null if the statement is dropped
/// and all is well with what follows.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_SEMA_H
#define HEDDLE_LIB_PTXPARSER_SEMA_SEMA_H

#include "ConstValue.h"
#include "InstructionChecker.h"
#include "VariableSpec.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>
#include <map>
#include <set>

namespace heddle::ptx {

/// The place of a .pragma.
enum class PragmaPlace : uint8_t { Module, Header, Body };

/// A parameter as it was written, without its dimensions.
struct ParsedParam {
  VariableSpec Spec;
  llvm::StringRef Name;
  /// Null for `_`, which stands in prototypes only.
  Identifier *Id = nullptr;
  /// The place of the name, and that of all before the dimensions.
  llvm::SMRange Range, FullRange;
  /// Number among the parameters.
  unsigned Index = 0;
  bool IsEntry = false;
  bool InPrototype = false;
};

/// A name in a list of targets.
struct ParsedTarget {
  Identifier *Id;
  llvm::SMRange Range;
};

class Sema : Reporter {
public:
  Sema(Module &M, Diagnostics &Diags)
      : Reporter(Diags), M(M), Names(M.Allocator, Diags), Versions(M, Diags),
        Instructions(M, Names, Versions, Diags) {}

  //===--- Names (Scopes.cpp) ---------------------------------------------===//
  SymbolTable &symbols() { return Names.symbols(); }
  void enterScope() { Names.enter(); }
  void leaveScope() { Names.leave(); }
  bool inFunction() const { return Names.function() != nullptr; }
  /// The declaration that \p Id means here, or null.
  Decl *lookup(Identifier &Id) { return Names.lookup(Id); }
  bool undeclared(Identifier &Id, llvm::SMRange Range, uint16_t WantedKinds) {
    return Names.undeclared(Id, Range, WantedKinds);
  }
  bool poison(Identifier &Id, llvm::SMRange Range) {
    return Names.poison(Id, Range);
  }
  void poisonRange(Identifier &Stem, llvm::SMRange Range) {
    Names.poisonRange(Stem, Range);
  }
  /// The names \p Stem 0 to \p Stem \p Count - 1, for a count at \p Range.
  bool internRange(llvm::StringRef Stem, uint64_t Count, llvm::SMRange Range,
                   llvm::SmallVectorImpl<Identifier *> &Ids);

  //===--- The module (SemaModule.cpp) ------------------------------------===//
  bool needs(llvm::SMRange Range, Feature F) const {
    return Versions.needs(Range, F);
  }
  bool actOnVersion(unsigned Version, llvm::SMRange Range);
  /// A word of .target.
  bool actOnTarget(llvm::SMRange Word);
  bool actOnTargetEnd(llvm::SMLoc Start);
  bool actOnAddressSize(unsigned Bits, llvm::SMLoc Start);
  bool actOnLinkage(Linkage Link, llvm::SMRange Word) const;
  const Stmt *actOnFile(FileDirective *File, llvm::SMRange NumberRange);
  void actOnLoc(const LocDirective &Loc) {
    Places.insert({Loc.File, Loc.Line, Loc.Column});
  }
  /// Handles the part of a .loc about a call that was inlined: its \p Label at
  /// \p Name, and the place of the call at \p Caller.
  bool actOnInlined(const InlinedLocation &Inlined, const Identifier &Label,
                    llvm::SMRange Name, llvm::SMRange Caller);
  void actOnSectionLabel(const Identifier &Label) {
    SectionLabels.insert(&Label);
  }
  const Stmt *actOnDebugData(llvm::StringRef Text, llvm::SMRange Range);
  bool actOnPragma(llvm::StringRef Text, llvm::SMRange Range,
                   PragmaPlace Place) const;
  const Stmt *actOnAlias(Function *Alias, Function *Target,
                         llvm::SMRange Range);
  /// The function that an alias names; null and an error if there is none.
  Function *findAliasFunction(Identifier &Id, llvm::SMRange Range);
  /// Reports errors that only the end of the module shows.
  void actOnModuleEnd();
  /// The function before this point, or null.
  const Function *lastFunction() const {
    return Functions.empty() ? nullptr : Functions.back();
  }

  //===--- Variables (SemaVariable.cpp) -----------------------------------===//
  bool actOnSpace(StateSpace Space, llvm::SMLoc Start) const;
  /// `[Bank]` behind .const, from \p Open.
  bool actOnConstBank(VariableSpec &Spec, uint64_t Bank, llvm::SMRange Range,
                      llvm::SMRange Open) const;
  bool actOnAlign(unsigned &Align, uint64_t Value, llvm::SMRange Range) const;
  /// The space behind `.ptr`.
  bool checkPointerSpace(StateSpace Space, llvm::SMRange Word) const;
  /// `.ptr` anywhere but in a kernel's parameter or a prototype.
  bool checkNoPointer(const VariableSpec &Spec) const;
  /// Checks the text before \p Name, whatever follows it.
  bool checkSpec(const VariableSpec &Spec, llvm::StringRef Name,
                 llvm::SMRange Range) const;
  bool actOnRegisters(llvm::SMLoc Start) const;
  /// `.reg .u32;`, which declares nothing.
  void actOnNoNames(llvm::SMRange Range) const;
  void actOnRegister(Identifier &Id, const VariableSpec &Spec,
                     llvm::SMRange Range);
  /// `Stem<Count>`; after a mistake in the count every number will do.
  void actOnRegisterRange(Identifier &Stem, const VariableSpec &Spec,
                          const RegisterGroup &Group, bool HasFailed);
  bool checkRegisterCount(uint64_t Count, llvm::SMRange Range) const;
  Variable *makeVariable(llvm::StringRef Name, llvm::SMRange Range,
                         const VariableSpec &Spec) const;
  bool checkDim(uint64_t Count, llvm::SMRange Range) const;
  bool actOnDims(Variable &V, llvm::ArrayRef<uint64_t> Dims) const;
  const Stmt *actOnVariable(Identifier &Id, Variable &V, llvm::SMRange Range);

  //===--- Initial values (SemaInit.cpp) ----------------------------------===//
  /// Whether \p V may have an initial value, whose `=` is at \p Equal.
  bool checkInitializer(const Variable &V, llvm::SMRange Equal) const;
  bool actOnInitializer(Variable &V, const Init &Value) const;
  bool actOnInitValue(Init &Out, const Variable &V,
                      const ConstValue &Value) const;
  bool actOnInitSymbol(Init &Out, Identifier &Id, llvm::SMRange Range);
  bool checkInitAddress(const Variable &V, llvm::SMRange Range) const;
  /// The number of the one byte that \p Mask selects.
  bool actOnInitMask(unsigned &Byte, const Variable &V,
                     const ConstValue &Mask) const;

  //===--- Functions (SemaFunction.cpp) -----------------------------------===//
  /// Opens the scope of the parameters.
  Function *actOnFunctionStart(bool IsEntry, Linkage Link);
  bool actOnFunctionAttributes(Function &F,
                               const VariableAttributes &Attributes,
                               llvm::SMRange Range) const;
  /// Null after an error. The dimensions of a variable follow.
  Decl *actOnParam(const ParsedParam &P);
  /// Parameters of a call are aligned to 128 bytes at most.
  bool checkParamAlign(unsigned Align, llvm::SMRange Range) const;
  bool actOnParamEnd(const ParsedParam &P, Decl &D);
  void actOnMissingSemicolon(const Function &F) const;
  /// Must be called behind the directives; true if the module keeps an earlier
  /// declaration instead, or none.
  bool actOnSignature(Identifier &Id, Function &F, bool HasBody);
  void actOnBodyStart(Function &F);
  void actOnBodyEnd(Function &F, const Block *Body);
  /// Closes the scope of the parameters. \p WasRefused is what
  /// actOnSignature() said.
  const Stmt *actOnFunctionEnd(Function &F, llvm::SMRange Range,
                               bool WasRefused);
  /// The directive \p Word in the header of \p F, before what follows it.
  bool checkTuning(const Function &F, llvm::SMRange Word) const;
  bool actOnTuning(FunctionDirectives &D, llvm::SMRange Word) const;
  bool actOnFunctionDirectives(const FunctionDirectives &D,
                               llvm::SMRange BlocksAreClusters) const;
  /// .noreturn, .abi_preserve and .abi_preserve_control.
  bool actOnNoReturn(bool ReturnsNothing, llvm::SMRange Word) const;
  bool checkAbiPreserve(bool IsControl, uint64_t Count,
                        llvm::SMRange Range) const;

  //===--- Statements of a body (SemaStatement.cpp) -----------------------===//
  Label *actOnLabel(Identifier &Id, llvm::SMRange Range, bool &Refused);
  const Stmt *actOnTargets(const Label *Name, bool IsCall,
                           llvm::ArrayRef<ParsedTarget> Targets,
                           llvm::SMRange Range);
  void actOnPrototype(const PrototypeDirective &S);
  void actOnGuard(Instruction &I, Identifier &Id, llvm::SMRange Range);
  const DecodedName *actOnName(llvm::StringRef Spelling, llvm::SMRange Range) {
    return Instructions.decode(Spelling, Range);
  }
  /// True if \p I, which is complete otherwise, cannot be kept.
  bool actOnInstruction(Instruction &I, const DecodedName &Name,
                        llvm::MutableArrayRef<ParsedOperand> Ops) {
    return Instructions.check(I, Name, Ops);
  }

  //===--- Operands (SemaOperand.cpp) -------------------------------------===//
  /// The register at \p Range has its component.
  bool checkComponent(const Operand &Op, llvm::SMRange Range) const;
  /// Scales the index of a variable.
  void actOnIndex(Operand &Op) const;
  /// \p Second is a sink or what a name stands for.
  const Operand *actOnSecondResult(ParsedOperand &Second);
  bool actOnAddressBase(Operand &Op, const ParsedOperand &Base, Identifier &Id,
                        llvm::SMRange Range);
  bool actOnElement(ParsedOperand &Element);

private:
  bool actOnTargetOption(llvm::SMRange Word);
  bool unknownTarget(llvm::SMRange Range) const;
  struct PendingAlias {
    Function *Alias;
    Function *Target;
    llvm::SMRange Range;
  };
  void checkAlias(const PendingAlias &A) const;
  void checkCalledFunctions() const;
  void checkSectionLabels() const;

  bool checkType(const VariableSpec &Spec, llvm::StringRef Name,
                 llvm::SMRange Range) const;
  bool checkOpaque(const VariableSpec &Spec, llvm::StringRef Name,
                   llvm::SMRange Range) const;
  bool checkScope(const Variable &V) const;
  bool checkVariable(const Variable &V) const;

  void checkParamSize(const Function &F, llvm::SMLoc End) const;
  /// Warns of instructions that add a carry flag that nothing has set.
  void checkCarry(const Block &Body) const;
  bool declareFunction(Identifier &Id, Function &F, bool HasBody);
  bool checkRedeclaration(const Function &F, const Function &Previous,
                          bool HasBody) const;
  bool checkBlockSize(const FunctionDirectives &D, llvm::SMRange Word) const;
  bool earlierDeclaration(const Function &Previous, llvm::SMRange Range,
                          const llvm::Twine &Message) const;

  template <typename Node, typename... Args> Node *make(Args &&...A) const {
    return new (M.Allocator) Node(std::forward<Args>(A)...);
  }
  template <typename List> auto copy(const List &L) const {
    return llvm::ArrayRef(L).copy(M.Allocator);
  }

  Module &M;
  Scopes Names;
  VersionChecker Versions;
  InstructionChecker Instructions;

  llvm::SmallVector<llvm::StringRef, 4> TargetOptions;
  llvm::SmallVector<Function *, 0> Functions;
  llvm::SmallVector<Variable *, 0> ModuleVariables;
  llvm::SmallVector<PendingAlias, 0> Aliases;
  /// Any number may be a file's, so no number can stand for an empty slot.
  std::map<unsigned, llvm::SMRange> FileNumbers;
  /// The places that .loc directives have named so far: files, lines and
  /// columns.
  std::set<std::array<unsigned, 3>> Places;
  /// Labels of sections, and those that .loc directives name, with one of the
  /// places where they do.
  llvm::SmallPtrSet<const Identifier *, 8> SectionLabels;
  llvm::MapVector<const Identifier *, llvm::SMRange> NamedLabels;
  /// The word `debug` of .target.
  llvm::SMRange DebugOption;
  bool HasDebugData = false;
  /// The word of .target that names one.
  llvm::SMRange TextureMode;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_SEMA_H
