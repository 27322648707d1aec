//===- ParseModule.cpp - Header and items of a module ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearestName.h"
#include "ParserImpl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

void Parser::parseModule() {
  if (parseHeader())
    return;
  M.HeaderEnd = LastEnd;
  while (!T.is(Tok::Eof))
    parseModuleItem();
  checkModule();
  M.Body = copy(ModuleBody);
  M.Functions = copy(Functions);
  M.Variables = copy(ModuleVariables);
  M.Comments = copy(Lex.comments());
}

bool Parser::parseHeader() {
  return parseVersion() || parseTarget() ||
         (atDirective("address_size") && parseAddressSize());
}

bool Parser::parseVersion() {
  if (!atDirective("version"))
    return expectedHere("'.version' at the start of the file");
  next();
  StringRef Major, Minor;
  std::tie(Major, Minor) = T.text().split('.');
  unsigned A, B;
  if (!T.is(Tok::Float) || Major.getAsInteger(10, A) ||
      Minor.getAsInteger(10, B) || Minor.size() != 1)
    return expectedHere("a version like 1.4");
  M.PTXVersion = std::min(A, 999u) * 10 + B;
  if (M.PTXVersion < 10 || M.PTXVersion > 90)
    return errorHere("PTX version " + T.text() +
                     " is not known; 1.0 to 9.0 are");
  next();
  return false;
}

static constexpr StringRef TargetOptionWords[] = {
    "debug", "map_f64_to_f32", "texmode_independent", "texmode_unified"};

/// Reports the word at T, with the target or option that was probably meant.
bool Parser::unknownTarget() {
  StringRef Word = T.text();
  NearestName Near(Word);
  for (StringRef Option : TargetOptionWords)
    Near.consider(Option);
  // Another number would be another chip, not another spelling.
  StringRef Number = Word.drop_while([](char C) { return !llvm::isDigit(C); });
  StringRef Digits = Number.rtrim("af");
  unsigned N;
  if (!Digits.getAsInteger(10, N) && firstVersionOfTarget(N) != 0)
    for (StringRef Stem : {"sm_", "compute_"})
      Near.consider((Stem + Number).str());
  std::string Message = ("unknown target '" + Word + "'").str();
  if (Near.best().empty())
    return errorHere(Message);
  return error(T.loc(), Message + "; did you mean '" + Near.best() + "'?",
               T.range(), llvm::SMFixIt(T.range(), Near.best()));
}

/// `sm_10`, or its virtual twin `compute_10`: what the one has the other has.
bool Parser::parseTargetName() {
  if (!T.is(Tok::Identifier))
    return expectedHere("a target like sm_10");
  StringRef Number = T.text();
  if (!Number.consume_front("sm_") && !Number.consume_front("compute_"))
    return parseTargetOption();
  StringRef Digits = Number.rtrim("af");
  unsigned N;
  if (Digits.getAsInteger(10, N) || Number.size() - Digits.size() > 1)
    return unknownTarget();
  unsigned First = firstVersionOfTarget(N);
  if (First == 0)
    return unknownTarget();
  if (M.PTXVersion < First)
    return errorHere("target '" + T.text() + "' needs PTX version " +
                     versionText(First) + " or higher; this is " +
                     versionText(M.PTXVersion));
  if (M.Target != 0)
    return errorHere("a second target; the first is '" + M.TargetName + "'");
  M.Target = N;
  M.TargetName = T.text();
  return false;
}

bool Parser::parseTargetOption() {
  StringRef Word = T.text();
  if (Word == "map_f64_to_f32") {
    if (M.Target >= 13)
      return errorHere("'map_f64_to_f32' is for targets below sm_13");
    M.MapF64ToF32 = true;
  } else if (Word == "debug") {
    DebugOption = T.range();
    return needs(T.range(), "'debug'", 30, 10);
  } else if (Word == "texmode_unified" || Word == "texmode_independent") {
    if (TextureMode.isValid() && textOf(TextureMode) != Word)
      return errorHere("'" + Word + "' contradicts '" + textOf(TextureMode) +
                       "'");
    TextureMode = T.range();
    return needs(TextureMode, "a texture mode", 15, 10);
  } else {
    return unknownTarget();
  }
  return false;
}

bool Parser::parseTarget() {
  if (!atDirective("target"))
    return expectedHere("'.target' behind '.version'");
  SMLoc Start = T.loc();
  llvm::SmallVector<StringRef, 4> Options;
  do {
    next();
    unsigned TargetBefore = M.Target;
    if (parseTargetName())
      return true;
    if (M.Target == TargetBefore)
      Options.push_back(T.text());
    next();
  } while (T.is(Tok::Comma));
  if (M.Target == 0)
    return error(Start, "'.target' names no chip like sm_10");
  M.TargetOptions = copy(Options);
  return false;
}

bool Parser::parseAddressSize() {
  SMLoc Start = T.loc();
  next();
  if (!T.is(Tok::Integer) || (T.Value != 32 && T.Value != 64))
    return expectedHere("32 or 64 behind '.address_size'");
  if (M.PTXVersion < 23)
    return error(Start, "'.address_size' needs PTX version 2.3 or higher; "
                        "this is " +
                            versionText(M.PTXVersion));
  M.AddressSize = T.Value;
  next();
  return false;
}

bool Parser::parseLinkage(Linkage &Link, SMRange &Range) {
  while (T.is(Tok::Directive)) {
    auto Found = llvm::StringSwitch<std::optional<Linkage>>(T.word())
                     .Case("extern", Linkage::Extern)
                     .Case("visible", Linkage::Visible)
                     .Case("weak", Linkage::Weak)
                     .Case("common", Linkage::Common)
                     .Default(std::nullopt);
    if (!Found)
      return false;
    if (Link != Linkage::Internal)
      return errorHere("a second linkage word; only one is allowed");
    Link = *Found;
    Range = T.range();
    if (Link == Linkage::Weak && needs(Range, "'.weak'", 31, 10))
      return true;
    if (Link == Linkage::Common && needs(Range, "'.common'", 50, 10))
      return true;
    next();
  }
  return false;
}

void Parser::parseModuleItem() {
  SMLoc Start = T.loc();
  Linkage Link = Linkage::Internal;
  SMRange LinkRange;
  bool Failed = parseLinkage(Link, LinkRange);
  bool HasLink = Link != Linkage::Internal;
  if (Failed) {
    // Reported.
  } else if (atDirective("entry") || atDirective("func")) {
    bool IsEntry = T.word() == "entry";
    next();
    Failed = parseFunction(IsEntry, Link, Start);
  } else if (T.is(Tok::DebugLine)) {
    parseDebugLine();
  } else if (!HasLink && atDirective("file")) {
    Failed = parseFile();
  } else if (!HasLink && atDirective("section")) {
    Failed = parseSection();
  } else if (!HasLink && atDirective("pragma")) {
    Failed = parsePragmaStatement();
  } else if (!HasLink && atDirective("alias")) {
    Failed = parseAlias();
  } else if (T.is(Tok::Directive)) {
    Failed = parseDeclaration(Link, Start);
  } else if (T.is(Tok::RBrace)) {
    errorHere("unexpected '}': no '{' is open");
    next();
  } else if (T.is(Tok::Identifier) && findOpcode(T.text())) {
    errorHere("instruction '" + T.text() + "' outside of a function");
    if (!Functions.empty() && Functions.back()->Body) {
      const Function &F = *Functions.back();
      SMLoc Brace = SMLoc::getFromPointer(F.Body->Range.End.getPointer() - 1);
      Diags.note(Brace, "the body of '" + F.Name + "' ends here");
    }
    skipStrayStatements();
  } else {
    Failed = expectedHere("a directive");
  }
  if (Failed)
    skipModuleItem();
}

static constexpr StringRef DirectiveWords[] = {
    "version",      "target",        "address_size", "entry",        "func",
    "visible",      "extern",        "weak",         "common",       "global",
    "const",        "shared",        "local",        "param",        "reg",
    "tex",          "maxntid",       "reqntid",      "maxnreg",      "pragma",
    "loc",          "file",          "section",      "alias",        "align",
    "minnctapersm", "branchtargets", "calltargets",  "callprototype"};

bool heddle::ptx::isDirectiveWord(StringRef Word) {
  return llvm::is_contained(DirectiveWords, Word);
}

bool Parser::unknownDirective(bool InBody) {
  if (isDirectiveWord(T.word()))
    return errorHere("directive '" + T.text() + "' is not allowed " +
                     (InBody ? "in a body" : "here"));
  NearestName Near(T.word());
  for (StringRef Word : DirectiveWords)
    Near.consider(Word);
  if (Near.best().empty())
    return errorHere("unknown directive '" + T.text() + "'");
  return error(T.loc(),
               "unknown directive '" + T.text() + "'; did you mean '." +
                   Near.best() + "'?",
               T.range(), llvm::SMFixIt(T.range(), "." + Near.best()));
}

/// What can be said only when everything has been read.
void Parser::checkModule() {
  for (const PendingAlias &A : Aliases)
    checkAlias(A);
  checkCalledFunctions();
  if (DebugOption.isValid() && !HasDebugData)
    error(DebugOption,
          "'debug' asks for debug data, but no '.section' follows");
}

/// What the system or the library of the device runtime provides.
static bool isSystemFunction(StringRef Name) {
  if (Name.consume_front("cuda"))
    return !Name.empty() && llvm::isUpper(Name.front());
  return Name.starts_with("__cudaCDP2") ||
         llvm::StringSwitch<bool>(Name)
             .Cases("vprintf", "malloc", "free", "__assertfail", true)
             .Default(false);
}

void Parser::checkCalledFunctions() {
  for (Function *F : Functions) {
    auto Call = FirstCall.find(F);
    if (Call == FirstCall.end() || F->Body || F->Definition)
      continue;
    if (isSystemFunction(F->Name))
      continue;
    error(Call->second, "function '" + F->Name + "' is called but has no body");
    Diags.note(F->Range.Start, "declared here", F->Range);
  }
}
