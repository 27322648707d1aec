//===- Looking.cpp - Values and lines by commands -------------------------===//
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

Error needFocus(const CommandContext &Context) {
  if (Context.V.find(Context.State.Focus))
    return Error::success();
  return createStringError("no warp is in focus");
}

/// Takes "/8xw" from the beginning of \p Rest.
static StringRef takeFormat(StringRef &Rest) {
  Rest = Rest.trim();
  if (!Rest.consume_front("/"))
    return "";
  auto [Format, Behind] = Rest.split(' ');
  Rest = Behind.trim();
  return Format;
}

Error print(StringRef Rest, CommandContext &C, Next &) {
  const StringRef Format = takeFormat(Rest);
  if (Format.size() > 1 ||
      (!Format.empty() && !StringRef("xduftc").contains(Format)))
    return createStringError("'" + Format +
                             "' is no format: x, d, u, f, t or c");
  Expected<std::string> Text =
      valueText(Rest, C.V, C.State.Focus, Format.empty() ? 0 : Format.front());
  if (!Text)
    return Text.takeError();
  C.OS << Rest << " = " << *Text << '\n';
  return Error::success();
}

namespace {

/// "8xw": how much `x` shows, and how.
struct Examined {
  uint64_t Count = 1;
  char Format = 'x';
  unsigned Bytes = 4;
};

} // namespace

static Expected<Examined> parseExamined(StringRef Text) {
  Examined X;
  if (!Text.empty() && isDigit(Text.front()))
    Text.consumeInteger(10, X.Count);
  for (char Letter : Text)
    if (size_t Size = StringRef("bhwg").find(Letter); Size != StringRef::npos)
      X.Bytes = 1u << Size;
    else if (StringRef("xduftci").contains(Letter))
      X.Format = Letter;
    else
      return createStringError(
          "'" + Text +
          "' is no format: a number, one of x, d, u, f, t, c, i, "
          "and one of b, h, w, g");
  return X;
}

/// NAME, NAME[I], NAME+BYTES, or an address in global memory.
static Expected<MutableArrayRef<uint8_t>> bytesAt(StringRef Text,
                                                  const CommandContext &C) {
  uint64_t Offset = 0;
  if (Text.starts_with("0x") && !Text.getAsInteger(0, Offset)) {
    if (const sm::Buffer *B = C.V.global().find(abi::Address(Offset)))
      return C.V.global()
          .bytes(B->Address)
          .drop_front(Offset - B->Address.value());
    return createStringError("nothing is at " + Text + " in global memory");
  }
  Text.consume_front("&");
  auto [Name, Behind] = Text.split('+');
  if (!Behind.empty() && Behind.trim().getAsInteger(0, Offset))
    return createStringError("'" + Behind + "' is no number of bytes");
  Expected<MemoryPart> Part =
      parseMemory(Name.trim(), C.V, C.State.Focus, ~uint64_t(0));
  if (!Part)
    return Part.takeError();
  Offset += Part->First * Part->size();
  MutableArrayRef<uint8_t> Bytes = Part->Range.Bytes;
  return Bytes.drop_front(std::min<uint64_t>(Offset, Bytes.size()));
}

Error examine(StringRef Rest, CommandContext &C, Next &To) {
  Expected<Examined> X = parseExamined(takeFormat(Rest));
  if (!X)
    return X.takeError();
  if (X->Format == 'i')
    return disassemble(std::to_string(X->Count), C, To);
  if (Rest.empty())
    return createStringError("x takes NAME, NAME[I], NAME+BYTES or an address");
  Expected<MutableArrayRef<uint8_t>> Bytes = bytesAt(Rest, C);
  if (!Bytes)
    return Bytes.takeError();
  if (Bytes->size() / X->Bytes < X->Count)
    return createStringError("'" + Rest + "' has " + Twine(Bytes->size()) +
                             " bytes from there on");
  const uint64_t PerLine = 16 / X->Bytes;
  for (uint64_t N = 0; N != X->Count; ++N) {
    uint64_t Bits = 0;
    std::memcpy(&Bits, Bytes->data() + N * X->Bytes, X->Bytes);
    if (N % PerLine == 0)
      C.OS << (N ? "\n" : "") << fmt::format("+{:#06x}:", N * X->Bytes);
    C.OS << '\t' << formatted(Bits, X->Bytes * 8, X->Format);
  }
  C.OS << '\n';
  return Error::success();
}

std::string noteOfSource(const View &V, UserState &State) {
  if (State.IsTold || !V.find(State.Focus) ||
      V.place(State.Focus).Source.empty())
    return "";
  State.IsTold = true;
  Expected<std::vector<std::string>> Locals = V.locals(State.Focus);
  return Locals ? "" : "Note: " + toString(Locals.takeError()) + ".";
}

void printDisplays(CommandContext &C) {
  for (const auto &[Id, What] : C.State.Displays) {
    Next To;
    C.OS << Id << ": ";
    if (Error E = print(What, C, To))
      C.OS << What << " = <" << toString(std::move(E)) << ">\n";
  }
}

Error display(StringRef Rest, CommandContext &C, Next &To) {
  Rest = Rest.trim();
  if (Rest.empty()) {
    printDisplays(C);
    return Error::success();
  }
  if (Error E = print(Rest, C, To))
    return E;
  C.State.Displays[C.State.NextId++] = Rest.str();
  return Error::success();
}

Error undisplay(StringRef Rest, CommandContext &C, Next &) {
  unsigned Id = 0;
  if (Rest.trim().empty())
    C.State.Displays.clear();
  else if (Rest.trim().getAsInteger(10, Id) || !C.State.Displays.erase(Id))
    return createStringError("there is no display number '" + Rest.trim() +
                             "'");
  return Error::success();
}

Error list(StringRef Rest, CommandContext &C, Next &) {
  Rest = Rest.trim();
  uint32_t Line = 0;
  uint64_t First = 0, Last = 0;
  auto [From, To] = Rest.split(',');
  if (Rest.contains(':')) {
    // A source that is there; else the lines that became of it.
    if (std::string Text = C.V.originalLine(Rest); !Text.empty()) {
      auto [File, Number] = Rest.rsplit(':');
      Number.getAsInteger(10, Line);
      for (uint32_t I = Line > 4 ? Line - 4 : 1; I < Line + 5; ++I)
        C.OS << (I == Line ? "> " : "  ") << I << '\t'
             << C.V.originalLine((File + ":" + Twine(I)).str()) << '\n';
      return Error::success();
    }
    Expected<std::vector<uint32_t>> Lines = C.V.linesOf(Rest);
    if (!Lines)
      return Lines.takeError();
    Line = Lines->front();
  } else if (Rest.empty()) {
    if (Error E = needFocus(C))
      return E;
    Line = C.V.place(C.State.Focus).Line;
  } else if (!To.empty()) {
    if (From.trim().getAsInteger(10, First) ||
        To.trim().getAsInteger(10, Last) || First == 0 || Last < First)
      return createStringError("'" + Rest + "' are no lines: FIRST,LAST");
  } else if (C.V.isKernel(Rest)) {
    Line = C.V.kernel().Lines.empty() ? 1 : C.V.kernel().Lines.front().Line;
  } else if (Rest.getAsInteger(10, Line)) {
    return createStringError("'" + Rest + "' is no line");
  }
  if (First == 0) {
    First = Line > 4 ? Line - 4 : 1;
    Last = uint64_t(Line) + 4;
  }
  Last = std::min({Last, First + 9999, uint64_t(UINT32_MAX)});
  for (uint64_t I = First; I <= Last; ++I)
    C.OS << (I == Line ? "> " : "  ") << I << '\t'
         << C.V.sourceLine(uint32_t(I)) << '\n';
  return Error::success();
}

Error disassemble(StringRef Rest, CommandContext &C, Next &) {
  if (Error E = needFocus(C))
    return E;
  uint64_t Count = 8;
  if (!Rest.trim().empty() && Rest.trim().getAsInteger(10, Count))
    return createStringError("'" + Rest.trim() +
                             "' is no number of instructions");
  for (const auto &[Address, Text] : C.V.instructions(
           C.State.Focus, unsigned(std::min<uint64_t>(Count, 10000))))
    C.OS << (Address == C.V.place(C.State.Focus).Address ? "=> " : "   ")
         << fmt::format("{:#06x}\t{}\n", Address, Text);
  return Error::success();
}

Error backtrace(StringRef, CommandContext &C, Next &) {
  if (Error E = needFocus(C))
    return E;
  C.OS << "#0  ";
  printPlace(C);
  unsigned Depth = 0;
  for (const std::string &Caller : C.V.callers(C.State.Focus))
    C.OS << "#" << ++Depth << "  called from " << Caller << '\n';
  return Error::success();
}

} // namespace heddle::debugger
