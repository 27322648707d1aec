//===- Reducer.cpp - Smaller programs that fail alike ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delta debugging on the tree: each step changes the program in place, asks
// whether it still fails, and is undone if not. Rounds go on until one of them
// changes nothing.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "Operations.h"
#include <algorithm>

namespace heddle::ptxrandom {
namespace {

/// Whether a Leave in \p B names \p Label.
bool isNamed(const Block &B, unsigned Label) {
  return std::any_of(B.begin(), B.end(), [&](const Stmt &S) {
    if (S.Kind == StmtKind::Leave && S.Number == Label)
      return true;
    return std::any_of(S.Bodies.begin(), S.Bodies.end(),
                       [&](const Block &Body) { return isNamed(Body, Label); });
  });
}

bool isCalled(const Block &B, unsigned Function) {
  return std::any_of(B.begin(), B.end(), [&](const Stmt &S) {
    if (S.Kind == StmtKind::Call && S.Number == Function)
      return true;
    return std::any_of(
        S.Bodies.begin(), S.Bodies.end(),
        [&](const Block &Body) { return isCalled(Body, Function); });
  });
}

class Reducer {
public:
  Reducer(Program Start, const FailsFn &IsFailing)
      : P(std::move(Start)), Fails(IsFailing) {}

  Program run();

private:
  /// Keeps \p Value in \p Place if the program still fails.
  template <typename T> bool attempt(T &Place, T Value) {
    if (Place == Value)
      return false;
    std::swap(Place, Value);
    if (Fails(P)) {
      Changed = true;
      return true;
    }
    std::swap(Place, Value);
    return false;
  }

  void cut(Block &B, size_t First);
  void unwrap(Block &B);
  bool replace(Block &B, size_t At, const Block &By);
  void simplify(Block &B);
  void simplify(Stmt &S);
  void simplifyFrame();
  void simplifyGraph(Stmt &S);
  void simplifyPointers(Stmt &S);
  void simplifyImage(Stmt &S);
  void simplifyArrays();
  void each(Block &B);

  Program P;
  const FailsFn &Fails;
  bool Changed = false;
};

/// Cuts runs of statements, long ones first; those before \p First stay.
void Reducer::cut(Block &B, size_t First) {
  for (size_t Length = B.size(); Length != 0; Length /= 2)
    for (size_t At = First; At + Length <= B.size();) {
      Block Whole = B;
      B.erase(B.begin() + long(At), B.begin() + long(At + Length));
      if (Fails(P)) {
        Changed = true;
        continue;
      }
      B = std::move(Whole);
      At += Length;
    }
}

bool Reducer::replace(Block &B, size_t At, const Block &By) {
  Block Whole = B;
  Block New = By;
  B.erase(B.begin() + long(At));
  B.insert(B.begin() + long(At), New.begin(), New.end());
  if (Fails(P)) {
    Changed = true;
    return true;
  }
  B = std::move(Whole);
  return false;
}

/// Puts bodies in the place of what is around them.
void Reducer::unwrap(Block &B) {
  for (size_t At = 0; At < B.size(); ++At) {
    if (B[At].Kind == StmtKind::Chain || B[At].Bodies.empty())
      continue;
    for (size_t Body = 0; Body < B[At].Bodies.size(); ++Body) {
      Block By = B[At].Bodies[Body];
      if (isNamed(By, B[At].Label))
        continue;
      if (replace(B, At, By))
        break;
      if (At >= B.size() || B[At].Bodies.empty())
        break;
    }
    if (At >= B.size() || B[At].Kind == StmtKind::Region ||
        B[At].Kind == StmtKind::Chain || B[At].Bodies.empty())
      continue;
    Stmt Region;
    Region.Kind = StmtKind::Region;
    Region.Label = B[At].Label;
    Region.Bodies = {B[At].Bodies[0]};
    replace(B, At, {Region});
  }
}

/// Takes branches and whole blocks out of a graph.
void Reducer::simplifyGraph(Stmt &S) {
  for (GraphNode &N : S.Nodes)
    if (N.Test != GraphNode::None &&
        !attempt(N.Test, GraphNode::TestKind::None))
      attempt(N.Test, GraphNode::TestKind::Parameter);
  for (unsigned I = unsigned(S.Nodes.size()); I-- > 0 && S.Nodes.size() > 1;) {
    Stmt Whole = S;
    // Who came here goes on to where this block would.
    unsigned Next = S.Nodes[I].Otherwise;
    if (Next == I)
      continue;
    auto Renumber = [&](unsigned &To) {
      To = To == I ? Next : To;
      To -= To > I;
    };
    for (GraphNode &N : S.Nodes) {
      Renumber(N.Taken);
      Renumber(N.Otherwise);
    }
    S.Nodes.erase(S.Nodes.begin() + long(I));
    S.Bodies.erase(S.Bodies.begin() + long(I));
    if (Fails(P))
      Changed = true;
    else
      S = std::move(Whole);
  }
  if (S.Trips > 1)
    attempt(S.Trips, S.Trips / 2) || attempt(S.Trips, S.Trips - 1);
}

void Reducer::simplifyPointers(Stmt &S) {
  for (PointerSource &From : S.Pointers) {
    attempt(From.From, -1);
    attempt(From.Element.HasIndex, false);
  }
  if (S.Pointers.size() < 2)
    attempt(S.Slots, SlotAccess::Whole);
}

void Reducer::simplifyImage(Stmt &S) {
  ImageAccess &A = S.Image;
  attempt(A.Other, std::optional<unsigned>());
  if (P.Images[A.Image].HasVariable)
    attempt(A.Way, ImageAccess::Name);
  attempt(A.Depth, {});
  attempt(A.Offsets, {});
  for (auto *List : {&A.Place, &A.Level, &A.GradientX, &A.GradientY})
    for (ImageOperand &O : *List) {
      attempt(O.From.IsImmediate, true);
      if (!O.IsRaw && O.From.IsImmediate)
        attempt(O.From.Bits, uint64_t(0));
    }
}

/// Takes pieces out of functions on arrays.
void Reducer::simplifyArrays() {
  for (ArrayFunction &F : P.ArrayFunctions)
    for (size_t I = F.Pieces.size(); I-- != 0;) {
      ArrayFunction::Piece Removed = F.Pieces[I];
      F.Pieces.erase(F.Pieces.begin() + long(I));
      if (Fails(P))
        Changed = true;
      else
        F.Pieces.insert(F.Pieces.begin() + long(I), Removed);
    }
}

void Reducer::simplify(Stmt &S) {
  if (S.Kind == StmtKind::Graph)
    return simplifyGraph(S);
  if (S.Kind != StmtKind::Leave && S.Kind != StmtKind::Return &&
      S.Kind != StmtKind::WarpBlock)
    attempt(S.Condition.IsPresent, false);
  attempt(S.SideEntry.IsPresent, false);
  if (S.Kind == StmtKind::Loop) {
    attempt(S.Trips, 1u);
    attempt(S.IsEndless, true);
  }
  if (S.Kind == StmtKind::Memory) {
    attempt(S.Mem.HasIndex, false);
    attempt(S.Mem.IsGeneric, false);
  }
  if (S.Kind == StmtKind::ImageAccess)
    simplifyImage(S);
  if (S.Kind == StmtKind::Atomic)
    attempt(S.Mem.IsGeneric, false);
  if (S.Kind == StmtKind::PointerAccess || S.Kind == StmtKind::PointerStore)
    simplifyPointers(S);
  if (S.Kind == StmtKind::ArrayCall)
    attempt(S.Trips, 1u);
  if (S.Kind == StmtKind::If || S.Kind == StmtKind::Switch ||
      S.Kind == StmtKind::Return || S.Kind == StmtKind::Call)
    attempt(S.IsVariant, false);
  if (S.Kind != StmtKind::Instruction)
    return;
  for (size_t I = 0; I != S.Sources.size(); ++I) {
    Operand &O = S.Sources[I];
    if (!S.Op->Sources[I].MayBeImmediate)
      continue;
    attempt(O.IsImmediate, true);
    if (O.IsImmediate && O.Bits > 1)
      attempt(O.Bits, uint64_t(0)) || attempt(O.Bits, uint64_t(1));
  }
}

void Reducer::simplify(Block &B) {
  for (Stmt &S : B)
    simplify(S);
}

void Reducer::each(Block &B) {
  cut(B, 0);
  unwrap(B);
  simplify(B);
  for (Stmt &S : B)
    for (Block &Body : S.Bodies) {
      if (S.Kind == StmtKind::Chain) {
        // The first one sets the carry that the others read.
        cut(Body, 1);
        simplify(Body);
      } else {
        each(Body);
      }
    }
}

void Reducer::simplifyFrame() {
  attempt(P.MaxRegisters, 0u);
  bool Meets = std::any_of(P.Body.begin(), P.Body.end(), isCollective);
  if (!Meets && P.Threads > 1 && !attempt(P.Threads, 1u) && P.Threads > 32)
    attempt(P.Threads, 32u);
  if (!P.IsModern)
    attempt(P.HasLongPointers, false);
  for (size_t I = P.Outputs.size(); I-- != 0;) {
    std::vector<Reg> Fewer = P.Outputs;
    Fewer.erase(Fewer.begin() + long(I));
    attempt(P.Outputs, Fewer);
  }
  // The last one is called by nobody else.
  while (!P.Functions.empty()) {
    unsigned Last = unsigned(P.Functions.size()) - 1;
    if (isCalled(P.Body, Last))
      break;
    Function Removed = std::move(P.Functions.back());
    P.Functions.pop_back();
    if (!Fails(P)) {
      P.Functions.push_back(std::move(Removed));
      break;
    }
  }
}

Program Reducer::run() {
  do {
    Changed = false;
    each(P.Body);
    for (Function &F : P.Functions)
      each(F.Body);
    simplifyArrays();
    simplifyFrame();
  } while (Changed);
  return std::move(P);
}

} // namespace

Program reduce(Program P, const FailsFn &Fails) {
  return Reducer(std::move(P), Fails).run();
}

} // namespace heddle::ptxrandom
