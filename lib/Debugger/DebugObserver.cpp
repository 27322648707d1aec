//===- DebugObserver.cpp - Holds a launch up ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugObserver.h"
#include "heddle/Debugger/Values.h"
#include "heddle/Machine/GlobalMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

Stop DebugObserver::here(Stop::ReasonType Why) const {
  Stop S;
  S.Reason = Why;
  S.Number = Step;
  return S;
}

void DebugObserver::issue(const sm::Issue &E) {
  ++Step;
  Writes = nullptr;
  V.setCurrent({E.W.cta().number(), E.W.number()}, E.Index, E.Active);
  Quest To;
  if (Travel.pass(Step, To)) {
    Now = std::move(To);
    Hit = Quest();
  }
  Rules.follow(E);
  switch (Now.Kind) {
  case Quest::Forward:
    goForward(E);
    break;
  case Quest::GoTo:
    Rules.count(E, Now.State, Step);
    skipFindings();
    if (Step != Now.Target)
      return;
    Now.Kind = Quest::Forward;
    Now.Why.Number = Step;
    stopAt(E, Now.Why);
    break;
  case Quest::Scan:
    Rules.count(E, Now.State, Step);
    return scan(E);
  case Quest::Quit:
    llvm_unreachable("a process that is to end runs nothing");
  }
  Writes = StopRules::written(E, Now.State);
  if (Writes)
    Before = bytesOf(*Writes).vec();
}

void DebugObserver::goForward(const sm::Issue &E) {
  if (Step == 1 && Now.Target == 0) {
    ++Now.State.Launches;
    Now.State.IsShown = false;
    // Shared memory is another kernel's.
    if (Now.State.Launches > 1)
      erase_if(Now.State.Watchpoints,
               [](const Watchpoint &W) { return W.IsShared; });
    Front.startLaunch(V, Now.State);
    const auto Found = find_if(Now.State.Breakpoints, [](const Breakpoint &B) {
      return B.IsOfEntry && B.IsEnabled;
    });
    Stop First = here(Stop::Entry);
    if (Found != Now.State.Breakpoints.end()) {
      First.Reason = Stop::Breakpoint;
      First.Id = Found->Id;
    }
    stopAt(E, First);
  }
  Rules.count(E, Now.State, Step);
  for (const Breakpoint *B : Rules.messages(E, Now.State))
    Front.tell(messageText(B->Message, V, V.current()), Now.State);
  Stop S = here(Stop::Step);
  if (takeFindings(S))
    return stopAt(E, S);
  if (Step == 1) {
    // Where the user was asked, it was in front of this instruction.
    if (!Now.State.IsShown && Rules.matches(E, Now.State, S))
      return stopAt(E, S);
    // Short launches come to no other place where a client is listened to.
    if (Front.wantsPause(V, Now.State))
      stopAt(E, here(Stop::Pause));
    return;
  }
  if (Rules.matches(E, Now.State, S) ||
      Rules.isStepped(E, Going, Now.State.Focus))
    return stopAt(E, S);
  // Asking costs a call of the system.
  if (Step % 1024 == 0 && Front.wantsPause(V, Now.State))
    stopAt(E, here(Stop::Pause));
}

bool DebugObserver::takeFindings(Stop &S) {
  const sanitize::Findings *All = V.found();
  if (!All)
    return false;
  assert(Seen <= All->list().size() && "findings were taken back");
  bool IsWanted = false;
  for (; Seen != All->list().size(); ++Seen) {
    const sanitize::Finding &F = All->list()[Seen];
    if (!catches(Now.State, F))
      continue;
    if (!IsWanted)
      S.Rule = sanitize::ruleName(F.TheRule).str();
    IsWanted = true;
    S.Reason = Stop::Finding;
    S.Text += V.findingText(F);
  }
  S.Text = StringRef(S.Text).rtrim().str();
  return IsWanted;
}

void DebugObserver::executed(const sm::Issue &E) {
  if (!Writes)
    return;
  assert(bytesOf(*Writes).size() == Before.size() && "memory has moved");
  Stop S = here(Stop::Watchpoint);
  S.Id = Writes->Id;
  S.Text = writtenText(E, *Writes);
  Writes = nullptr;
  stopAt(E, std::move(S));
}

void DebugObserver::scan(const sm::Issue &E) {
  if (Step >= Now.Target)
    endScan();
  if (Step % 1024 == 0 && Front.wantsPause(V, Now.State)) {
    Now.Kind = Quest::Forward;
    skipFindings();
    return stopAt(E, here(Stop::Pause));
  }
  Stop S = here(Stop::Step);
  const bool IsFound = takeFindings(S);
  if (Now.How.Kind == Resume::ReverseContinue) {
    if (IsFound) {
      // It is the reason, and has its text.
    } else if (const Watchpoint *W = StopRules::written(E, Now.State)) {
      S.Reason = Stop::Watchpoint;
      S.Id = W->Id;
      S.Text = W->Name + " is written here";
    } else if (!Rules.matches(E, Now.State, S)) {
      return;
    }
  } else if (!Rules.isStepped(E, Now.How, Now.State.Focus)) {
    return;
  } else {
    S = here(Stop::Step);
  }
  Hit.Target = Step;
  Hit.Why = std::move(S);
}

void DebugObserver::endScan() {
  Quest Next = Now;
  if (Hit.Target != 0) {
    Next.Kind = Quest::GoTo;
    Next.Target = Hit.Target;
    Next.Why = Hit.Why;
  } else {
    // Further back: to what led to the copy that this process was.
    Next.Target = Travel.lastCopy();
  }
  Travel.leave(Next);
}

void DebugObserver::stopAt(const sm::Issue &E, Stop S) {
  Now.State.Focus = {E.W.cta().number(), E.W.number()};
  erase_if(Now.State.Breakpoints, [&](const Breakpoint &B) {
    return B.IsTemporary && S.Reason == Stop::Breakpoint && B.Id == S.Id;
  });
  ask(S);
}

void DebugObserver::ask(const Stop &S) {
  erase_if(Now.State.Breakpoints,
           [](const Breakpoint &B) { return B.IsUntil; });
  V.setTime(Travel.notes());
  Going = Front.atStop(V, S, Now.State);
  Now.Target = Step;
  switch (Going.Kind) {
  case Resume::Continue:
  case Resume::Line:
  case Resume::Instruction:
    Front.flush();
    return;
  case Resume::ReverseContinue:
  case Resume::ReverseLine:
  case Resume::ReverseInstruction:
    goBack(Going, S.Reason == Stop::End ? Step + 1 : Step);
  case Resume::Restart: {
    Quest Next = Now;
    Next.Kind = Quest::GoTo;
    Next.Target = 1;
    Next.Why = Stop();
    // From the beginning on, all times count.
    for (Breakpoint &B : Next.State.Breakpoints)
      B.Since = 0;
    Travel.startWayBack();
    Travel.leave(Next);
  }
  case Resume::Leave: {
    Quest Next;
    Next.Kind = Quest::Quit;
    Next.State = Now.State;
    Next.Leaves = true;
    Travel.leave(Next);
  }
  case Resume::Quit: {
    Quest Next;
    Next.Kind = Quest::Quit;
    Next.ExitCode = Going.ExitCode;
    Travel.leave(Next);
  }
  }
  llvm_unreachable("unknown way to go on");
}

void DebugObserver::goBack(const Resume &How, uint64_t Upto) {
  assert(Upto != 0 && "there is nothing before the first instruction");
  Quest Next = Now;
  Next.Kind = Quest::Scan;
  Next.Target = Upto;
  Next.How = How;
  Travel.startWayBack();
  Travel.leave(Next);
}

void DebugObserver::end(const std::string &Fault, const std::string &Output) {
  if (Step == 0)
    return;
  // A scan or a walk that comes here was after the last instruction.
  if (Now.Kind == Quest::Scan)
    endScan();
  // The registers of a warp that faulted are seen in front of the instruction.
  const bool CatchesFaults = !Now.State.Caught || Now.State.Caught->Faults;
  if (!Fault.empty() && Now.Fault.empty() && CatchesFaults) {
    Quest Next = Now;
    Next.Kind = Quest::GoTo;
    Next.Target = Step;
    Next.Why = Stop();
    Next.Why.Reason = Stop::Fault;
    Next.Why.Text = Next.Fault = Fault;
    Travel.startWayBack();
    Travel.leave(Next);
  }
  V.clear();
  Stop S = here(Stop::End);
  // Some is known only when all threads have ended.
  if (takeFindings(S))
    S.Text += '\n';
  S.Reason = Stop::End;
  S.Text += Fault.empty() ? Output : Fault;
  while (true)
    ask(S);
}

ArrayRef<uint8_t> DebugObserver::bytesOf(const Watchpoint &W) const {
  if (W.IsShared) {
    const sm::Warp *Any = V.find({W.Block, 0});
    assert(Any && "it has just been written to");
    auto &C = const_cast<sm::Cta &>(Any->cta());
    return {C.sharedData() + W.Address, W.Bytes};
  }
  const sm::Buffer *B = V.global().find(abi::Address(W.Address));
  if (!B)
    return {};
  return ArrayRef<uint8_t>(V.global().bytes(B->Address))
      .drop_front(W.Address - B->Address.value())
      .take_front(W.Bytes);
}

static std::string valueText(ArrayRef<uint8_t> Bytes) {
  std::string Text = "0x";
  for (uint8_t Byte : reverse(Bytes))
    Text += fmt::format("{:02x}", Byte);
  return Text;
}

std::string DebugObserver::writtenText(const sm::Issue &E,
                                       const Watchpoint &W) const {
  std::string Threads;
  unsigned Named = 0, Count = 0;
  for (const sm::MemoryAccess &A : E.Accesses)
    for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
      if (A.Kind != sm::AccessKind::Load &&
          A.Where == (W.IsShared ? sm::Space::Shared : sm::Space::Global) &&
          (E.Executing & A.Mask) >> Lane & 1 &&
          A.Address[Lane] < W.Address + W.Bytes &&
          W.Address < A.Address[Lane] + A.Bytes && ++Count <= 4)
        Threads += (Named++ ? ", " : "") +
                   sm::tripleText(E.W.cta().thread(E.W.number(), Lane));
  if (Count > Named)
    Threads += fmt::format(" and {} more", Count - Named);
  return fmt::format("{}: {} -> {} by thread {} in block {}", W.Name,
                     valueText(Before), valueText(bytesOf(W)), Threads,
                     sm::tripleText(E.W.cta().index()));
}

} // namespace heddle::debugger
