//===- Commands.cpp - The commands of the terminal ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Numbers.h"
#include "heddle/Debugger/Terminal.h"
#include "heddle/Machine/LaneMask.h"
#include "heddle/Runtime/Elements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

void printPlace(CommandContext &C) {
  if (!C.V.find(C.State.Focus)) {
    C.OS << "no warp is in focus\n";
    return;
  }
  WarpPlace P = C.V.place(C.State.Focus);
  C.OS << fmt::format("warp {} of block {}, ", P.Name.Warp,
                      sm::tripleText(P.Block));
  if (P.Line)
    C.OS << C.V.module().lineText(P.Line)
         << (P.Source.empty() ? "" : " (" + P.Source + ")") << ", ";
  C.OS << "lanes " << sm::laneMask(P.Active, 0) << '\n';
  if (std::string Line = C.V.originalLine(P.Source); !Line.empty())
    C.OS << StringRef(P.Source).rsplit(':').second << "\t" << Line << '\n';
  if (P.Line)
    C.OS << P.Line << "\t" << C.V.sourceLine(P.Line) << '\n';
  else
    C.OS << fmt::format("{:#06x}\t{}\n", P.Address, P.Instruction);
}

/// Takes `WORD VALUE` from the end of \p Text.
static bool takeClause(StringRef &Text, StringRef Word, StringRef &Value) {
  size_t At = Text.rfind((" " + Word + " ").str());
  if (At == StringRef::npos)
    return false;
  Value = Text.drop_front(At + Word.size() + 2).trim();
  Text = Text.take_front(At).rtrim();
  return true;
}

static bool isWithin(const std::array<uint32_t, 3> &Index,
                     const sm::Dim3 &Size) {
  return Index[0] < Size.X && Index[1] < Size.Y && Index[2] < Size.Z;
}

/// Fails where \p B is about a thread, block or warp that the launch never has.
static Error checkThreads(const Breakpoint &B, const View &V) {
  if (B.Thread && !isWithin(*B.Thread, V.block()))
    return createStringError("a block of this launch has no thread " +
                             sm::tripleText(*B.Thread));
  if (B.Block && !isWithin(*B.Block, V.grid()))
    return createStringError("this launch has no block " +
                             sm::tripleText(*B.Block));
  if (B.Warp && *B.Warp >= divideCeil(V.block().count(), sm::Lanes))
    return createStringError("a block of this launch has no warp " +
                             Twine(*B.Warp));
  return Error::success();
}

/// Whether another kernel can have what \p Place names: a line of a file, or
/// the kernel itself.
static bool mayBeElsewhere(StringRef Place) {
  uint32_t Line = 0;
  auto [File, Number] = Place.rsplit(':');
  return Place.contains(':') ? !Number.getAsInteger(10, Line) && Line != 0
                             : !Place.empty() && !isDigit(Place.front());
}

Expected<Breakpoint> parseBreakpoint(StringRef Text, const View &V) {
  Breakpoint B;
  StringRef Value;
  if (takeClause(Text, "if", Value))
    B.Condition = Value.str();
  if (takeClause(Text, "warp", Value)) {
    unsigned Number;
    if (Value.getAsInteger(10, Number))
      return createStringError("'" + Value + "' is no number of a warp");
    B.Warp = Number;
  }
  if (takeClause(Text, "block", Value) && !(B.Block = parseIndex(Value)))
    return createStringError("'" + Value + "' is no block: X or (X,Y,Z)");
  if (takeClause(Text, "thread", Value) && !(B.Thread = parseIndex(Value)))
    return createStringError("'" + Value + "' is no thread: X or (X,Y,Z)");
  Text = Text.trim();
  B.Place = Text.str();
  B.Kernel = V.kernel().Info.Name;
  B.IsOfEntry = V.isKernel(Text);
  if (mayBeElsewhere(Text) && !Text.contains(':') &&
      (B.Thread || B.Block || B.Warp || !B.Condition.empty()))
    return createStringError(
        "a kernel starts once: only a breakpoint at a line "
        "has a thread, block, warp or condition");
  if (!B.IsOfEntry) {
    Expected<std::vector<uint32_t>> Lines = V.linesOf(Text);
    if (Lines) {
      B.Lines = std::move(*Lines);
    } else if (V.isOfProgram() && mayBeElsewhere(Text)) {
      // A kernel that is launched later may have it.
      consumeError(Lines.takeError());
      return B;
    } else {
      return Lines.takeError();
    }
  }
  if (Error E = checkThreads(B, V))
    return std::move(E);
  // The register may have no value here, but a condition has to be one.
  if (!B.Condition.empty())
    if (Error E = V.checkCondition(B.Condition))
      return std::move(E);
  return B;
}

void placeBreakpoint(Breakpoint &B, const View &V) {
  B.IsOfEntry = V.isKernel(B.Place);
  B.Lines.clear();
  const bool HasFile = StringRef(B.Place).contains(':');
  if (B.IsOfEntry || (!HasFile && B.Kernel != V.kernel().Info.Name))
    return;
  if (Expected<std::vector<uint32_t>> Lines = V.linesOf(B.Place))
    B.Lines = std::move(*Lines);
  else
    consumeError(Lines.takeError());
}

namespace {

/// NAME, NAME[I], NAME[I..J], and behind it maybe `:TYPE`.
struct MemoryPart {
  MemoryRange Range;
  uint64_t First = 0, End = 0;
  unsigned size() const { return runtime::elementSize(Range.Type); }
};

Expected<MemoryPart> parseMemory(StringRef Text, const View &V, WarpName Focus,
                                 uint64_t Usual) {
  auto [What, TypeName] = Text.trim().split(':');
  auto [Name, Index] = What.split('[');
  Expected<MemoryRange> Range = V.memory(Focus, Name.trim());
  if (!Range)
    return Range.takeError();
  MemoryPart Part;
  Part.Range = std::move(*Range);
  if (!TypeName.empty()) {
    std::optional<runtime::ElementType> Type =
        runtime::parseElementType(TypeName.trim());
    if (!Type)
      return createStringError("there is no type '" + TypeName + "'");
    Part.Range.Type = *Type;
  }
  uint64_t Count = Part.Range.Bytes.size() / Part.size();
  Part.End = std::min(Usual, Count);
  if (What.contains('[')) {
    if (!Index.consume_back("]"))
      return createStringError("']' is missing");
    auto [First, Last] = Index.split("..");
    if (First.getAsInteger(0, Part.First) ||
        (!Last.empty() && Last.getAsInteger(0, Part.End)))
      return createStringError("'" + Index + "' is no index: I or I..J");
    Part.End = Last.empty() ? Part.First + 1 : Part.End + 1;
  }
  if (Part.First >= Count || Part.End > Count || Part.First >= Part.End)
    return createStringError("'" + Name + "' has " + Twine(Count) +
                             " elements of type " +
                             runtime::elementName(Part.Range.Type));
  return Part;
}

} // namespace

Expected<Watchpoint> parseWatchpoint(StringRef Text, const View &V,
                                     WarpName Focus) {
  Expected<MemoryPart> Part = parseMemory(Text, V, Focus, ~uint64_t(0));
  if (!Part)
    return Part.takeError();
  Watchpoint W;
  W.Name = Text.trim().str();
  W.IsShared = Part->Range.IsShared;
  W.Block = Focus.Block;
  W.Address = Part->Range.Address + Part->First * Part->size();
  W.Bytes = unsigned((Part->End - Part->First) * Part->size());
  if (W.Address == 0 && !W.IsShared)
    return createStringError("'" + Text + "' is constant");
  return W;
}

namespace {

using Next = std::optional<Resume>;

Error needFocus(const CommandContext &Context) {
  if (Context.V.find(Context.State.Focus))
    return Error::success();
  return createStringError("no warp is in focus");
}

Error go(Resume::KindType Kind, StringRef Rest, Next &To) {
  Rest = Rest.trim();
  if (!Rest.empty() && Rest != "block" && Rest != "warp")
    return createStringError("a step is of the 'warp' or of the 'block'");
  To = Resume{Kind, Rest == "block", 0};
  return Error::success();
}

Error addBreakpoint(StringRef Rest, CommandContext &Context, bool IsTemporary) {
  Expected<Breakpoint> B = parseBreakpoint(Rest, Context.V);
  if (!B)
    return B.takeError();
  B->Id = Context.State.NextId++;
  B->IsTemporary = IsTemporary;
  Context.OS << (IsTemporary ? "Temporary breakpoint " : "Breakpoint ") << B->Id
             << " at "
             << (B->Lines.empty()
                     ? B->Place
                     : Context.V.module().lineText(B->Lines.front()))
             << (B->Lines.empty() && !B->IsOfEntry
                     ? ", of which this kernel has no code"
                     : "")
             << '\n';
  Context.State.Breakpoints.push_back(std::move(*B));
  return Error::success();
}

Error addWatchpoint(StringRef Rest, CommandContext &Context) {
  Expected<Watchpoint> W =
      parseWatchpoint(Rest, Context.V, Context.State.Focus);
  if (!W)
    return W.takeError();
  W->Id = Context.State.NextId++;
  Context.OS << "Watchpoint " << W->Id << ": " << W->Name << '\n';
  Context.State.Watchpoints.push_back(std::move(*W));
  return Error::success();
}

Error removePoints(StringRef Rest, CommandContext &Context) {
  UserState &S = Context.State;
  Rest = Rest.trim();
  if (Rest.empty()) {
    S.Breakpoints.clear();
    S.Watchpoints.clear();
    return Error::success();
  }
  unsigned Id;
  size_t Before = S.Breakpoints.size() + S.Watchpoints.size();
  if (!Rest.getAsInteger(10, Id)) {
    erase_if(S.Breakpoints, [&](const Breakpoint &B) { return B.Id == Id; });
    erase_if(S.Watchpoints, [&](const Watchpoint &W) { return W.Id == Id; });
  }
  if (S.Breakpoints.size() + S.Watchpoints.size() == Before)
    return createStringError("there is no breakpoint number '" + Rest + "'");
  return Error::success();
}

void printPoints(CommandContext &Context) {
  for (const Breakpoint &B : Context.State.Breakpoints) {
    Context.OS << B.Id << "\tbreakpoint\t" << B.Place;
    if (B.Thread)
      Context.OS << " thread " << sm::tripleText(*B.Thread);
    if (B.Block)
      Context.OS << " block " << sm::tripleText(*B.Block);
    if (B.Warp)
      Context.OS << " warp " << *B.Warp;
    Context.OS << (B.Condition.empty() ? "" : " if " + B.Condition) << '\n';
  }
  for (const Watchpoint &W : Context.State.Watchpoints)
    Context.OS << W.Id << "\twatchpoint\t" << W.Name << '\n';
}

void printWarps(CommandContext &Context) {
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

void printLines(const std::vector<std::string> &Lines,
                CommandContext &Context) {
  for (const std::string &Line : Lines)
    Context.OS << Line << '\n';
}

Error info(StringRef Rest, CommandContext &Context) {
  StringRef What = Rest.trim();
  if (What == "breakpoints" || What == "b") {
    printPoints(Context);
    return Error::success();
  }
  if (What == "warps" || What == "threads") {
    printWarps(Context);
    return Error::success();
  }
  if (What == "findings") {
    if (const sanitize::Findings *All = Context.V.found())
      for (const sanitize::Finding &F : All->list())
        Context.OS << Context.V.findingText(F);
    return Error::success();
  }
  if (What == "time") {
    const TimeNotes &T = Context.V.time();
    Context.OS << fmt::format(
        "warp-instruction {}; {} copies were set aside, the last at {}; the "
        "last way back executed {} again\n",
        T.Step, T.Copies, T.LastCopy, T.Replayed);
    return Error::success();
  }
  if (What == "memory") {
    printLines(Context.V.memoryNames(), Context);
    return Error::success();
  }
  if (Error E = needFocus(Context))
    return E;
  WarpName Focus = Context.State.Focus;
  if (What == "registers" || What == "r")
    printLines(Context.V.registers(Focus), Context);
  else if (What == "machine")
    printLines(Context.V.machineRegisters(Focus), Context);
  else if (What == "stack" || What == "s")
    printLines(Context.V.stack(Focus), Context);
  else if (What == "line")
    printPlace(Context);
  else if (What == "instruction") {
    WarpPlace P = Context.V.place(Focus);
    Context.OS << fmt::format("{:#06x}\t{}\n", P.Address, P.Instruction);
  } else
    return createStringError(
        "info is about breakpoints, findings, instruction, "
        "line, machine, memory, registers, stack, time "
        "and warps");
  return Error::success();
}

Error catchMistakes(StringRef Rest, CommandContext &Context) {
  SmallVector<StringRef, 4> Names;
  SplitString(Rest, Names, ", ");
  std::optional<Catches> &Caught = Context.State.Caught;
  if (!Names.empty()) {
    Expected<Catches> Wanted = parseCatches(Names, Context.V.checkers());
    if (!Wanted)
      return Wanted.takeError();
    Caught = *Wanted;
  }
  Context.OS << "Caught: "
             << catchesText(Caught.value_or(Catches{Context.V.checkers()}))
             << '\n';
  return Error::success();
}

Error print(StringRef Rest, CommandContext &Context) {
  Rest = Rest.trim();
  if (Rest.starts_with("%") || Rest.starts_with("$")) {
    if (Error E = needFocus(Context))
      return E;
    Expected<std::string> Text = Context.V.evaluate(Context.State.Focus, Rest);
    if (!Text)
      return Text.takeError();
    Context.OS << *Text << '\n';
    return Error::success();
  }
  Expected<MemoryPart> Part =
      parseMemory(Rest, Context.V, Context.State.Focus, 16);
  if (!Part)
    return Part.takeError();
  Context.OS << Rest << " =";
  for (uint64_t I = Part->First; I != Part->End; ++I)
    Context.OS << ' '
               << runtime::formatElement(Part->Range.Type,
                                         Part->Range.Bytes.data() +
                                             I * Part->size());
  Context.OS << '\n';
  return Error::success();
}

Error list(StringRef Rest, CommandContext &Context) {
  uint32_t Line = 0;
  if (Rest.trim().empty()) {
    if (Error E = needFocus(Context))
      return E;
    Line = Context.V.place(Context.State.Focus).Line;
  } else if (Rest.trim().getAsInteger(10, Line)) {
    return createStringError("'" + Rest.trim() + "' is no line");
  }
  for (uint32_t I = Line > 4 ? Line - 4 : 1; I < Line + 5; ++I)
    Context.OS << (I == Line ? "> " : "  ") << I << '\t'
               << Context.V.sourceLine(I) << '\n';
  return Error::success();
}

Error focus(StringRef Word, StringRef Rest, CommandContext &Context) {
  WarpName &Focus = Context.State.Focus;
  WarpName Wanted = Focus;
  Rest = Rest.trim();
  std::optional<std::array<uint32_t, 3>> Index = parseIndex(Rest);
  if (Word == "warp") {
    if (Rest.getAsInteger(10, Wanted.Warp))
      return createStringError("'" + Rest + "' is no number of a warp");
  } else if (!Index) {
    return createStringError("'" + Rest + "' is no " + Word + ": X or (X,Y,Z)");
  } else if (Word == "block") {
    std::optional<WarpName> Found;
    for (WarpName Name : Context.V.warps())
      if (!Found && Context.V.place(Name).Block == *Index)
        Found = Name;
    if (!Found)
      return createStringError("block " + sm::tripleText(*Index) +
                               " is not on the SM now");
    Wanted = *Found;
  } else {
    if (Error E = needFocus(Context))
      return E;
    auto Found = Context.V.findThread(*Index, Context.V.place(Focus).Block);
    if (!Found)
      return createStringError("the block has no thread " +
                               sm::tripleText(*Index));
    Wanted = Found->first;
  }
  if (!Context.V.find(Wanted))
    return createStringError("there is no such warp on the SM now");
  Focus = Wanted;
  printPlace(Context);
  return Error::success();
}

constexpr StringLiteral Help =
    "break PLACE [thread T] [block B] [warp N] [if REGISTER == NUMBER]\n"
    "                        stop at LINE or FILE:LINE; tbreak: once\n"
    "watch NAME[I[..J]][:TYPE]  stop where memory is written\n"
    "catch [fault|CHECKER]...  stop in front of these mistakes alone\n"
    "delete [N]              remove a breakpoint or watchpoint, or all\n"
    "continue, step [block], stepi [block]\n"
    "reverse-continue, reverse-step [block], reverse-stepi [block]\n"
    "run                     back to the first instruction\n"
    "print REGISTER          in all lanes; print NAME[I..J][:TYPE]: memory\n"
    "info "
    "breakpoints|findings|instruction|line|machine|memory|registers|stack|\n"
    "     time|warps\n"
    "warp N, block B, thread T  move the focus\n"
    "list [LINE], quit\n";

Error runGoing(StringRef Word, StringRef Rest, Next &To, bool &IsGoing) {
  IsGoing = true;
  if (Word == "continue" || Word == "c")
    return go(Resume::Continue, "", To);
  if (Word == "step" || Word == "s" || Word == "next" || Word == "n")
    return go(Resume::Line, Rest, To);
  if (Word == "stepi" || Word == "si" || Word == "nexti" || Word == "ni")
    return go(Resume::Instruction, Rest, To);
  if (Word == "reverse-continue" || Word == "rc")
    return go(Resume::ReverseContinue, "", To);
  if (Word == "reverse-step" || Word == "rs" || Word == "reverse-next" ||
      Word == "rn")
    return go(Resume::ReverseLine, Rest, To);
  if (Word == "reverse-stepi" || Word == "rsi" || Word == "reverse-nexti" ||
      Word == "rni")
    return go(Resume::ReverseInstruction, Rest, To);
  if (Word == "run" || Word == "r" || Word == "start")
    return go(Resume::Restart, "", To);
  if (Word == "quit" || Word == "q" || Word == "exit")
    return go(Resume::Quit, "", To);
  IsGoing = false;
  return Error::success();
}

} // namespace

Error runCommand(StringRef Line, CommandContext &Context,
                 std::optional<Resume> &To) {
  auto [Word, Rest] = Line.trim().split(' ');
  if (Word.empty() || Word.starts_with("#"))
    return Error::success();
  bool IsGoing = false;
  if (Error E = runGoing(Word, Rest, To, IsGoing))
    return E;
  if (IsGoing)
    return Error::success();
  if (Word == "break" || Word == "b" || Word == "tbreak")
    return addBreakpoint(Rest, Context, Word == "tbreak");
  if (Word == "watch")
    return addWatchpoint(Rest, Context);
  if (Word == "catch")
    return catchMistakes(Rest, Context);
  if (Word == "delete" || Word == "d")
    return removePoints(Rest, Context);
  if (Word == "info" || Word == "i")
    return info(Rest, Context);
  if (Word == "print" || Word == "p" || Word == "x")
    return print(Rest, Context);
  if (Word == "list" || Word == "l")
    return list(Rest, Context);
  if (Word == "warp" || Word == "block" || Word == "thread")
    return focus(Word, Rest, Context);
  if (Word == "where" || Word == "bt" || Word == "frame")
    return info("line", Context);
  if (Word == "help" || Word == "h") {
    Context.OS << Help;
    return Error::success();
  }
  return createStringError("there is no command '" + Word +
                           "'; help lists them");
}

} // namespace heddle::debugger
