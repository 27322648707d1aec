//===- Preflight.cpp - The list of what a chip cannot run -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preflight.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {

void Preflight::add(SMLoc Loc, StringRef Message) {
  unsigned Line = Loc.isValid() ? Sources.getLineAndColumn(Loc).first : 0;
  auto [It, IsNew] = Index.try_emplace(Message, Findings.size());
  if (IsNew)
    Findings.push_back({Message.str(), {}});
  Findings[It->second].Lines.push_back(Line);
}

std::string Preflight::report(StringRef FileName) const {
  std::string List;
  size_t Places = 0;
  for (const auto &[Message, Lines] : Findings) {
    Places += Lines.size();
    std::string Numbers;
    unsigned Last = 0;
    for (unsigned Line : Lines) {
      // Several in one line count, but one mention is enough.
      if (Line != 0 && Line != Last)
        Numbers += fmt::format("{}{}", Numbers.empty() ? "" : ", ", Line);
      Last = Line;
    }
    const char *Noun =
        Numbers.find(',') == std::string::npos ? "line" : "lines";
    List += fmt::format("{:>6}  {}", Lines.size(), Message);
    List += Numbers.empty() ? "\n" : fmt::format(" ({} {})\n", Noun, Numbers);
  }
  if (Findings.empty())
    return fmt::format("preflight: {}: nothing stands in the way\n",
                       FileName.str());
  return fmt::format("preflight: {}: {} problems of {} kinds\n{}",
                     FileName.str(), Places, Findings.size(), List);
}

std::string Preflight::json(StringRef FileName) const {
  json::Array Kinds;
  size_t Places = 0;
  for (const auto &[Message, Lines] : Findings) {
    Places += Lines.size();
    json::Array Numbers;
    for (unsigned Line : Lines)
      if (Line != 0)
        Numbers.push_back(Line);
    Kinds.push_back(json::Object{{"message", json::fixUTF8(Message)},
                                 {"count", Lines.size()},
                                 {"lines", std::move(Numbers)}});
  }
  json::Object All{{"file", json::fixUTF8(FileName)},
                   {"problems", Places},
                   {"kinds", std::move(Kinds)}};
  return formatv("{0:2}\n", json::Value(std::move(All)));
}

} // namespace heddle
