//===- WriterControl.cpp - Control flow as PTX ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriterImpl.h"
#include <algorithm>

namespace heddle::ptxrandom {

void Writer::choice(const Stmt &S) {
  Guard G = S.Condition;
  if (S.IsUniform)
    line("setp.gt.u32 %q{}, %n, {};", S.Label & 3, S.Number);
  auto Branch = [&](bool If, const char *To) {
    std::string Condition =
        S.IsUniform ? fmt::format("@{}%q{} ", If ? "" : "!", S.Label & 3)
                    : (If ? guardText(G) : negatedGuardText(G));
    line("{}bra {}{};", Condition, To, S.Label);
  };
  if (S.Bodies[1].empty()) {
    Branch(false, "L");
    block(S.Bodies[0]);
  } else {
    size_t First = S.IsVariant ? 1 : 0;
    Branch(First == 1, "E");
    block(S.Bodies[First]);
    line("bra L{};", S.Label);
    label("E{}", S.Label);
    block(S.Bodies[1 - First]);
  }
  label("L{}", S.Label);
}

void Writer::loop(const Stmt &S) {
  bool IsCounted = S.IsUniform || S.Trips != 0;
  line(".reg .u32 %k{};", S.Label);
  if (S.IsUniform) {
    line("and.b32 %k{}, %n, 3;", S.Label);
    line("add.u32 %k{0}, %k{0}, 1;", S.Label);
  } else if (IsCounted) {
    line("mov.u32 %k{}, {};", S.Label, S.Trips);
  }
  if (S.SideEntry.IsPresent)
    line("{}bra M{};", guardText(S.SideEntry), S.Label);
  label("H{}", S.Label);
  if (!IsCounted) {
    line("sub.s32 %fuel, %fuel, 1;");
    line("setp.le.s32 %q0, %fuel, 0;");
    line("@%q0 bra L{};", S.Label);
  }
  const Block &Body = S.Bodies[0];
  size_t Entry = std::min<size_t>(S.EntryIndex, Body.size());
  for (size_t I = 0; I != Body.size(); ++I) {
    if (S.SideEntry.IsPresent && I == Entry)
      label("M{}", S.Label);
    statement(Body[I]);
  }
  if (S.SideEntry.IsPresent && Entry == Body.size())
    label("M{}", S.Label);
  label("C{}", S.Label);
  if (IsCounted) {
    line("sub.u32 %k{0}, %k{0}, 1;", S.Label);
    line("setp.eq.u32 %q0, %k{}, 0;", S.Label);
    line("@%q0 bra L{};", S.Label);
  }
  line("{}bra H{};", S.IsEndless ? "" : guardText(S.Condition), S.Label);
  label("L{}", S.Label);
}

/// Branches to the case %t1 among \p First … \p End - 1; %t1 is not below
/// \p First.
void Writer::searchCase(const Stmt &S, size_t First, size_t End) {
  if (End - First == 1) {
    line("setp.eq.u32 %q1, %t1, {};", First);
    line("@%q1 bra S{}_{};", S.Label, First);
    line("bra L{};", S.Label);
    return;
  }
  size_t Middle = (First + End) / 2;
  unsigned Help = NextHelp++;
  line("setp.ge.u32 %q1, %t1, {};", Middle);
  line("@%q1 bra U{};", Help);
  searchCase(S, First, Middle);
  label("U{}", Help);
  searchCase(S, Middle, End);
}

void Writer::selection(const Stmt &S) {
  line("and.b32 %t1, {}, 7;", operandText(S.Sources[0]));
  if (S.IsVariant) {
    searchCase(S, 0, S.Bodies.size());
  } else {
    for (size_t I = 0; I != S.Bodies.size(); ++I) {
      line("setp.eq.u32 %q1, %t1, {};", I);
      line("@%q1 bra S{}_{};", S.Label, I);
    }
    line("bra L{};", S.Label);
  }
  for (size_t I = 0; I != S.Bodies.size(); ++I) {
    label("S{}_{}", S.Label, I);
    block(S.Bodies[I]);
    if (!S.FallsThrough[I])
      line("bra L{};", S.Label);
  }
  label("L{}", S.Label);
}

void Writer::graph(const Stmt &S) {
  unsigned Count = unsigned(S.Bodies.size());
  auto Name = [&](unsigned Node) {
    return Node >= Count ? fmt::format("L{}", S.Label)
                         : fmt::format("G{}_{}", S.Label, Node);
  };
  line(".reg .u32 %k{};", S.Label);
  line("mov.u32 %k{}, 0;", S.Label);
  for (unsigned I = 0; I != Count; ++I) {
    const GraphNode &N = S.Nodes[I];
    label("{}", Name(I));
    if (isTurn(S, I)) {
      line("add.u32 %k{0}, %k{0}, 1;", S.Label);
      line("setp.gt.u32 %q0, %k{}, {};", S.Label, S.Trips);
      line("@%q0 bra L{};", S.Label);
    }
    block(S.Bodies[I]);
    switch (N.Test) {
    case GraphNode::None:
      break;
    case GraphNode::Predicate:
      line("{}bra {};", guardText(N.Condition), Name(N.Taken));
      break;
    case GraphNode::Parameter:
      line("setp.gt.u32 %q2, %n, {};", N.Number);
      line("@%q2 bra {};", Name(N.Taken));
      break;
    case GraphNode::Turns:
      line("add.u32 %t0, %k{}, %n;", S.Label);
      line("and.b32 %t0, %t0, 3;");
      line("setp.lt.u32 %q2, %t0, {};", N.Number);
      line("@%q2 bra {};", Name(N.Taken));
      break;
    }
    if (N.Otherwise != I + 1)
      line("bra {};", Name(N.Otherwise));
  }
  label("L{}", S.Label);
}

void Writer::leave(const Stmt &S) {
  line("{}bra {}{};", guardText(S.Condition), S.IsVariant ? "C" : "L",
       S.Number);
}

void Writer::finish(const Stmt &S) {
  if (S.IsVariant) {
    line("{}bra END;", guardText(S.Condition));
    return;
  }
  if (Current)
    moveResults();
  line("{}{};", guardText(S.Condition), Current ? "ret" : "exit");
}

} // namespace heddle::ptxrandom
