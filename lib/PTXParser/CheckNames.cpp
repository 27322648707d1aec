//===- CheckNames.cpp - Names that mean nothing here ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

Decl *Parser::lookup(Identifier &Id) {
  bool Made;
  Decl *D = Symbols.lookup(Id, Made);
  if (Made && !llvm::cast<Register>(D)->IsModuleScope) {
    D->Id = Registers.size();
    Registers.push_back(llvm::cast<Register>(D));
  }
  return D;
}

/// Reports the first use of an unknown name; then the name stands for a
/// register of no type, so that its other uses stay quiet.
bool Parser::undeclared(Identifier &Id, SMRange Range, uint16_t WantedKinds) {
  bool WantsLabel = WantedKinds & (KLabel | KTargets);
  bool WantsFunction = WantedKinds & KFunction;
  bool MayBeRegister = Id.Name.starts_with("%") || (WantedKinds & KReg);
  bool MayBeVariable =
      !Id.Name.starts_with("%") && (WantedKinds & KSymbol || !MayBeRegister);
  const char *What = WantsLabel                       ? "label"
                     : WantsFunction                  ? "function"
                     : MayBeRegister && MayBeVariable ? "name"
                     : MayBeRegister                  ? "register"
                                                      : "variable";
  // A file with very many errors needs no advice on each of them.
  static constexpr unsigned MaxAdvice = 100;
  std::string Near;
  bool IsSpecial = MayBeRegister && findSpecialRegister(Id.Name).has_value();
  if (IsSpecial)
    Near = ("%" + Id.Name).str();
  else if (Diags.numErrors() < MaxAdvice)
    Near = Symbols.nearest(
        Id.Name,
        [&](const Decl &D) {
          if (WantsLabel)
            return llvm::isa<Label>(D);
          if (WantsFunction)
            return llvm::isa<Function>(D);
          // A name that was reported before is no help.
          const auto *Reg = llvm::dyn_cast<Register>(&D);
          return (MayBeRegister && Reg && Reg->Type != ScalarType::None) ||
                 (MayBeVariable && llvm::isa<Variable>(D));
        },
        MayBeRegister && !WantsLabel && !WantsFunction);
  if (Near.empty() && Id.Name.starts_with("%") && !WantsLabel)
    Near = nearestSpecialRegister(Id.Name.drop_front());
  const RegisterRange *Regs = Symbols.rangeOf(Id.Name);
  std::string Message =
      ("use of undeclared " + Twine(What) + " '" + Id.Name + "'").str();
  if (Regs && !WantsLabel) {
    error(Range, Message);
    StringRef Stem = Id.Name.rtrim("0123456789");
    Diags.note(Regs->Range.Start,
               "'" + Stem + "<" + Twine(Regs->Count) + ">' declares '" + Stem +
                   "0' to '" + Stem + Twine(Regs->Count - 1) + "'",
               Regs->Range);
  } else if (!Near.empty()) {
    // A sign or a component may belong to the operand, too.
    SMRange NameRange = Range;
    size_t At = textOf(Range).find(Id.Name);
    if (At != StringRef::npos) {
      const char *Name = Range.Start.getPointer() + At;
      NameRange = {llvm::SMLoc::getFromPointer(Name),
                   llvm::SMLoc::getFromPointer(Name + Id.Name.size())};
    }
    error(Range.Start, Message + "; did you mean '" + Near + "'?", Range,
          llvm::SMFixIt(NameRange, Near));
  } else {
    error(Range, Message);
  }
  if (CurrentFunction && !WantsLabel && !Id.Top) {
    auto *Poison = make<Register>(Id.Name, Range, ScalarType::None, 1);
    Symbols.declareAt(Id, Poison, Symbols.depth());
  }
  return true;
}
