//===- Catches.cpp - The mistakes that a launch stops at ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Debugger.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::debugger {

/// Beside the names of checkers.
static constexpr StringLiteral FaultName = "fault";

Expected<Catches>
parseCatches(ArrayRef<StringRef> Names,
             const std::array<bool, sanitize::NumCheckers> &Running) {
  Catches Result;
  Result.Faults = is_contained(Names, FaultName);
  for (StringRef Name : Names) {
    const auto *Found =
        find_if(sanitize::CheckerTable,
                [&](const sanitize::CheckerInfo &C) { return C.Name == Name; });
    const size_t Index = size_t(Found - std::begin(sanitize::CheckerTable));
    if (Index != sanitize::NumCheckers && Running[Index])
      Result.Checks[Index] = true;
    else if (Index != sanitize::NumCheckers)
      return createStringError("the checker '" + Name +
                               "' does not look on: it has to be chosen before "
                               "the launch");
    else if (Name != FaultName)
      return createStringError("'" + Name + "' is neither '" + FaultName +
                               "' nor a checker");
  }
  return Result;
}

std::string catchesText(const Catches &C) {
  std::string Text = C.Faults ? FaultName.str() : "";
  for (auto [Info, Is] : zip_equal(sanitize::CheckerTable, C.Checks))
    if (Is)
      Text += (Text.empty() ? "" : ", ") + Info.Name.str();
  return Text.empty() ? "nothing" : Text;
}

bool catches(const UserState &State, const sanitize::Finding &F) {
  if (!State.Caught)
    return true;
  for (auto [Info, Is] :
       zip_equal(sanitize::CheckerTable, State.Caught->Checks))
    if (Info.Name == sanitize::checkName(F.TheRule))
      return Is;
  return true;
}

} // namespace heddle::debugger
