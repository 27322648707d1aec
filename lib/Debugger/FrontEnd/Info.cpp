//===- Info.cpp - What `info` tells ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "heddle/Debugger/Numbers.h"
#include "heddle/Debugger/Values.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

static void printWarps(CommandContext &Context) {
  for (WarpName Name : Context.V.warps()) {
    WarpPlace P = Context.V.place(Name);
    std::string What;
    if (P.State == sm::WarpState::Done)
      What = "done";
    else if (P.State == sm::WarpState::AtBarrier)
      What = fmt::format("at barrier {}", P.Barrier);
    else
      What = P.Line ? Context.V.module().lineText(P.Line)
                    : fmt::format("{:#06x}", P.Address);
    Context.OS << fmt::format("{} block {} warp {}\tlanes {} of {}\t{}\n",
                              Name == Context.State.Focus ? '*' : ' ',
                              sm::tripleText(P.Block), Name.Warp,
                              sm::laneMask(P.Active & P.Live, 0),
                              sm::laneMask(P.Live, 0), What);
  }
}

static void printBlocks(CommandContext &C) {
  std::optional<uint64_t> Last;
  unsigned Count = 0;
  for (WarpName Name : C.V.warps()) {
    if (Last == Name.Block)
      continue;
    Last = Name.Block;
    ++Count;
    C.OS << (Name.Block == C.State.Focus.Block ? "* " : "  ") << "block "
         << sm::tripleText(C.V.place(Name).Block) << '\n';
  }
  C.OS << Count << " of " << C.V.grid().count()
       << " blocks of the grid are on the SM\n";
}

static void printLines(const std::vector<std::string> &Lines,
                       CommandContext &Context) {
  for (const std::string &Line : Lines)
    Context.OS << Line << '\n';
}

static void printTime(CommandContext &C) {
  const TimeNotes &T = C.V.time();
  C.OS << fmt::format(
      "warp-instruction {}; {} copies were set aside, the last at {}; the "
      "last way back executed {} again\n",
      T.Step, T.Copies, T.LastCopy, T.Replayed);
}

static Error printLocals(CommandContext &C) {
  Expected<std::vector<std::string>> Lines = C.V.locals(C.State.Focus);
  if (!Lines)
    return Lines.takeError();
  printLines(*Lines, C);
  if (Lines->empty())
    C.OS << "no variable of the source can be seen here\n";
  return Error::success();
}

/// Some registers by name, or all of them.
static Error printRegisters(StringRef Names, CommandContext &C) {
  SmallVector<StringRef, 4> Each;
  SplitString(Names, Each, ", ");
  if (Each.empty())
    printLines(C.V.registers(C.State.Focus), C);
  for (StringRef Name : Each) {
    Next To;
    if (Error E = print(Name, C, To))
      return E;
  }
  return Error::success();
}

static constexpr StringLiteral InfoWords[] = {
    "blocks", "breakpoints", "display", "findings", "instruction",
    "line",   "locals",      "machine", "memory",   "registers",
    "stack",  "time",        "warps"};

ArrayRef<StringLiteral> infoWords() { return InfoWords; }

/// gdb's and cuda-gdb's words for the same.
static StringRef infoWord(StringRef Word) {
  static constexpr std::pair<StringLiteral, StringLiteral> Others[] = {
      {"b", "breakpoints"},
      {"watchpoints", "breakpoints"},
      {"threads", "warps"},
      {"lanes", "warps"},
      {"r", "registers"},
      {"reg", "registers"},
      {"s", "stack"},
      {"frame", "line"},
      {"source", "line"},
      {"args", "locals"},
      {"variables", "memory"},
      {"symbols", "memory"},
      {"all-registers", "machine"},
      {"checkpoints", "time"},
      {"record", "time"},
      {"program", "time"},
  };
  for (const auto &[Other, Ours] : Others)
    if (Other == Word)
      return Ours;
  StringRef Found = Word;
  unsigned Count = 0;
  for (StringRef One : InfoWords)
    if (!Word.empty() && One.starts_with(Word)) {
      Found = One;
      ++Count;
    }
  return Count == 1 ? Found : Word;
}

Error info(StringRef Rest, CommandContext &Context, Next &To) {
  Rest = Rest.trim();
  if (Rest.consume_front("cuda"))
    Rest = Rest.trim();
  auto [Word, Names] = Rest.split(' ');
  const StringRef What = infoWord(Word);
  if (What == "breakpoints")
    printPoints(Context);
  else if (What == "warps")
    printWarps(Context);
  else if (What == "blocks")
    printBlocks(Context);
  else if (What == "display")
    return display("", Context, To);
  else if (What == "time")
    printTime(Context);
  else if (What == "memory")
    printLines(Context.V.memoryNames(), Context);
  else if (What == "findings") {
    if (const sanitize::Findings *All = Context.V.found())
      for (const sanitize::Finding &F : All->list())
        Context.OS << Context.V.findingText(F);
  } else if (!is_contained(InfoWords, What)) {
    return createStringError("info is about " + join(infoWords(), ", "));
  } else if (Error E = needFocus(Context)) {
    return E;
  } else if (What == "registers") {
    return printRegisters(Names, Context);
  } else if (What == "locals") {
    return printLocals(Context);
  } else if (What == "machine") {
    printLines(Context.V.machineRegisters(Context.State.Focus), Context);
  } else if (What == "stack") {
    printLines(Context.V.stack(Context.State.Focus), Context);
  } else if (What == "line") {
    printPlace(Context);
  } else {
    WarpPlace P = Context.V.place(Context.State.Focus);
    Context.OS << fmt::format("{:#06x}\t{}\n", P.Address, P.Instruction);
  }
  return Error::success();
}

} // namespace heddle::debugger
