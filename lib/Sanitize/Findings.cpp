//===- Findings.cpp - What checkers found ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Sanitize/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sanitize {

llvm::StringRef ruleName(Rule R) {
  switch (R) {
#define HEDDLE_RULE(ID, NAME, CHECK, TEXT)                                     \
  case Rule::ID:                                                               \
    return NAME;
#include "heddle/Sanitize/Rules.def"
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef checkName(Rule R) {
  switch (R) {
#define HEDDLE_RULE(ID, NAME, CHECK, TEXT)                                     \
  case Rule::ID:                                                               \
    return CHECK;
#include "heddle/Sanitize/Rules.def"
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef ruleText(Rule R) {
  switch (R) {
#define HEDDLE_RULE(ID, NAME, CHECK, TEXT)                                     \
  case Rule::ID:                                                               \
    return TEXT;
#include "heddle/Sanitize/Rules.def"
  }
  llvm_unreachable("covered switch");
}

static bool isKnown(llvm::StringRef Name) {
#define HEDDLE_RULE(ID, NAME, CHECK, TEXT)                                     \
  if (Name == NAME || Name == CHECK)                                           \
    return true;
#include "heddle/Sanitize/Rules.def"
  return false;
}

llvm::Expected<std::vector<Suppression>>
parseSuppressions(llvm::StringRef Path, llvm::StringRef Text) {
  std::vector<Suppression> All;
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  for (auto [N, Whole] : llvm::enumerate(Lines)) {
    llvm::StringRef Line = Whole.split('#').first.trim();
    if (Line.empty())
      continue;
    auto [Name, Number] = Line.split(':');
    Suppression S{Name.trim().str(), 0};
    bool HasNumber = Line.contains(':');
    if (!isKnown(S.What) ||
        (HasNumber && (Number.trim().getAsInteger(10, S.Line) || !S.Line)))
      return llvm::createStringError(
          "'" + Path + "', line " + llvm::Twine(N + 1) +
          ": not a rule or check with a PTX line behind it, as in "
          "race-shared:17: '" +
          Line + "'");
    All.push_back(std::move(S));
  }
  return All;
}

void Findings::add(Rule R, llvm::StringRef Kernel, uint32_t First,
                   uint32_t Second, std::array<uint32_t, 2> Lines,
                   llvm::function_ref<Finding()> Make) {
  // Which of two accesses comes first is up to the schedule.
  auto [It, IsNew] =
      Known.try_emplace(Key(Module, R, Kernel.str(), std::min(First, Second),
                            std::max(First, Second)),
                        List.size());
  if (!IsNew) {
    if (It->second < List.size())
      ++List[It->second].Count;
    if (It->second != IsUnwanted)
      Recent.insert(R);
    return;
  }
  bool IsSuppressed = llvm::any_of(Suppressed, [&](const Suppression &S) {
    return (S.What == ruleName(R) || S.What == checkName(R)) &&
           (!S.Line || llvm::is_contained(Lines, S.Line));
  });
  if (IsSuppressed || List.size() == Max) {
    Dropped += !IsSuppressed;
    It->second = IsSuppressed ? IsUnwanted : IsBeyond;
    if (!IsSuppressed)
      Recent.insert(R);
    return;
  }
  assert(List.size() < Max && "more findings than are listed");
  Recent.insert(R);
  List.push_back(Make());
}

void Findings::finish() {
  for (const std::function<void()> &Fn : std::exchange(AtEnd, {}))
    Fn();
}

} // namespace heddle::sanitize
