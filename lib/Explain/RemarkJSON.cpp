//===- RemarkJSON.cpp - Optimization remarks for the page -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeJSON.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkFormat.h"
#include "llvm/Remarks/RemarkParser.h"

using namespace llvm;

namespace heddle::explain {

static StringRef kindOf(remarks::Type Kind) {
  switch (Kind) {
  case remarks::Type::Passed:
    return "passed";
  case remarks::Type::Missed:
    return "missed";
  case remarks::Type::Analysis:
  case remarks::Type::AnalysisFPCommute:
  case remarks::Type::AnalysisAliasing:
    return "analysis";
  case remarks::Type::Failure:
    return "failure";
  case remarks::Type::Unknown:
    return "unknown";
  }
  llvm_unreachable("covered switch");
}

Expected<StringMap<json::Array>> remarksOf(StringRef YAML) {
  StringMap<json::Array> Of;
  if (YAML.trim().empty())
    return Of;
  auto Parser = remarks::createRemarkParser(remarks::Format::YAML, YAML);
  if (!Parser)
    return Parser.takeError();
  while (true) {
    Expected<std::unique_ptr<remarks::Remark>> R = (*Parser)->next();
    if (!R) {
      Error Left =
          handleErrors(R.takeError(), [](remarks::EndOfFileError &) {});
      if (Left)
        return std::move(Left);
      return Of;
    }
    const remarks::Remark &Is = **R;
    json::Object Entry{{"pass", json::fixUTF8(Is.PassName)},
                       {"name", json::fixUTF8(Is.RemarkName)},
                       {"kind", kindOf(Is.RemarkType)},
                       {"text", json::fixUTF8(Is.getArgsAsMsg())}};
    Entry["line"] = Is.Loc ? Is.Loc->SourceLine : 0;
    Of[Is.FunctionName].push_back(std::move(Entry));
  }
}

} // namespace heddle::explain
