//===- PassRecorder.cpp - What each pass left behind ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explain/PassRecorder.h"
#include <algorithm>

using namespace llvm;

namespace heddle::explain {

uint32_t PassRecorder::number(StringRef Text) {
  auto [It, IsNew] = Numbers.try_emplace(Text, uint32_t(Texts.size()));
  if (IsNew)
    Texts.push_back(Text.str());
  return It->second;
}

unsigned PassRecorder::startGeneration() { return ++Generation; }

void PassRecorder::add(StringRef Function, Step S, std::vector<TextLine> Lines,
                       function_ref<Counts()> Count) {
  History &H = historyOf(Function);
  const bool IsMachine = S.Stage == Step::MachineCode;
  std::vector<TextLine> &Last = H.LastOf[IsMachine];
  Counts &LastCounts = H.LastCounts[IsMachine];
  // Another generation starts from what the optimizer left.
  const bool IsFirst = H.Steps.empty() || H.Steps.back().Stage != S.Stage ||
                       H.Steps.back().Generation != S.Generation;
  S.HasChanged = (IsFirst && IsMachine) || Last != Lines;
  if (S.HasChanged) {
    LastCounts = Count();
    Last = Lines;
    S.Lines = std::move(Lines);
  }
  S.Has = LastCounts;
  H.Steps.push_back(std::move(S));
}

PassRecorder::History &PassRecorder::historyOf(StringRef Function) {
  auto [It, IsNew] = Places.try_emplace(Function, Names.size());
  if (IsNew) {
    Names.push_back(Function.str());
    Histories.emplace_back();
  }
  return Histories[It->second];
}

std::vector<const Step *> PassRecorder::stepsOf(StringRef Function) const {
  std::vector<const Step *> Of;
  auto Found = Places.find(Function);
  if (Found == Places.end())
    return Of;
  for (const Step &S : Histories[Found->second].Steps)
    if (S.Stage == Step::Optimizer || S.Generation == Kept)
      Of.push_back(&S);
  return Of;
}

} // namespace heddle::explain
