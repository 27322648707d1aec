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
#include <array>
#include <vector>

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
  union {
    Decl *D = nullptr;
    /// The registers of a stem.
    RegisterRange *Regs;
  };
  /// The binding of the same name further out.
  Binding *Outer = nullptr;
  Identifier *Id = nullptr;
  unsigned Depth = 0;
  bool IsRange = false;
};

/// A name as two words: those of up to 16 characters, which nearly all have,
/// are equal if length and words are; of longer ones the words are a hash.
struct NameKey {
  uint64_t A, B;
  static constexpr size_t MaxExact = 16;
  explicit NameKey(llvm::StringRef Name);
};

/// The members that a look-up reads are at the start, in one cache line.
struct alignas(64) Identifier {
  NameKey Key;
  Binding *Top = nullptr;
  /// The binding of this name as the stem of a range.
  Binding *TopRange = nullptr;
  /// The outermost binding, which mostly is the only one.
  Binding First = {};
  llvm::StringRef Name;
  /// The stem and the value of the digits of a name that ends in digits. Null
  /// until it is asked for, and for a number that is too large or has a leading
  /// zero.
  Identifier *Stem = nullptr;
  uint32_t Number = 0;
  /// One more than the number of the last use before the declaration.
  uint32_t LastPending = 0;
  /// For the stem of a range: the names with a number behind it by that number,
  /// as far as they have been met, and how often any was.
  Identifier **Numbered = nullptr;
  uint32_t NumNumbered = 0;
  uint32_t NumUses = 0;
  bool HasStem = false;
  /// For a stem: a name with a number behind it was declared by itself.
  bool HasNumbered = false;

  Identifier(const NameKey &Key, llvm::StringRef Name) : Key(Key), Name(Name) {}
};

class SymbolTable {
public:
  explicit SymbolTable(llvm::BumpPtrAllocator &Allocator)
      : Allocator(Allocator), Scopes(1) {}

  Identifier &intern(llvm::StringRef Name);

  void enter() { Scopes.emplace_back(); }
  void leave();
  unsigned depth() const { return Scopes.size() - 1; }

  /// The declaration that \p Id means here, or null. \p Made is set if a
  /// register of a range came to life.
  Decl *lookup(Identifier &Id, bool &Made);
  /// The declaration of \p Id in the innermost scope, if any; the place of the
  /// range that covers it for one that is not alive.
  std::optional<llvm::SMRange> declaredHere(Identifier &Id);
  /// The place of a name of the innermost scope that `Stem`<\p Count> declares
  /// again: a range with the stem, or names that it covers. As NVIDIA's
  /// assembler has it, it hides such names instead if number 0 is among them.
  std::optional<llvm::SMRange> declaredHereInRange(const Identifier &Stem,
                                                   uint64_t Count) const;
  void declare(Identifier &Id, Decl *D);
  void declareRange(Identifier &Stem, const RegisterRange &Regs);
  /// Gives each name of the innermost scope that is \p Stem with a number below
  /// \p Count another meaning.
  void redeclareNumbered(const Identifier &Stem, uint64_t Count,
                         llvm::function_ref<Decl *(const Identifier &)> Make);
  /// Declares in a scope further out, beneath what hides it there.
  void declareAt(Identifier &Id, Decl *D, unsigned Depth);

  /// A visible name that differs from \p Name by little; empty if there is
  /// none. \p Accept says which declarations come into question.
  /// If a register is wanted, one of a range will do that nobody used yet.
  std::string nearest(llvm::StringRef Name,
                      llvm::function_ref<bool(const Decl &)> Accept,
                      bool WantsRegister) const;
  /// The stem of a visible range, for the same purpose.
  const RegisterRange *rangeOf(llvm::StringRef Name);

private:
  void bind(Identifier &Id, Decl *D, unsigned Depth);
  void splitName(Identifier &Id);
  Binding *findRange(Identifier &Id, uint64_t &Number);
  Binding *findRangeOfAnyStem(Identifier &Id, uint64_t &Number);

  llvm::BumpPtrAllocator &Allocator;
  /// Open addressing.
  struct Slot {
    uint32_t Hash = 0;
    uint32_t Length = 0;
    Identifier *Id = nullptr;
  };
  /// The place of \p Name, which may be empty.
  static size_t placeOf(llvm::ArrayRef<Slot> Slots, llvm::StringRef Name,
                        const NameKey &Key, uint32_t Hash);
  Identifier *find(llvm::StringRef Name) const;
  Identifier &internWhole(llvm::StringRef Name);
  Identifier *internNumbered(llvm::StringRef Name);
  bool growNumbered(Identifier &Stem, uint32_t Number);
  void grow();

  /// A power of two of them, at least half of them empty.
  std::vector<Slot> Slots{1024};
  size_t NumIdentifiers = 0;
  /// The declarations of each open scope.
  llvm::SmallVector<llvm::SmallVector<Binding *, 0>, 4> Scopes;
  /// Stems of ranges by hash, the last one declared where two share a place: a
  /// register is found by its number, for the table of all names is cold.
  std::array<Identifier *, 64> RangeStems{};
  /// A stem that itself ends in a digit was declared: `%r1<9>`.
  bool AnyStemWithDigit = false;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SYMBOLTABLE_H
