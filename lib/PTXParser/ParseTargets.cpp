//===- ParseTargets.cpp - Tables of targets, prototypes and aliases -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

/// Numbered names that one declaration may make. Registers are no such names:
/// a range of them costs nothing until they are used.
static constexpr uint64_t MaxNames = 1 << 16;

/// `<N>` behind \p Stem: the names Stem0 to Stem(N-1).
bool Parser::parseNameRange(StringRef Stem,
                            llvm::SmallVectorImpl<Identifier *> &Names) {
  next();
  SMRange Range = T.range();
  uint64_t Count;
  if (parseUnsigned(Count, "a number of names") || expect(Tok::Greater, "'>'"))
    return true;
  if (Count == 0 || Count > MaxNames)
    return error(Range, Twine(Count) + " is no possible number of names");
  for (uint64_t I = 0; I != Count; ++I) {
    std::string Name = (Stem + Twine(I)).str();
    Names.push_back(&Symbols.intern(StringRef(Name).copy(M.Allocator)));
  }
  return false;
}

/// `a, N<3>, b;`
bool Parser::parseTargetList(llvm::SmallVectorImpl<Target> &Targets,
                             bool IsCall) {
  do {
    if (!T.is(Tok::Identifier))
      return expectedHere(IsCall ? "a function" : "a label");
    Identifier *Id = T.Id;
    SMRange Range = T.range();
    next();
    if (!T.is(Tok::Less)) {
      Targets.push_back({Id, Range});
      continue;
    }
    if (IsCall)
      return expectedHere("',' or ';'");
    llvm::SmallVector<Identifier *, 8> Names;
    if (parseNameRange(Id->Name, Names))
      return true;
    for (Identifier *Name : Names)
      Targets.push_back({Name, Range});
  } while (accept(Tok::Comma));
  return expectSemi("the list of targets");
}

bool Parser::parseTargets(Label *Name, SMLoc Start, bool IsCall) {
  SMRange Word = T.range();
  next();
  llvm::SmallVector<Target, 8> Targets;
  if (parseTargetList(Targets, IsCall) ||
      needs(Word, IsCall ? "'.calltargets'" : "'.branchtargets'",
            IsCall ? 21 : 60, IsCall ? 20 : 30))
    return true;
  auto **Slots = M.Allocator.Allocate<const Decl *>(Targets.size());
  for (auto [I, Entry] : llvm::enumerate(Targets)) {
    Slots[I] = nullptr;
    Decl *D = lookup(*Entry.Id);
    if (!IsCall && !D) {
      addPending(*Entry.Id, &Slots[I], Entry.Range);
      continue;
    }
    if (!D)
      return undeclared(*Entry.Id, Entry.Range, KFunction), false;
    if (IsCall ? !llvm::isa<Function>(D) : !llvm::isa<Label>(D))
      return error(Entry.Range, "'" + Entry.Id->Name + "' is no " +
                                    (IsCall ? "function" : "label")),
             false;
    Slots[I] = D;
  }
  auto *S = make<TargetsDirective>(Name, rangeFrom(Start));
  S->IsCall = IsCall;
  S->Targets = llvm::ArrayRef(Slots, Targets.size());
  LabelMeaning[Name] = S;
  addStmt(S);
  return false;
}

bool Parser::parsePrototype(Label *Name, SMLoc Start) {
  SMRange Word = T.range();
  next();
  auto *S = make<PrototypeDirective>(Name, SMRange());
  llvm::SmallVector<Decl *, 4> Returns, Params;
  if (needs(Word, "'.callprototype'", 21, 20))
    return true;
  if (T.is(Tok::LParen) && parseParams(Returns, false, true))
    return true;
  if (expect(Tok::Underscore, "'_'"))
    return true;
  if (T.is(Tok::LParen) && parseParams(Params, false, true))
    return true;
  while (T.is(Tok::Directive)) {
    bool Found = false;
    if (parseCallDirective(S->Directives, Returns.empty(), Found))
      return true;
    if (!Found)
      return unknownDirective(false);
  }
  if (expectSemi("the prototype"))
    return true;
  S->Range = rangeFrom(Start);
  S->Returns = copy(Returns);
  S->Params = copy(Params);
  LabelMeaning[Name] = S;
  addStmt(S);
  return false;
}

/// The function that an alias names; null and an error if there is none.
Function *Parser::parseAliasName() {
  if (!T.is(Tok::Identifier)) {
    expectedHere("a function");
    return nullptr;
  }
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  Decl *D = lookup(Id);
  auto *F = llvm::dyn_cast_or_null<Function>(D);
  if (!D)
    undeclared(Id, Range, KFunction);
  else if (!F)
    error(Range, "'" + Id.Name + "' is no function");
  return F;
}

/// `.alias NAME, TARGET;`
bool Parser::parseAlias() {
  SMLoc Start = T.loc();
  SMRange Word = T.range();
  next();
  if (needs(Word, "'.alias'", 63, 30))
    return true;
  Function *Alias = parseAliasName();
  if (!Alias || expect(Tok::Comma, "','"))
    return true;
  Function *Target = parseAliasName();
  if (!Target || expectSemi("'.alias'"))
    return true;
  auto *S = make<AliasDirective>(Alias, Target, rangeFrom(Start));
  Aliases.push_back({Alias, Target, S->Range});
  addStmt(S);
  return false;
}

/// Only the end of the module tells whether the target has a body.
void Parser::checkAlias(const PendingAlias &A) {
  const Function *Target =
      A.Target->Definition ? A.Target->Definition : A.Target;
  std::string Quoted = ("'" + A.Alias->Name + "'").str();
  const Decl *Difference;
  if (A.Alias->Body || A.Alias->Definition)
    error(A.Range, Quoted + " has a body and cannot be an alias");
  else if (Target->IsEntry)
    error(A.Range, "'" + Target->Name + "' is a kernel and has no alias");
  else if (Target->Link == Linkage::Weak)
    error(A.Range, "'" + Target->Name + "' is .weak and has no alias");
  else if (!Target->Body)
    error(A.Range,
          "'" + Target->Name + "' has no body for an alias to stand for");
  else if (!sameSignature(*A.Alias, *Target, Difference))
    error(A.Range,
          Quoted + " and '" + Target->Name + "' have different parameters");
  else {
    A.Alias->Definition = Target;
    return;
  }
  Diags.note(Target->Range.Start, "declared here", Target->Range);
}
