//===- SpinSearch.cpp - All that a warp can come to -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SpinSearch.h"
#include "heddle/ABI/MatrixOps.inc"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <cstring>

namespace heddle::sm {

/// The limit on the size of all remembered states.
static constexpr size_t MaxKnownBytes = size_t(32) << 20;

SpinSearch::SpinSearch(const Executable &Exe, bool IsShared, uint32_t Words,
                       const llvm::DenseSet<uint32_t> &Gone, uint64_t Now)
    : E(Exe), Run(Exe), IsShared(IsShared), LocalWords(Words), Taken(Gone),
      Issued(Now) {
  Look.add(*this);
}

SpinSearch::State SpinSearch::copy(const Warp &W, uint32_t Held) {
  State S;
  S.W = std::make_unique<Warp>();
  S.W->copyFrom(W);
  S.Held = Held;
  LaneContext &L = S.W->lanes();
  if (IsShared)
    Snapshot.lead(L);
  auto Take = [](std::vector<ConstantRow> &To, const uint32_t *From,
                 size_t Rows) {
    To.resize(Rows);
    if (Rows)
      std::memcpy(To.data(), From, Rows * sizeof(ConstantRow));
    return Rows ? To.front().Words.data() : nullptr;
  };
  L.Base[WarpRows] =
      Take(S.Rows, L.Base[WarpRows], E.P.registerRows() + ScratchRows);
  L.Local = Take(S.Local, L.Local, LocalWords);
  return S;
}

std::vector<uint32_t> stateOf(const Program &P, const Warp &W,
                              uint32_t LocalWords) {
  const LaneContext &L = W.lanes();
  std::vector<uint32_t> Words = W.controlState();
  auto Append = [&](const uint32_t *From, size_t Count) {
    Words.insert(Words.end(), From, From + Count);
  };
  Append(L.Base[WarpRows], size_t(P.registerRows()) * Lanes);
  Append(&L.AddressRegs[0][0], sizeof(L.AddressRegs) / sizeof(uint32_t));
  Append(&L.Condition[0][0], sizeof(L.Condition) / sizeof(uint32_t));
  if (LocalWords)
    Append(L.Local, size_t(LocalWords) * Lanes);
  return Words;
}

bool SpinSearch::remember(const State &S) {
  Image I = stateOf(E.P, *S.W, LocalWords);
  I.push_back(S.Held);
  size_t Hash = llvm::hash_combine_range(I.begin(), I.end());
  auto [First, Last] = Known.equal_range(Hash);
  // Equal hashes prove nothing.
  for (auto It = First; It != Last; ++It)
    if (It->second == I)
      return false;
  KnownBytes += I.size() * sizeof(uint32_t);
  IsFull =
      KnownBytes + Open.size() * I.size() * sizeof(uint32_t) > MaxKnownBytes;
  if (IsFull)
    return false;
  Known.emplace(Hash, std::move(I));
  return true;
}

void SpinSearch::note(uint8_t *Data, unsigned Bytes) {
  Place &To = Places.emplace_back();
  assert(Bytes <= To.Before.size() && "wider than any access");
  To.Data = Data;
  To.Bytes = Bytes;
  std::memcpy(To.Before.data(), Data, Bytes);
}

void SpinSearch::noteShared(const MemoryAccess &A, const Issue &By) {
  const LaneContext &L = By.W.lanes();
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    // An access that faults ends the search anyway.
    if (((By.Executing & A.Mask) >> Lane & 1) && A.Bytes <= L.SharedBytes &&
        A.Address[Lane] <= L.SharedBytes - A.Bytes)
      note(L.Shared + A.Address[Lane], A.Bytes);
}

void SpinSearch::noteGlobal(const MemoryAccess &A, const Issue &By) {
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    if (!((By.Executing & A.Mask) >> Lane & 1))
      continue;
    const LaneContext &L = By.W.lanes();
    uint64_t At = A.Address[Lane];
    FarWindow W = L.FindFarGlobal(L.GlobalMemory, At, /*IsWrite=*/true);
    // An access that faults ends the search anyway.
    if (W.Size >= A.Bytes && At - W.Base <= W.Size - A.Bytes)
      note(W.Data + (At - W.Base), A.Bytes);
  }
}

/// Makes the lock give the answer that is asked for: answer 0 is that no lane
/// gets its word, and each word that could be free is another.
void SpinSearch::answerLock(const MemoryAccess &A, const Issue &By) {
  if (Locks[0] != NoLock)
    return;
  llvm::SmallVector<uint32_t, Lanes> Words;
  unsigned Free = 0, Filled = 1;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uint32_t At = uint32_t(A.Address[Lane]);
    if (!(By.Executing >> Lane & 1) || llvm::is_contained(Words, At))
      continue;
    Words.push_back(At);
    bool IsAnswer = !Taken.contains(At) && ++Free == Answer;
    if (!IsAnswer)
      Locks[Filled++] = At;
  }
  assert(Filled <= Locks.size() && "more words than lanes");
  NumAnswers = Free + 1;
}

/// Takes the update of an mbarrier for a wait: one that changes its state ends
/// the search.
void SpinSearch::noteWait(const MemoryAccess &A, const Issue &By) {
  const uint32_t Mask = By.Executing & A.Mask;
  if (AtomicKind(By.I.Sub[0]) != AtomicKind::Barrier || !Mask)
    return;
  const auto Lane = unsigned(llvm::countr_zero(Mask));
  Awaited =
      AwaitedBarrier{By.W.number(), By.Index, Mask, A.Where, A.Address[Lane]};
}

void SpinSearch::issue(const Issue &By) {
  Inputs.Clock |= By.I.readsClock();
  Inputs.Global |= By.I.isFetch() || By.I.imageAccess() != AccessKind::None;
  for (const MemoryAccess &A : By.Accesses) {
    // Each of these also reads, or asks whether a lock is free.
    Inputs.Memory |= A.Kind != AccessKind::Store && A.Where != Space::Local;
    Inputs.Global |= A.Kind != AccessKind::Store && A.Where == Space::Global;
    if (A.Kind == AccessKind::Atomic)
      noteWait(A, By);
    if (A.Kind == AccessKind::Lock)
      answerLock(A, By);
    else if (A.Kind == AccessKind::Load)
      continue;
    else if (A.Where == Space::Shared)
      noteShared(A, By);
    else if (A.Where == Space::Global)
      noteGlobal(A, By);
  }
}

bool SpinSearch::undo() {
  bool Changed = false;
  for (const Place &To : Places) {
    if (std::memcmp(To.Data, To.Before.data(), To.Bytes) == 0)
      continue;
    Changed = true;
    std::memcpy(To.Data, To.Before.data(), To.Bytes);
  }
  Places.clear();
  return Changed;
}

bool SpinSearch::step(State &S) {
  const DecodedInst &I = E.P.Code[S.W->pc()];
  // Calls of the host cannot be undone, and a search of one strand does not
  // know which lanes it meets.
  if (I.isHostCall() || (IsApart && I.meetsLanes()))
    return false;
  // Neither can changes of tensor memory.
  if (I.is(MatrixOp::TensorThread) || I.is(MatrixOp::TensorWarp))
    return false;
  // This also holds for a strand that is split off there.
  if (E.P.MeetsAcross && S.W->held() && (I.isBarrier() || I.meetsLanes()))
    return false;
  // A snapshot has no images.
  const AccessKind OfImage = I.imageAccess();
  if (IsShared &&
      (OfImage == AccessKind::Store || OfImage == AccessKind::Atomic))
    return false;
  LaneContext &L = S.W->lanes();
  Locks.fill(NoLock);
  Locks[0] = S.Held;
  L.Locks = Locks.data();
  L.NumWarps = unsigned(Locks.size());
  L.WarpIndex = 0;
  Answer = S.Answer;
  NumAnswers = 1;
  WarpCounters Ignored;
  Ignored.WarpInstructions = Issued;
  Run.run(*S.W, 1, Ignored, &Look);
  KeepsLock &= S.Held == NoLock || Locks[0] == S.Held;
  S.Held = Locks[0];
  S.Answer = 0;
  return !undo() && S.W->state() == WarpState::Running;
}

bool SpinSearch::follow(State S, uint64_t &Steps) {
  while (true) {
    RanOut = !Steps;
    if (RanOut)
      return false;
    --Steps;
    uint32_t From = S.W->pc();
    State Before;
    bool IsFirst = E.P.Code[From].access() == AccessKind::Lock && S.Answer == 0;
    if (IsFirst)
      Before = copy(S);
    if (!step(S))
      return false;
    for (unsigned N = 1; IsFirst && N < NumAnswers; ++N) {
      State &Other = Open.emplace_back(copy(Before));
      Other.Answer = N;
    }
    // Every endless way goes back again and again.
    if (S.W->pc() <= From && !remember(S)) {
      HoldsLanes |= S.W->anyHeld();
      return !IsFull;
    }
  }
}

bool SpinSearch::spins(const Warp &W, uint32_t Held, uint64_t &Steps) {
  Open.clear();
  Known.clear();
  KnownBytes = 0;
  IsFull = RanOut = HoldsLanes = false;
  Inputs = {};
  Awaited.reset();
  KeepsLock = Held != NoLock;
  // It is about to change.
  if (W.isToPart())
    return false;
  IsApart = W.isSplit();
  for (size_t N = 0; N != W.numStrands(); ++N) {
    State S = copy(W, Held);
    if (S.W->keepStrand(N))
      Open.push_back(std::move(S));
  }
  while (!Open.empty()) {
    State S = std::move(Open.back());
    Open.pop_back();
    if (!follow(std::move(S), Steps))
      return false;
  }
  // A warp that looks at the clock alone waits for a time, which comes.
  return !Inputs.Clock || Inputs.Memory;
}

} // namespace heddle::sm
