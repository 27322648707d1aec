//===- WatchTrace.cpp - Writes to watched elements ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Observe/WatchTrace.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/GlobalMemory.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

void WatchTrace::startLaunch(const LaunchView &L) {
  P = &L.P;
  Reports = 0;
  Places.clear();
  for (const WatchedElement &E : Elements) {
    const Buffer *B = L.Memory.find(E.Address);
    assert(B && E.Bytes <= B->Size - (E.Address - B->Address) &&
           "the caller checks what it watches");
    Places.push_back({E, B->Data + (E.Address - B->Address), 0, {}});
  }
}

/// The lanes that write to \p To.
static uint32_t writersOf(const Issue &E, const WatchedElement &To) {
  uint32_t Writers = 0;
  for (const MemoryAccess &A : E.Accesses) {
    if (A.Where != Space::Global || A.Kind == AccessKind::Load)
      continue;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      if (abi::Address At = A.at(Lane); (E.Executing & A.Mask) >> Lane & 1 &&
                                        At < To.Address + To.Bytes &&
                                        To.Address < At + A.Bytes)
        Writers |= uint32_t(1) << Lane;
  }
  return Writers;
}

void WatchTrace::issue(const Issue &E) {
  for (Place &W : Places) {
    W.Writers = writersOf(E, W.Element);
    if (W.Writers)
      W.Old.assign(W.Data, W.Data + W.Element.Bytes);
  }
}

void WatchTrace::executed(const Issue &E) {
  for (Place &W : Places) {
    if (W.Writers)
      print(W, E);
    W.Writers = 0;
  }
}

/// Prints all writers of one instruction: which of them is last is the chip's
/// choice.
void WatchTrace::print(const Place &W, const Issue &E) {
  constexpr unsigned MaxNamed = 8;
  const Cta &C = E.W.cta();
  if (Reports > Options.MaxLines)
    return;
  if (Reports++ == Options.MaxLines) {
    OS << "watch: stopped after " << Options.MaxLines << " writes\n";
    return;
  }
  object::LineEntry Line = P->Kernel.lineOf(E.I.Address);
  object::Module::Place At = P->Module.placeOf(Line.Line);
  if (Line.Line)
    OS << At.File << ':' << At.Line << ':' << Line.Column << ": ";
  unsigned Count = unsigned(llvm::popcount(W.Writers)), Named = 0;
  OS << "watch: " << W.Element.Name << ": " << W.Element.Format(W.Old.data())
     << " -> " << W.Element.Format(W.Data) << " by thread"
     << (Count == 1 ? "" : "s");
  for (unsigned Lane = 0; Lane != Lanes && Named != MaxNamed; ++Lane)
    if (W.Writers >> Lane & 1) {
      OS << (Named++ ? ", " : " ") << tripleText(C.thread(E.W.number(), Lane));
    }
  if (Count > Named)
    OS << " and " << Count - Named << " more of warp " << E.W.number();
  OS << " in block " << tripleText(C.index());
  std::string Source = P->Module.Sources.text(Line.Line, Line.Column);
  if (!Source.empty())
    OS << " (" << Source << ")";
  OS << '\n';
}

} // namespace heddle::sm
