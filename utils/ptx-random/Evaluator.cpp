//===- Evaluator.cpp - What a program must compute ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "Operations.h"
#include <algorithm>
#include <cstring>

namespace heddle::ptxrandom {
namespace {

/// A byte of what a thread sees of a space.
struct PlaceInSpace {
  Space Where = Space::Global;
  unsigned Offset = 0;
};

/// Registers of a call of a function, or of the kernel.
struct Frame {
  uint64_t Values[NumClasses][16] = {};
  uint8_t Local[LocalBytes] = {};
  PlaceInSpace Pointers[NumSlots];
  unsigned Carry = 0;
  int Fuel = 0;

  uint64_t &at(Reg R) { return Values[unsigned(R.Class)][R.Index]; }
};

struct Thread {
  Frame Registers;
  /// Its number in the CTA and in the grid.
  unsigned Index = 0, GlobalIndex = 0;
  bool IsDone = false;
};

/// Where control goes behind a statement.
struct Flow {
  enum KindType : uint8_t { Next, Leave, Return } Kind = Next;
  unsigned Label = 0;
  bool IsContinue = false;
};

uint64_t masked(uint64_t V, unsigned Bits) {
  return V & (~uint64_t(0) >> (64 - Bits));
}

class Evaluator {
public:
  Evaluator(const Program &Source, const std::string &WrongName)
      : P(Source), Plant(WrongName), Input(inputBytes(Source)) {
    Result.Output.resize(Input.size());
    Result.Common = commonBytes(Source);
  }

  Outcome run();

private:
  using Group = std::vector<Thread>;

  void runTogether(const Block &B, Group &Threads);
  void collective(const Stmt &S, Group &Threads);
  void vote(const Stmt &S, Group &Threads);

  Flow run(const Block &B, size_t First, Thread &T, Frame &F);
  Flow run(const Stmt &S, Thread &T, Frame &F);
  Flow loop(const Stmt &S, Thread &T, Frame &F);
  Flow selection(const Stmt &S, Thread &T, Frame &F);
  Flow graph(const Stmt &S, Thread &T, Frame &F);
  unsigned follow(const Stmt &S, unsigned Node, unsigned Turns, Frame *F);
  void instruction(const Stmt &S, Frame &F);
  void memory(const Stmt &S, Thread &T, Frame &F);
  void pointerStore(const Stmt &S, Frame &F);
  void pointerAccess(const Stmt &S, Thread &T, Frame &F);
  void move(const Stmt &S, uint8_t *Bytes, Frame &F);
  void arrayCall(const Stmt &S, Frame &F);
  void atomic(const Stmt &S, Thread &T, Frame &F);
  void call(const Stmt &S, Thread &T, Frame &F);
  void storeOutputs(Thread &T);
  std::vector<uint8_t> numbers(Space Where) const;
  /// Bytes from the start of the space, for a thread.
  static unsigned offsetOf(const Access &A, Frame &F) {
    unsigned Index = A.HasIndex ? unsigned(F.at(A.Index)) & (A.Count - 1) : 0;
    return Index * A.Bytes * A.Lanes + A.Offset;
  }
  uint8_t *place(Space Where, unsigned Offset, const Thread &T, Frame &F);
  bool isUniformlyTrue(const Stmt &S) const { return P.N > S.Number; }

  static bool holds(const Guard &G, Frame &F) {
    return !G.IsPresent ||
           (F.at({RegClass::Pred, G.Pred}) & 1) != uint64_t(G.IsNegated);
  }
  static uint64_t read(const Operand &O, Frame &F) {
    if (O.IsImmediate)
      return O.R.Class == RegClass::F64 ? nearestFloat(O.Bits) : O.Bits;
    return masked(F.at(O.R) ^ uint64_t(O.IsNegated), bitsOf(O.R.Class));
  }
  static void write(Reg R, uint64_t V, Frame &F) {
    F.at(R) = masked(V, bitsOf(R.Class));
  }

  const Program &P;
  const std::string &Plant;
  std::vector<uint8_t> Input;
  std::vector<uint8_t> Shared, Constants, ConstNumbers, GlobalNumbers;
  Outcome Result;
};

//===----------------------------------------------------------------------===//
// One thread
//===----------------------------------------------------------------------===//

void Evaluator::instruction(const Stmt &S, Frame &F) {
  uint64_t Sources[8] = {};
  for (size_t I = 0; I != S.Sources.size(); ++I)
    Sources[I] = read(S.Sources[I], F);
  if (S.Op->ReadsCarry)
    Sources[S.Sources.size()] = F.Carry;
  uint64_t V = S.Op->Evaluate(*S.Op, Sources);
  if (!Plant.empty() && S.Op->Name == Plant)
    V ^= 1;
  if (S.Op->WritesCarry)
    F.Carry = V >> 32 & 1;
  unsigned Shift = 0;
  for (Reg R : S.Results) {
    write(R, V >> Shift, F);
    Shift += bitsOf(R.Class);
  }
}

/// Byte \p Offset of what \p T sees of a space.
uint8_t *Evaluator::place(Space Where, unsigned Offset, const Thread &T,
                          Frame &F) {
  switch (Where) {
  case Space::Global:
    return &Result.Output[T.GlobalIndex * ThreadBytes + OwnOffset + Offset];
  case Space::Input:
    return &Input[Offset];
  case Space::Shared:
    return &Shared[T.Index * SharedBytes + Offset];
  case Space::Local:
    return &F.Local[Offset];
  case Space::Const:
    return &Constants[Offset];
  case Space::ConstNumbers:
    return &ConstNumbers[Offset];
  case Space::GlobalNumbers:
    return &GlobalNumbers[Offset];
  }
  return nullptr;
}

void Evaluator::memory(const Stmt &S, Thread &T, Frame &F) {
  move(S, place(S.Mem.Where, offsetOf(S.Mem, F), T, F), F);
}

void Evaluator::pointerStore(const Stmt &S, Frame &F) {
  PlaceInSpace New[2];
  for (size_t I = 0; I != S.Pointers.size(); ++I) {
    const PointerSource &From = S.Pointers[I];
    New[I] = From.From >= 0
                 ? F.Pointers[From.From]
                 : PlaceInSpace{From.Element.Where, offsetOf(From.Element, F)};
  }
  std::copy_n(New, S.Pointers.size(), &F.Pointers[S.Number]);
}

void Evaluator::pointerAccess(const Stmt &S, Thread &T, Frame &F) {
  PlaceInSpace To = F.Pointers[S.Number];
  move(S, place(To.Where, To.Offset + S.Mem.Offset, T, F), F);
}

/// Between registers and \p Bytes. Of a mapped f64 only the low word moves.
void Evaluator::move(const Stmt &S, uint8_t *Bytes, Frame &F) {
  const Access &A = S.Mem;
  for (unsigned Lane = 0; Lane != A.Lanes; ++Lane) {
    if (A.IsStore) {
      uint64_t V = read(S.Sources[Lane], F);
      unsigned Size = A.Type == "f64" ? 4 : A.Bytes;
      std::memcpy(Bytes + Lane * A.Bytes, &V, Size);
      continue;
    }
    uint64_t V = 0;
    std::memcpy(&V, Bytes + Lane * A.Bytes, A.Bytes);
    unsigned Bits = 8 * A.Bytes;
    if (A.IsSigned && V >> (Bits - 1) & 1)
      V |= ~(~uint64_t(0) >> (64 - Bits));
    write(S.Results[Lane], V, F);
  }
}

void Evaluator::atomic(const Stmt &S, Thread &T, Frame &F) {
  const AtomicForm &Form = AtomicForms[S.Number];
  uint8_t *Word = &Result.Common[8 * S.Number];
  if (S.IsVariant)
    Word = place(
        S.Mem.Where,
        S.Mem.Where == Space::Shared ? SharedAtomicOffset : AtomicOffset, T, F);
  unsigned Bytes = bitsOf(Form.Class) / 8;
  uint64_t Old = 0, Sources[2] = {};
  std::memcpy(&Old, Word, Bytes);
  for (size_t I = 0; I != S.Sources.size(); ++I)
    Sources[I] = read(S.Sources[I], F);
  uint64_t New = Form.Apply(Old, Sources);
  std::memcpy(Word, &New, Bytes);
  if (S.IsVariant)
    write(S.Results[0], Old, F);
}

void Evaluator::call(const Stmt &S, Thread &T, Frame &F) {
  const Function &Callee = P.Functions[S.Number];
  Frame Inner;
  Inner.Fuel = FunctionFuel;
  // The first registers of each class, in the order of the list.
  uint8_t Next[NumClasses] = {};
  for (size_t I = 0; I != S.Sources.size(); ++I) {
    RegClass Class = Callee.Parameters[I];
    write({Class, Next[unsigned(Class)]++}, read(S.Sources[I], F), Inner);
  }
  run(Callee.Body, 0, T, Inner);
  std::fill(std::begin(Next), std::end(Next), 0);
  for (Reg R : S.Results)
    write(R, Inner.at({R.Class, Next[unsigned(R.Class)]++}), F);
}

void Evaluator::arrayCall(const Stmt &S, Frame &F) {
  const ArrayFunction &Callee = P.ArrayFunctions[S.Number];
  std::vector<std::vector<uint8_t>> Arguments;
  auto Next = S.Sources.begin();
  for (unsigned Bytes : Callee.Arguments) {
    std::vector<uint8_t> &Array = Arguments.emplace_back(Bytes);
    for (unsigned I = 0; I != Bytes; I += 4) {
      uint64_t V = read(*Next++, F);
      std::memcpy(&Array[I], &V, 4);
    }
  }
  std::vector<uint8_t> Value;
  for (unsigned I = 0; I != S.Trips; ++I) {
    Value = Callee.evaluate(Arguments);
    if (S.IsVariant)
      Arguments[0] = Value;
  }
  for (size_t I = 0; I != S.Results.size(); ++I) {
    uint32_t V;
    std::memcpy(&V, &Value[4 * I], 4);
    write(S.Results[I], V, F);
  }
}

Flow Evaluator::loop(const Stmt &S, Thread &T, Frame &F) {
  unsigned Trips = S.IsUniform ? (P.N & 3) + 1 : S.Trips;
  bool IsCounted = Trips != 0;
  const Block &Body = S.Bodies[0];
  size_t First = 0;
  bool Inside = S.SideEntry.IsPresent && holds(S.SideEntry, F);
  if (Inside)
    First = std::min<size_t>(S.EntryIndex, Body.size());
  for (;;) {
    if (!Inside && !IsCounted && --F.Fuel <= 0)
      return {};
    Flow Out = run(Body, First, T, F);
    First = 0;
    Inside = false;
    bool IsOwn = Out.Kind == Flow::Leave && Out.Label == S.Label;
    if (Out.Kind != Flow::Next && !IsOwn)
      return Out;
    if (IsOwn && !Out.IsContinue)
      return {};
    if (IsCounted && --Trips == 0)
      return {};
    if (!S.IsEndless && !holds(S.Condition, F))
      return {};
  }
}

Flow Evaluator::selection(const Stmt &S, Thread &T, Frame &F) {
  size_t Case = read(S.Sources[0], F) & 7;
  for (; Case < S.Bodies.size(); ++Case) {
    Flow Out = run(S.Bodies[Case], 0, T, F);
    if (Out.Kind != Flow::Next)
      return Out;
    if (!S.FallsThrough[Case])
      break;
  }
  return {};
}

/// Where graph \p S goes on behind block \p Node. Only a predicate needs \p F.
unsigned Evaluator::follow(const Stmt &S, unsigned Node, unsigned Turns,
                           Frame *F) {
  const GraphNode &N = S.Nodes[Node];
  bool Holds = false;
  switch (N.Test) {
  case GraphNode::None:
    break;
  case GraphNode::Predicate:
    Holds = F && holds(N.Condition, *F);
    break;
  case GraphNode::Parameter:
    Holds = P.N > N.Number;
    break;
  case GraphNode::Turns:
    Holds = ((Turns + P.N) & 3) < N.Number;
    break;
  }
  return Holds ? N.Taken : N.Otherwise;
}

Flow Evaluator::graph(const Stmt &S, Thread &T, Frame &F) {
  unsigned Turns = 0;
  for (unsigned Node = 0; Node < S.Bodies.size();) {
    if (isTurn(S, Node) && ++Turns > S.Trips)
      return {};
    Flow Out = run(S.Bodies[Node], 0, T, F);
    if (Out.Kind != Flow::Next)
      return Out;
    Node = follow(S, Node, Turns, &F);
  }
  return {};
}

Flow Evaluator::run(const Block &B, size_t First, Thread &T, Frame &F) {
  for (size_t I = First; I < B.size(); ++I) {
    Flow Out = run(B[I], T, F);
    if (Out.Kind != Flow::Next)
      return Out;
  }
  return {};
}

Flow Evaluator::run(const Stmt &S, Thread &T, Frame &F) {
  Flow Out;
  switch (S.Kind) {
  case StmtKind::Instruction:
    if (holds(S.Condition, F))
      instruction(S, F);
    return {};
  case StmtKind::Chain:
    return run(S.Bodies[0], 0, T, F);
  case StmtKind::Memory:
    if (holds(S.Condition, F))
      memory(S, T, F);
    return {};
  case StmtKind::PointerAccess:
    if (holds(S.Condition, F))
      pointerAccess(S, T, F);
    return {};
  case StmtKind::PointerStore:
    if (holds(S.Condition, F))
      pointerStore(S, F);
    return {};
  case StmtKind::ArrayCall:
    if (holds(S.Condition, F))
      arrayCall(S, F);
    return {};
  case StmtKind::Atomic:
    if (holds(S.Condition, F))
      atomic(S, T, F);
    return {};
  case StmtKind::Call:
    if (holds(S.Condition, F))
      call(S, T, F);
    return {};
  case StmtKind::If: {
    bool Then = S.IsUniform ? isUniformlyTrue(S) : holds(S.Condition, F);
    Out = run(S.Bodies[Then ? 0 : 1], 0, T, F);
    break;
  }
  case StmtKind::Loop:
    return loop(S, T, F);
  case StmtKind::Switch:
    Out = selection(S, T, F);
    break;
  case StmtKind::Region:
    Out = run(S.Bodies[0], 0, T, F);
    break;
  case StmtKind::Graph:
    Out = graph(S, T, F);
    break;
  case StmtKind::Leave:
    if (holds(S.Condition, F))
      return {Flow::Leave, S.Number, S.IsVariant};
    return {};
  case StmtKind::Return:
    if (!holds(S.Condition, F))
      return {};
    // Those that branch to the common end store their registers there.
    if (&F == &T.Registers && S.IsVariant)
      storeOutputs(T);
    return {Flow::Return};
  case StmtKind::Exchange:
  case StmtKind::SharedSum:
  case StmtKind::Vote:
  case StmtKind::Barrier:
    // Only where all threads are: see collective().
    return {};
  }
  if (Out.Kind == Flow::Leave && Out.Label == S.Label)
    return {};
  return Out;
}

void Evaluator::storeOutputs(Thread &T) {
  for (Reg R : P.Outputs) {
    uint8_t *Place =
        &Result.Output[T.GlobalIndex * ThreadBytes + registerOffset(R)];
    unsigned Bytes = std::max(bitsOf(R.Class) / 8, 4u);
    if (R.Class == RegClass::B16)
      Bytes = 2;
    uint64_t V = T.Registers.at(R);
    std::memcpy(Place, &V, Bytes);
  }
}

//===----------------------------------------------------------------------===//
// All threads of a CTA
//===----------------------------------------------------------------------===//

void Evaluator::vote(const Stmt &S, Group &Threads) {
  for (size_t First = 0; First < Threads.size(); First += 32) {
    size_t End = std::min(First + 32, Threads.size());
    bool All = true, Any = false;
    for (size_t I = First; I != End; ++I) {
      bool V = read(S.Sources[0], Threads[I].Registers) & 1;
      All &= V;
      Any |= V;
    }
    bool Verdict = S.Number == 0 ? All : (S.Number == 1 ? Any : All || !Any);
    for (size_t I = First; I != End; ++I)
      write(S.Results[0], Verdict, Threads[I].Registers);
  }
}

void Evaluator::collective(const Stmt &S, Group &Threads) {
  if (S.Kind == StmtKind::Barrier)
    return;
  if (S.Kind == StmtKind::Vote)
    return vote(S, Threads);
  std::vector<uint64_t> Values;
  uint64_t Sum = S.Number;
  for (Thread &T : Threads) {
    Values.push_back(read(S.Sources[0], T.Registers));
    Sum += Values.back();
  }
  for (Thread &T : Threads) {
    size_t Other = (T.Index + S.Number) % Threads.size();
    write(S.Results[0], S.Kind == StmtKind::Exchange ? Values[Other] : Sum,
          T.Registers);
  }
}

void Evaluator::runTogether(const Block &B, Group &Threads) {
  for (const Stmt &S : B) {
    if (!isCollective(S)) {
      for (Thread &T : Threads)
        if (!T.IsDone && run(S, T, T.Registers).Kind == Flow::Return)
          T.IsDone = true;
    } else if (S.Kind == StmtKind::If) {
      runTogether(S.Bodies[isUniformlyTrue(S) ? 0 : 1], Threads);
    } else if (S.Kind == StmtKind::Loop) {
      for (unsigned Trips = (P.N & 3) + 1; Trips; --Trips)
        runTogether(S.Bodies[0], Threads);
    } else if (S.Kind == StmtKind::Graph) {
      unsigned Turns = 0;
      for (unsigned Node = 0; Node < S.Bodies.size();) {
        if (isTurn(S, Node) && ++Turns > S.Trips)
          break;
        runTogether(S.Bodies[Node], Threads);
        Node = follow(S, Node, Turns, nullptr);
      }
    } else {
      collective(S, Threads);
    }
  }
}

/// The table of \p Where: an f32 and a zero for each f64.
std::vector<uint8_t> Evaluator::numbers(Space Where) const {
  std::vector<uint8_t> Bytes(NumNumbers * NumberBytes);
  for (unsigned I = 0; I != NumNumbers; ++I) {
    uint32_t V = nearestFloat(numberBits(P, Where, I));
    std::memcpy(&Bytes[I * NumberBytes], &V, 4);
  }
  return Bytes;
}

Outcome Evaluator::run() {
  for (unsigned I = 0; I != ConstBytes; ++I)
    Constants.push_back(constByte(P, I));
  ConstNumbers = numbers(Space::ConstNumbers);
  GlobalNumbers = numbers(Space::GlobalNumbers);
  for (unsigned BlockIndex = 0; BlockIndex != P.Blocks; ++BlockIndex) {
    Shared.assign(P.Threads * SharedBytes, 0);
    Group Threads(P.Threads);
    for (unsigned I = 0; I != P.Threads; ++I) {
      Thread &T = Threads[I];
      T.Index = I;
      T.GlobalIndex = BlockIndex * P.Threads + I;
      T.Registers.Fuel = KernelFuel;
      for (unsigned Slot = 0; Slot != FirstScratchSlot; ++Slot)
        T.Registers.Pointers[Slot] = {SlotSpaces[Slot], 0};
      for (unsigned C = 0; C != NumClasses; ++C)
        for (uint8_t R = 0; R != P.Count[C]; ++R) {
          Reg Target{RegClass(C), R};
          uint64_t V = 0;
          std::memcpy(
              &V, &Input[T.GlobalIndex * ThreadBytes + registerOffset(Target)],
              std::max(1u, bitsOf(Target.Class) / 8));
          if (Target.Class != RegClass::Pred)
            T.Registers.at(Target) = V;
        }
      T.Registers.at(ThreadIndex) = I;
      T.Registers.at(Parameter) = P.N;
    }
    runTogether(P.Body, Threads);
    for (Thread &T : Threads)
      if (!T.IsDone)
        storeOutputs(T);
  }
  return std::move(Result);
}

} // namespace

Outcome evaluate(const Program &P, const std::string &Plant) {
  return Evaluator(P, Plant).run();
}

} // namespace heddle::ptxrandom
