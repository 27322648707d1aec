//===- DebugObserver.h - Holds a launch up ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_DEBUGOBSERVER_H
#define HEDDLE_LIB_DEBUGGER_DEBUGOBSERVER_H

#include "StopRules.h"
#include "TimeTravel.h"

namespace heddle::debugger {

/// Sees each instruction before it is executed, and holds the launch up there.
class DebugObserver final : public sm::Observer {
public:
  DebugObserver(View &Of, FrontEnd &F)
      : V(Of), Front(F), Rules(Of), Travel(F) {}

  const TimeTravel &travel() const { return Travel; }
  /// Goes on with what the user has set up in the launch before.
  void takeState(const UserState &State) { Now.State = State; }
  llvm::Error open() { return Travel.open(); }
  /// The launch has ended.
  void end(const std::string &Fault, const std::string &Output);

  void startLaunch(const sm::LaunchView &L) override {
    V.start(L);
    skipFindings();
  }
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
  Stop here(Stop::ReasonType Why) const;
  void goForward(const sm::Issue &E);
  void scan(const sm::Issue &E);
  /// Leaves for what the scan has found, or goes on with it further back.
  [[noreturn]] void endScan();
  /// Whether the user wants to stop at the findings that are new, which \p S
  /// then tells. They are old from here on.
  bool takeFindings(Stop &S);
  void skipFindings() { Seen = V.found() ? V.found()->list().size() : 0; }
  void stopAt(const sm::Issue &E, Stop S);
  void ask(const Stop &S);
  /// Goes back: to the last instruction before \p Upto that \p How is about.
  [[noreturn]] void goBack(const Resume &How, uint64_t Upto);
  std::string writtenText(const sm::Issue &E, const Watchpoint &W) const;
  llvm::ArrayRef<uint8_t> bytesOf(const Watchpoint &W) const;

  View &V;
  FrontEnd &Front;
  StopRules Rules;
  TimeTravel Travel;
  uint64_t Step = 0;
  /// How many of the findings the user was told of.
  size_t Seen = 0;
  /// The quest of this process, and what the user has set up.
  Quest Now;
  Resume Going;
  /// Found by a scan so far; Target 0: nothing.
  Quest Hit;
  /// The watchpoint that the instruction at hand writes to.
  const Watchpoint *Writes = nullptr;
  std::vector<uint8_t> Before;
};

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_DEBUGOBSERVER_H
