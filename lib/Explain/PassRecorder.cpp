//===- PassRecorder.cpp - What each pass left behind ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explain/PassRecorder.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace heddle::explain {

uint32_t PassRecorder::number(StringRef Text) {
  auto [It, IsNew] = Numbers.try_emplace(Text, uint32_t(Texts.size()));
  if (IsNew)
    Texts.push_back(Text.str());
  return It->second;
}

/// Numbers of metadata differ from pass to pass and tell nothing.
static StringRef withoutMetadata(StringRef Text) {
  return Text.take_front(Text.find(", !"));
}

ArrayRef<uint32_t>
PassRecorder::linesOf(uint64_t Hash, bool IsIR,
                      function_ref<void(raw_ostream &)> Print) {
  // Two numbers stand for no key in the map.
  Hash >>= 1;
  auto [It, IsNew] =
      Known.try_emplace(Hash, LineRange{uint32_t(KnownLines.size()), 0});
  if (IsNew) {
    std::string Text;
    raw_string_ostream OS(Text);
    Print(OS);
    SmallVector<StringRef, 4> Parts;
    StringRef(Text).split(Parts, '\n');
    for (StringRef Part : Parts)
      KnownLines.push_back(number(IsIR ? withoutMetadata(Part) : Part));
    It->second.Count = uint32_t(Parts.size());
  }
  return ArrayRef(KnownLines).slice(It->second.First, It->second.Count);
}

unsigned PassRecorder::startGeneration() { return ++Generation; }

bool PassRecorder::addUnchanged(StringRef Function, const Step &S,
                                uint64_t Hash) {
  History &H = historyOf(Function);
  const bool IsMachine = S.Stage == Step::MachineCode;
  const bool IsAsBefore = !H.Steps.empty() && H.Steps.back().Stage == S.Stage &&
                          H.Steps.back().Generation == S.Generation &&
                          H.LastHash[IsMachine] == Hash;
  H.LastHash[IsMachine] = Hash;
  if (!IsAsBefore)
    return false;
  H.Steps.push_back(S);
  H.Steps.back().Has = H.LastCounts[IsMachine];
  return true;
}

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
