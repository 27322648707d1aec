//===- GeneratorExtras.cpp - What is strewn into some programs ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f64 under map_f64_to_f32, pointers that wait in .local, and arrays passed by
// value. They are added to a program that is complete, from random numbers of
// their own: other programs stay as they are.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include <algorithm>
#include <iterator>

namespace heddle::ptxrandom {

//===----------------------------------------------------------------------===//
// Mapped f64
//===----------------------------------------------------------------------===//

void Generator::addMappedParameters() {
  std::vector<std::pair<bool, bool>> Added;
  for (Function &F : P.Functions) {
    Added.push_back({R.percent(60), R.percent(60)});
    if (Added.back().first)
      F.Parameters.push_back(RegClass::F64);
    if (Added.back().second)
      F.Results.push_back(RegClass::F64);
  }
  auto Visit = [&](auto &Self, Block &B) -> void {
    for (Stmt &S : B) {
      if (S.Kind == StmtKind::Call && Added[S.Number].first)
        S.Sources.push_back(source({RegClass::F64}, false));
      if (S.Kind == StmtKind::Call && Added[S.Number].second)
        S.Results.push_back(target(RegClass::F64));
      for (Block &Body : S.Bodies)
        Self(Self, Body);
    }
  };
  for (Function &F : P.Functions)
    Visit(Visit, F.Body);
  Visit(Visit, P.Body);
}

/// Numbers in all spaces, and the words of those that are initialized.
void Generator::mappedMemory(Block &Out, bool IsKernel) {
  Stmt S;
  S.Kind = StmtKind::Memory;
  Access &A = S.Mem;
  const Space Anywhere[] = {Space::Local, Space::ConstNumbers,
                            Space::GlobalNumbers, Space::Const};
  const Space OfKernel[] = {Space::Global, Space::Input, Space::Shared};
  A.Where =
      IsKernel && R.percent(50) ? OfKernel[R.below(3)] : Anywhere[R.below(4)];
  bool MayStore = A.Where == Space::Global || A.Where == Space::Shared ||
                  A.Where == Space::Local;
  A.IsStore = MayStore && R.percent(55);
  bool IsNumber =
      A.Where != Space::ConstNumbers && A.Where != Space::GlobalNumbers;
  RegClass Class = RegClass::F64;
  if (IsNumber || R.percent(70)) {
    A.Type = "f64";
    A.Bytes = NumberBytes;
    if (R.percent(30))
      A.Lanes = 2;
  } else {
    A.Type = "b32";
    Class = RegClass::B32;
  }
  if (!A.IsStore && !targets(std::vector<RegClass>(A.Lanes, Class), S.Results))
    return;
  for (unsigned I = 0; A.IsStore && I != A.Lanes; ++I)
    S.Sources.push_back(source({Class}, false));
  unsigned Units = std::min(spaceBytes(A.Where), 64u) / (A.Bytes * A.Lanes);
  A.HasIndex = R.percent(50);
  if (A.HasIndex) {
    while (A.Count * 2 <= Units && R.percent(80))
      A.Count *= 2;
    A.Index = R.percent(30) ? ThreadIndex : target(RegClass::B32);
  }
  A.Offset = A.Bytes * A.Lanes * R.below(Units - A.Count + 1);
  if (R.percent(15))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

void Generator::mapped(Block &Out, bool IsKernel) {
  if (R.percent(35))
    return mappedMemory(Out, IsKernel);
  // Comparisons are most of the rows.
  const auto &Forms = (*Rows)[unsigned(Family::Mapped)];
  const Operation *Op = R.pick(Forms);
  while (Op->Name.rfind("set", 0) == 0 && R.percent(80))
    Op = R.pick(Forms);
  Stmt S = fill(*Op);
  if (S.Results.empty())
    return;
  if (R.percent(12))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

//===----------------------------------------------------------------------===//
// Pointers in memory
//===----------------------------------------------------------------------===//

/// Slots that are also accessed two at a time. They are not stored in halves:
/// of 16 bytes that are written in both ways no address can be told apart.
static bool isPaired(unsigned Slot) { return Slot / 2 != 2; }

PointerSource Generator::pointerSource(Space Where) {
  PointerSource From;
  Access &A = From.Element;
  A.Where = Where;
  A.IsGeneric = true;
  A.Bytes = ElementBytes;
  A.HasIndex = R.percent(60);
  unsigned Units = spaceBytes(Where) / ElementBytes;
  while (A.HasIndex && A.Count * 2 <= Units && R.percent(80))
    A.Count *= 2;
  A.Index = R.percent(30) ? ThreadIndex : target(RegClass::B32);
  A.Offset = ElementBytes * R.below(Units - A.Count + 1);
  if (R.percent(25)) {
    unsigned Slot = R.below(FirstScratchSlot);
    if (SlotSpaces[Slot] == Where)
      From.From = int(Slot);
  }
  return From;
}

Stmt Generator::pointerStore(unsigned Slot, llvm::ArrayRef<Space> Spaces) {
  Stmt S;
  S.Kind = StmtKind::PointerStore;
  S.Number = Slot;
  S.Slots = SlotAccess(R.below(5));
  if (Spaces.size() > 1)
    S.Slots = SlotAccess::Pair;
  else if (S.Slots == SlotAccess::Pair ||
           (S.Slots == SlotAccess::Words && isPaired(Slot)))
    S.Slots = SlotAccess::Whole;
  for (Space Where : Spaces)
    S.Pointers.push_back(pointerSource(Where));
  return S;
}

Stmt Generator::pointerAccess(unsigned Slot, Space Where) {
  Stmt S;
  S.Kind = StmtKind::PointerAccess;
  S.Number = Slot;
  S.Slots = SlotAccess(R.below(5));
  if (S.Slots == SlotAccess::Pair && !isPaired(Slot))
    S.Slots = SlotAccess::Whole;
  Access &A = S.Mem;
  A.Where = Where;
  A.IsStore = Where != Space::Input && R.percent(50);
  chooseType(S);
  A.Offset = A.Bytes * A.Lanes * R.below(ElementBytes / (A.Bytes * A.Lanes));
  A.IsGeneric = true;
  if (R.percent(15))
    S.Condition = somePredicate();
  return S;
}

void Generator::pointers(Block &Out) {
  if (R.percent(45)) {
    // There and back: the place is for any pointer.
    const Space Spaces[] = {Space::Global, Space::Shared, Space::Local,
                            Space::Input};
    Stmt S;
    S.Kind = StmtKind::Chain;
    Space First = Spaces[R.below(4)], Second = Spaces[R.below(4)];
    S.Bodies.emplace_back();
    if (R.percent(50)) {
      S.Bodies[0].push_back(pointerStore(FirstScratchSlot, {First, Second}));
      S.Bodies[0].push_back(pointerAccess(FirstScratchSlot + 1, Second));
      S.Bodies[0].push_back(pointerAccess(FirstScratchSlot, First));
    } else {
      unsigned Slot = FirstScratchSlot + R.below(2);
      S.Bodies[0].push_back(pointerStore(Slot, {First}));
      S.Bodies[0].push_back(pointerAccess(Slot, First));
      // The other one may not have been stored.
      for (Stmt &Each : S.Bodies[0])
        if (Each.Slots == SlotAccess::Pair)
          Each.Slots = SlotAccess::Whole;
    }
    return Out.push_back(std::move(S));
  }
  unsigned Slot = R.below(FirstScratchSlot);
  if (R.percent(50))
    return Out.push_back(pointerAccess(Slot, SlotSpaces[Slot]));
  Stmt S = pointerStore(Slot, {SlotSpaces[Slot]});
  if (Slot % 2 == 0 && isPaired(Slot) && R.percent(40))
    S = pointerStore(Slot, {SlotSpaces[Slot], SlotSpaces[Slot + 1]});
  if (R.percent(15))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

//===----------------------------------------------------------------------===//
// Arrays by value
//===----------------------------------------------------------------------===//

ArrayFunction Generator::arrayFunction() {
  ArrayFunction F;
  F.Result = 8 * R.between(1, 4);
  F.Align = 8u << R.below(2);
  for (unsigned N = R.between(1, 3); N; --N)
    F.Arguments.push_back(R.percent(60) ? F.Result : 8 * R.between(1, 4));
  F.Fill = uint8_t(R.below(256));
  F.FillsFirst = R.percent(50);
  for (unsigned N = R.between(1, 6); N; --N) {
    ArrayFunction::Piece Each;
    const unsigned Sizes[] = {1, 2, 4, 4, 8};
    Each.Bytes = Sizes[R.below(5)];
    Each.Argument = R.below(unsigned(F.Arguments.size()));
    Each.From = Each.Bytes * R.below(F.Arguments[Each.Argument] / Each.Bytes);
    Each.To = Each.Bytes * R.below(F.Result / Each.Bytes);
    Each.Addend = R.percent(50) ? 0 : R.below(100);
    Each.IsIndirect = R.percent(20);
    F.Pieces.push_back(Each);
  }
  return F;
}

void Generator::arrayCall(Block &Out) {
  Stmt S;
  S.Kind = StmtKind::ArrayCall;
  S.Number = R.below(unsigned(P.ArrayFunctions.size()));
  const ArrayFunction &F = P.ArrayFunctions[S.Number];
  for (unsigned Bytes : F.Arguments)
    for (unsigned I = 0; I != Bytes; I += 4)
      S.Sources.push_back(source({RegClass::B32}, false));
  S.IsVariant = F.Arguments[0] == F.Result && R.percent(65);
  S.Trips = R.between(1, 2);
  unsigned Words = std::min(F.Result / 4, P.Count[unsigned(RegClass::B32)]);
  targets(std::vector<RegClass>(R.between(1, Words), RegClass::B32), S.Results);
  if (R.percent(15))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

//===----------------------------------------------------------------------===//
// Everywhere
//===----------------------------------------------------------------------===//

void Generator::extra(Block &Out, bool IsKernel) {
  if (P.MapsDoubles)
    return mapped(Out, IsKernel);
  if (!P.ArrayFunctions.empty() && (!IsKernel || R.percent(40)))
    return arrayCall(Out);
  if (HasPointers && IsKernel)
    pointers(Out);
}

void Generator::strew(Block &B, bool IsKernel, MakeFn Make) {
  Block Out;
  for (Stmt &S : B) {
    if (R.percent(35))
      (this->*Make)(Out, IsKernel);
    // What stands between the instructions of a chain may set the carry.
    if (S.Kind != StmtKind::Chain)
      for (Block &Body : S.Bodies)
        strew(Body, IsKernel, Make);
    Out.push_back(std::move(S));
  }
  if (R.percent(35))
    (this->*Make)(Out, IsKernel);
  B = std::move(Out);
}

void Generator::addExtras() {
  R = Random(P.Seed ^ 0xe87a);
  if (!R.percent(Options.ExtrasPercent))
    return;
  if (P.IsModern) {
    HasPointers = R.percent(65);
    for (unsigned N = HasPointers ? R.below(3) : R.between(1, 3); N; --N)
      P.ArrayFunctions.push_back(arrayFunction());
  } else {
    P.MapsDoubles = true;
    P.Count[unsigned(RegClass::F64)] = R.between(2, 6);
    addMappedParameters();
  }
  for (Function &F : P.Functions)
    strew(F.Body, false, &Generator::extra);
  strew(P.Body, true, &Generator::extra);
}

} // namespace heddle::ptxrandom
