//===- Commands.cpp - The words of the terminal ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One row for each command. What gdb has and this debugger has not is answered
/// with what there is instead.
///
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "heddle/Debugger/Numbers.h"
#include "heddle/Debugger/Streams.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

static Error focus(StringRef Word, StringRef Rest, CommandContext &Context) {
  if (Rest.trim().empty()) {
    if (Error E = needFocus(Context))
      return E;
    printPlace(Context);
    return Error::success();
  }
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

static Error go(Resume::KindType Kind, StringRef Rest, Next &To) {
  Rest = Rest.trim();
  if (!Rest.empty() && Rest != "block" && Rest != "warp")
    return createStringError("a step is of the 'warp' or of the 'block'");
  Resume How{Kind};
  How.IsOfBlock = Rest == "block";
  To = How;
  return Error::success();
}

/// A step that passes over calls.
static Error goOver(Resume::KindType Kind, StringRef Rest, CommandContext &C,
                    Next &To) {
  if (Error E = go(Kind, Rest, To))
    return E;
  if (const sm::Warp *W = C.V.find(C.State.Focus); W && !To->IsOfBlock)
    To->MostCalls = openCalls(*W);
  return Error::success();
}

static Error finish(Resume::KindType Kind, CommandContext &C, Next &To) {
  if (Error E = needFocus(C))
    return E;
  const unsigned Calls = openCalls(*C.V.find(C.State.Focus));
  if (Calls == 0)
    return createStringError("the warp is in the kernel itself, which nothing "
                             "has called; continue goes on to its end");
  Resume How{Kind};
  How.MostCalls = Calls - 1;
  To = How;
  return Error::success();
}

static Error readCommands(StringRef Rest) {
  auto Text = MemoryBuffer::getFile(Rest.trim());
  if (!Text)
    return createStringError("cannot read '" + Rest.trim() +
                             "': " + Text.getError().message());
  return insertCommands((*Text)->getBuffer());
}

static Error help(StringRef Rest, CommandContext &C);
static Error complete(StringRef Rest, CommandContext &C);

namespace {

struct CommandRow {
  /// The name, and shorter ones.
  StringLiteral Words;
  /// The text behind the name.
  StringLiteral Operands;
  StringLiteral What;
  CommandFn Run;
};

#define GO(KIND)                                                               \
  [](StringRef Rest, CommandContext &, Next &To) {                             \
    return go(Resume::KIND, Rest, To);                                         \
  }
#define GO_OVER(KIND)                                                          \
  [](StringRef Rest, CommandContext &C, Next &To) {                            \
    return goOver(Resume::KIND, Rest, C, To);                                  \
  }
#define FOCUS(WORD)                                                            \
  [](StringRef Rest, CommandContext &C, Next &) { return focus(WORD, Rest, C); }

constexpr CommandRow Rows[] = {
    {"break b", "PLACE [thread T] [block B] [warp N] [if CONDITION]",
     "stop at LINE, FILE:LINE or KERNEL; a condition is REGISTER == NUMBER",
     addBreakpoint},
    {"tbreak tb", "PLACE ...", "the same, once", addTemporary},
    {"watch", "NAME[I[..J]][:TYPE]", "stop where memory is written",
     addWatchpoint},
    {"catch", "[fault|CHECKER]...", "stop in front of these mistakes alone",
     catchMistakes},
    {"delete d", "[N]", "remove a breakpoint or watchpoint, or all",
     removePoints},
    {"clear", "PLACE", "remove the breakpoints at a line", clearPlace},
    {"disable", "[N...]", "keep breakpoints, and stop at none of them",
     disablePoints},
    {"enable", "[N...]", "stop at them again", enablePoints},
    {"condition", "N [CONDITION]", "give a breakpoint another condition",
     setCondition},
    {"ignore", "N TIMES", "pass a breakpoint so many times", ignoreTimes},
    {"continue c fg", "", "to the next stop", GO(Continue)},
    {"step s", "[block]", "to the next line of the warp, or of its block",
     GO(Line)},
    {"next n", "[block]", "the same, over calls", GO_OVER(Line)},
    {"stepi si", "[block]", "to the next machine instruction", GO(Instruction)},
    {"nexti ni", "[block]", "the same, over calls", GO_OVER(Instruction)},
    {"until u advance", "[PLACE]",
     "to a line, without one to the line behind this one", runUntil},
    {"finish fin", "", "to where the function was called",
     [](StringRef, CommandContext &C, Next &To) {
       return finish(Resume::Line, C, To);
     }},
    {"reverse-continue rc", "", "back to the last stop", GO(ReverseContinue)},
    {"reverse-step rs", "[block]", "back by a line", GO(ReverseLine)},
    {"reverse-next rn", "[block]", "back over calls", GO_OVER(ReverseLine)},
    {"reverse-stepi rsi", "[block]", "back by a machine instruction",
     GO(ReverseInstruction)},
    {"reverse-nexti rni", "[block]", "back over calls",
     GO_OVER(ReverseInstruction)},
    {"reverse-finish", "", "back to in front of the call",
     [](StringRef, CommandContext &C, Next &To) {
       return finish(Resume::ReverseLine, C, To);
     }},
    {"run r start starti", "", "back to the first instruction", GO(Restart)},
    {"print p inspect", "[/FORMAT] WHAT",
     "a register, a variable, or memory as NAME[I..J][:TYPE]", print},
    {"x", "[/COUNT FORMAT SIZE] NAME+BYTES", "bytes of memory; x/i: code",
     examine},
    {"display", "[WHAT]", "print it at each stop", display},
    {"undisplay", "[N]", "no longer", undisplay},
    {"info i", "WORD", "blocks, breakpoints, registers, ...: info says which",
     info},
    {"backtrace bt where frame", "", "the line of the warp, and its callers",
     backtrace},
    {"list l", "[LINE|FIRST,LAST|FILE:LINE]", "lines of the PTX", list},
    {"disassemble disas", "[COUNT]", "machine instructions from here on",
     disassemble},
    {"warp w", "[N]", "move the focus to a warp", FOCUS("warp")},
    {"block", "[B]", "to a block", FOCUS("block")},
    {"thread", "[T]", "to a thread of the block", FOCUS("thread")},
    {"source", "FILE", "run the commands in a file",
     [](StringRef Rest, CommandContext &, Next &) {
       return readCommands(Rest);
     }},
    {"echo", "TEXT", "say it",
     [](StringRef Rest, CommandContext &C, Next &) -> Error {
       C.OS << Rest << '\n';
       return Error::success();
     }},
    {"complete", "TEXT", "what a line that begins so may be",
     [](StringRef Rest, CommandContext &C, Next &) {
       return complete(Rest, C);
     }},
    {"help h", "[WORD]", "what a command does",
     [](StringRef Rest, CommandContext &C, Next &) { return help(Rest, C); }},
    {"quit q exit kill k", "", "end", GO(Quit)},
};

#undef GO
#undef GO_OVER
#undef FOCUS

/// Words of gdb, and what there is instead.
constexpr std::pair<StringLiteral, StringLiteral> Instead[] = {
    {"rwatch awatch", "watch stops at writes; break at a line that reads"},
    {"set", "nothing can be changed: going back runs the launch again; a "
            "launch has its --arg and --set"},
    {"call", "a warp calls nothing on its own; print shows values"},
    {"jump", "warps go where the kernel says; reverse-step goes back"},
    {"return", "finish goes on to where the function was called"},
    {"up down", "registers are those of where the warp is; backtrace has the "
                "callers"},
    {"record", "going back needs no recording: reverse-step, "
               "reverse-continue"},
    {"checkpoint restart", "copies are set aside by themselves, info time "
                           "counts them; run goes back to the beginning"},
    {"commands", "display shows values at each stop; source runs a file"},
    {"attach target", "ptx-dbg starts a launch itself; heddle-run --debug "
                      "starts a program"},
    {"detach", "quit ends the launch"},
    {"file load symbol-file", "ptx-dbg FILE begins with another file"},
    {"show", "nothing can be set; info tells about the launch"},
    {"layout tui focus", "list shows the lines, disassemble the code"},
    {"shell", "another terminal has a shell"},
    {"ptype whatis", "info locals and info memory have names; print "
                     "NAME:TYPE says how to read"},
    {"signal handle", "a kernel has no signals; catch is about faults"},
    {"define python", "source runs a file of commands"},
    {"lane", "thread T moves the focus; registers are of all lanes"},
    {"cd pwd", "files are those of the folder that ptx-dbg was started in"},
};

bool hasWord(StringRef Words, StringRef Word) {
  SmallVector<StringRef, 4> Each;
  Words.split(Each, ' ');
  return is_contained(Each, Word);
}

StringRef nameOf(const CommandRow &Row) {
  return StringRef(Row.Words).split(' ').first;
}

/// The command that \p Word names, also by the beginning of its name where no
/// other begins so. Fails with what there is instead.
Expected<const CommandRow *> findCommand(StringRef Word) {
  for (const CommandRow &Row : Rows)
    if (hasWord(Row.Words, Word))
      return &Row;
  for (const auto &[Words, Text] : Instead)
    if (hasWord(Words, Word))
      return createStringError("there is no command '" + Word + "': " + Text);
  SmallVector<StringRef, 4> Begin;
  const CommandRow *Found = nullptr, *Near = nullptr;
  for (const CommandRow &Row : Rows) {
    if (nameOf(Row).starts_with(Word)) {
      Begin.push_back(nameOf(Row));
      Found = &Row;
    }
    if (nameOf(Row).edit_distance(Word) <= (Word.size() > 4 ? 2 : 1))
      Near = &Row;
  }
  if (Begin.size() == 1)
    return Found;
  if (!Begin.empty())
    return createStringError("'" + Word + "' may be " + join(Begin, ", "));
  return createStringError("there is no command '" + Word + "'; " +
                           (Near ? "did you mean '" + nameOf(*Near) + "'?"
                                 : Twine("help lists them")));
}

} // namespace

static Error help(StringRef Rest, CommandContext &C) {
  Rest = Rest.trim();
  auto Show = [&](const CommandRow &Row) {
    const std::string Usage =
        (nameOf(Row) + (Row.Operands.empty() ? "" : " ") + Row.Operands).str();
    C.OS << fmt::format("{:<24} {}\n", Usage, Row.What.str());
  };
  if (Rest.empty()) {
    for (const CommandRow &Row : Rows)
      Show(Row);
    return Error::success();
  }
  Expected<const CommandRow *> Row = findCommand(Rest.split(' ').first);
  if (!Row)
    return Row.takeError();
  Show(**Row);
  if (auto Others = StringRef((*Row)->Words).split(' ').second; !Others.empty())
    C.OS << "Also: " << Others << '\n';
  return Error::success();
}

std::vector<std::string> completions(StringRef Line, const View &V,
                                     WarpName Focus) {
  std::vector<std::string> Result;
  Line = Line.ltrim();
  auto [Word, Rest] = Line.split(' ');
  auto Offer = [&](StringRef Start, StringRef Before, StringRef One) {
    if (One.starts_with(Start))
      Result.push_back((Before + One).str());
  };
  if (Word.size() == Line.size()) {
    for (const CommandRow &Row : Rows)
      Offer(Word, "", nameOf(Row));
    return Result;
  }
  const std::string Before = (Word + " ").str();
  Expected<const CommandRow *> Row = findCommand(Word);
  if (!Row) {
    consumeError(Row.takeError());
    return Result;
  }
  Rest = Rest.ltrim();
  if ((*Row)->Run == info) {
    for (StringRef One : infoWords())
      Offer(Rest, Before, One);
    return Result;
  }
  if (nameOf(**Row) == "help")
    for (const CommandRow &One : Rows)
      Offer(Rest, Before, nameOf(One));
  if ((*Row)->Run != print && (*Row)->Run != display &&
      (*Row)->Run != examine && (*Row)->Run != addWatchpoint)
    return Result;
  for (const std::string &One : V.memoryNames())
    Offer(Rest, Before, One);
  if (V.find(Focus) && (*Row)->Run != addWatchpoint)
    for (const object::PTXRegister &R : V.kernel().Registers.Registers)
      Offer(Rest, Before, R.Name);
  return Result;
}

static Error complete(StringRef Rest, CommandContext &C) {
  for (const std::string &One : completions(Rest, C.V, C.State.Focus))
    C.OS << One << '\n';
  return Error::success();
}

bool isCommand(StringRef Line) {
  Expected<const CommandRow *> Row =
      findCommand(Line.trim().split(' ').first.split('/').first);
  if (Row)
    return true;
  consumeError(Row.takeError());
  return false;
}

Error runCommand(StringRef Line, CommandContext &Context,
                 std::optional<Resume> &To) {
  Line = Line.trim();
  // cuda-gdb's commands about the device.
  if (Line.consume_front("cuda "))
    Line = Line.trim();
  if (Line.empty() || Line.starts_with("#"))
    return Error::success();
  size_t End = Line.find_first_of(" \t");
  StringRef Word = Line.take_front(End), Rest = Line.drop_front(Word.size());
  // "x/8xw data"
  if (size_t Slash = Word.find('/'); Slash != 0 && Slash != StringRef::npos) {
    Rest = Line.drop_front(Slash);
    Word = Word.take_front(Slash);
  }
  Expected<const CommandRow *> Row = findCommand(Word);
  if (!Row)
    return Row.takeError();
  return (*Row)->Run(Rest.trim(), Context, To);
}

} // namespace heddle::debugger
