//===- Points.cpp - Breakpoints and watchpoints by commands ---------------===//
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

/// Takes the clauses of \p Text, which begins with a blank, into \p B.
static Error takeClauses(StringRef &Text, Breakpoint &B) {
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
  return Error::success();
}

Error parseClauses(StringRef Text, const View &V, Breakpoint &B) {
  Text = Text.trim();
  std::string Clauses = (" " + Text).str();
  if (!Text.starts_with("thread ") && !Text.starts_with("block ") &&
      !Text.starts_with("warp ") && !Text.starts_with("if "))
    Clauses = (" if " + Text).str();
  StringRef Rest = Text.empty() ? StringRef() : StringRef(Clauses);
  if (Error E = takeClauses(Rest, B))
    return E;
  if (!Rest.trim().empty())
    return createStringError("'" + Rest.trim() +
                             "' is no condition: [thread T] [block B] "
                             "[warp N] [if REGISTER == NUMBER]");
  if (Error E = checkThreads(B, V))
    return E;
  return B.Condition.empty() ? Error::success() : V.checkCondition(B.Condition);
}

Expected<Breakpoint> parseBreakpoint(StringRef Text, const View &V) {
  Breakpoint B;
  if (Error E = takeClauses(Text, B))
    return std::move(E);
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
  // A client's places are the protocol's.
  if (B.SetBy != Origin::Command)
    return;
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

static Error add(StringRef Rest, CommandContext &Context, bool IsTemporary) {
  if (Rest.trim().empty()) {
    if (Error E = needFocus(Context))
      return E;
    return add(std::to_string(Context.V.place(Context.State.Focus).Line),
               Context, IsTemporary);
  }
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

Error addBreakpoint(StringRef Rest, CommandContext &C, Next &) {
  return add(Rest, C, false);
}

Error addTemporary(StringRef Rest, CommandContext &C, Next &) {
  return add(Rest, C, true);
}

Error addWatchpoint(StringRef Rest, CommandContext &Context, Next &) {
  Expected<Watchpoint> W =
      parseWatchpoint(Rest, Context.V, Context.State.Focus);
  if (!W)
    return W.takeError();
  W->Id = Context.State.NextId++;
  Context.OS << "Watchpoint " << W->Id << ": " << W->Name << '\n';
  Context.State.Watchpoints.push_back(std::move(*W));
  return Error::success();
}

Error removePoints(StringRef Rest, CommandContext &Context, Next &To) {
  UserState &S = Context.State;
  Rest = Rest.trim();
  if (Rest.consume_front("display"))
    return undisplay(Rest, Context, To);
  (void)(Rest.consume_front("breakpoints") || Rest.consume_front("breakpoint"));
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

Error clearPlace(StringRef Rest, CommandContext &Context, Next &) {
  Expected<std::vector<uint32_t>> Lines = Context.V.linesOf(Rest.trim());
  if (!Lines)
    return Lines.takeError();
  const size_t Count = Context.State.Breakpoints.size();
  erase_if(Context.State.Breakpoints,
           [&](const Breakpoint &B) { return B.Lines == *Lines; });
  if (Context.State.Breakpoints.size() == Count)
    return createStringError("there is no breakpoint at '" + Rest.trim() + "'");
  return Error::success();
}

/// The breakpoint whose number \p Text begins with, which is taken from it.
static Expected<Breakpoint *> takePoint(StringRef &Text, CommandContext &C) {
  unsigned Id = 0;
  auto [Number, Rest] = Text.trim().split(' ');
  Text = Rest.trim();
  if (!Number.getAsInteger(10, Id))
    for (Breakpoint &B : C.State.Breakpoints)
      if (B.Id == Id)
        return &B;
  return createStringError("there is no breakpoint number '" + Number + "'");
}

static Error setEnabled(StringRef Rest, CommandContext &C, bool To) {
  if (Rest.trim().empty())
    for (Breakpoint &B : C.State.Breakpoints)
      B.IsEnabled = To;
  while (!Rest.trim().empty()) {
    Expected<Breakpoint *> B = takePoint(Rest, C);
    if (!B)
      return B.takeError();
    (*B)->IsEnabled = To;
  }
  return Error::success();
}

Error enablePoints(StringRef Rest, CommandContext &C, Next &) {
  return setEnabled(Rest, C, true);
}

Error disablePoints(StringRef Rest, CommandContext &C, Next &) {
  return setEnabled(Rest, C, false);
}

/// Fails where \p B is of a kernel, and no line.
static Error needLine(const Breakpoint &B) {
  if (!B.IsOfEntry && B.SetBy != Origin::Function)
    return Error::success();
  return createStringError("a kernel starts once: only a breakpoint at a line "
                           "has a condition");
}

/// " thread (3,0,0) warp 1 if %r1 == 5", as parseClauses() reads it.
static std::string clausesText(const Breakpoint &B) {
  std::string Text;
  if (B.Thread)
    Text += " thread " + sm::tripleText(*B.Thread);
  if (B.Block)
    Text += " block " + sm::tripleText(*B.Block);
  if (B.Warp)
    Text += " warp " + std::to_string(*B.Warp);
  return Text + (B.Condition.empty() ? "" : " if " + B.Condition);
}

Error setCondition(StringRef Rest, CommandContext &C, Next &) {
  Expected<Breakpoint *> B = takePoint(Rest, C);
  if (!B)
    return B.takeError();
  if (!Rest.empty()) {
    if (Error E = needLine(**B))
      return E;
    if (Error E = C.V.checkCondition(Rest))
      return E;
  }
  (*B)->Condition = Rest.str();
  // A client's breakpoint is made of its clauses again in each launch.
  if ((*B)->SetBy != Origin::Command)
    (*B)->Clauses = StringRef(clausesText(**B)).trim().str();
  return Error::success();
}

Error ignoreTimes(StringRef Rest, CommandContext &C, Next &) {
  Expected<Breakpoint *> B = takePoint(Rest, C);
  if (!B)
    return B.takeError();
  if (Error E = needLine(**B))
    return E;
  uint64_t Times = 0;
  if (Rest.getAsInteger(10, Times))
    return createStringError("'" + Rest + "' is no number of times");
  (*B)->Hits = Times ? "> " + std::to_string(Times) : "";
  (*B)->Since = C.V.time().Step + 1;
  C.OS << "Breakpoint " << (*B)->Id << " will be passed " << Times
       << " times\n";
  return Error::success();
}

Error runUntil(StringRef Rest, CommandContext &C, Next &To) {
  if (Error E = needFocus(C))
    return E;
  Rest = Rest.trim();
  std::string Place = Rest.str();
  if (Rest.empty()) {
    // The next line that has code, which is behind a loop that ends here.
    const uint32_t Line = C.V.place(C.State.Focus).Line;
    uint32_t Following = 0;
    for (const object::LineEntry &L : C.V.kernel().Lines)
      if (L.Line > Line && (Following == 0 || L.Line < Following))
        Following = L.Line;
    if (Following == 0)
      return createStringError("no line with code follows");
    Place = std::to_string(Following);
  }
  Expected<Breakpoint> B = parseBreakpoint(Place, C.V);
  if (!B)
    return B.takeError();
  B->Id = C.State.NextId++;
  B->IsUntil = true;
  B->Warp = C.State.Focus.Warp;
  B->Block = C.V.place(C.State.Focus).Block;
  C.State.Breakpoints.push_back(std::move(*B));
  To = Resume{Resume::Continue};
  return Error::success();
}

void printPoints(CommandContext &Context) {
  for (const Breakpoint &B : Context.State.Breakpoints) {
    Context.OS << B.Id << "\tbreakpoint\t" << B.Place;
    Context.OS << clausesText(B) << (B.Hits.empty() ? "" : ", times " + B.Hits)
               << (B.IsEnabled ? "" : ", disabled") << '\n';
  }
  for (const Watchpoint &W : Context.State.Watchpoints)
    Context.OS << W.Id << "\twatchpoint\t" << W.Name << '\n';
}

Error catchMistakes(StringRef Rest, CommandContext &Context, Next &) {
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

} // namespace heddle::debugger
