//===- Requests.cpp - Values of ptx-run's options -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"
#include "heddle/Support/CommandLine.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace heddle {
namespace {

/// A parameter's number, or a variable's name, which never starts with a digit.
std::optional<BufferName> parseName(StringRef Text) {
  BufferName Name;
  if (Text.empty())
    return std::nullopt;
  if (!isDigit(Text.front())) {
    Name.Symbol = Text.str();
    return Name;
  }
  std::optional<uint64_t> Number = parseNumber(Text, UINT32_MAX);
  if (!Number)
    return std::nullopt;
  Name.Parameter = static_cast<unsigned>(*Number);
  return Name;
}

} // namespace

Expected<sm::Dim3> parseDim(StringRef Name, StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  sm::Dim3 D;
  uint32_t *Fields[] = {&D.X, &D.Y, &D.Z};
  bool Ok = Parts.size() <= 3;
  for (size_t I = 0; Ok && I != Parts.size(); ++I) {
    std::optional<uint64_t> Number = parseNumber(Parts[I], UINT32_MAX);
    Ok = Number.has_value();
    *Fields[I] = static_cast<uint32_t>(Number.value_or(0));
  }
  if (!Ok)
    return malformedValue(Name, Text, "X[,Y[,Z]]");
  return D;
}

Expected<PrintRequest> parsePrint(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ':');
  PrintRequest R;
  std::optional<BufferName> Name = parseName(Parts[0]);
  bool Ok = Parts.size() <= 3 && Name;
  if (Ok)
    R.What = *Name;
  if (Ok && Parts.size() > 1) {
    R.Type = runtime::parseElementType(Parts[1]);
    Ok = R.Type.has_value();
  }
  if (Ok && Parts.size() > 2) {
    std::optional<uint64_t> Count = parseNumber(Parts[2]);
    Ok = Count.has_value();
    R.Count = Count.value_or(0);
  }
  if (!Ok)
    return malformedValue("print", Text,
                          "INDEX[:TYPE[:N]] or SYMBOL[:TYPE[:N]]");
  return R;
}

Expected<OutRequest> parseOut(StringRef Text) {
  auto [What, Path] = Text.split(':');
  std::optional<BufferName> Name = parseName(What);
  if (!Name || Path.empty())
    return malformedValue("out", Text, "INDEX:FILE or SYMBOL:FILE");
  OutRequest R;
  R.What = std::move(*Name);
  R.Path = Path.str();
  return R;
}

/// X or (X,Y,Z) at the start of \p Text, as reports write threads and CTAs.
static std::optional<std::array<uint32_t, 3>> takeTriple(StringRef &Text) {
  std::array<uint32_t, 3> Result = {0, 0, 0};
  bool IsTriple = Text.consume_front("(");
  for (unsigned N = 0; N != (IsTriple ? 3 : 1); ++N)
    if ((N && !Text.consume_front(",")) || Text.consumeInteger(10, Result[N]))
      return std::nullopt;
  if (IsTriple && !Text.consume_front(")"))
    return std::nullopt;
  return Result;
}

Expected<BreakRequest> parseBreak(StringRef Text) {
  BreakRequest R;
  sm::Breakpoint &B = R.Point;
  StringRef Rest = Text;
  if (auto [File, Line] = Text.rsplit(':'); !Line.empty()) {
    R.File = File.str();
    Rest = Line;
  }
  bool Ok = !Rest.consumeInteger(10, B.Line) && B.Line != 0;
  for (auto *Slot : {&B.Thread, &B.Block}) {
    if (!Ok || Rest.empty())
      break;
    Ok = Rest.consume_front(",") && (*Slot = takeTriple(Rest));
  }
  if (!Ok || !Rest.empty())
    return malformedValue("break", Text,
                          "[FILE:]LINE[,THREAD[,BLOCK]], as in 12, 12,5 or "
                          "a.ptx:12,(5,0,0),(0,1,0)");
  return R;
}

Expected<WatchRequest> parseWatch(StringRef Text) {
  constexpr char Form[] = "I[INDEX] or I[INDEX]:TYPE, as in y[3]:f32";
  auto [What, Rest] = Text.split('[');
  auto [Index, TypeName] = Rest.split(']');
  std::optional<BufferName> Name = parseName(What);
  WatchRequest R;
  if (!Name || !Rest.contains(']') || Index.getAsInteger(10, R.Index))
    return malformedValue("watch", Text, Form);
  R.What = std::move(*Name);
  if (TypeName.empty())
    return R;
  if (TypeName.consume_front(":"))
    R.Type = runtime::parseElementType(TypeName);
  if (!R.Type)
    return malformedValue("watch", Text, Form);
  return R;
}

Expected<ExpectRequest> parseExpect(StringRef Text) {
  constexpr char Form[] = "INDEX:FILE[:TYPE[:TOL]] or SYMBOL:FILE[:TYPE[:TOL]]";
  auto [What, Rest] = Text.split(':');
  SmallVector<StringRef, 3> Parts;
  Rest.split(Parts, ':');
  std::optional<BufferName> Name = parseName(What);
  if (!Name || Parts[0].empty() || Parts.size() > 3)
    return malformedValue("expect", Text, Form);
  ExpectRequest R;
  R.What = std::move(*Name);
  R.Path = Parts[0].str();
  if (Parts.size() > 1) {
    std::optional<runtime::ElementType> Type =
        runtime::parseElementType(Parts[1]);
    if (!Type)
      return malformedValue("expect", Text, Form);
    R.Rule.Type = *Type;
  }
  if (Parts.size() > 2) {
    R.Rule.Rule = runtime::CompareRule::Near;
    if (Parts[2].getAsDouble(R.Rule.Tolerance) ||
        !std::isfinite(R.Rule.Tolerance) || R.Rule.Tolerance < 0)
      return malformedValue("expect", Text, Form);
  }
  return R;
}

} // namespace heddle
