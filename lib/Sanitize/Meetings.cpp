//===- Meetings.cpp - Where lanes of a warp meet --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meetings.h"
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::DecodedInst;
using sm::FlowKind;
using sm::Lanes;

bool isMeeting(const sm::Program &P, const DecodedInst &I,
               const SyncOperation &O) {
  switch (O.Kind) {
  case SyncOperation::WarpBarrier:
    // The silicon has none: it is the nop of a fence there.
    return P.PartsWarps ? I.is(sm::ExchangeOp::Sync) : I.isNop();
  case SyncOperation::Exchange:
    return I.meetsLanes();
  case SyncOperation::Access:
  case SyncOperation::Atomic:
  case SyncOperation::Completion:
  case SyncOperation::AsyncWork:
  case SyncOperation::AsyncCommit:
  case SyncOperation::AsyncWait:
  case SyncOperation::WordInit:
  case SyncOperation::WordInval:
  case SyncOperation::Fence:
  case SyncOperation::Barrier:
  case SyncOperation::ActiveMask:
    return false;
  }
  llvm_unreachable("covered switch");
}

std::optional<MemberMasks> Meetings::membersAt(const sm::Issue &E,
                                               const SyncOperation &O) {
  uint32_t &Met = HaveMet[E.W.number()];
  MemberMasks Masks;
  if (E.I.is(sm::ExchangeOp::Sync)) {
    const sm::LaneContext &L = E.W.lanes();
    const sm::Source &From = E.I.Src[0];
    const uint32_t *Row = L.Base[From.Base] + size_t(From.Row) * Lanes;
    std::copy(Row, Row + Lanes, Masks.begin());
    if (E.I.Sub[0])
      Met |= E.Executing;
    return Masks;
  }
  const bool WasMet = Met & E.Executing;
  Met &= ~E.Executing;
  // If warps can split, an exchange without a preceding meeting has all lanes
  // as members. Exchanges of the silicon have no masks.
  const bool KnowsMasks = E.W.cta().program().PartsWarps;
  if (WasMet || !O.IsSync || (!KnowsMasks && !O.Members))
    return std::nullopt;
  Masks.fill(KnowsMasks ? sm::AllLanes : *O.Members);
  return Masks;
}

void PartedMeetings::open(const Meeting &M) {
  assert(M.Elsewhere && !(M.Elsewhere & M.Executing) &&
         "a meeting awaits lanes that have not come");
  for (Meeting &Old : Open)
    if (Old.Index == M.Index && Old.Executing == M.Executing &&
        Old.Members == M.Members && Old.Elsewhere == M.Elsewhere) {
      ++Old.Count;
      return;
    }
  Open.push_back(M);
}

/// Whether lanes may meet at one and the other.
static bool areAlike(const DecodedInst &A, const DecodedInst &B) {
  return A.Op == B.Op &&
         (!A.is(sm::ExchangeOp::Shuffle) || A.Sub[0] == B.Sub[0]);
}

std::optional<PartedMeetings::Meeting>
PartedMeetings::answer(const sm::Program &P, uint32_t Index, uint32_t Executing,
                       uint32_t Members) {
  assert(Index < P.Code.size() && Executing && "nobody at no instruction");
  auto It = llvm::find_if(Open, [&](const Meeting &M) {
    return M.Index != Index && M.Members == Members &&
           (M.Elsewhere & Executing) && !(M.Executing & Executing) &&
           areAlike(P.Code[M.Index], P.Code[Index]);
  });
  if (It == Open.end())
    return std::nullopt;
  Meeting Found = *It;
  // All lanes that came there before have met as often.
  if (It->Count > 1 && !(Found.Elsewhere & ~Executing))
    --It->Count;
  else if (It->Elsewhere &= ~Executing; !It->Elsewhere)
    Open.erase(It);
  return Found;
}

std::vector<PartedMeetings::Meeting>
PartedMeetings::giveUp(uint32_t Executing) {
  std::vector<Meeting> Missed;
  llvm::erase_if(Open, [&](const Meeting &M) {
    bool IsMissed = (M.Executing & Executing) && (M.Elsewhere & Executing);
    if (IsMissed)
      Missed.push_back(M);
    return IsMissed;
  });
  return Missed;
}

/// Whether a lane at \p Index of the program only exits. \p InCall: a return
/// leads to a caller.
static bool onlyExits(const sm::Program &P, uint32_t Index, bool InCall) {
  constexpr unsigned MaxSteps = 16;
  for (unsigned Step = 0; Step != MaxSteps && Index < P.Code.size(); ++Step) {
    const DecodedInst &I = P.Code[Index];
    if (I.isPredicated())
      return false;
    if (I.Flow == FlowKind::Return)
      return !InCall;
    if (I.Flow == FlowKind::Branch) {
      Index = I.Target;
      continue;
    }
    if (!I.isPlain() || I.writesMemory() || I.meetsLanes())
      return false;
    if (I.Exit)
      return true;
    ++Index;
  }
  return false;
}

/// The lanes of \p Among that wait on \p Stack and then only exit.
static uint32_t leavingOn(const sm::DivergenceStack &Stack,
                          const sm::Program &P, uint32_t Among) {
  uint32_t Leaving = 0;
  llvm::ArrayRef<sm::StackEntry> Entries = Stack.entries();
  for (size_t N = Entries.size(); N && Among; --N) {
    const sm::StackEntry &Entry = Entries[N - 1];
    // A lane goes on where the topmost entry that holds it says.
    uint32_t Here = Entry.Mask & Among;
    Among &= ~Here;
    bool InCall =
        llvm::any_of(Entries.take_front(N), [](const sm::StackEntry &Below) {
          return Below.Kind == sm::EntryKind::Call;
        });
    if (Here && onlyExits(P, Entry.Target, InCall))
      Leaving |= Here;
  }
  return Leaving;
}

uint32_t leavingLanes(const sm::Warp &W, const sm::Program &P, uint32_t Among) {
  Among &= W.live() & ~W.active();
  uint32_t Leaving = leavingOn(W.stack(), P, Among & W.held());
  for (const sm::Strand &S : W.apart()) {
    uint32_t Here = Among & S.lanes();
    Leaving |= leavingOn(S.Stack, P, Here & ~S.Active);
    if (!S.IsAtBarrier && onlyExits(P, S.PC, S.Stack.inCall()))
      Leaving |= Here & S.Active;
  }
  return Leaving;
}

} // namespace heddle::sanitize
