//===- TimelineTrace.cpp - Puts warps on a time line ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Observe/TimelineTrace.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/LaneMask.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

void TimelineTrace::startLaunch(const LaunchView &L) {
  P = &L.P;
  Printer.emplace(L.P);
  Texts.clear();
}

void TimelineTrace::endLaunch() {
  for (auto &[C, Of] : Ctas)
    finish(Of);
  Ctas.clear();
  Current = nullptr;
}

void TimelineTrace::finish(Lines &Of) {
  for (Line &S : Of) {
    if (S.Waits)
      wait(S, "was never complete");
    for (; !S.Diverged.empty(); S.Diverged.pop_back())
      Out.end(S.Track);
  }
}

void TimelineTrace::startCta(const Cta &C) {
  Lines &Of = Ctas[&C];
  finish(Of);
  Of.assign(C.numWarps(), Line());
  std::array<uint32_t, 3> Index = C.index();
  std::string Name;
  llvm::raw_string_ostream(Name) << P->Kernel.Info.Name << " CTA (" << Index[0]
                                 << ',' << Index[1] << ',' << Index[2] << ')';
  unsigned Process = Out.newProcess(Name);
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    Of[N].Track = {Process, N};
    Of[N].IsWanted = !Options.Warp || *Options.Warp == N;
    if (Of[N].IsWanted)
      Out.nameThread(Of[N].Track, "warp " + llvm::utostr(N));
  }
}

void TimelineTrace::turn(const Warp &W) {
  Current = &Ctas[&W.cta()][W.number()];
}

std::string TimelineTrace::mask(uint32_t Mask) const {
  return laneMask(Mask, Options.Lanes);
}

void TimelineTrace::closeAbove(size_t Height) {
  while (!Current->Diverged.empty() && Current->Diverged.back() > Height) {
    Out.end(Current->Track);
    Current->Diverged.pop_back();
  }
}

void TimelineTrace::instruction(const DecodedInst &I, const Warp &W,
                                uint32_t Mask, llvm::StringRef Note) {
  auto [It, Inserted] = Texts.try_emplace(I.Address);
  if (Inserted)
    It->second = Printer->text(I.Address);
  llvm::json::Object Arguments{{"pc", "0x" + llvm::utohexstr(I.Address, true)},
                               {"mask", mask(Mask)},
                               {"stack", W.stack().entries().size()}};
  object::LineEntry Place = P->Kernel.lineOf(I.Address);
  if (Place.Line) {
    object::Module::Place At = P->Module.placeOf(Place.Line);
    Arguments["line"] = At.Line;
    if (!P->Module.Files.empty())
      Arguments["file"] = llvm::json::fixUTF8(At.File);
  }
  std::string Source = P->Module.Sources.text(Place.Line, Place.Column);
  if (!Source.empty())
    Arguments["source"] = llvm::json::fixUTF8(Source);
  if (!Note.empty())
    Arguments["note"] = Note;
  Out.slice(Current->Track, It->second, "instruction", Out.now(), 1,
            std::move(Arguments));
}

/// From the next instruction on, until the entry of \p Kind that holds the
/// other lanes is popped.
void TimelineTrace::diverge(const Issue &E, llvm::StringRef Name,
                            EntryKind Kind) {
  llvm::ArrayRef<StackEntry> Entries = E.W.stack().entries();
  size_t Height = Entries.size();
  while (Height && Entries[Height - 1].Kind != Kind)
    --Height;
  // Lanes that leave one after another make one time of divergence.
  if (!Current->Diverged.empty() && Current->Diverged.back() == Height)
    return;
  llvm::json::Object Arguments{{"leave", mask(E.Executing)},
                               {"go on", mask(E.Active & ~E.Executing)}};
  if (Out.begin(Current->Track, Name, "divergence", std::move(Arguments)))
    Current->Diverged.push_back(Height);
}

void TimelineTrace::issue(const Issue &E) {
  if (!Current->IsWanted) {
    Out.tick();
    return;
  }
  closeAbove(E.W.stack().entries().size());
  bool IsPart = E.Executing && E.Executing != E.Active;
  instruction(E.I, E.W, E.Active,
              IsPart ? "executes in " + mask(E.Executing) : std::string());
  Out.tick();
  if (E.I.Flow == FlowKind::Branch && IsPart)
    diverge(E, "diverged", EntryKind::Join);
  else if (E.I.Flow == FlowKind::Break && IsPart)
    diverge(E, "left by some lanes", EntryKind::Break);
  if (E.I.isBarrier() && E.Executing &&
      BarrierKind(E.I.Sub[1]) != BarrierKind::Arrive) {
    Current->Waits = true;
    Current->Barrier = E.W.barrierCall(E.I, E.Executing).Id;
    Current->WaitsSince = Out.now();
  }
}

void TimelineTrace::join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
                         uint32_t GoOn) {
  // A join that succeeds is issued, too, and comes to issue().
  if (GoOn)
    return;
  if (Current->IsWanted) {
    closeAbove(W.stack().entries().size());
    instruction(I, W, Arrived, "waits for another path");
  }
  Out.tick();
}

void TimelineTrace::wait(Line &S, llvm::StringRef Note) {
  S.Waits = false;
  if (!S.IsWanted || S.WaitsSince == Out.now())
    return;
  std::string Name = "barrier " + llvm::utostr(S.Barrier);
  llvm::json::Object Arguments;
  if (!Note.empty())
    Arguments["note"] = Note;
  Out.slice(S.Track, Name, "barrier", S.WaitsSince, Out.now() - S.WaitsSince,
            std::move(Arguments));
}

void TimelineTrace::barrierReleased(const Cta &C, unsigned Barrier) {
  for (Line &S : Ctas[&C])
    if (S.Waits && S.Barrier == Barrier)
      wait(S, "");
}

} // namespace heddle::sm
