//===- StallProbe.cpp - Does a warp change anything? ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StallProbe.h"
#include "Block.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace heddle::sm {

void StallProbe::issue(const Issue &E) {
  Places.clear();
  if (E.I.Class != InstClass::GlobalStore && E.I.Class != InstClass::Atomic)
    return;
  const uint32_t *Address =
      E.W.lanes().Base[E.I.Src[0].Base] + E.I.Src[0].Row * Lanes;
  unsigned Bytes = memBytes(MemType(E.I.Sub[1]));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    if (!(E.Executing >> Lane & 1))
      continue;
    const Buffer *B = Memory.find(Address[Lane]);
    // An access that faults ends the launch anyway.
    if (!B || B->Size < Bytes || Address[Lane] - B->Address > B->Size - Bytes)
      continue;
    Place &P = Places.emplace_back();
    P.Data = B->Data + (Address[Lane] - B->Address);
    P.Bytes = Bytes;
    std::memcpy(P.Before.data(), P.Data, Bytes);
  }
}

bool StallProbe::changedNothing() {
  bool Same = llvm::all_of(Places, [](const Place &P) {
    return std::memcmp(P.Data, P.Before.data(), P.Bytes) == 0;
  });
  Places.clear();
  return Same;
}

/// All that steers the warp from here on, but for g[].
std::vector<uint32_t> Block::image(unsigned N) const {
  const Warp &W = Warps[N];
  const LaneContext &L = W.lanes();
  std::vector<uint32_t> Image = W.controlState();
  auto Append = [&](const uint32_t *Words, size_t Count) {
    Image.insert(Image.end(), Words, Words + Count);
  };
  Append(L.Base[WarpRows], size_t(L.Registers) * Lanes);
  Append(&L.AddressRegs[0][0], 5 * Lanes);
  Append(&L.Condition[0][0], 16);
  Append(&Locks[N], 1);
  if (LocalWords)
    Append(L.Local, size_t(LocalWords) * Lanes);
  Image.insert(Image.end(), Shared.begin(), Shared.end());
  return Image;
}

/// Steps warp \p N until it is back where it was. Running: it is, and nothing
/// has changed.
Block::Motion Block::probeWarp(unsigned N, uint64_t &Left,
                               WarpCounters &Counters, Watcher *Look) {
  // Longer loops are found by the instruction limit.
  constexpr unsigned MaxSteps = 2000;
  StallProbe Probe(Memory);
  WatcherList Watchers;
  if (Look) {
    Watchers.add(*Look);
    Look->turn(*this, N);
  }
  Watchers.add(Probe);
  Warp &W = Warps[N];
  uint32_t Start = W.pc();
  std::vector<uint32_t> Before = image(N);
  for (unsigned Step = 0; Step != MaxSteps && Left; ++Step) {
    uint64_t Issued = Counters.WarpInstructions;
    W.run(P.Code, P.Table, 1, Counters, &Watchers);
    Left -= Counters.WarpInstructions - Issued;
    if (W.state() != WarpState::Running)
      return account(N, Look) ? Motion::Moves : Motion::Faulted;
    if (!Probe.changedNothing())
      return Motion::Moves;
    if (W.pc() == Start && image(N) == Before)
      return Motion::Spins;
  }
  return Motion::Moves;
}

Block::Motion Block::probe(uint64_t &Left, WarpCounters &Counters,
                           Watcher *Look) {
  for (uint64_t Rest = Runnable; Rest; Rest &= Rest - 1) {
    unsigned N = unsigned(llvm::countr_zero(Rest));
    Motion M = probeWarp(N, Left, Counters, Look);
    if (M != Motion::Spins)
      return M;
  }
  return Runnable ? Motion::Spins : Motion::Moves;
}

} // namespace heddle::sm
