//===- RaceGenerator.cpp - Makes programs that do not race ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule by which steps are chosen is coarser than happens-before, and shares
// nothing with the model: each byte has a list of who accessed it since all of
// the block last met, and of what was done about some of them.
//
//===----------------------------------------------------------------------===//

#include "RaceProgram.h"
#include "Random.h"
#include <map>

namespace heddle::ptxrandom {
namespace {

class RaceGenerator {
public:
  explicit RaceGenerator(uint64_t From) : R(From) { P.Seed = From; }

  RaceProgram run();

private:
  /// Who accessed a byte.
  struct Past {
    unsigned Thread;
    RaceStep::KindType Kind;
    /// Whom it is ordered with: its warp, its pair of warps, the upper half of
    /// the block.
    bool WithWarp = false, WithPair = false, WithUpper = false;
  };
  /// What keeps an access from being made, as far as that can be narrowed down.
  struct Conflicts {
    bool Any = false;
    /// All are within a warp, within a pair of warps, with those that wait at a
    /// barrier of the halves.
    bool InWarp = true, InPair = true, IntoUpper = true;
  };
  using ByteMap = std::map<unsigned, std::vector<Past>>;

  void chooseShape();
  RaceStep chooseAccess();
  ByteMap &bytesOf(const RaceStep &S, unsigned Block);
  Conflicts conflictsOf(const RaceStep &S, unsigned Block, ByteMap &Bytes);
  bool collides(const RaceStep &S);
  void note(const RaceStep &S);
  void addAccess();
  void addBarrier(const Conflicts &C);
  void meet(RaceStep::KindType Kind);
  void addHandOver();
  unsigned warpOf(unsigned Thread) const { return Thread / 32; }
  bool isUpper(unsigned Thread) const { return warpOf(Thread) >= P.Warps / 2; }

  Random R;
  RaceProgram P;
  bool HasFlags = false, HasAtomics = false;
  unsigned NumFlags = 0;
  /// Behind those of pairs of warps.
  unsigned NextBarrier = 3;
  /// By region: which block may access it.
  std::vector<unsigned> Owners;
  std::vector<ByteMap> Shared, Global;
};

} // namespace

void RaceGenerator::chooseShape() {
  const unsigned Kind = R.below(4);
  P.Target = Kind < 2 ? 70 : Kind == 2 ? 60 : 13;
  P.Chip = P.Target == 13 ? "gt200" : "tx1";
  P.Warps = 1u << R.below(3);
  P.Blocks = R.between(1, MaxRaceBlocks);
  if (P.Warps == 1 && P.Blocks == 1 && P.isLockStep())
    P.Warps = 2;
  // What an atomic operation finds depends on the schedule, and so would what
  // it passes on to fences.
  HasFlags = P.Blocks > 1 && (R.percent(70) || P.Warps == 1);
  HasAtomics = !HasFlags && R.percent(50);
  Owners.resize(P.Blocks);
  for (unsigned Block = 0; Block != P.Blocks; ++Block)
    Owners[Block] = Block;
  Shared.resize(P.Blocks);
  Global.resize(P.Blocks);
}

RaceStep RaceGenerator::chooseAccess() {
  RaceStep S;
  S.Kind = HasAtomics && R.percent(20) ? RaceStep::Atomic
           : R.percent(50)             ? RaceStep::Write
                                       : RaceStep::Read;
  S.IsShared = R.percent(60);
  if (S.Kind != RaceStep::Atomic && R.percent(35))
    S.Bytes = 1u << R.below(4);
  if (P.hasQuads() && S.Bytes == 8)
    S.Bytes = 16;
  S.Mul = R.percent(70) ? 1 : R.below(8);
  S.Add = R.percent(50) ? 0 : R.below(P.threads());
  S.Flip = R.percent(60) ? 0 : 1u << R.below(7);
  if (S.Kind != RaceStep::Write && R.percent(20))
    S.Shift = R.between(1, 5);
  if (R.percent(40)) {
    S.GuardMask = R.percent(50) ? P.threads() - 1 : 1u << R.below(6);
    S.GuardValue = R.below(P.threads()) & S.GuardMask;
  }
  for (unsigned Block = 0; Block != P.Blocks && !S.IsShared; ++Block) {
    std::vector<unsigned> Own;
    for (unsigned Region = 0; Region != Owners.size(); ++Region)
      if (Owners[Region] == Block)
        Own.push_back(Region);
    if (!Own.empty())
      S.Regions[Block] = R.pick(Own);
  }
  return S;
}

RaceGenerator::ByteMap &RaceGenerator::bytesOf(const RaceStep &S,
                                               unsigned Block) {
  return S.IsShared ? Shared[Block] : Global[*S.Regions[Block]];
}

/// Whether threads collide in the step itself.
bool RaceGenerator::collides(const RaceStep &S) {
  if (S.Kind != RaceStep::Write)
    return false;
  std::vector<bool> Taken(P.regionBytes());
  for (unsigned Thread = 0; Thread != P.threads(); ++Thread) {
    if ((Thread & S.GuardMask) != S.GuardValue)
      continue;
    const unsigned First = S.offset(Thread, P.threads());
    for (unsigned Byte = First; Byte != First + S.Bytes; ++Byte) {
      if (Taken[Byte])
        return true;
      Taken[Byte] = true;
    }
  }
  return false;
}

RaceGenerator::Conflicts
RaceGenerator::conflictsOf(const RaceStep &S, unsigned Block, ByteMap &Bytes) {
  Conflicts C;
  for (unsigned Thread = 0; Thread != P.threads(); ++Thread) {
    if (!S.accesses(Block, Thread))
      continue;
    const unsigned First = S.offset(Thread, P.threads());
    for (unsigned Byte = First; Byte != First + S.Bytes; ++Byte)
      for (const Past &Other : Bytes[Byte]) {
        const bool InWarp = warpOf(Other.Thread) == warpOf(Thread);
        const bool InPair = warpOf(Other.Thread) / 2 == warpOf(Thread) / 2;
        if (Other.Thread == Thread ||
            (Other.Kind == RaceStep::Read && S.Kind == RaceStep::Read) ||
            (Other.Kind == RaceStep::Atomic && S.Kind == RaceStep::Atomic) ||
            (InWarp && (Other.WithWarp || P.isLockStep())) ||
            (InPair && Other.WithPair) || (isUpper(Thread) && Other.WithUpper))
          continue;
        C.Any = true;
        C.InWarp &= InWarp;
        C.InPair &= InPair;
        C.IntoUpper &= isUpper(Thread);
      }
  }
  return C;
}

void RaceGenerator::note(const RaceStep &S) {
  for (unsigned Block = 0; Block != P.Blocks; ++Block) {
    if (!S.IsShared && !S.Regions[Block])
      continue;
    ByteMap &Bytes = bytesOf(S, Block);
    for (unsigned Thread = 0; Thread != P.threads(); ++Thread) {
      if (!S.accesses(Block, Thread))
        continue;
      const unsigned First = S.offset(Thread, P.threads());
      for (unsigned Byte = First; Byte != First + S.Bytes; ++Byte)
        Bytes[Byte].push_back({Thread, S.Kind});
    }
  }
}

/// All blocks meet, each for itself.
void RaceGenerator::meet(RaceStep::KindType Kind) {
  RaceStep S;
  S.Kind = Kind;
  if (Kind == RaceStep::ArriveBarrier)
    S.Barrier = NextBarrier++;
  P.Steps.push_back(S);
  for (std::vector<ByteMap> *Memory : {&Shared, &Global})
    for (ByteMap &Bytes : *Memory) {
      if (Kind == RaceStep::BlockBarrier)
        Bytes.clear();
      for (auto &[Byte, List] : Bytes)
        for (Past &Other : List) {
          Other.WithWarp |= Kind != RaceStep::ArriveBarrier;
          Other.WithPair |= Kind == RaceStep::PairBarrier;
          Other.WithUpper |= Kind == RaceStep::ArriveBarrier;
        }
    }
}

void RaceGenerator::addBarrier(const Conflicts &C) {
  std::vector<RaceStep::KindType> Kinds = {RaceStep::BlockBarrier};
  if (C.InWarp && P.Target >= 70) {
    Kinds.push_back(RaceStep::WarpBarrier);
    Kinds.push_back(RaceStep::WarpShuffle);
  }
  // The silicon has barriers of the whole block only.
  if (P.Target >= 20 && P.Warps >= 2) {
    if (C.InPair)
      Kinds.push_back(RaceStep::PairBarrier);
    if (C.IntoUpper && NextBarrier != 16)
      Kinds.push_back(RaceStep::ArriveBarrier);
  }
  meet(R.pick(Kinds));
}

void RaceGenerator::addAccess() {
  RaceStep S = chooseAccess();
  if (collides(S))
    return;
  Conflicts All;
  for (unsigned Block = 0; Block != P.Blocks; ++Block) {
    if (!S.IsShared && !S.Regions[Block])
      continue;
    Conflicts C = conflictsOf(S, Block, bytesOf(S, Block));
    All.Any |= C.Any;
    All.InWarp &= C.InWarp;
    All.InPair &= C.InPair;
    All.IntoUpper &= C.IntoUpper;
  }
  if (All.Any)
    addBarrier(All);
  P.Steps.push_back(S);
  note(S);
}

/// A region gets another owner.
void RaceGenerator::addHandOver() {
  const unsigned Region = R.below(unsigned(Owners.size()));
  RaceStep S;
  S.From = Owners[Region];
  S.Into = (S.From + R.between(1, P.Blocks - 1)) % P.Blocks;
  S.Flag = NumFlags++;
  S.IsOrdered = P.Target >= 70 && R.percent(50);
  Owners[Region] = S.Into;
  meet(RaceStep::BlockBarrier);
  auto Add = [&](RaceStep::KindType Kind) {
    S.Kind = Kind;
    P.Steps.push_back(S);
  };
  if (!S.IsOrdered)
    Add(RaceStep::ReleaseFence);
  Add(RaceStep::Signal);
  Add(RaceStep::Wait);
  if (!S.IsOrdered)
    Add(RaceStep::AcquireFence);
  meet(RaceStep::BlockBarrier);
}

RaceProgram RaceGenerator::run() {
  chooseShape();
  std::vector<size_t> Removable;
  while (Removable.empty()) {
    for (unsigned Left = R.between(4, 14); Left; --Left)
      if (HasFlags && NumFlags < 6 && R.percent(20))
        addHandOver();
      else
        addAccess();
    for (size_t N = 0; N != P.Steps.size(); ++N)
      if (P.Steps[N].isRemovable())
        Removable.push_back(N);
  }
  P.Removed = R.pick(Removable);
  return P;
}

RaceProgram generateRaces(uint64_t Seed) { return RaceGenerator(Seed).run(); }

} // namespace heddle::ptxrandom
