//===- AccessDetails.cpp - What an execution is to the memory -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessDetails.h"
#include "CacheShapes.h"
#include "heddle/Machine/AccessRules.h"
#include "heddle/Machine/Cta.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace heddle::timing {

using sm::AccessKind;
using sm::HalfAccess;
using sm::HalfWarp;
using sm::Lanes;
using sm::MemoryAccess;
using sm::Space;

namespace {

unsigned lanesIn(uint32_t Mask) { return unsigned(llvm::popcount(Mask)); }

/// The half-warps of \p A that take part.
template <class FnT>
void forHalves(const MemoryAccess &A, uint32_t Mask, FnT Fn) {
  for (unsigned Half = 0; Half != Lanes / HalfWarp; ++Half)
    if (uint32_t Part = Mask >> (Half * HalfWarp) & 0xffff)
      Fn(HalfAccess{
          {A.Address.data() + Half * HalfWarp, HalfWarp}, Part, A.Bytes});
}

bool isWrite(AccessKind Kind) {
  return Kind == AccessKind::Store || Kind == AccessKind::Unlock;
}

unsigned sharedPasses(const MemoryAccess &A, uint32_t Mask) {
  // One word of each bank, or one word for all.
  if (A.Bytes == 4 && A.Shape != sm::AddressShape::Other)
    return unsigned((Mask & 0xffff) != 0) + unsigned(Mask >> HalfWarp != 0);
  unsigned Passes = 0;
  forHalves(A, Mask, [&](const HalfAccess &Half) {
    Passes += sm::sharedPasses(Half, isWrite(A.Kind));
  });
  return Passes;
}

void addConst(const MemoryAccess &A, uint32_t Mask, Detail &D) {
  unsigned Most = 0;
  forHalves(A, Mask, [&](const HalfAccess &Half) {
    Most = std::max(Most, sm::constPasses(Half));
  });
  D.ConstPasses = std::max(D.ConstPasses, Most);
  for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
    const uint32_t Line =
        constLine(A.Bank, A.Address[unsigned(llvm::countr_zero(Rest))]);
    if (!llvm::is_contained(D.ConstLines, Line))
      D.ConstLines.push_back(Line);
  }
}

void addAtomics(const MemoryAccess &A, uint32_t Mask, Detail &D) {
  D.Kind = Request::Atomic;
  for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1)
    D.Transactions.push_back(
        {A.Address[unsigned(llvm::countr_zero(Rest))] / 32 * 32, 32});
}

void addGlobal(const MemoryAccess &A, uint32_t Mask, bool IsStrict, Detail &D) {
  D.Kind = isWrite(A.Kind) ? Request::Write : Request::Read;
  forHalves(A, Mask, [&](const HalfAccess &Half) {
    auto Add = [&](sm::Segment S) {
      D.Transactions.push_back({S.Address, S.Bytes});
    };
    if (IsStrict)
      sm::coalesce10(Half, Add);
    else
      sm::coalesce12(Half, Add);
  });
}

} // namespace

Detail DetailMaker::make(const sm::Issue &E, LaunchWork &Work) const {
  Detail D;
  if (!E.Executing)
    return D;
  if (E.I.isBarrier()) {
    const sm::BarrierCall Call = E.W.barrierCall(E.I, E.Executing);
    D.IsArrival = Call.Id < sm::NumBarriers;
    D.Waits = D.IsArrival && Call.Kind != sm::BarrierKind::Arrive;
    D.Barrier = uint8_t(Call.Id);
    return D;
  }
  if (E.I.isFetch()) {
    addTexels(E, D);
    return D;
  }
  for (const MemoryAccess &A : E.Accesses)
    if (uint32_t Mask = E.Executing & A.Mask)
      addAccess(A, Mask, E, D, Work);
  return D;
}

void DetailMaker::addAccess(const MemoryAccess &A, uint32_t Mask,
                            const sm::Issue &E, Detail &D,
                            LaunchWork &Work) const {
  switch (A.Where) {
  case Space::Shared:
    D.SharedPasses += sharedPasses(A, Mask);
    return;
  case Space::Const:
    addConst(A, Mask, D);
    return;
  case Space::Local:
    addLocal(A, Mask, E.W, D);
    return;
  case Space::Global:
    Work.UsefulBytes += uint64_t(lanesIn(Mask)) * A.Bytes;
    if (A.Kind == AccessKind::Atomic)
      addAtomics(A, Mask, D);
    else
      addGlobal(A, Mask, Rules.IsStrict, D);
    return;
  // The list of accesses has none.
  case Space::Generic:
  case Space::None:
    return;
  }
  llvm_unreachable("covered switch");
}

void DetailMaker::addTexels(const sm::Issue &E, Detail &D) const {
  D.Kind = Request::Texture;
  for (const MemoryAccess &A : E.Accesses)
    for (uint32_t Rest = E.Executing & A.Mask; Rest; Rest &= Rest - 1) {
      const uint64_t At = A.Address[unsigned(llvm::countr_zero(Rest))] /
                          TextureLineBytes * TextureLineBytes;
      if (llvm::none_of(D.Transactions,
                        [&](const Transaction &T) { return T.Address == At; }))
        D.Transactions.push_back({At, TextureLineBytes});
    }
}

/// Words of the lanes of a warp lie side by side, each word of a lane behind
/// those of all lanes before it.
void DetailMaker::addLocal(const MemoryAccess &A, uint32_t Mask,
                           const sm::Warp &W, Detail &D) const {
  // Above what buffers have on the chips of 32 bits.
  constexpr uint64_t LocalMemory = uint64_t(1) << 32;
  const uint64_t Warp = W.cta().number() * W.cta().numWarps() + W.number();
  const uint64_t Base = LocalMemory + Warp % Rules.ResidentWarps *
                                          (uint64_t(Rules.LocalBytes) * Lanes);
  MemoryAccess Word = A;
  Word.Bytes = std::min<uint8_t>(A.Bytes, 4);
  for (unsigned Part = 0; Part < A.Bytes; Part += 4) {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      const uint64_t At = A.Address[Lane] + Part;
      Word.Address[Lane] = Base + (At / 4 * Lanes + Lane) * 4 + At % 4;
    }
    addGlobal(Word, Mask, Rules.IsStrict, D);
  }
}

} // namespace heddle::timing
