//===- RaceAgents.cpp - Accesses in a thread's stead ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine copies when a copy is issued; PTX lets it happen at any time
// until somebody has waited for it. What an agent reads must have been written,
// and fenced where it goes by another proxy, before its thread asked; and
// nobody may access what it writes, or write what it reads, before it is waited
// for.
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "RaceChecker.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <utility>

namespace heddle::sanitize {

using object::SyncOperation;
using sm::Issue;

void RaceChecker::awaitAgents(const Issue &E, const SyncOperation &O,
                              CtaState &C) {
  uint32_t Mask = InLockStep ? 1 : E.Executing;
  for (; Mask; Mask &= Mask - 1) {
    const unsigned Thread =
        C.Clocks.threadOf(E.W.number(), unsigned(llvm::countr_zero(Mask)));
    if (O.Kind == SyncOperation::AsyncCommit || O.IsOfAll)
      C.Clocks.commit(Thread, O.Agent);
    if (O.Kind != SyncOperation::AsyncCommit)
      C.Clocks.await(Thread, O.Agent, O.Pending, O.IsOfReads);
  }
}

bool RaceChecker::isAgentOrdered(const Now &N, AccessRef Ref,
                                 const AccessEvent &Other,
                                 bool NeedsFence) const {
  const unsigned Lane = AccessEvents::laneOf(Ref);
  const unsigned OtherThread = N.Cta.Clocks.threadOf(Other.Warp, Lane);
  if (isAgent(Other.Cta))
    return N.Cta.Clocks.knowsAgent(N.Thread, Other.Cta, OtherThread,
                                   Other.Flags & IsWrite, Other.Clock);
  const uint64_t Cta = N.Cta.Clocks.cta();
  const bool IsOwn = Other.Cta == Cta && OtherThread == N.Thread;
  if (!IsOwn &&
      !N.Cta.Clocks.knows(N.Thread, Other.Cta, OtherThread, Other.Clock))
    return false;
  // Fences of other blocks are not known here.
  return !NeedsFence || !(Other.Flags & IsWrite) || Other.Cta != Cta ||
         N.Cta.Clocks.isFenced(N.Thread, OtherThread, Other.Clock);
}

/// Copies of one agent may happen in any order until they are waited for. All
/// accesses of one instruction of the PTX count as one copy, which a fill with
/// zeros and then bytes is.
bool RaceChecker::isOwnWork(const Now &N, AccessRef Ref,
                            const AccessEvent &Other) const {
  assert(Other.Cta == N.Event.Cta && "the work of two agents");
  if (isAgentOrdered(N, Ref, Other, /*NeedsFence=*/false))
    return true;
  auto PlaceOf = [&](uint32_t Index) {
    const object::LineEntry Place =
        Launch->P.Kernel.lineOf(Launch->P.Code[Index].Address);
    return std::pair(Place.Line, Place.Column);
  };
  return PlaceOf(Other.Index) == PlaceOf(N.Event.Index);
}

/// "a wait ... is missing", by whose work it is.
static std::string missingWait(AgentKind Kind, bool IsWrite) {
  switch (Kind) {
  case AgentKind::CopyAgent:
    return "cp.async.wait_group, or wait_all, by the thread that copies, and "
           "then a barrier for other threads";
  case AgentKind::BulkAgent:
    return IsWrite ? "cp.async.bulk.wait_group by the thread that copies"
                   : "cp.async.bulk.wait_group.read by the thread that copies";
  case AgentKind::BarrierAgent:
    return "a wait for the phase of the mbarrier that the copy completes";
  case AgentKind::WgmmaAgent:
    return "wgmma.wait_group";
  case AgentKind::NoAgent:
    break;
  }
  llvm_unreachable("a thread");
}

std::string RaceChecker::missingOfAgent(const Now &N, AccessRef Ref,
                                        const AccessEvent &Other) const {
  if (ctaOfAgent(N.Event.Cta) != ctaOfAgent(Other.Cta))
    return "blocks of a launch run in any order: what is missing is a flag "
           "that is set with a fence behind a wait for what is asynchronous, "
           "and read with a fence, or the end of the launch";
  if (isAgent(Other.Cta))
    return "what is asynchronous happens at any time until somebody has waited "
           "for it: " +
           missingWait(AgentKind(Other.Cta >> AgentShift),
                       Other.Flags & IsWrite) +
           " is missing between the two";
  if (isAgentOrdered(N, Ref, Other, /*NeedsFence=*/false))
    return "the asynchronous proxy may not see what the generic one wrote: "
           "fence.proxy.async by the thread that wrote, in front of the "
           "barrier, is missing";
  return std::string("the thread that asks for it knows nothing of the ") +
         (Other.Flags & IsWrite ? "write" : "read") +
         ": a barrier between the two is missing";
}

void RaceChecker::tensorMemory(const Issue &E, const Note &N) {
  if (E.I.isOfMbarrier()) {
    // cp.async.mbarrier.arrive updates by nothing, and looks at nothing either.
    const SyncOperation *O = N.Operation;
    const bool IsAtomic = O && O->Kind == SyncOperation::Atomic;
    return Tensors.mbarrier(E, IsAtomic && O->IsProxy,
                            IsAtomic && O->Agent == SyncOperation::NoAgent);
  }
  if (!sm::usesTensorMemory(E.I))
    return;
  Tensors.multiply(E);
  const TensorWatch::Work *Other = Tensors.findOpen(E);
  if (!Other)
    return;
  add(Rule::RaceAsync, E.Index, Other->Index, [&] {
    Finding F;
    F.TheRule = Rule::RaceAsync;
    F.Kernel = Launch->P.Kernel.Info.Name;
    F.Message = "access of tensor memory where a product is that nobody has "
                "waited for";
    F.Missing = "products happen at any time until somebody has waited for "
                "them: tcgen05.commit behind the product, by its thread, and a "
                "wait for the phase of the mbarrier that it tells are missing "
                "between the two";
    F.Sides.push_back(
        sideAt(*Launch, E.Index, E.W.cta().number(), E.W.number() * sm::Lanes));
    F.SourceName = F.Sides.front().File;
    F.Sides.back().What = "access";
    F.Sides.push_back(sideAt(*Launch, Other->Index, Other->Cta, Other->Thread));
    F.Sides.back().What = "product";
    return F;
  });
}

} // namespace heddle::sanitize
