//===- WatchTrace.cpp - Writes to watched elements ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WatchTrace.h"
#include "Block.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::sm {

WatchTrace::WatchTrace(const Program &Prog, const GlobalMemory &Mem,
                       const TraceOptions &TraceOpts)
    : P(Prog), Options(TraceOpts) {
  for (const WatchedElement &E : Options.Watches) {
    const Buffer *B = Mem.find(E.Address);
    assert(B && E.Bytes <= B->Size - (E.Address - B->Address) &&
           "the caller checks what it watches");
    Places.push_back({E, B->Data + (E.Address - B->Address), 0, {}});
  }
}

void WatchTrace::issue(const Issue &E) {
  if (E.I.Class != InstClass::GlobalStore && E.I.Class != InstClass::Atomic)
    return;
  const uint32_t *Address =
      E.W.lanes().Base[E.I.Src[0].Base] + E.I.Src[0].Row * Lanes;
  uint64_t Bytes = memBytes(MemType(E.I.Sub[1]));
  for (Place &W : Places) {
    W.Writers = 0;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      if (abi::Address A(Address[Lane]);
          (E.Executing >> Lane & 1) &&
          A < W.Element.Address + W.Element.Bytes &&
          W.Element.Address < A + Bytes)
        W.Writers |= uint32_t(1) << Lane;
    if (W.Writers)
      W.Old.assign(W.Data, W.Data + W.Element.Bytes);
  }
}

void WatchTrace::executed(const Issue &E) {
  if (E.I.Class != InstClass::GlobalStore && E.I.Class != InstClass::Atomic)
    return;
  for (Place &W : Places) {
    if (W.Writers)
      print(W, E.I);
    W.Writers = 0;
  }
}

/// Of one instruction all writers are named: which of them is last is the
/// chip's choice.
void WatchTrace::print(const Place &W, const DecodedInst &I) {
  constexpr unsigned MaxNamed = 8;
  llvm::raw_ostream &OS = *Options.ReportOS;
  if (Reports > Options.MaxLines)
    return;
  if (Reports++ == Options.MaxLines) {
    OS << "watch: stopped after " << Options.MaxLines << " writes\n";
    return;
  }
  object::LineEntry Line = P.Kernel.lineOf(I.Address);
  if (Line.Line)
    OS << P.Module.SourceName << ':' << Line.Line << ':' << Line.Column << ": ";
  unsigned Count = unsigned(llvm::popcount(W.Writers)), Named = 0;
  OS << "watch: " << W.Element.Name << ": " << W.Element.Format(W.Old.data())
     << " -> " << W.Element.Format(W.Data) << " by thread"
     << (Count == 1 ? "" : "s");
  for (unsigned Lane = 0; Lane != Lanes && Named != MaxNamed; ++Lane)
    if (W.Writers >> Lane & 1) {
      OS << (Named++ ? ", " : " ")
         << tripleText(Current->thread(WarpNumber, Lane));
    }
  if (Count > Named)
    OS << " and " << Count - Named << " more of warp " << WarpNumber;
  OS << " in block " << tripleText(Current->index());
  std::string Source = P.Module.Sources.text(Line.Line, Line.Column);
  if (!Source.empty())
    OS << " (" << Source << ")";
  OS << '\n';
}

} // namespace heddle::sm
