//===- FaultReport.cpp - Put a fault into words ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wording follows compute-sanitizer's, so that its users feel at home.
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/FaultReport.h"
#include "FaultReporter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

Fault launchFault(const Program &P, FaultKind Kind, std::string Message) {
  Fault F;
  F.Kind = Kind;
  F.Message = std::move(Message);
  F.Kernel = P.Kernel.Info.Name;
  F.SourceName = P.Module.SourceName;
  return F;
}

/// ", line 7 (saxpy.cu:3)"; empty without a line.
static std::string lineText(const Program &P, uint32_t Address) {
  std::string Text = P.lineText(Address);
  return Text.empty() ? Text : ", " + Text;
}

/// Prints the places of the strands of a warp that do not have its turn.
static void printApart(llvm::raw_ostream &OS, const Program &P, const Warp &W) {
  for (const Strand &S : W.apart()) {
    OS << "  apart: lane mask " << llvm::format_hex(S.Active & W.live(), 10);
    if (S.IsAtBarrier)
      OS << " waits at barrier " << S.Barrier.Id
         << lineText(P, P.Code[S.PC - 1].Address);
    else
      OS << (S.Awaited ? " waits for lanes" : " runs")
         << lineText(P, P.Code[S.PC].Address);
    OS << '\n';
  }
}

std::string warpPlaces(const Program &P, const Cta &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    OS << "warp " << N;
    switch (W.state()) {
    case WarpState::AtBarrier:
      OS << " waits at barrier " << W.barrier()
         << lineText(P, P.Code[W.pc() - 1].Address) << ", lane mask "
         << llvm::format_hex(W.active(), 10);
      break;
    case WarpState::Done:
      OS << " exited";
      break;
    case WarpState::Running:
    case WarpState::Faulted: {
      std::string Line = P.lineText(P.Code[W.pc()].Address);
      OS << " runs" << (Line.empty() ? "" : " at ") << Line << ", lane mask "
         << llvm::format_hex(W.active(), 10);
      break;
    }
    }
    OS << '\n';
    printApart(OS, P, W);
  }
  return Text;
}

std::vector<FaultSource> sourcesOf(const object::SourceMap &Map,
                                   const object::LineEntry &Place) {
  std::vector<FaultSource> Chain;
  for (const object::SourceLocation *L = Map.find(Place.Line, Place.Column); L;
       L = Map.callerOf(*L)) {
    FaultSource S{Map.Files[L->File], L->Line, L->Column, ""};
    if (L->Function != 0)
      S.Function = llvm::demangle(Map.Functions[L->Function - 1]);
    Chain.push_back(std::move(S));
  }
  return Chain;
}

Fault FaultReporter::at(const Warp &W, unsigned Number, uint32_t PC,
                        uint32_t Mask) {
  Fault F;
  const DecodedInst &I = P.Code[PC];
  object::LineEntry Place = P.Kernel.lineOf(I.Address);
  F.Kernel = P.Kernel.Info.Name;
  object::Module::Place InPTX = P.Module.placeOf(Place.Line);
  F.SourceName = InPTX.File.str();
  F.Line = InPTX.Line;
  F.Column = Place.Column;
  F.Sources = sourcesOf(P.Module.Sources, Place);
  F.HasPlace = true;
  F.PC = I.Address;
  F.Instruction = instructionText(P, I.Address);
  F.Warp = Number;
  F.LaneMask = Mask;
  uint32_t Which = Mask ? Mask : W.valid();
  F.Thread = C.thread(Number, unsigned(llvm::countr_zero(Which)));
  F.Block = C.index();
  return F;
}

Fault FaultReporter::atRunning() {
  unsigned N = C.lastTurn();
  for (unsigned Other = 0;
       C.warp(N).state() != WarpState::Running && Other != C.numWarps();
       ++Other)
    if (C.warp(Other).state() == WarpState::Running)
      N = Other;
  return at(C.warp(N), N, C.warp(N).pc(), C.warp(N).active());
}

Fault FaultReporter::warpFault() {
  const Warp &W = C.warp(C.lastTurn());
  const WarpFault &Why = W.fault();
  Fault F = at(W, C.lastTurn(), Why.PC, Why.Mask);
  std::string Who =
      " by thread " + tripleText(F.Thread) + " in block " + tripleText(F.Block);
  switch (Why.Reason) {
  case WarpFault::None:
    break;
  case WarpFault::Access:
    access(F, W.lanes().Fault);
    F.Details = operands(F, W.lanes());
    break;
  case WarpFault::Illegal: {
    F.Kind = FaultKind::IllegalInstruction;
    auto Complaint = P.Complaints.find(Why.PC);
    F.Message = "illegal instruction" + Who;
    if (Complaint != P.Complaints.end())
      F.Message += "; " + Complaint->second;
    break;
  }
  case WarpFault::BadBarrier:
    F.Kind = FaultKind::IllegalInstruction;
    F.Message = Why.Text + Who;
    break;
  case WarpFault::BadTarget:
    F.Kind = FaultKind::IllegalInstruction;
    F.Message = "jump to an address that is not an instruction's" + Who;
    break;
  case WarpFault::Trap:
    F.Kind = FaultKind::Trap;
    F.Message = "trap executed" + Who;
    break;
  case WarpFault::Host:
    F.Kind = Why.Refusal;
    F.Message = Why.Text + Who;
    break;
  case WarpFault::StackMismatch:
    F.Kind = FaultKind::StackMismatch;
    F.Message = Why.Text + Who;
    break;
  case WarpFault::StackOverflow:
    F.Kind = FaultKind::StackOverflow;
    F.Message = "divergence stack overflow beyond " +
                llvm::utostr(DivergenceStack::MaxEntries) + " entries" + Who;
    break;
  }
  return F;
}

Fault FaultReporter::barrier(llvm::StringRef Message) {
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    if (W.state() != WarpState::AtBarrier)
      continue;
    Fault F = at(W, N, W.pc() - 1, W.active());
    F.Kind = FaultKind::Barrier;
    F.Message = ("barrier " + llvm::Twine(W.barrier()) + " in block " +
                 tripleText(F.Block) + " " + Message)
                    .str();
    F.Details = waiting();
    return F;
  }
  llvm_unreachable("no warp waits");
}

Fault FaultReporter::limit(bool IsStuck) {
  for (unsigned N = 0; N != C.numWarps(); ++N)
    if (C.warp(N).state() == WarpState::AtBarrier)
      return barrier(
          IsStuck ? "can never be met: the warps that should come spin for ever"
                  : "was not met by all warps before the instruction limit");
  std::string Limit = IsStuck
                          ? "for ever"
                          : "after " + llvm::utostr(Config.MaxInstructions) +
                                " warp-instructions";
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    const Warp &W = C.warp(N);
    uint32_t Held = W.held();
    if (W.state() != WarpState::Running || !Held)
      continue;
    Fault F = at(W, N, W.pc(), W.active());
    F.Kind = FaultKind::Deadlock;
    F.Message = std::string("lanes of a warp wait for lanes of the same warp "
                            "that ") +
                (IsStuck ? "do not arrive" : "had not arrived") +
                ", in block " + tripleText(F.Block) + ", " + Limit;
    F.Details = "lanes " + hex(W.active()) + " run, lanes " + hex(Held) +
                " are held on the divergence stack";
    for (const StackEntry &E : llvm::reverse(W.stack().entries()))
      F.Details += std::string("\n") + entryName(E.Kind) + " entry, lanes " +
                   hex(E.Mask);
    return F;
  }
  Fault F = atRunning();
  F.Kind = FaultKind::InstructionLimit;
  F.Message = IsStuck
                  ? "block " + tripleText(F.Block) +
                        " can never end: its warps spin, and nothing that they "
                        "read changes any more"
                  : "instruction limit reached in block " +
                        tripleText(F.Block) + ", " + Limit;
  F.Details = waiting();
  return F;
}

Fault FaultReporter::timeout() {
  Fault F = atRunning();
  F.Kind = FaultKind::Timeout;
  llvm::raw_string_ostream(F.Message)
      << "time limit of " << llvm::format("%g", *Config.TimeLimit)
      << " s reached in block " << tripleText(F.Block);
  F.Details = waiting();
  return F;
}

Fault ctaFault(const Program &P, const Cta &C, CtaEnd End,
               const GlobalMemory &Memory, const LaunchConfig &Config,
               llvm::ArrayRef<AwaitedBarrier> Awaited) {
  FaultReporter R(P, C, Memory, Config);
  switch (End) {
  case CtaEnd::Done:
    break;
  case CtaEnd::Fault:
    return R.warpFault();
  case CtaEnd::Barrier:
    return R.barrier("can never be met: no warp is left that could arrive");
  case CtaEnd::Paused:
    return R.limit(false);
  case CtaEnd::Stuck:
    return Awaited.empty() ? R.limit(true) : R.awaited(Awaited.front());
  case CtaEnd::Late:
    return R.timeout();
  }
  llvm_unreachable("not a fault");
}

} // namespace heddle::sm
