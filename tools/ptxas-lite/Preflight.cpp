//===- Preflight.cpp - The list of what a chip cannot run -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preflight.h"
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

} // namespace heddle
