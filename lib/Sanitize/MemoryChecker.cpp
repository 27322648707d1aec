//===- MemoryChecker.cpp - Accesses beside what is meant ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryChecker.h"
#include "Places.h"
#include "WarpShadow.h"
#include "heddle/Machine/AddressNames.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Sanitize/Checkers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

namespace heddle::sanitize {

using sm::AccessKind;
using sm::AddressShape;
using sm::DecodedInst;
using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;
using sm::Space;

std::unique_ptr<sm::Observer>
makeMemoryChecker(const CheckOptions & /*Options*/, Findings &To) {
  return std::make_unique<MemoryChecker>(To);
}

MemoryChecker::MemoryChecker(Findings &Found) : To(Found) {
  // A later launch may free what an earlier one allocated.
  To.addLast([this] { reportLeaks(); });
}

//===----------------------------------------------------------------------===//
// Launches and CTAs
//===----------------------------------------------------------------------===//

void MemoryChecker::startLaunch(const sm::LaunchView &L) {
  Launch.emplace(L);
  DynamicFrom = L.P.Kernel.Info.DynamicSharedOffset;
  DynamicEnd = DynamicFrom + L.Config.DynamicSharedBytes;
  Functions.clear();
  Changed.clear();
  if (const auto &Operations = L.P.Module.Operations) {
    Functions = Operations->functionsOf(L.P.Kernel.Info.Name);
    for (const object::LocalVariable &V : Operations->findLocals(""))
      if (Functions.contains(V.Frame))
        Changed.push_back({V.Address, uint64_t(V.Address) + V.Size});
  }
  Notes.clear();
  NeedsCtas = DynamicFrom != DynamicEnd;
  bool IsBehindCall = false;
  for (const DecodedInst &I : L.P.Code) {
    Notes.push_back(noteOf(I));
    // At the instruction behind the call its result exists.
    Notes.back().Matters |= IsBehindCall;
    IsBehindCall = isService(I, abi::HostService::Allocate);
    NeedsCtas |= I.isHostCall();
  }
  noteWholes();
}

void MemoryChecker::endLaunch() {
  for (auto &[Address, B] : Blocks) {
    if (B.Description)
      continue;
    auto Found = Launch->Memory.heap() ? Launch->Memory.heap()->find(Address)
                                       : std::nullopt;
    Finding F;
    F.TheRule = Rule::MemoryLeak;
    F.Kernel = Launch->P.Kernel.Info.Name;
    F.Message = "a block of the device heap is never freed";
    F.Place = "a block of " + std::to_string(Found ? Found->Size : 0) +
              " bytes of the device heap";
    F.Missing = "a call of free for it, by this or a later kernel, is missing";
    FindingSide S = sideAt(*Launch, B.Index, B.Cta, B.Thread);
    S.What = "malloc";
    S.Bytes = uint32_t(Found ? Found->Size : 0);
    B.Line = S.Line;
    F.SourceName = S.File;
    F.Sides.push_back(std::move(S));
    B.Description = std::move(F);
  }
  Ctas.clear();
  Launch.reset();
}

void MemoryChecker::startCta(const sm::Cta &C) {
  CtaState &State = Ctas[C.number()];
  State = CtaState();
  State.Number = C.number();
  State.DynamicEnd = DynamicFrom;
  State.Calls.resize(C.numWarps());
}

void MemoryChecker::endCta(const sm::Cta &C) {
  // The last instruction of a warp may have been a call of malloc.
  if (auto It = Ctas.find(C.number()); It != Ctas.end())
    for (unsigned N = 0; N != It->second.Calls.size(); ++N)
      noteBlocks(C.warp(N), It->second);
  Ctas.erase(C.number());
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void MemoryChecker::issue(const Issue &E) {
  assert(Notes.size() == Launch->P.Code.size() &&
         "each instruction has a note");
  const Note &N = Notes[E.Index];
  if (!N.Matters)
    return;
  for (const MemoryAccess &A : E.Accesses)
    if (N.Variable && A.Where == N.Variable->Where && !A.Bank)
      checkRange(E, A, *N.Variable);
  if (N.Whole)
    for (const MemoryAccess &A : E.Accesses)
      if (A.Where == N.WholeIn && !A.Bank)
        checkAlignment(E, A, N.Whole);
  if (!NeedsCtas)
    return;
  CtaState &C = Ctas[E.W.cta().number()];
  noteBlocks(E.W, C);
  for (const MemoryAccess &A : E.Accesses) {
    if (A.Where == Space::Shared && DynamicFrom != DynamicEnd)
      checkDynamic(E, A, C);
  }
  if (E.I.isHostCall())
    hostCall(E, C);
}

static std::string accessName(const MemoryAccess &A) {
  if (A.Kind == AccessKind::Atomic)
    return "atomic";
  return A.Kind == AccessKind::Store || A.Kind == AccessKind::Unlock ? "write"
                                                                     : "read";
}

Finding MemoryChecker::describe(const Issue &E, const MemoryAccess &A,
                                unsigned Lane) const {
  Finding F;
  F.Kernel = Launch->P.Kernel.Info.Name;
  FindingSide S =
      sideAt(*Launch, E.Index, E.W.cta().number(), E.W.number() * Lanes + Lane);
  S.What = accessName(A);
  S.Bytes = A.Bytes;
  F.SourceName = S.File;
  F.Sides.push_back(std::move(S));
  return F;
}

static std::string bytesText(uint64_t N) {
  return std::to_string(N) + (N == 1 ? " byte" : " bytes");
}

/// Whether all lanes, active or not, access what lies between.
static bool areWithin(const MemoryAccess &A, uint64_t From, uint64_t End) {
  if (End - From < A.Bytes)
    return false;
  const uint64_t Last = End - From - A.Bytes;
  if (A.Shape == AddressShape::Uniform)
    return A.Address[0] - From <= Last;
  uint64_t Most = 0;
  for (uint64_t Address : A.Address)
    Most = std::max(Most, Address - From);
  return Most <= Last;
}

void MemoryChecker::checkRange(const Issue &E, const MemoryAccess &A,
                               const Range &R) {
  assert(!R.Places.empty() && "a variable has a place");
  if (areWithin(A, R.Places.front().From, R.Places.front().End))
    return;
  eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
    uint64_t Address = A.Address[Lane];
    auto IsIn = [&](const Place &P) {
      return Address >= P.From && Address + A.Bytes <= P.End;
    };
    if (llvm::none_of(R.Places, IsIn) &&
        (R.Where != Space::Local || llvm::none_of(Changed, IsIn)))
      reportRange(E, A, R, Lane);
  });
}

/// "shared variable 'b' + 4"
std::string MemoryChecker::placeOf(const MemoryAccess &A,
                                   uint64_t Address) const {
  if (A.Where == Space::Shared)
    return sm::sharedPlaceText(Launch->P.Kernel.Info, Address);
  if (A.Where == Space::Const)
    return "constant address " + abi::Address(Address).str();
  return "local address " + abi::Address(Address).str();
}

/// Sums wrap at 32 bits: what seems very far behind is in front.
static bool isInFront(uint64_t Address, uint64_t From) {
  return int32_t(uint32_t(Address - From)) < 0;
}

void MemoryChecker::reportRange(const Issue &E, const MemoryAccess &A,
                                const Range &R, unsigned Lane) {
  const uint64_t Address = A.Address[Lane];
  auto Missed = [&](const Place &P) -> uint64_t {
    return isInFront(Address, P.From) ? uint32_t(P.From - Address)
                                      : Address + A.Bytes - P.End;
  };
  // Among several places the nearest counts.
  const Place &P =
      *llvm::min_element(R.Places, [&](const Place &X, const Place &Y) {
        return Missed(X) < Missed(Y);
      });
  uint32_t Line = lineAt(*Launch, E.Index);
  To.add(R.TheRule, Launch->P.Kernel.Info.Name, E.Index, E.Index, {Line, Line},
         [&] {
           Finding F = describe(E, A, Lane);
           F.TheRule = R.TheRule;
           F.Message = accessName(A) + " outside of " + R.Name;
           F.Place = placeOf(A, Address);
           F.Missing = "the address is made of " + R.Name + ", which has " +
                       bytesText(P.End - P.From) + "; the access is up to " +
                       bytesText(Missed(P)) +
                       (isInFront(Address, P.From) ? " in front of it"
                                                   : " beyond its end") +
                       ", at " + F.Place;
           return F;
         });
}

void MemoryChecker::checkAlignment(const Issue &E, const MemoryAccess &A,
                                   unsigned Whole) {
  eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
    const uint64_t Address = A.Address[Lane];
    if (Address % Whole == 0)
      return;
    uint32_t Line = lineAt(*Launch, E.Index);
    To.add(Rule::MemoryMisaligned, Launch->P.Kernel.Info.Name, E.Index, E.Index,
           {Line, Line}, [&] {
             Finding F = describe(E, A, Lane);
             F.TheRule = Rule::MemoryMisaligned;
             F.Sides.front().Bytes = Whole;
             F.Message = "misaligned " + accessName(A);
             F.Place = placeOf(A, Address);
             // The variable itself may begin at one that is none.
             F.Missing = "the access is at 0x" +
                         llvm::utohexstr(Address, /*LowerCase=*/true) + ", " +
                         F.Place + ", which is not a multiple of " +
                         bytesText(Whole) + "; this chip does it in parts of " +
                         bytesText(A.Bytes) + ", later ones fault";
             return F;
           });
  });
}

void MemoryChecker::checkDynamic(const Issue &E, const MemoryAccess &A,
                                 CtaState &C) {
  uint64_t Written = C.DynamicEnd;
  eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
    uint64_t Address = A.Address[Lane];
    if (Address < DynamicFrom || Address + A.Bytes > DynamicEnd)
      return;
    const bool Writes =
        A.Kind != AccessKind::Load && A.Kind != AccessKind::Lock;
    if (Writes)
      C.DynamicEnd = std::max(C.DynamicEnd, Address + A.Bytes);
    // An atomic operation reads as well, but for an exchange: that needs no
    // value from before.
    const bool Reads =
        (!Writes || E.I.isAtomic()) && !Notes[E.Index].IsExchange;
    if (!Reads || Address + A.Bytes <= Written)
      return;
    uint32_t Line = lineAt(*Launch, E.Index);
    To.add(Rule::MemoryDynamic, Launch->P.Kernel.Info.Name, E.Index, E.Index,
           {Line, Line}, [&] {
             Finding F = describe(E, A, Lane);
             F.TheRule = Rule::MemoryDynamic;
             F.Message = accessName(A) +
                         " of dynamic shared memory behind all that was "
                         "written";
             F.Place = sm::sharedPlaceText(Launch->P.Kernel.Info, Address);
             F.Missing = "of the " + bytesText(DynamicEnd - DynamicFrom) +
                         " of the launch the block has written the first " +
                         std::to_string(Written - DynamicFrom) +
                         "; the access is at " +
                         std::to_string(Address - DynamicFrom);
             return F;
           });
  });
}

//===----------------------------------------------------------------------===//
// The device heap
//===----------------------------------------------------------------------===//

static uint64_t pairIn(const sm::LaneContext &L, unsigned Base, unsigned Row,
                       unsigned Lane) {
  const uint32_t *At = L.Base[Base] + size_t(Row) * Lanes + Lane;
  return uint64_t(At[Lanes]) << 32 | At[0];
}

/// Notes the blocks that the warp's last call of malloc returned.
void MemoryChecker::noteBlocks(const sm::Warp &W, CtaState &C) {
  assert(W.number() < C.Calls.size() && "a warp of another CTA");
  CtaState::Call &Call = C.Calls[W.number()];
  const DecodedInst &I = Launch->P.Code[Call.Index];
  eachLane(Call.Lanes, [&](unsigned Lane) {
    if (uint64_t Address = pairIn(W.lanes(), sm::WarpRows, I.DstRow, Lane))
      Blocks[Address] = {Call.Index, C.Number, W.number() * Lanes + Lane,
                         std::nullopt, 0};
  });
  Call.Lanes = 0;
}

void MemoryChecker::hostCall(const Issue &E, CtaState &C) {
  if (isService(E.I, abi::HostService::Allocate))
    C.Calls[E.W.number()] = {E.Index, E.Executing};
  else if (isService(E.I, abi::HostService::Free))
    eachLane(E.Executing, [&](unsigned Lane) {
      Blocks.erase(pairIn(E.W.lanes(), E.I.Src[0].Base, E.I.Src[0].Row, Lane));
    });
}

void MemoryChecker::reportLeaks() {
  for (auto &[Address, B] : Blocks)
    if (B.Description)
      To.add(Rule::MemoryLeak, B.Description->Kernel, B.Index, B.Index,
             {B.Line, B.Line}, [&] { return std::move(*B.Description); });
  Blocks.clear();
}

} // namespace heddle::sanitize
