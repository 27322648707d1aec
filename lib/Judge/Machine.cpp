//===- Machine.cpp - Threads, barriers, CTAs of a judged launch -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <deque>
#include <utility>

namespace heddle::judge {

Outcome run(const Launch &What) { return Machine(What).run(); }

void Machine::refuse(const llvm::Twine &Why) {
  if (isOver())
    return;
  Result.Kind = Outcome::Refused;
  Result.Message = Why.str();
  Result.At = Current;
}

void Machine::fault(const llvm::Twine &Why) {
  if (isOver())
    return;
  Result.Kind = Outcome::Faulted;
  Result.Message = Why.str();
  Result.At = Current;
}

const Code *Machine::codeOf(const ptx::Function *F) {
  if (F->Definition)
    F = F->Definition;
  if (!F->Body)
    return nullptr;
  std::unique_ptr<Code> &C = Codes[F];
  if (C)
    return C.get();
  C = std::make_unique<Code>();
  C->Of = F;
  forEachStmt(*F->Body, [&](const ptx::Stmt &S) {
    if (const auto *I = llvm::dyn_cast<Instruction>(&S))
      C->List.push_back(I);
    else if (const auto *L = llvm::dyn_cast<ptx::LabelStatement>(&S))
      C->Labels[L->L] = C->List.size();
    else if (const auto *D = llvm::dyn_cast<ptx::TargetsDirective>(&S))
      C->Targets[D->Name] = D;
  });
  return C.get();
}

bool Machine::placeShared() {
  const ptx::Variable *Dynamic = nullptr;
  std::vector<const ptx::Variable *> Unsized;
  auto Place = [&](llvm::ArrayRef<ptx::Variable *> Of) {
    for (const ptx::Variable *V : Of) {
      if (V->Space != ptx::StateSpace::Shared || V->Definition)
        continue;
      if (V->byteSize() == 0) {
        Unsized.push_back(V);
        if (!Dynamic || V->Align > Dynamic->Align)
          Dynamic = V;
        continue;
      }
      SharedBytes = llvm::alignTo(SharedBytes, V->Align);
      SharedPlaces[V] = SharedBytes;
      SharedBytes += V->byteSize();
    }
  };
  Place(How.Module->Variables);
  for (const ptx::Function *F : How.Module->Functions)
    Place(F->Variables);
  if (Dynamic)
    SharedBytes = llvm::alignTo(SharedBytes, std::max(Dynamic->Align, 16U));
  for (const ptx::Variable *V : Unsized)
    SharedPlaces[V] = SharedBytes;
  SharedBytes += How.DynamicSharedBytes;
  return SharedBytes <= WindowBytes;
}

void Machine::enter(Thread &T, const Code &C) {
  Frame &F = T.Frames.emplace_back();
  F.Of = &C;
  F.Mark = T.Local.size();
  F.Registers.assign(C.Of->Registers.size() * 4, 0);
  // The value that is passed is in doubt if anything is.
  if (HasDoubts)
    F.Doubts.assign(F.Registers.size(), T.OfLocal);
  auto Place = [&](const ptx::Variable &V) {
    const size_t At =
        llvm::alignTo(T.Local.size(), std::max<uint64_t>(V.Align, 16));
    T.Local.resize(At + V.byteSize());
    F.Places[&V] = At;
  };
  for (const ptx::Variable *V : C.Of->Variables)
    if (V->Space == ptx::StateSpace::Local ||
        (V->Space == ptx::StateSpace::Param && !C.Of->IsEntry) ||
        (V->Space == ptx::StateSpace::Param && !V->IsParameter) ||
        (V->Space == ptx::StateSpace::Param &&
         !llvm::is_contained(C.Of->Params, V)))
      Place(*V);
  if (C.Of->IsEntry)
    return;
  for (llvm::ArrayRef<ptx::Decl *> List : {C.Of->Params, C.Of->Returns})
    for (const ptx::Decl *D : List)
      if (const auto *V = llvm::dyn_cast<ptx::Variable>(D);
          V && !F.Places.contains(V))
        Place(*V);
}

std::unique_ptr<Cta> Machine::makeCta(uint64_t Number) {
  auto C = std::make_unique<Cta>();
  C->Id = {uint32_t(Number % How.Grid[0]),
           uint32_t(Number / How.Grid[0] % How.Grid[1]),
           uint32_t(Number / How.Grid[0] / How.Grid[1])};
  C->Shared.resize(SharedBytes);
  const uint64_t Count = uint64_t(How.Block[0]) * How.Block[1] * How.Block[2];
  C->Threads.resize(Count);
  for (uint64_t N = 0; N != Count; ++N) {
    Thread &T = C->Threads[N];
    T.Number = unsigned(N);
    T.Id = {uint32_t(N % How.Block[0]),
            uint32_t(N / How.Block[0] % How.Block[1]),
            uint32_t(N / How.Block[0] / How.Block[1])};
    // No variable is at address 0.
    T.Local.resize(16);
    for (const ptx::Variable *V : How.Module->Variables)
      if (V->Space == ptx::StateSpace::Local)
        return nullptr;
    enter(T, *codeOf(How.Kernel));
  }
  return C;
}

bool Machine::runThread(Thread &T, unsigned Steps) {
  assert(!T.Frames.empty() && "a thread without a function");
  for (unsigned N = 0; N != Steps; ++N) {
    if (T.State != ThreadState::Runs || isOver())
      return false;
    if (T.frame().PC == T.frame().Of->List.size()) {
      leave(T);
      continue;
    }
    const Instruction &I = T.next();
    Current = &I;
    if (++Result.Instructions > How.MaxInstructions) {
      refuse("the launch is longer than the judge waits for: " +
             llvm::Twine(How.MaxInstructions) + " instructions of threads");
      return false;
    }
    if (HasDoubts)
      startDoubts(T, I);
    if (I.Guard && (slot(T, *I.Guard, -1) & 1) == uint64_t(I.GuardNegated)) {
      ++T.frame().PC;
      continue;
    }
    bool IsControl = false;
    const bool GoesOn = control(T, I, IsControl);
    if (!IsControl) {
      execute(T, I);
      if (HasDoubts)
        endDoubts(T, I);
    }
    if (GoesOn && !isOver())
      ++T.frame().PC;
    if (std::exchange(T.HasGivenUp, false))
      return true;
  }
  return false;
}

/// A barrier counts whole warps: threads that the last warp never had, and
/// those that have exited, come with the others of their warp.
unsigned Machine::missing(const Barrier &B) const {
  unsigned Missing = 0;
  for (const auto &[Warp, Arrived] : B.ArrivedOfWarp) {
    const auto OfWarp =
        llvm::ArrayRef(Now->Threads).drop_front(size_t(Warp) * 32);
    const auto Living = llvm::count_if(
        OfWarp.take_front(std::min<size_t>(OfWarp.size(), 32)),
        [](const Thread &T) { return T.State != ThreadState::Exited; });
    if (Arrived >= size_t(Living) && Arrived < 32)
      Missing += 32 - Arrived;
  }
  return Missing;
}

/// A thread that has exited waits for nobody.
bool Machine::releaseBarriers() {
  bool HasReleased = false;
  const auto Living =
      unsigned(llvm::count_if(Now->Threads, [](const Thread &T) {
        return T.State != ThreadState::Exited;
      }));
  for (unsigned Id = 0; Id != Now->Barriers.size(); ++Id) {
    Barrier &B = Now->Barriers[Id];
    if (!B.Arrived ||
        (B.Expected ? B.Arrived + missing(B) < B.Expected : B.Arrived < Living))
      continue;
    for (Thread &T : Now->Threads) {
      if (T.State != ThreadState::AtBarrier || T.Barrier != Id)
        continue;
      const Instruction &I = T.next();
      if (I.has(ptx::ModRed)) {
        uint64_t V = B.Votes;
        if (I.has(ptx::ModAnd))
          V = B.Votes == B.Voters;
        else if (I.has(ptx::ModOr))
          V = B.Votes != 0;
        writeResult(T, I, V,
                    I.has(ptx::ModPopc) ? ScalarType::U32 : ScalarType::Pred);
      }
      T.State = ThreadState::Runs;
      ++T.frame().PC;
    }
    B = Barrier();
    HasReleased = true;
  }
  return HasReleased;
}

/// Runs each thread that can go on. Whether all of them gave up.
bool Machine::runRound(Cta &C, bool &HasRun) {
  constexpr unsigned Slice = 20000;
  bool GaveUp = true;
  for (Thread &T : C.Threads)
    if (T.State == ThreadState::Runs) {
      HasRun = true;
      GaveUp &= runThread(T, Slice);
      if (isOver())
        return false;
    }
  return HasRun && GaveUp;
}

bool Machine::runCta(Cta &C) {
  // A thread may ask a few times before it comes to what others wait for.
  constexpr unsigned PatientRounds = 4096;
  Now = &C;
  for (unsigned Round = 0; Round != 64; ++Round) {
    bool HasRun = false;
    const uint64_t Changes = C.BarrierChanges;
    const bool GaveUp = runRound(C, HasRun);
    if (isOver())
      return true;
    if (llvm::all_of(C.Threads, [](const Thread &T) {
          return T.State == ThreadState::Exited;
        })) {
      C.IsDone = true;
      return true;
    }
    const bool HasMet = meet();
    if (isOver())
      return true;
    const bool HasReleased = releaseBarriers();
    const bool IsIdle =
        GaveUp && !HasMet && !HasReleased && Changes == C.BarrierChanges;
    C.IdleRounds = IsIdle ? C.IdleRounds + 1 : 0;
    if (C.IdleRounds < PatientRounds && (HasReleased || HasMet || HasRun))
      continue;
    const auto Waits = llvm::find_if(C.Threads, [](const Thread &T) {
      return T.State != ThreadState::Exited;
    });
    assert(Waits != C.Threads.end() && "all have exited");
    Current = &Waits->next();
    fault("threads wait for each other for ever");
    return true;
  }
  // Another CTA may have to do something first.
  return false;
}

void Machine::noteNames() {
  llvm::StringSet<> Known;
  auto Note = [&](llvm::ArrayRef<ptx::Variable *> Of) {
    for (const ptx::Variable *V : Of)
      if ((V->Space == ptx::StateSpace::Global ||
           V->Space == ptx::StateSpace::Const) &&
          !V->Definition && !Known.insert(V->Name).second)
        SharedNames.insert(V->Name);
  };
  Note(How.Module->Variables);
  for (const ptx::Function *F : How.Module->Functions)
    Note(F->Variables);
}

Outcome Machine::run() {
  Current = nullptr;
  if (How.Module->MapF64ToF32)
    refuse("map_f64_to_f32");
  else if (llvm::any_of(How.Module->Body, [](const ptx::Stmt *S) {
             return llvm::isa<ptx::RegisterDeclaration>(S);
           }))
    refuse("registers of the module");
  else if (!placeShared())
    refuse("so much shared memory");
  noteNames();
  noteFunctions();
  std::deque<std::unique_ptr<Cta>> Living;
  const uint64_t Count = uint64_t(How.Grid[0]) * How.Grid[1] * How.Grid[2];
  uint64_t Next = 0;
  while (!isOver() && (Next != Count || !Living.empty())) {
    if (Next != Count) {
      Living.push_back(makeCta(Next++));
      if (!Living.back())
        refuse(".local variables of the module");
    }
    for (size_t N = 0; N != Living.size() && !isOver();) {
      runCta(*Living[N]);
      if (Living[N]->IsDone)
        Living.erase(Living.begin() + ptrdiff_t(N));
      else
        ++N;
    }
  }
  return std::move(Result);
}

} // namespace heddle::judge
