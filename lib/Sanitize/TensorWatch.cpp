//===- TensorWatch.cpp - Products in tensor memory ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorWatch.h"
#include "MbarrierWords.h"
#include "heddle/ABI/Barrier.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/MbarrierUpdate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

namespace heddle::sanitize {

using sm::Issue;
using sm::Lanes;
using sm::TensorUse;

template <class FnT> static void forLanes(uint32_t Mask, FnT Do) {
  for (; Mask; Mask &= Mask - 1)
    Do(unsigned(llvm::countr_zero(Mask)));
}

void TensorWatch::endCta(uint64_t Cta) {
  llvm::erase_if(Open, [=](const Work &W) { return W.Cta == Cta; });
}

void TensorWatch::multiply(const Issue &E) {
  const uint64_t Cta = E.W.cta().number();
  forLanes(E.Executing, [&](unsigned Lane) {
    const std::optional<TensorUse> Use = sm::tensorUse(E.I, E.W.lanes(), Lane);
    if (!Use || Use->Kind != TensorUse::Product)
      return;
    const unsigned Thread = E.W.number() * Lanes + Lane;
    // Products of a thread follow each other.
    llvm::erase_if(Open, [&](const Work &W) {
      return W.Cta == Cta && W.Thread == Thread && Use->covers(W.Cells);
    });
    Open.push_back({Cta, Thread, E.Index, *Use, {}});
  });
}

void TensorWatch::mbarrier(const Issue &E, bool IsCommit, bool MayLook) {
  if (Open.empty())
    return;
  const uint64_t Cta = E.W.cta().number();
  for (const sm::MemoryAccess &A : E.Accesses)
    forLanes(E.Executing & A.Mask, [&](unsigned Lane) {
      const uint8_t *Word = mbarrierWord(E, A, Lane);
      if (!Word)
        return;
      const auto Key = uint64_t(reinterpret_cast<uintptr_t>(Word));
      const uint64_t Phase =
          llvm::support::endian::read64le(Word) >> abi::BarrierPhaseShift;
      if (sm::mbarrierUpdate(E, Lane) == 0) {
        if (!MayLook)
          return;
        llvm::erase_if(Open, [&](const Work &W) {
          return llvm::any_of(W.Told, [&](const auto &Of) {
            return Of.first == Key && Of.second != Phase;
          });
        });
        return;
      }
      const unsigned Thread = E.W.number() * Lanes + Lane;
      for (Work &W : Open)
        if (IsCommit && W.Cta == Cta && W.Thread == Thread &&
            llvm::none_of(W.Told,
                          [=](const auto &Of) { return Of.first == Key; }))
          W.Told.emplace_back(Key, Phase);
    });
}

const TensorWatch::Work *TensorWatch::findOpen(const Issue &E) const {
  if (Open.empty() || E.Executing != sm::AllLanes)
    return nullptr;
  const std::optional<TensorUse> Use = sm::tensorUse(E.I, E.W.lanes(), 0);
  if (!Use || Use->Kind == TensorUse::Product)
    return nullptr;
  const uint64_t Cta = E.W.cta().number();
  const auto Found = llvm::find_if(Open, [&](const Work &W) {
    return W.Cta == Cta && W.Cells.overlaps(*Use);
  });
  return Found == Open.end() ? nullptr : &*Found;
}

} // namespace heddle::sanitize
