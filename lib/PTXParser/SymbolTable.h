//===- SymbolTable.h - Names and what they mean here ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Interned identifiers, each with the stack of declarations it has in the
/// scopes that are open. A look-up is a pointer away; leaving a scope undoes
/// what it declared.
///
/// `.reg .u32 %r<1000>;` makes no registers, but a range on the stem `%r`;
/// a register of it comes to life when it is first used.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SYMBOLTABLE_H
#define HEDDLE_LIB_PTXPARSER_SYMBOLTABLE_H

#include "heddle/PTXParser/AST.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::ptx {

/// `%r<N>`.
struct RegisterRange {
  ScalarType Type;
  uint8_t VectorWidth;
  uint64_t Count;
  llvm::SMRange Range;
};

struct Identifier;

struct Binding {
  Decl *D;
  RegisterRange *Regs;
  unsigned Depth;
  Identifier *Id;
  Binding *Outer;
};

struct Identifier {
  llvm::StringRef Name;
  Binding *Top = nullptr;
  /// Of this name as the stem of a range.
  Binding *TopRange = nullptr;
};

class SymbolTable {
public:
  explicit SymbolTable(llvm::BumpPtrAllocator &Allocator)
      : Allocator(Allocator), Scopes(1) {}

  Identifier &intern(llvm::StringRef Name);

  void enter() { Scopes.emplace_back(); }
  void leave();
  unsigned depth() const { return Scopes.size() - 1; }

  /// What \p Id means here, or null. \p Made is set if a register of a range
  /// came to life.
  Decl *lookup(Identifier &Id, bool &Made);
  /// The declaration of \p Id in the innermost scope, if any; the place of the
  /// range that covers it for one that is not alive.
  std::optional<llvm::SMRange> declaredHere(Identifier &Id);
  /// A register of the innermost scope whose name `Stem`<\p Count> covers.
  std::optional<llvm::SMRange> declaredHereInRange(Identifier &Stem,
                                                   uint64_t Count);
  void declare(Identifier &Id, Decl *D) { bind(Id, D, depth()); }
  void declareRange(Identifier &Stem, const RegisterRange &Regs);
  /// Declares in an outer scope, where nothing inner hides it yet.
  void declareAt(Identifier &Id, Decl *D, unsigned Depth) {
    bind(Id, D, Depth);
  }

  /// A visible name that differs from \p Name by little; empty if there is
  /// none. \p Accept says which declarations come into question.
  llvm::StringRef nearest(llvm::StringRef Name,
                          llvm::function_ref<bool(const Decl &)> Accept) const;
  /// The stem of a visible range, for the same purpose.
  const RegisterRange *rangeOf(llvm::StringRef Name);

private:
  void bind(Identifier &Id, Decl *D, unsigned Depth);
  Binding *findRange(Identifier &Id, uint64_t &Number);

  llvm::BumpPtrAllocator &Allocator;
  llvm::StringMap<Identifier *> Identifiers;
  llvm::SmallVector<llvm::SmallVector<Binding *, 0>, 4> Scopes;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SYMBOLTABLE_H
