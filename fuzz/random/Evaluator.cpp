//===- Evaluator.cpp - What a program must compute ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorImpl.h"
#include <algorithm>
#include <cstring>

namespace heddle::ptxrandom {

void Evaluator::vote(const Stmt &S, const Group &Threads) {
  for (size_t First = 0; First < Threads.size(); First += 32) {
    size_t End = std::min(First + 32, Threads.size());
    bool All = true, Any = false;
    for (size_t I = First; I != End; ++I) {
      bool V = read(S.Sources[0], Threads[I]->Registers) & 1;
      All &= V;
      Any |= V;
    }
    bool Verdict = S.Number == 0 ? All : (S.Number == 1 ? Any : All || !Any);
    for (size_t I = First; I != End; ++I)
      write(S.Results[0], Verdict, Threads[I]->Registers);
  }
}

void Evaluator::collective(const Stmt &S, const Group &Threads) {
  if (S.Kind == StmtKind::Barrier)
    return;
  if (S.Kind == StmtKind::WarpOperation)
    return warpOperation(S, Threads);
  if (S.Kind == StmtKind::WarpBlock)
    return warpBlock(S, Threads);
  if (S.Kind == StmtKind::Vote)
    return vote(S, Threads);
  std::vector<uint64_t> Values;
  uint64_t Sum = S.Number;
  for (Thread *T : Threads) {
    Values.push_back(read(S.Sources[0], T->Registers));
    Sum += Values.back();
  }
  for (Thread *T : Threads) {
    size_t Other = (T->Index + S.Number) % Threads.size();
    write(S.Results[0], S.Kind == StmtKind::Exchange ? Values[Other] : Sum,
          T->Registers);
  }
}

void Evaluator::runTogether(const Block &B, const Group &Threads) {
  for (const Stmt &S : B) {
    if (!isCollective(S)) {
      for (Thread *T : Threads)
        if (!T->IsDone && run(S, *T, T->Registers).Kind == Flow::Return)
          T->IsDone = true;
    } else if (S.Kind == StmtKind::If) {
      runTogether(S.Bodies[isUniformlyTrue(S) ? 0 : 1], Threads);
    } else if (S.Kind == StmtKind::Loop) {
      for (unsigned Trips = (P.N & 3) + 1; Trips; --Trips)
        runTogether(S.Bodies[0], Threads);
    } else if (S.Kind == StmtKind::Region) {
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
  bindImages();
  for (unsigned BlockIndex = 0; BlockIndex != P.Blocks; ++BlockIndex) {
    Shared.assign(P.Threads * SharedBytes, 0);
    std::vector<Thread> Threads(P.Threads);
    Group All;
    for (unsigned I = 0; I != P.Threads; ++I) {
      Thread &T = Threads[I];
      All.push_back(&T);
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
    runTogether(P.Body, All);
    for (Thread &T : Threads)
      if (!T.IsDone)
        storeOutputs(T);
  }
  return std::move(Result);
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

Outcome evaluate(const Program &P, const std::string &Plant) {
  return Evaluator(P, Plant).run();
}

} // namespace heddle::ptxrandom
