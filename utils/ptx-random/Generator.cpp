//===- Generator.cpp - Random programs ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Operations.h"
#include "Random.h"
#include <algorithm>
#include <array>

namespace heddle::ptxrandom {
namespace {

const char *const Chips[] = {"g80", "g84", "gt215", "gt200"};

using FamilyRows = std::array<std::vector<const Operation *>, NumFamilies>;

/// The rows of each family that \p IsModern code may use.
const FamilyRows &familyRows(bool IsModern) {
  auto Collect = [](Operation::UseType Not) {
    FamilyRows Rows;
    for (const Operation &Op : operations())
      if (Op.Use != Not)
        Rows[unsigned(Op.Group)].push_back(&Op);
    return Rows;
  };
  static const FamilyRows Classic = Collect(Operation::Modern);
  static const FamilyRows Modern = Collect(Operation::Classic);
  return IsModern ? Modern : Classic;
}

/// Where a statement is made.
struct Place {
  unsigned Depth = 0;
  unsigned Loops = 0;
  /// All threads of the CTA come here together.
  bool IsUniform = false;
  bool MayReturn = true;
  /// In the kernel, not in a function.
  bool IsKernel = false;
  /// How many functions may be called.
  unsigned Callable = 0;
  /// Labels around, and whether they are loops.
  std::vector<std::pair<unsigned, bool>> Targets;

  Place inside() const {
    Place Inner = *this;
    if (Inner.Depth)
      --Inner.Depth;
    Inner.IsUniform = false;
    return Inner;
  }
};

class Generator {
public:
  Generator(uint64_t Seed, const GeneratorOptions &Options)
      : R(Seed), Options(Options) {
    P.Seed = Seed;
  }

  Program run();

private:
  void chooseFrame();
  void chooseWeights();
  Function function(unsigned Index);

  Block block(const Place &Where);
  void statement(Block &Out, const Place &Where);
  void instructions(Block &Out);
  void instruction(Block &Out);
  void chain(Block &Out);
  void memory(Block &Out, const Place &Where);
  void atomic(Block &Out);
  void call(Block &Out, const Place &Where);
  void collective(Block &Out);
  void choice(Block &Out, const Place &Where);
  void loop(Block &Out, const Place &Where);
  void uniform(Block &Out, const Place &Where);
  void selection(Block &Out, const Place &Where);
  void region(Block &Out, const Place &Where);
  void leave(Block &Out, const Place &Where);
  void leaveFrom(Block &Out, const Place &Where);

  Stmt fill(const Operation &Op);
  Operand source(const SourceKind &Kind, bool MayNegate);
  Reg target(RegClass Class);
  bool targets(const std::vector<RegClass> &Classes, std::vector<Reg> &Out);
  /// A comparison into a predicate, and the guard that reads it.
  Guard condition(Block &Out);
  Guard somePredicate();
  unsigned chipIndex() const;

  Random R;
  GeneratorOptions Options;
  Program P;
  unsigned Budget = 0;
  unsigned NextLabel = 1;
  bool HasReturned = false;
  bool HasBarriers = false;
  std::array<unsigned, NumFamilies> Weights = {};
  const FamilyRows *Rows = nullptr;
};

unsigned Generator::chipIndex() const {
  return unsigned(std::find(std::begin(Chips), std::end(Chips), P.Chip) -
                  std::begin(Chips));
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
    if (Kind.IsCount && R.percent(90))
      O.Bits = R.below(70);
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
    S.Sources.push_back(source(Kind, Op.Group == Family::Compare));
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
// Simple statements
//===----------------------------------------------------------------------===//

void Generator::instruction(Block &Out) {
  unsigned Total = 0;
  for (unsigned W : Weights)
    Total += W;
  unsigned Choice = R.below(Total), Group = 0;
  while (Choice >= Weights[Group])
    Choice -= Weights[Group++];
  if (Group == unsigned(Family::Carry))
    return chain(Out);
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

void Generator::memory(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Memory;
  Access &A = S.Mem;
  A.Where = Where.IsKernel ? Space(R.below(5))
                           : (R.percent(60) ? Space::Local : Space::Const);
  const unsigned Sizes[] = {OwnBytes, 4 * ThreadBytes, SharedBytes, LocalBytes,
                            ConstBytes};
  unsigned Size = Sizes[unsigned(A.Where)];
  A.IsStore =
      A.Where != Space::Input && A.Where != Space::Const && R.percent(55);
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
  if (A.IsStore) {
    for (Reg Data : S.Results) {
      Operand O;
      O.R = Data;
      S.Sources.push_back(O);
    }
    S.Results.clear();
  }
  if (R.percent(10))
    S.Condition = somePredicate();
  Out.push_back(std::move(S));
}

void Generator::atomic(Block &Out) {
  Stmt S;
  S.Kind = StmtKind::Atomic;
  S.Number = R.below(NumAtomicForms);
  const AtomicForm &F = AtomicForms[S.Number];
  if (F.Chip > chipIndex())
    return instruction(Out);
  S.IsVariant = !F.IsShared || R.percent(50);
  S.Mem.Where = Space::Global;
  if (S.IsVariant && chipIndex() >= 2 && bitsOf(F.Class) == 32 && R.percent(40))
    S.Mem.Where = Space::Shared;
  if (S.IsVariant)
    S.Results.push_back(target(F.Class));
  for (unsigned I = 0; I != F.Sources; ++I)
    S.Sources.push_back(source({F.Class}, false));
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
  Out.push_back(std::move(S));
}

/// What all threads do together.
void Generator::collective(Block &Out) {
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
    S.Kind = StmtKind::Vote;
    S.Number = R.below(3);
    S.Results.push_back(target(RegClass::Pred));
    S.Sources.push_back(source({RegClass::Pred, false}, true));
    break;
  }
  Out.push_back(std::move(S));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Block Generator::block(const Place &Where) {
  Block Out;
  for (unsigned N = R.between(1, 3); N; --N) {
    if (Budget == 0) {
      instruction(Out);
      break;
    }
    statement(Out, Where);
  }
  return Out;
}

void Generator::choice(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::If;
  S.Condition = condition(Out);
  S.Label = NextLabel++;
  S.IsVariant = R.percent(30);
  Place Inner = Where.inside();
  Inner.Targets.push_back({S.Label, false});
  S.Bodies.push_back(block(Inner));
  S.Bodies.emplace_back();
  if (R.percent(45))
    S.Bodies[1] = block(Inner);
  Out.push_back(std::move(S));
}

/// Counted, or with exits at its top, inside and at its bottom; sometimes
/// entered in the middle.
void Generator::loop(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Loop;
  S.Label = NextLabel++;
  Place Inner = Where.inside();
  ++Inner.Loops;
  Inner.Targets.push_back({S.Label, true});
  if (R.percent(35))
    S.Trips = R.between(1, 4);
  if (R.percent(8))
    S.SideEntry = condition(Out);
  Block Body;
  if (R.percent(50)) {
    // A test at the top.
    Stmt Exit;
    Exit.Kind = StmtKind::Leave;
    Exit.Number = S.Label;
    Exit.Condition = condition(Body);
    Body.push_back(std::move(Exit));
  }
  Block Rest = block(Inner);
  std::move(Rest.begin(), Rest.end(), std::back_inserter(Body));
  S.IsEndless = R.percent(S.Trips ? 70 : 40);
  if (!S.IsEndless)
    S.Condition = condition(Body);
  S.EntryIndex = R.below(unsigned(Body.size()) + 1);
  S.Bodies.push_back(std::move(Body));
  Out.push_back(std::move(S));
}

/// A branch or a loop that all threads take alike, so that there may be
/// barriers inside.
void Generator::uniform(Block &Out, const Place &Where) {
  Stmt S;
  S.IsUniform = true;
  S.Label = NextLabel++;
  Place Inner = Where.inside();
  Inner.IsUniform = true;
  // A thread that left early would be missed at the next barrier.
  Inner.Targets.clear();
  if (R.percent(50) || Where.Loops >= 2) {
    S.Kind = StmtKind::If;
    S.Number = R.below(6);
    S.Bodies.push_back(block(Inner));
    S.Bodies.emplace_back();
    if (R.percent(40))
      S.Bodies[1] = block(Inner);
  } else {
    S.Kind = StmtKind::Loop;
    S.IsEndless = true;
    Inner.MayReturn = false;
    ++Inner.Loops;
    S.Bodies.push_back(block(Inner));
  }
  Out.push_back(std::move(S));
}

void Generator::selection(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Switch;
  S.Label = NextLabel++;
  S.IsVariant = R.percent(50);
  S.Sources.push_back(source({RegClass::B32, false}, false));
  Place Inner = Where.inside();
  Inner.Targets.push_back({S.Label, false});
  for (unsigned N = R.between(2, 5); N; --N) {
    S.Bodies.emplace_back();
    if (R.percent(50))
      S.Bodies.back() = block(Inner);
    else
      instructions(S.Bodies.back());
    S.FallsThrough.push_back(R.percent(30));
  }
  Out.push_back(std::move(S));
}

void Generator::region(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Region;
  S.Label = NextLabel++;
  Place Inner = Where.inside();
  Inner.Targets.push_back({S.Label, false});
  Block Body;
  instructions(Body);
  leaveFrom(Body, Inner);
  Block Rest = block(Inner);
  std::move(Rest.begin(), Rest.end(), std::back_inserter(Body));
  S.Bodies.push_back(std::move(Body));
  Out.push_back(std::move(S));
}

/// A conditional way out to a label around.
void Generator::leaveFrom(Block &Out, const Place &Where) {
  Stmt S;
  S.Kind = StmtKind::Leave;
  S.Condition = condition(Out);
  // The nearest ones most often.
  size_t Back = 0;
  while (Back + 1 < Where.Targets.size() && R.percent(35))
    ++Back;
  auto [Label, IsLoop] = Where.Targets[Where.Targets.size() - 1 - Back];
  S.Number = Label;
  S.IsVariant = IsLoop && R.percent(40);
  Out.push_back(std::move(S));
}

void Generator::leave(Block &Out, const Place &Where) {
  bool Return = Where.MayReturn && R.percent(Where.Targets.empty() ? 100 : 25);
  if (!Return)
    return Where.Targets.empty() ? instructions(Out) : leaveFrom(Out, Where);
  Stmt S;
  S.Kind = StmtKind::Return;
  S.Condition = condition(Out);
  S.IsVariant = R.percent(50);
  HasReturned |= Where.IsKernel;
  Out.push_back(std::move(S));
}

void Generator::statement(Block &Out, const Place &Where) {
  Budget -= Budget != 0;
  bool MayMeet = Where.IsUniform && HasBarriers && !HasReturned;
  unsigned Choice = R.below(100);
  if (MayMeet && Choice < 22)
    return collective(Out);
  if (Where.Depth == 0 || Choice < 30)
    return instructions(Out);
  if (Choice < 40)
    return memory(Out, Where);
  if (Choice < 43 && Where.IsKernel)
    return atomic(Out);
  if (Choice < 49)
    return call(Out, Where);
  if (MayMeet && Choice < 58)
    return uniform(Out, Where);
  if (Choice < 70)
    return choice(Out, Where);
  if (Choice < 82 && Where.Loops < 3)
    return loop(Out, Where);
  if (Choice < 87)
    return selection(Out, Where);
  if (Choice < 92)
    return region(Out, Where);
  leave(Out, Where);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void Generator::chooseFrame() {
  P.Chip = Options.Chip.empty() ? Chips[R.below(4)] : Options.Chip;
  P.IsModern = R.percent(Options.ModernPercent);
  P.HasLongPointers = P.IsModern || R.percent(50);
  const unsigned Threads[] = {32, 48, 64};
  P.Threads = Threads[R.below(3)];
  P.Blocks = 1;
  P.N = R.below(8);
  P.MaxRegisters = R.percent(75) ? 0 : R.between(5, 10) * 2;
  P.Count[unsigned(RegClass::Pred)] = R.between(2, 8);
  P.Count[unsigned(RegClass::B16)] = R.between(1, 5);
  P.Count[unsigned(RegClass::B32)] = R.between(2, 9);
  P.Count[unsigned(RegClass::B64)] = R.between(1, 4);
  P.Count[unsigned(RegClass::F32)] = R.between(1, 6);
}

/// Each program has its own mixture, so that some are nearly all of one kind.
void Generator::chooseWeights() {
  const unsigned Typical[NumFamilies] = {20, 8,  2, 12, 10, 12, 8, 3,
                                         6,  16, 4, 8,  6,  4,  0};
  for (unsigned I = 0; I != NumFamilies; ++I)
    Weights[I] = R.percent(20) ? 0 : Typical[I] * R.between(1, 4);
  if (P.IsModern)
    Weights[unsigned(Family::Modern)] = 40;
  Weights[unsigned(Family::Integer)] += 4;
  Rows = &familyRows(P.IsModern);
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
  HasBarriers = R.percent(50);
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
    statement(P.Body, Where);
  for (unsigned C = 0; C != NumClasses; ++C)
    for (unsigned I = 0; I != P.Count[C]; ++I)
      P.Outputs.push_back({RegClass(C), uint8_t(I)});
  return std::move(P);
}

} // namespace

Program generateProgram(uint64_t Seed, const GeneratorOptions &Options) {
  return Generator(Seed, Options).run();
}

} // namespace heddle::ptxrandom
