//===- EvaluatorWarps.cpp - What lanes of a warp do together --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorImpl.h"
#include <algorithm>
#include <map>

namespace heddle::ptxrandom {

void Evaluator::warpOperation(const Stmt &S, const Group &Threads) {
  const WarpForm &Form = WarpForms[S.Number];
  if (Form.Kind == WarpForm::Meeting)
    return;
  std::map<unsigned, WarpValues> Warps;
  for (Thread *T : Threads) {
    WarpValues &V = Warps[T->Index / 32];
    unsigned Lane = T->Index % 32;
    V.Members |= 1u << Lane;
    V.Values[Lane] = read(S.Sources[0], T->Registers);
    if (Form.Kind != WarpForm::Shuffle)
      continue;
    V.Second[Lane] = read(S.Sources[1], T->Registers);
    V.Control = S.Sources[2].Bits;
  }
  for (Thread *T : Threads) {
    WarpResult R = Form.Evaluate(Warps[T->Index / 32], T->Index % 32);
    if (Plant == Form.Name)
      R.Value ^= 1;
    write(S.Results[0], R.Value, T->Registers);
    if (S.Results.size() > 1)
      write(S.Results[1], R.Truth, T->Registers);
  }
}

void Evaluator::warpBlock(const Stmt &S, Group Threads) {
  for (unsigned Trips = std::max(S.Trips, 1u); Trips && !Threads.empty();
       --Trips) {
    Group Inside, Outside;
    for (Thread *T : Threads)
      (holds(S.Condition, T->Registers) ? Inside : Outside).push_back(T);
    runTogether(S.Bodies[0], Inside);
    if (S.Trips == 0)
      runTogether(S.Bodies[1], Outside);
    Threads = std::move(Inside);
  }
}

} // namespace heddle::ptxrandom
