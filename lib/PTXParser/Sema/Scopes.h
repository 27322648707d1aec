//===- Scopes.h - What names mean where the parser stands -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scopes that are open, what is declared in them, and the uses of labels
/// that wait for theirs. Errors about names that mean nothing come from here.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_SCOPES_H
#define HEDDLE_LIB_PTXPARSER_SEMA_SCOPES_H

#include "Reporter.h"
#include "SymbolTable.h"
#include "heddle/PTXParser/AST.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::ptx {

/// The declarations of a function: its parameters in registers, and all of its
/// body. Each is numbered by its place here.
struct FunctionDecls {
  llvm::SmallVector<Register *, 0> Registers;
  llvm::SmallVector<Variable *, 0> Variables;
  llvm::SmallVector<Label *, 0> Labels;

  void clear() {
    Registers.clear();
    Variables.clear();
    Labels.clear();
  }
};

class Scopes : Reporter {
public:
  Scopes(llvm::BumpPtrAllocator &Allocator, Diagnostics &Diags)
      : Reporter(Diags), Allocator(Allocator), Symbols(Allocator) {}

  SymbolTable &symbols() { return Symbols; }

  void enter();
  /// Leaves the innermost scope. At the end of a function, reports the labels
  /// that are missing.
  void leave();
  /// The function whose body is open; null at module scope.
  Function *function() const { return CurrentFunction; }
  void setFunction(Function *F) { CurrentFunction = F; }
  FunctionDecls &declarations() { return Decls; }

  /// The declaration that \p Id means here, or null.
  Decl *lookup(Identifier &Id);
  /// The binding of \p Id at module scope, though other scopes are open; or
  /// null.
  static Binding *lookupAtModule(const Identifier &Id);
  bool declare(Identifier &Id, Decl *D);
  bool duplicate(llvm::SMRange Range, llvm::StringRef Name,
                 llvm::SMRange Previous) const;
  /// Whether \p Id is declared in the innermost scope.
  bool isDeclaredHere(const Identifier &Id) const {
    return Id.Top && Id.Top->Depth == Symbols.depth();
  }

  /// Reports the first use of an unknown name; then the name stands for a
  /// register of no type, so that its other uses stay quiet.
  bool undeclared(Identifier &Id, llvm::SMRange Range, uint16_t WantedKinds);
  /// Lets \p Id, which is declared wrongly, stand for anything.
  bool poison(Identifier &Id, llvm::SMRange Range);
  /// Does the same as poison() for all numbers behind \p Stem.
  void poisonRange(Identifier &Stem, llvm::SMRange Range);
  /// Registers of which none is alive yet. Names of this scope that they cover
  /// stand for them from here on.
  void declareRange(Identifier &Stem, const RegisterRange &Regs);
  /// Poisons names behind \p Stem of which some are declared here already:
  /// nobody can tell which of the declarations was meant.
  void poisonDuplicates(Identifier &Stem, llvm::SMRange Range);

  /// \p Slot gets the label \p Id once it is declared.
  void addPending(Identifier &Id, const Decl **Slot, llvm::SMRange Range);

  /// The .branchtargets, .calltargets or .callprototype that \p Label names.
  const Stmt *tableOf(const Decl *Label) const { return Tables.lookup(Label); }
  void setTable(const Label &Name, const Stmt *S) { Tables[&Name] = S; }

private:
  void settlePending(Identifier &Id, const Decl &D);
  std::string nearestName(const Identifier &Id, uint16_t WantedKinds) const;

  llvm::BumpPtrAllocator &Allocator;
  SymbolTable Symbols;
  Function *CurrentFunction = nullptr;
  FunctionDecls Decls;

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
  /// The index in Pending of the first use in each open scope.
  llvm::SmallVector<size_t, 8> PendingStart;
  llvm::DenseMap<const Decl *, const Stmt *> Tables;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_SCOPES_H
