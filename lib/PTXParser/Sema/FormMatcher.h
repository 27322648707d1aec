//===- FormMatcher.h - An instruction's name against the table --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Finds the forms that a spelled name like `ld.global.v2.f32` may be. Files
/// use few names many times, so each spelling is worked out once.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_FORMMATCHER_H
#define HEDDLE_LIB_PTXPARSER_FORMMATCHER_H

#include "FormTable.h"
#include "heddle/PTXParser/AST.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"

namespace heddle {
class Diagnostics;
} // namespace heddle

namespace heddle::ptx {

/// A form whose slots the modifiers fill.
struct MatchedForm {
  const InstForm *Form;
  llvm::ArrayRef<ModifierUse> Modifiers;
  llvm::ArrayRef<ScalarType> Types;
  /// The operands of the form that these modifiers ask for, with the number of
  /// their elements worked out.
  llvm::ArrayRef<OperandDesc> Operands;
  /// Whether .version and .target have it and nothing is to be said about it;
  /// worked out at its first use.
  mutable std::optional<bool> IsPlain = std::nullopt;
};

/// A spelling after decoding.
struct DecodedName {
  Opcode Op;
  /// Empty: no form has these modifiers.
  llvm::ArrayRef<MatchedForm> Forms;
  /// The spelling as it should be, if the modifiers stand in another order than
  /// the form has them; else empty.
  llvm::StringRef InOrder = {};
};

inline bool contains(const SlotDesc &Slot, Modifier Mod) {
  return llvm::is_contained(Slot.Mods, Mod);
}
inline bool isType(Modifier Mod) {
  return modifierInfo(Mod).Type != ScalarType::None;
}
/// Gives each word the first free slot that takes it; types keep their order,
/// and where a form has as many of them each has its place. Words that find
/// none get null; \p Free says which slots are left.
void fillInAnyOrder(const InstForm &Form, llvm::ArrayRef<Modifier> Words,
                    llvm::SmallVectorImpl<const SlotDesc *> &Chosen,
                    llvm::SmallVectorImpl<bool> &Free);
/// The rule that \p Mods break, if any.
const RuleDesc *brokenRule(const InstForm &Form, llvm::ArrayRef<Modifier> Mods);
/// The instruction with its modifiers as the form orders them; empty if it does
/// not take them.
std::string inOrder(Opcode Op, const InstForm &Form,
                    llvm::ArrayRef<Modifier> Mods);

/// Finds the forms of an instruction by its name. Its errors are in
/// FormReport.cpp.
class FormMatcher {
public:
  FormMatcher(llvm::BumpPtrAllocator &Allocator, Diagnostics &Diags)
      : Allocator(Allocator), Diags(Diags) {}

  /// Null after an error. \p Range is where the name stands; \p Spelling is its
  /// text without blanks.
  const DecodedName *decode(llvm::StringRef Spelling, llvm::SMRange Range);

private:
  struct Word {
    llvm::StringRef Text;
    Modifier Mod;
  };
  bool split(llvm::StringRef Spelling, llvm::SMRange Range, Opcode &Op,
             llvm::SmallVectorImpl<Word> &Words);
  void match(DecodedName &Name, llvm::ArrayRef<Word> Words);
  MatchedForm makeMatch(const InstForm &Form, llvm::ArrayRef<Modifier> Mods,
                        llvm::ArrayRef<const SlotDesc *> Chosen);
  bool matchForm(const InstForm &Form, llvm::ArrayRef<Word> Words,
                 bool AnyOrder, MatchedForm &Out);
  void reportUnknownOpcode(llvm::StringRef Mnemonic, llvm::SMRange Range);
  void reportUnknownModifier(Opcode Op, llvm::StringRef Text,
                             llvm::SMRange Range);
  void reportRule(const RuleDesc &Rule, llvm::ArrayRef<Modifier> Mods,
                  llvm::StringRef Spelling, llvm::SMRange Range);
  void reportMismatch(Opcode Op, llvm::ArrayRef<Word> Words,
                      llvm::StringRef Spelling, llvm::SMRange Range);

  llvm::BumpPtrAllocator &Allocator;
  Diagnostics &Diags;
  llvm::StringMap<DecodedName> Decoded;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_FORMMATCHER_H
