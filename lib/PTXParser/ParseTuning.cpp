//===- ParseTuning.cpp - Directives behind a function's parameters --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// What follows the word of a tuning directive.
enum class TuningArg : uint8_t { None, Number, Extent };

/// A directive of kernels, with the versions and targets that have it.
struct TuningInfo {
  StringRef Word;
  TuningArg Arg;
  unsigned Version;
  unsigned Target;
  /// 0: it still exists.
  unsigned LastVersion = 0;
};
} // namespace

static constexpr TuningInfo Tuning[] = {
    {"maxnreg", TuningArg::Number, 13, 10},
    {"maxntid", TuningArg::Extent, 13, 10},
    {"reqntid", TuningArg::Extent, 21, 10},
    {"minnctapersm", TuningArg::Number, 20, 10},
    {"maxnctapersm", TuningArg::Number, 13, 10, 20},
    {"explicitcluster", TuningArg::None, 78, 90},
    {"reqnctapercluster", TuningArg::Extent, 78, 90},
    {"maxclusterrank", TuningArg::Number, 78, 90},
    {"blocksareclusters", TuningArg::None, 90, 90}};

static const TuningInfo *findTuning(StringRef Word) {
  for (const TuningInfo &Info : Tuning)
    if (Info.Word == Word)
      return &Info;
  return nullptr;
}

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

/// What follows the tuning directive \p Word.
bool Parser::parseTuningArg(FunctionDirectives &D, StringRef Word) {
  auto *Number = llvm::StringSwitch<std::optional<unsigned> *>(Word)
                     .Case("maxnreg", &D.MaxNReg)
                     .Case("minnctapersm", &D.MinNCTAPerSM)
                     .Case("maxnctapersm", &D.MaxNCTAPerSM)
                     .Case("maxclusterrank", &D.MaxClusterRank)
                     .Default(nullptr);
  if (Number)
    return parsePositive(Number->emplace(), Word);
  auto *Extent = llvm::StringSwitch<std::optional<Extent3> *>(Word)
                     .Case("maxntid", &D.MaxNTid)
                     .Case("reqntid", &D.ReqNTid)
                     .Case("reqnctapercluster", &D.ReqNCTAPerCluster)
                     .Default(nullptr);
  if (Extent)
    return parseExtent(Extent->emplace(), Word);
  (Word == "explicitcluster" ? D.ExplicitCluster : D.BlocksAreClusters) = true;
  return false;
}

bool Parser::checkBlockSize(const FunctionDirectives &D, StringRef Word,
                            SMRange Range) {
  if (D.MaxNTid && D.ReqNTid)
    return error(Range, "'.maxntid' and '.reqntid' exclude each other");
  const Extent3 &E = D.MaxNTid ? *D.MaxNTid : *D.ReqNTid;
  uint64_t Threads = uint64_t(E[0]) * E[1] * E[2];
  if (Threads > 1024)
    Diags.warning("block-size", Range.Start,
                  "'." + Word + "' asks for " + Twine(Threads) +
                      " threads; no chip has blocks of more than 1024",
                  Range);
  return false;
}

/// One directive of a kernel; the token is its word.
bool Parser::parseTuning(Function &F) {
  const TuningInfo *Info = findTuning(T.word());
  if (!Info)
    return unknownDirective(false);
  SMRange Range = T.range();
  std::string Quoted = ("'." + Info->Word + "'").str();
  if (!F.IsEntry)
    return error(Range, Quoted + " is for kernels only");
  if (needs(Range, Quoted, Info->Version, Info->Target))
    return true;
  if (Info->LastVersion != 0 && M.PTXVersion > Info->LastVersion)
    return error(Range, Quoted + " ended with PTX version " +
                            versionText(Info->LastVersion) + "; this is " +
                            versionText(M.PTXVersion));
  next();
  FunctionDirectives &D = F.Directives;
  if (parseTuningArg(D, Info->Word))
    return true;
  if (Info->Word.ends_with("ntid"))
    return checkBlockSize(D, Info->Word, Range);
  if (D.MaxClusterRank && D.ReqNCTAPerCluster)
    return error(Range, "'.maxclusterrank' and '.reqnctapercluster' exclude "
                        "each other");
  return false;
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
    if (!ReturnsNothing)
      return error(Range,
                   "'.noreturn' goes with a function that returns nothing");
    return needs(Range, "'.noreturn'", 64, 30);
  }
  auto *Number = llvm::StringSwitch<std::optional<unsigned> *>(Word)
                     .Case("abi_preserve", &D.AbiPreserve)
                     .Case("abi_preserve_control", &D.AbiPreserveControl)
                     .Default(nullptr);
  if (!Number)
    return false;
  Found = true;
  if (needs(Range, "'." + Word + "'", 90, 80))
    return true;
  next();
  SMRange NumberRange = T.range();
  uint64_t N;
  if (parseUnsigned(N, "a number of registers"))
    return true;
  // What the registers that a call itself needs leave.
  if (N > (Word == "abi_preserve" ? 241 : 9))
    return error(NumberRange, Twine(N) + " is no possible number of registers");
  *Number = N;
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
  if (D.BlocksAreClusters && !(D.ReqNTid && D.ReqNCTAPerCluster))
    return error(BlocksAreClusters, "'.blocksareclusters' needs '.reqntid' and "
                                    "'.reqnctapercluster'");
  D.Pragmas = copy(Pragmas);
  return false;
}
