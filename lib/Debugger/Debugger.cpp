//===- Debugger.cpp - Runs a launch and stops it, both ways ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Debugger.h"
#include "LaunchTarget.h"
#include "StopRules.h"
#include "TimeTravel.h"
#include "heddle/Machine/GlobalMemory.h"
#include <cassert>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::debugger {

FrontEnd::~FrontEnd() = default;

namespace {

/// Sees each instruction before it is executed, and holds the launch up there.
class DebugObserver final : public sm::Observer {
public:
  DebugObserver(View &Of, FrontEnd &F)
      : V(Of), Front(F), Rules(Of), Travel(F) {}

  Error open() { return Travel.open(); }
  /// The launch has ended.
  void end(const std::string &Fault, const std::string &Output);

  void startLaunch(const sm::LaunchView &L) override { V.start(L); }
  void startCta(const sm::Cta &C) override {
    V.add(C);
    Rules.forget(C);
  }
  void endCta(const sm::Cta &C) override {
    Rules.forget(C);
    V.remove(C);
  }
  void issue(const sm::Issue &E) override;
  void executed(const sm::Issue &E) override;
  unsigned takesIn() const override { return Executions; }

private:
  void goForward(const sm::Issue &E);
  void scan(const sm::Issue &E);
  void stopAt(const sm::Issue &E, Stop S);
  void ask(const Stop &S);
  /// Goes back: to the last instruction before \p Upto that \p How is about.
  [[noreturn]] void goBack(const Resume &How, uint64_t Upto);
  std::string writtenText(const sm::Issue &E, const Watchpoint &W) const;
  ArrayRef<uint8_t> bytesOf(const Watchpoint &W) const;

  View &V;
  FrontEnd &Front;
  StopRules Rules;
  TimeTravel Travel;
  uint64_t Step = 0;
  /// The quest of this process, and what the user has set up.
  Quest Now;
  Resume Going;
  /// Found by a scan so far; Target 0: nothing.
  Quest Hit;
  /// The watchpoint that the instruction at hand writes to.
  const Watchpoint *Writes = nullptr;
  std::vector<uint8_t> Before;
};

} // namespace

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
    if (Step != Now.Target)
      return;
    Now.Kind = Quest::Forward;
    stopAt(E, {Now.Reason, Now.Id, Now.Text, Step});
    break;
  case Quest::Scan:
    return scan(E);
  case Quest::Quit:
    llvm_unreachable("a process that is to end runs nothing");
  }
  Writes = StopRules::written(E, Now.State);
  if (Writes)
    Before = bytesOf(*Writes).vec();
}

void DebugObserver::goForward(const sm::Issue &E) {
  if (Step == 1 && Now.Target == 0)
    return stopAt(E, {Stop::Entry, 0, "", Step});
  Stop S{Stop::Step, 0, "", Step};
  if (Rules.matches(E, Now.State, S) ||
      Rules.isStepped(E, Going, Now.State.Focus))
    return stopAt(E, S);
  // Asking costs a call of the system.
  if (Step % 1024 == 0 && Front.wantsPause(V, Now.State))
    stopAt(E, {Stop::Pause, 0, "", Step});
}

void DebugObserver::executed(const sm::Issue &E) {
  if (!Writes)
    return;
  assert(bytesOf(*Writes).size() == Before.size() && "memory has moved");
  Stop S{Stop::Watchpoint, Writes->Id, writtenText(E, *Writes), Step};
  Writes = nullptr;
  stopAt(E, std::move(S));
}

void DebugObserver::scan(const sm::Issue &E) {
  if (Step >= Now.Target) {
    Quest Next = Now;
    if (Hit.Target != 0) {
      Next.Kind = Quest::GoTo;
      Next.Target = Hit.Target;
      Next.Reason = Hit.Reason;
      Next.Id = Hit.Id;
      Next.Text = Hit.Text;
    } else {
      // Further back: to what led to the copy that this process was.
      Next.Target = Travel.lastCopy();
    }
    Travel.leave(Next);
  }
  if (Step % 1024 == 0 && Front.wantsPause(V, Now.State)) {
    Now.Kind = Quest::Forward;
    return stopAt(E, {Stop::Pause, 0, "", Step});
  }
  Stop S{Stop::Step, 0, "", Step};
  if (Now.How.Kind == Resume::ReverseContinue) {
    if (const Watchpoint *W = StopRules::written(E, Now.State)) {
      S.Reason = Stop::Watchpoint;
      S.Id = W->Id;
      S.Text = W->Name + " is written here";
    } else if (!Rules.matches(E, Now.State, S)) {
      return;
    }
  } else if (!Rules.isStepped(E, Now.How, Now.State.Focus)) {
    return;
  }
  Hit.Target = Step;
  Hit.Reason = S.Reason;
  Hit.Id = S.Id;
  Hit.Text = S.Text;
}

void DebugObserver::stopAt(const sm::Issue &E, Stop S) {
  Now.State.Focus = {E.W.cta().number(), E.W.number()};
  erase_if(Now.State.Breakpoints, [&](const Breakpoint &B) {
    return B.IsTemporary && S.Reason == Stop::Breakpoint && B.Id == S.Id;
  });
  ask(S);
}

void DebugObserver::ask(const Stop &S) {
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
    Next.Reason = Stop::Entry;
    Next.Text.clear();
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
  Travel.leave(Next);
}

void DebugObserver::end(const std::string &Fault, const std::string &Output) {
  if (Step == 0)
    return;
  // A scan or a walk that comes here was after the last instruction.
  if (Now.Kind == Quest::Scan) {
    Quest Next = Now;
    Next.Kind = Hit.Target ? Quest::GoTo : Quest::Scan;
    Next.Target = Hit.Target ? Hit.Target : Travel.lastCopy();
    Next.Reason = Hit.Reason;
    Next.Id = Hit.Id;
    Next.Text = Hit.Text;
    Travel.leave(Next);
  }
  // The registers of a warp that faulted are seen in front of the instruction.
  if (!Fault.empty() && Now.Fault.empty()) {
    Quest Next = Now;
    Next.Kind = Quest::GoTo;
    Next.Target = Step;
    Next.Reason = Stop::Fault;
    Next.Text = Next.Fault = Fault;
    Travel.leave(Next);
  }
  V.clear();
  while (true)
    ask({Stop::End, 0, Fault.empty() ? Output : Fault, Step});
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
  return {B->Data + (W.Address - B->Address.value()), W.Bytes};
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

Error debug(const LaunchSpec &Spec, FrontEnd &F) {
  Expected<std::unique_ptr<LaunchTarget>> Target = LaunchTarget::load(Spec);
  if (!Target)
    return Target.takeError();
  auto Observer = std::make_unique<DebugObserver>((*Target)->view(), F);
  DebugObserver &Seen = *Observer;
  if (Error E = Seen.open())
    return E;
  Expected<LaunchEnd> End = (*Target)->run(std::move(Observer));
  if (!End)
    return End.takeError();
  // Where an instruction was issued this does not return.
  Seen.end(End->Fault, End->Output);
  return createStringError(End->Fault.empty() ? "the launch has no instruction"
                                              : End->Fault);
}

} // namespace heddle::debugger
