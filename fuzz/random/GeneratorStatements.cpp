//===- GeneratorStatements.cpp - What computes ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "Operations.h"
#include <algorithm>
#include <iterator>

namespace heddle::ptxrandom {

void Generator::instruction(Block &Out) {
  unsigned Total = 0;
  for (unsigned W : Weights)
    Total += W;
  unsigned Choice = R.below(Total), Group = 0;
  while (Choice >= Weights[Group])
    Choice -= Weights[Group++];
  if (Group == unsigned(Family::Carry))
    return chain(Out);
  if ((*Rows)[Group].empty())
    return;
  Stmt S = fill(*R.pick((*Rows)[Group]));
  if (S.Results.empty())
    return;
  if (R.percent(12))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

void Generator::instructions(Block &Out) {
  for (unsigned N = R.between(1, 3); N; --N)
    instruction(Out);
}

/// add.cc, addc.cc …, addc with other instructions between them.
void Generator::chain(Block &Out) {
  const auto &Forms = (*Rows)[unsigned(Family::Carry)];
  bool Subtract = R.percent(50);
  auto Pick = [&](bool Reads, bool Writes) {
    const Operation *Op = nullptr;
    do
      Op = R.pick(Forms);
    while (Op->ReadsCarry != Reads || Op->WritesCarry != Writes ||
           (Op->Name[0] == 's') != Subtract);
    return fill(*Op);
  };
  Stmt S;
  S.Kind = StmtKind::Chain;
  S.Bodies.emplace_back();
  Block &Body = S.Bodies[0];
  Body.push_back(Pick(false, true));
  for (unsigned N = R.below(3); N; --N) {
    if (R.percent(25)) {
      Stmt Other = fill(*R.pick((*Rows)[unsigned(Family::Integer)]));
      if (!Other.Results.empty())
        Body.push_back(std::move(Other));
    }
    Body.push_back(Pick(true, true));
  }
  Body.push_back(Pick(true, false));
  Out.push_back(std::move(S));
}

namespace {
struct MemoryType {
  const char *Name;
  unsigned Bytes;
  bool IsSigned;
  RegClass Class;
};
const MemoryType MemoryTypes[] = {
    {"u8", 1, false, RegClass::B32},  {"s8", 1, true, RegClass::B32},
    {"u8", 1, false, RegClass::B16},  {"s8", 1, true, RegClass::B16},
    {"u16", 2, false, RegClass::B32}, {"s16", 2, true, RegClass::B32},
    {"u16", 2, false, RegClass::B16}, {"s16", 2, true, RegClass::B16},
    {"u32", 4, false, RegClass::B32}, {"s32", 4, true, RegClass::B32},
    {"b32", 4, false, RegClass::B32}, {"f32", 4, false, RegClass::F32},
    {"u64", 8, false, RegClass::B64}, {"b64", 8, false, RegClass::B64}};
} // namespace

void Generator::chooseType(Stmt &S) {
  Access &A = S.Mem;
  const MemoryType &T = MemoryTypes[R.below(std::size(MemoryTypes))];
  A.Type = T.Name;
  A.Bytes = T.Bytes;
  A.IsSigned = T.IsSigned;
  A.Lanes = R.percent(65) ? 1 : 2 << R.below(2);
  if (A.Lanes * A.Bytes > 16)
    A.Lanes = 1;
  std::vector<RegClass> Classes(A.Lanes, T.Class);
  if (!targets(Classes, S.Results)) {
    A.Lanes = 1;
    S.Results.resize(1);
  }
  if (!A.IsStore)
    return;
  for (Reg Data : S.Results) {
    Operand O;
    O.R = Data;
    S.Sources.push_back(O);
  }
  S.Results.clear();
}

void Generator::memory(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Memory;
  Access &A = S.Mem;
  A.Where = Where.IsKernel ? Space(R.below(5))
                           : (R.percent(60) ? Space::Local : Space::Const);
  unsigned Size = spaceBytes(A.Where);
  A.IsStore =
      A.Where != Space::Input && A.Where != Space::Const && R.percent(55);
  chooseType(S);
  unsigned Unit = A.Bytes * A.Lanes, Units = Size / Unit;
  A.HasIndex = R.percent(60);
  if (A.HasIndex) {
    while (A.Count * 2 <= Units && R.percent(80))
      A.Count *= 2;
    A.Index = R.percent(30) ? ThreadIndex : target(RegClass::B32);
  }
  A.Offset = Unit * R.below(Units - A.Count + 1);
  A.IsGeneric =
      P.IsModern && A.Where != Space::Const && Where.IsKernel && R.percent(30);
  if (R.percent(10))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

void Generator::atomic(Block &Out) {
  Stmt S;
  S.Kind = StmtKind::Atomic;
  S.Number = R.below(P.IsExtended ? NumAtomicForms : NumSiliconAtomicForms);
  const AtomicForm &F = AtomicForms[S.Number];
  if (F.Chip > chipIndex())
    return instruction(Out);
  S.IsVariant = !F.IsShared || R.percent(50);
  S.Mem.Where = Space::Global;
  bool MayBeShared =
      chipIndex() >= 2 && (P.IsExtended || bitsOf(F.Class) == 32);
  if (S.IsVariant && MayBeShared && R.percent(40))
    S.Mem.Where = Space::Shared;
  S.Mem.IsGeneric = P.IsExtended && R.percent(40);
  if (S.IsVariant)
    S.Results.push_back(target(F.Class));
  const Operation *Floats = operationOf(F, false);
  for (unsigned I = 0; I != F.Sources; ++I)
    S.Sources.push_back(
        source(Floats ? Floats->Sources[I] : SourceKind{F.Class}, false));
  if (R.percent(10))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

void Generator::call(Block &Out, const Place &Where) {
  if (Where.Callable == 0)
    return instructions(Out);
  Stmt S;
  S.Kind = StmtKind::Call;
  S.Number = R.below(Where.Callable);
  const Function &F = P.Functions[S.Number];
  if (!targets(F.Results, S.Results))
    return instructions(Out);
  for (RegClass Class : F.Parameters)
    S.Sources.push_back(source({Class, false}, false));
  if (R.percent(25))
    S.Condition = somePredicate();
  S.IsVariant = P.IsExtended && Where.IsKernel && R.percent(30);
  Out.push_back(std::move(S));
}

/// What all threads do together.
void Generator::collective(Block &Out, const Place &Where) {
  if (Where.IsWarp || (P.IsExtended && R.percent(60)))
    return warpOperation(Out);
  Stmt S;
  bool CanLock = chipIndex() >= 2;
  switch (R.below(CanLock ? 5 : 3)) {
  case 0:
    S.Kind = StmtKind::Barrier;
    break;
  case 1:
  case 2:
    S.Kind = StmtKind::Exchange;
    S.Number = R.between(1, P.Threads - 1);
    S.Results.push_back(target(RegClass::B32));
    S.Sources.push_back(source({RegClass::B32, false}, false));
    break;
  case 3:
    S.Kind = StmtKind::SharedSum;
    S.Number = R.below(1000);
    S.Results.push_back(target(RegClass::B32));
    S.Sources.push_back(source({RegClass::B32, false}, false));
    break;
  case 4:
    if (P.IsExtended)
      return warpOperation(Out);
    S.Kind = StmtKind::Vote;
    S.Number = R.below(3);
    S.Results.push_back(target(RegClass::Pred));
    S.Sources.push_back(source({RegClass::Pred, false}, true));
    break;
  }
  Out.push_back(std::move(S));
}

} // namespace heddle::ptxrandom
