//===- Generator.cpp - Random programs ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"
#include "NumberSamples.h"
#include "heddle/ABI/Chips.h"
#include <algorithm>
#include <iterator>

namespace heddle::ptxrandom {

/// The rows of each family that \p IsModern code, or code for tx1, may use.
static const FamilyRows &familyRows(bool IsModern, bool IsSilicon) {
  auto Collect = [](bool ForModern, bool ForSilicon) {
    FamilyRows Rows;
    for (const Operation &Op : operations())
      if (isFor(Op, ForModern, ForSilicon))
        Rows[unsigned(Op.Group)].push_back(&Op);
    return Rows;
  };
  static const FamilyRows Classic = Collect(false, true);
  static const FamilyRows Modern = Collect(true, true);
  static const FamilyRows Later = Collect(true, false);
  if (!IsSilicon)
    return Later;
  return IsModern ? Modern : Classic;
}

unsigned Generator::chipIndex() const {
  return unsigned(abi::findChip(P.Chip) - abi::chips().begin());
}

//===----------------------------------------------------------------------===//
// Registers and operands
//===----------------------------------------------------------------------===//

Reg Generator::target(RegClass Class) {
  return {Class, uint8_t(R.below(P.Count[unsigned(Class)]))};
}

/// Different registers of \p Classes; false if there are not enough.
bool Generator::targets(const std::vector<RegClass> &Classes,
                        std::vector<Reg> &Out) {
  for (RegClass Class : Classes) {
    Reg Next = target(Class);
    unsigned Count = P.Count[unsigned(Class)], Tries = 0;
    while (std::find(Out.begin(), Out.end(), Next) != Out.end()) {
      Next.Index = uint8_t((Next.Index + 1) % Count);
      if (++Tries == Count)
        return false;
    }
    Out.push_back(Next);
  }
  return true;
}

Operand Generator::source(const SourceKind &Kind, bool MayNegate) {
  Operand O;
  O.R.Class = Kind.Class;
  if (Kind.MayBeImmediate && R.percent(Kind.IsCount ? 60 : 22)) {
    O.IsImmediate = true;
    if (Kind.Format != NumberFormat::None) {
      O.IsNumber = Kind.Format == NumberFormat::F64;
      O.Bits = randomNumber(R, Kind.Format);
      return O;
    }
    if (Kind.Class == RegClass::F64) {
      O.Bits = R.doubleBits();
      return O;
    }
    // Positions and lengths of bfe and bfi are at most 255.
    if (Kind.IsCount)
      O.Bits = R.below(R.percent(90) ? 70 : 256);
    else
      O.Bits = Kind.Class == RegClass::F32 ? R.floatBits()
                                           : R.integer(bitsOf(Kind.Class));
    return O;
  }
  O.R = target(Kind.Class);
  if (Kind.Class == RegClass::B32 && R.percent(12))
    O.R = R.percent(70) ? ThreadIndex : Parameter;
  O.IsNegated = Kind.Class == RegClass::Pred && MayNegate && R.percent(30);
  return O;
}

Guard Generator::somePredicate() {
  Guard G;
  G.IsPresent = true;
  G.IsNegated = R.percent(50);
  G.Pred = target(RegClass::Pred).Index;
  return G;
}

/// Sources and, if there are registers enough, results; else no results.
Stmt Generator::fill(const Operation &Op) {
  Stmt S;
  S.Kind = StmtKind::Instruction;
  S.Op = &Op;
  if (!targets(Op.Results, S.Results))
    S.Results.clear();
  for (const SourceKind &Kind : Op.Sources)
    S.Sources.push_back(source(Kind, Op.Group == Family::Compare ||
                                         Op.Group == Family::IeeeCompare));
  return S;
}

/// Conditions that split a warp are made from the thread's index, from few bits
/// of a value, or from any comparison.
Guard Generator::condition(Block &Out) {
  if (R.percent(10))
    return somePredicate();
  const std::vector<const Operation *> &Compares =
      (*Rows)[unsigned(Family::Compare)];
  const Operation *Op = nullptr;
  bool Narrow = R.percent(60);
  do
    Op = R.pick(Compares);
  while (Op->Truth != TruthKind::Bit ||
         (Narrow && (Op->Sources[0].Class != RegClass::B32 ||
                     Op->Combination != CombineOp::None)));
  Stmt Test = fill(*Op);
  if (Narrow) {
    // A few bits against a small number.
    const auto &Logic = (*Rows)[unsigned(Family::Logic)];
    const Operation *And =
        *std::find_if(Logic.begin(), Logic.end(),
                      [](const Operation *O) { return O->Name == "and.b32"; });
    Stmt Mask = fill(*And);
    if (R.percent(50))
      Mask.Sources[0].R = ThreadIndex;
    Mask.Sources[0].IsImmediate = false;
    Mask.Sources[1] = {};
    Mask.Sources[1].IsImmediate = true;
    Mask.Sources[1].Bits = R.between(1, 15);
    Test.Sources[0] = {};
    Test.Sources[0].R = Mask.Results[0];
    Test.Sources[1] = {};
    Test.Sources[1].IsImmediate = true;
    Test.Sources[1].Bits = R.below(8);
    Out.push_back(Mask);
  }
  Guard G;
  G.IsPresent = true;
  G.IsNegated = R.percent(50);
  G.Pred = Test.Results[0].Index;
  Out.push_back(std::move(Test));
  return G;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void Generator::chooseFrame() {
  P.Chip = Options.Chip;
  llvm::SmallVector<const abi::Chip *, 8> Silicon;
  for (const abi::Chip &C : abi::chips())
    if (C.Silicon)
      Silicon.push_back(&C);
  if (P.Chip.empty())
    P.Chip = R.pick(Silicon)->Name;
  P.IsModern = R.percent(Options.ModernPercent);
  // Nothing older is for it.
  P.IsModern |= !abi::findChip(llvm::StringRef(P.Chip))->Silicon;
  P.IsExtended = !abi::findChip(llvm::StringRef(P.Chip))->Silicon;
  P.HasLongPointers = P.IsModern || R.percent(50);
  const unsigned Threads[] = {32, 48, 64};
  P.Threads = Threads[R.below(3)];
  P.Blocks = Options.Blocks;
  P.N = R.below(8);
  if (Options.MostRegisters)
    P.MaxRegisters = R.between(Options.LeastRegisters, Options.MostRegisters);
  else
    P.MaxRegisters = R.percent(75) ? 0 : R.between(5, 10) * 2;
  P.Count[unsigned(RegClass::Pred)] = R.between(2, 8);
  P.Count[unsigned(RegClass::B16)] = R.between(1, 5);
  P.Count[unsigned(RegClass::B32)] = R.between(2, 9);
  P.Count[unsigned(RegClass::B64)] = R.between(1, 4);
  P.Count[unsigned(RegClass::F32)] = R.between(1, 6);
  P.MovesVectors = Options.MaxVariables != 0;
  if (P.MovesVectors)
    for (unsigned &Count : P.Count)
      Count = std::min(Count, Options.MaxVariables);
}

/// Each program has its own mixture, so that some are nearly all of one kind.
void Generator::chooseWeights() {
  const unsigned Typical[NumFamilies] = {20, 8,  2, 12, 10, 12, 8, 3,
                                         6,  16, 4, 8,  6,  4,  0, 0};
  // Those of mapped f64 come later.
  for (unsigned I = 0; I != unsigned(Family::Mapped); ++I)
    Weights[I] = R.percent(20) ? 0 : Typical[I] * R.between(1, 4);
  if (P.IsModern)
    Weights[unsigned(Family::Modern)] = 40;
  Weights[unsigned(Family::Integer)] += 4;
  if (P.IsExtended)
    for (auto [Group, Weight] : {std::pair(Family::Ieee, 30),
                                 {Family::IeeeConvert, 15},
                                 {Family::IeeeCompare, 10},
                                 {Family::Bits, 10}})
      Weights[unsigned(Group)] = R.percent(20) ? 0 : Weight * R.between(1, 3);
  Rows = &familyRows(P.IsModern, !P.IsExtended);
}

Function Generator::function(unsigned Index) {
  Function F;
  const RegClass Classes[] = {RegClass::B32, RegClass::B32, RegClass::F32,
                              RegClass::B64, RegClass::B16};
  auto Some = [&](unsigned Low, unsigned High) {
    std::vector<RegClass> Out;
    std::array<unsigned, NumClasses> Used = {};
    for (unsigned N = R.between(Low, High); N; --N) {
      RegClass Class = Classes[R.below(std::size(Classes))];
      if (Used[unsigned(Class)]++ < P.Count[unsigned(Class)])
        Out.push_back(Class);
    }
    return Out;
  };
  F.Parameters = Some(0, 4);
  F.Results = P.IsModern ? Some(0, 1) : Some(0, 3);
  Place Where;
  Where.Depth = R.between(1, 3);
  Where.Loops = 1;
  Where.Callable = Index;
  Budget = R.between(1, std::max(2u, Options.MaxStatements / 5));
  while (Budget)
    statement(F.Body, Where);
  return F;
}

Program Generator::run() {
  chooseFrame();
  chooseWeights();
  HasBarriers = R.percent(P.IsExtended ? 80 : 50);
  unsigned Functions = R.percent(60) ? 0 : R.between(1, 2);
  // Functions see P.Functions grow, so the kernel comes last.
  for (unsigned I = 0; I != Functions; ++I)
    P.Functions.push_back(function(I));
  Place Where;
  Where.Depth = R.between(2, 5);
  Where.IsUniform = true;
  Where.IsKernel = true;
  Where.Callable = Functions;
  Budget = R.between(3, std::max(4u, Options.MaxStatements));
  while (Budget)
    if (Options.Graphs)
      graph(P.Body, Where);
    else
      statement(P.Body, Where);
  addExtras();
  addImages();
  for (unsigned C = 0; C != NumClasses; ++C)
    for (unsigned I = 0; I != P.Count[C]; ++I)
      P.Outputs.push_back({RegClass(C), uint8_t(I)});
  return std::move(P);
}

Program generateProgram(uint64_t Seed, const GeneratorOptions &Options) {
  return Generator(Seed, Options).run();
}

} // namespace heddle::ptxrandom
