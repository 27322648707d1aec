//===- ParseTuning.cpp - Directives behind a function's parameters --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

bool Parser::parsePositive(unsigned &Value, StringRef Name) {
  SMRange Range = T.range();
  uint64_t N;
  if (parseUnsigned(N, "a number behind '." + Name + "'"))
    return true;
  if (N == 0 || N > INT32_MAX)
    return error(Range,
                 "'." + Name + "' needs a number above 0, found " + Twine(N));
  Value = N;
  return false;
}

bool Parser::parseExtent(Extent3 &Extent, StringRef Name) {
  Extent = {1, 1, 1};
  for (unsigned I = 0; I != 3; ++I) {
    if (parsePositive(Extent[I], Name))
      return true;
    if (!accept(Tok::Comma))
      return false;
  }
  return errorHere("'." + Name + "' takes three numbers at most");
}

/// Parses one directive of a kernel; the token is its word.
bool Parser::parseTuning(Function &F) {
  StringRef Word = T.word();
  SMRange Range = T.range();
  FunctionDirectives &D = F.Directives;
  auto Start = [&] {
    if (Actions.checkTuning(F, Range))
      return true;
    next();
    return false;
  };
#define TUNING_NUMBER(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)           \
  if (Word == #WORD)                                                           \
    return Start() || parsePositive(D.MEMBER.emplace(), Word) ||               \
           Actions.actOnTuning(D, Range);
#define TUNING_EXTENT(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)           \
  if (Word == #WORD)                                                           \
    return Start() || parseExtent(D.MEMBER.emplace(), Word) ||                 \
           Actions.actOnTuning(D, Range);
#define TUNING_FLAG(WORD, MEMBER, VERSION, TARGET, LAST, CLUSTERS)             \
  if (Word == #WORD) {                                                         \
    if (Start())                                                               \
      return true;                                                             \
    D.MEMBER = true;                                                           \
    return Actions.actOnTuning(D, Range);                                      \
  }
#include "TuningDirectives.def"
  return unknownDirective(false);
}

/// `.noreturn`, `.abi_preserve N` or `.abi_preserve_control N`; the token is
/// another directive if \p Found stays false.
bool Parser::parseCallDirective(CallDirectives &D, bool ReturnsNothing,
                                bool &Found) {
  StringRef Word = T.word();
  SMRange Range = T.range();
  if (Word == "noreturn") {
    Found = true;
    next();
    D.NoReturn = true;
    return Actions.actOnNoReturn(ReturnsNothing, Range);
  }
  bool IsControl = Word == "abi_preserve_control";
  if (!IsControl && Word != "abi_preserve")
    return false;
  Found = true;
  if (Actions.needs(Range, IsControl ? Feature::AbiPreserveControl
                                     : Feature::AbiPreserve))
    return true;
  next();
  SMRange NumberRange = T.range();
  uint64_t N;
  if (parseUnsigned(N, "a number of registers") ||
      Actions.checkAbiPreserve(IsControl, N, NumberRange))
    return true;
  (IsControl ? D.AbiPreserveControl : D.AbiPreserve) = N;
  return false;
}

bool Parser::parseFunctionDirectives(Function &F) {
  FunctionDirectives &D = F.Directives;
  llvm::SmallVector<StringRef, 2> Pragmas;
  SMRange BlocksAreClusters;
  while (T.is(Tok::Directive) && !atPrototypeEnd()) {
    if (T.word() == "pragma") {
      if (parsePragma(Pragmas, PragmaPlace::Header))
        return true;
      continue;
    }
    if (T.word() == "blocksareclusters")
      BlocksAreClusters = T.range();
    bool Found = false;
    if (F.IsEntry && T.word().starts_with("abi_preserve"))
      return errorHere("'" + T.text() + "' is for functions only");
    if (parseCallDirective(D, !F.IsEntry && F.Returns.empty(), Found) ||
        (!Found && parseTuning(F)))
      return true;
  }
  if (Actions.actOnFunctionDirectives(D, BlocksAreClusters))
    return true;
  D.Pragmas = copy(Pragmas);
  return false;
}
