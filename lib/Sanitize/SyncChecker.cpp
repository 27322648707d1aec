//===- SyncChecker.cpp - Barriers and exchanges of some -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncChecker.h"
#include "Places.h"
#include "heddle/ABI/ExchangeOps.inc"

namespace heddle::sanitize {

using object::SyncOperation;
using sm::Issue;
using sm::Lanes;

std::string SyncChecker::nameOf(const SyncOperation &O) {
  switch (O.Kind) {
  case SyncOperation::Barrier:
    return "barrier";
  case SyncOperation::WarpBarrier:
    return "bar.warp.sync";
  case SyncOperation::Exchange:
    return "exchange";
  case SyncOperation::Access:
  case SyncOperation::Atomic:
  case SyncOperation::Completion:
  case SyncOperation::AsyncWork:
  case SyncOperation::AsyncCommit:
  case SyncOperation::AsyncWait:
  case SyncOperation::WordInit:
  case SyncOperation::WordInval:
  case SyncOperation::Fence:
  case SyncOperation::ActiveMask:
    break;
  }
  llvm_unreachable("not looked at");
}

std::pair<uint32_t, uint32_t> SyncChecker::placeOf(uint32_t Index) const {
  object::LineEntry L = Launch->P.Kernel.lineOf(Launch->P.Code[Index].Address);
  return {L.Line, L.Column};
}

void SyncChecker::startLaunch(const sm::LaunchView &L) {
  Launch.emplace(L);
  Operations.assign(L.P.Code.size(), nullptr);
  HasEffect.clear();
  Inits.clear();
  Invals.clear();
  Inits.resize(unsigned(L.P.Code.size()));
  Invals.resize(unsigned(L.P.Code.size()));
  if (!L.P.Module.Operations)
    return;
  MayPart = L.P.Module.Operations->Target >= abi::FirstIndependentTarget &&
            !L.P.MeetsAcross;
  for (uint32_t N = 0; N != L.P.Code.size(); ++N) {
    auto [Line, Column] = placeOf(N);
    const SyncOperation *O = L.P.Module.Operations->find(Line, Column);
    if (!O)
      continue;
    const sm::DecodedInst &I = L.P.Code[N];
    if (I.isStore() && O->Kind == SyncOperation::WordInit)
      Inits.set(N);
    if (I.isStore() && O->Kind == SyncOperation::WordInval)
      Invals.set(N);
    if (O->Kind == SyncOperation::Barrier ? I.isBarrier()
                                          : isMeeting(L.P, I, *O))
      Operations[N] = O;
  }
  findEffects();
}

void SyncChecker::endLaunch() {
  for (const auto &[Number, C] : Ctas) {
    missedMeetings(Number, *C);
    waitsApart(Number, *C);
  }
  Ctas.clear();
  LastTold.clear();
  Made.clear();
  Launch.reset();
}

void SyncChecker::add(Rule R, uint32_t Index, uint64_t Cta, unsigned Thread,
                      llvm::StringRef What, std::string Message,
                      std::string Missing,
                      std::optional<std::pair<uint32_t, unsigned>> Other) {
  const sm::Program &P = Launch->P;
  uint32_t Second = Other ? Other->first : Index;
  To.add(R, P.Kernel.Info.Name, Index, Second,
         {lineAt(*Launch, Index), lineAt(*Launch, Second)}, [&] {
           Finding F;
           F.TheRule = R;
           F.Kernel = P.Kernel.Info.Name;
           F.Message = std::move(Message);
           F.Missing = std::move(Missing);
           F.Sides.push_back(sideAt(*Launch, Index, Cta, Thread));
           F.SourceName = F.Sides.front().File;
           F.Sides.back().What = What.str();
           if (Other) {
             F.Sides.push_back(sideAt(*Launch, Second, Cta, Other->second));
             F.Sides.back().What = What.str();
           }
           return F;
         });
}

void SyncChecker::add(Rule R, const Issue &E, unsigned Lane,
                      std::string Message, std::string Missing) {
  add(R, E.Index, E.W.cta().number(), E.W.number() * Lanes + Lane,
      nameOf(*Operations[E.Index]), std::move(Message), std::move(Missing));
}

void SyncChecker::issue(const Issue &E) {
  const SyncOperation *O = Operations[E.Index];
  if (E.Executing && isWord(E.I))
    word(E);
  if (E.Executing && (Inits.test(E.Index) || Invals.test(E.Index)))
    wordBegins(E, Inits.test(E.Index));
  if (!E.Executing || !(O || hasEffect(E.Index)))
    return;
  CtaState &C = *Ctas[E.W.cta().number()];
  if (hasEffect(E.Index))
    C.Effects.note(E);
  if (!O)
    return;
  if (O->Kind == SyncOperation::Barrier)
    return barrier(E, *O, C);
  uint32_t Others = meeting(E, *O, C);
  meetsOtherVote(E, *O);
  if (E.I.is(sm::ExchangeOp::Shuffle))
    if (auto Read = strayRead(E, Others | E.Fellows))
      readsStray(E.Index, E.W.cta().number(), E.W.number(), *Read);
}

std::unique_ptr<sm::Observer> makeSyncChecker(const CheckOptions & /*Options*/,
                                              Findings &To) {
  return std::make_unique<SyncChecker>(To);
}

} // namespace heddle::sanitize
