//===- Control.cpp - Branches, calls, barriers, meetings of lanes ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cstring>

namespace heddle::judge {

using namespace ptx;

bool Machine::control(Thread &T, const Instruction &I, bool &IsControl) {
  IsControl = true;
  Frame &F = T.frame();
  switch (I.opcode()) {
  case OpBra:
    F.PC = F.Of->Labels.lookup(I.Operands[0].label());
    return false;
  case OpBrxIdx: {
    const uint64_t Index = read(T, I.Operands[0]);
    const TargetsDirective *D = F.Of->Targets.lookup(I.Operands[1].label());
    if (!D || Index >= D->Targets.size()) {
      fault("no branch target has this number");
      return false;
    }
    F.PC = F.Of->Labels.lookup(llvm::cast<Label>(D->Targets[Index]));
    return false;
  }
  case OpCall:
    call(T, I);
    return false;
  case OpRet:
    leave(T);
    return false;
  case OpExit:
    T.State = ThreadState::Exited;
    return false;
  case OpTrap:
    fault("trap");
    return false;
  case OpBar:
  case OpBarrier:
    if (I.has(ModWarp)) {
      T.State = ThreadState::AtMeeting;
      return false;
    }
    arrive(T, I);
    return T.State == ThreadState::Runs;
  case OpShfl:
  case OpVote:
  case OpMatch:
  case OpRedux:
  case OpActivemask:
  case OpElect:
    T.State = ThreadState::AtMeeting;
    return false;
  // Each access is done before the next one here.
  case OpMembar:
  case OpFence:
  case OpPrefetch:
  case OpPrefetchu:
  case OpNanosleep:
  case OpDiscard:
  case OpApplypriority:
    return true;
  default:
    IsControl = false;
    return true;
  }
}

/// Whether the results and the arguments of a call are as many as those of
/// \p F, and variables among them of the same sizes.
static bool takesOperands(const Function &F, const Instruction &Call) {
  const auto Fits = [](llvm::ArrayRef<Decl *> Of,
                       llvm::ArrayRef<Operand> Given) {
    if (Of.size() != Given.size())
      return false;
    for (auto [D, O] : llvm::zip(Of, Given)) {
      const auto *V = llvm::dyn_cast<Variable>(D);
      const Variable *From =
          O.OpKind == Operand::AddressOp || O.OpKind == Operand::SymbolOp
              ? O.baseVariable()
              : nullptr;
      if (V && From && From->Space == StateSpace::Param &&
          V->byteSize() != From->byteSize())
        return false;
    }
    return true;
  };
  return Fits(F.Returns, Call.Operands[0].Elements) &&
         Fits(F.Params, Call.Operands[2].Elements);
}

void Machine::call(Thread &T, const Instruction &I) {
  const Operand &Callee = I.Operands[1];
  const auto *F = llvm::dyn_cast_or_null<Function>(Callee.Base);
  if (Callee.isRegister()) {
    F = functionAt(slot(T, *Callee.reg(), Callee.Component));
    if (!F) {
      fault("a call of no function");
      return;
    }
  }
  const Code *To = F ? codeOf(F) : nullptr;
  if (!To) {
    refuse("a call of " + (F ? F->Name : llvm::StringRef("no function")));
    return;
  }
  if (!takesOperands(*To->Of, I)) {
    fault("a call of a function with other parameters");
    return;
  }
  if (T.Frames.size() > 1000) {
    fault("calls nest too deep");
    return;
  }
  // A call reads its arguments before anything of the callee's is made.
  llvm::SmallVector<std::vector<uint8_t>, 4> Blocks;
  llvm::SmallVector<uint64_t, 4> Values;
  for (auto [P, A] : llvm::zip(To->Of->Params, I.Operands[2].Elements)) {
    Blocks.emplace_back();
    const auto *V = llvm::dyn_cast<Variable>(P);
    const Variable *From = A.isRegister() ? nullptr : A.baseVariable();
    if (V && From && T.frame().Places.contains(From)) {
      const uint8_t *At = T.Local.data() + T.frame().Places.lookup(From);
      Blocks.back().assign(At, At + std::min(V->byteSize(), From->byteSize()));
      Values.push_back(0);
      continue;
    }
    const ScalarType Type = V ? V->Type : llvm::cast<Register>(P)->Type;
    Values.push_back(read(T, A, Type));
    if (V) {
      Blocks.back().resize(storeSize(Type));
      std::memcpy(Blocks.back().data(), &Values.back(), Blocks.back().size());
    }
  }
  enter(T, *To);
  for (auto [P, Block, Value] : llvm::zip(To->Of->Params, Blocks, Values)) {
    if (const auto *V = llvm::dyn_cast<Variable>(P))
      llvm::copy(Block,
                 T.Local.begin() + ptrdiff_t(T.frame().Places.lookup(V)));
    else
      slot(T, *llvm::cast<Register>(P), -1) = Value;
  }
}

void Machine::leave(Thread &T) {
  if (T.Frames.size() == 1) {
    T.State = ThreadState::Exited;
    return;
  }
  const Function &F = *T.frame().Of->Of;
  llvm::SmallVector<std::vector<uint8_t>, 2> Blocks;
  llvm::SmallVector<uint64_t, 2> Values;
  for (const Decl *D : F.Returns) {
    Blocks.emplace_back();
    if (const auto *V = llvm::dyn_cast<Variable>(D)) {
      const uint8_t *At = T.Local.data() + T.frame().Places.lookup(V);
      Blocks.back().assign(At, At + V->byteSize());
      uint64_t Word = 0;
      std::memcpy(&Word, At, std::min<uint64_t>(V->byteSize(), 8));
      Values.push_back(Word);
    } else {
      Values.push_back(slot(T, *llvm::cast<Register>(D), -1));
    }
  }
  T.Local.resize(T.frame().Mark);
  T.Frames.pop_back();
  const Instruction &Call = T.next();
  for (auto [D, To, Block, Value] :
       llvm::zip(F.Returns, Call.Operands[0].Elements, Blocks, Values)) {
    if (To.OpKind == Operand::SinkOp)
      continue;
    if (const Variable *V = To.isRegister() ? nullptr : To.baseVariable())
      llvm::copy(Block,
                 T.Local.begin() + ptrdiff_t(T.frame().Places.lookup(V)));
    else
      write(T, To, Value,
            llvm::isa<Variable>(D) ? llvm::cast<Variable>(D)->Type
                                   : llvm::cast<Register>(D)->Type);
  }
  ++T.frame().PC;
}

void Machine::arrive(Thread &T, const Instruction &I) {
  const bool IsRed = I.has(ModRed);
  const unsigned First = IsRed ? 1 : 0;
  const unsigned Count = unsigned(I.Operands.size());
  const uint64_t Id = Count > First ? read(T, I.Operands[First]) : 0;
  if (Id >= Now->Barriers.size()) {
    fault("no barrier has this number");
    return;
  }
  Barrier &B = Now->Barriers[Id];
  const unsigned Last = IsRed ? Count - 1 : Count;
  if (Last > First + 1)
    B.Expected = unsigned(read(T, I.Operands[First + 1]));
  if (IsRed) {
    B.Votes += unsigned(read(T, I.Operands[Last], ScalarType::Pred));
    ++B.Voters;
  }
  ++B.Arrived;
  ++B.ArrivedOfWarp[T.Number / 32];
  if (I.has(ModArrive))
    return;
  T.Barrier = unsigned(Id);
  T.State = ThreadState::AtBarrier;
}

namespace {

uint32_t bitOf(const Thread &T) { return uint32_t(1) << T.lane(); }

/// The lane that shfl reads, and whether it is within the segment.
std::pair<unsigned, bool> shuffled(const Instruction &I, unsigned Lane,
                                   uint32_t B, uint32_t C) {
  const unsigned Clamp = C & 31, Segment = C >> 8 & 31;
  const unsigned MaxLane = (Lane & Segment) | (Clamp & ~Segment);
  const unsigned MinLane = Lane & Segment;
  B &= 31;
  int From = 0;
  bool IsWithin = false;
  switch (I.modifier(GrpShuffleMode)) {
  case ModUp:
    From = int(Lane) - int(B);
    IsWithin = From >= int(MaxLane);
    break;
  case ModDown:
    From = int(Lane + B);
    IsWithin = From <= int(MaxLane);
    break;
  case ModBfly:
    From = int(Lane ^ B);
    IsWithin = From <= int(MaxLane);
    break;
  default:
    From = int(MinLane | (B & ~Segment & 31));
    IsWithin = From <= int(MaxLane);
    break;
  }
  return {IsWithin ? unsigned(From) : Lane, IsWithin};
}

uint64_t reduced(const Instruction &I, uint64_t A, uint64_t B) {
  const auto IsLess = [&](uint64_t X, uint64_t Y) {
    return isSigned(I.type()) ? int32_t(X) < int32_t(Y) : X < Y;
  };
  switch (I.modifier(GrpReduceOp)) {
  case ModAdd:
    return low(A + B, 32);
  case ModAnd:
    return A & B;
  case ModOr:
    return A | B;
  case ModXor:
    return A ^ B;
  case ModMin:
    return IsLess(B, A) ? B : A;
  default:
    return IsLess(A, B) ? B : A;
  }
}

} // namespace

bool Machine::meetAt(llvm::ArrayRef<Thread *> Members, const Instruction &I) {
  Current = &I;
  uint32_t Mask = 0;
  std::array<Thread *, 32> ByLane = {};
  for (Thread *T : Members) {
    Mask |= bitOf(*T);
    ByLane[T->lane()] = T;
  }
  struct Sources {
    uint64_t A = 0, B = 0, C = 0;
  };
  std::array<Sources, 32> Read;
  for (Thread *T : Members) {
    Sources &S = Read[T->lane()];
    if (I.Operands.size() > 1 && I.opcode() != OpBar)
      S.A = read(*T, I.Operands[1]);
    if (I.opcode() == OpShfl) {
      S.B = read(*T, I.Operands[2]);
      S.C = read(*T, I.Operands[3]);
    }
  }
  uint32_t For = 0;
  for (Thread *T : Members)
    if (Read[T->lane()].A & 1)
      For |= bitOf(*T);
  const bool IsFloat = isFloat(I.type());
  for (Thread *T : Members) {
    const Sources &S = Read[T->lane()];
    switch (I.opcode()) {
    case OpActivemask:
      writeResult(*T, I, Mask, ScalarType::B32);
      break;
    case OpShfl: {
      auto [From, IsWithin] =
          shuffled(I, T->lane(), uint32_t(S.B), uint32_t(S.C));
      if (!ByLane[From])
        Result.DependsOnOrder = true;
      writeResult(*T, I, ByLane[From] ? Read[From].A : S.A, ScalarType::B32);
      if (const Operand *P = I.Operands[0].Second)
        write(*T, *P, IsWithin, ScalarType::Pred);
      break;
    }
    case OpVote:
      if (I.has(ModBallot))
        writeResult(*T, I, For, ScalarType::B32);
      else
        writeResult(*T, I,
                    I.has(ModAll)   ? For == Mask
                    : I.has(ModAny) ? For != 0
                                    : For == Mask || For == 0,
                    ScalarType::Pred);
      break;
    case OpMatch: {
      uint32_t Same = 0;
      for (Thread *O : Members)
        if (Read[O->lane()].A == S.A)
          Same |= bitOf(*O);
      if (I.has(ModAll)) {
        writeResult(*T, I, Same == Mask ? Mask : 0, ScalarType::B32);
        if (const Operand *P = I.Operands[0].Second)
          write(*T, *P, Same == Mask, ScalarType::Pred);
      } else {
        writeResult(*T, I, Same, ScalarType::B32);
      }
      break;
    }
    case OpRedux: {
      if (IsFloat) {
        refuse("redux of floating-point numbers");
        return true;
      }
      uint64_t V = Read[Members.front()->lane()].A;
      for (Thread *O : Members.drop_front())
        V = reduced(I, V, Read[O->lane()].A);
      writeResult(*T, I, V, I.type());
      break;
    }
    case OpElect: {
      const auto Leader = unsigned(llvm::countr_zero(Mask));
      writeResult(*T, I, Leader, ScalarType::B32);
      if (const Operand *P = I.Operands[0].Second)
        write(*T, *P, Leader == T->lane(), ScalarType::Pred);
      break;
    }
    default:
      break;
    }
  }
  for (Thread *T : Members) {
    T->State = ThreadState::Runs;
    ++T->frame().PC;
  }
  return true;
}

/// Those of a warp that .sync names meet when all of them have come. Without
/// it, those that are at one instruction when none of the warp goes on.
bool Machine::meet() {
  bool HasMet = false;
  for (size_t First = 0; First < Now->Threads.size() && !isOver();
       First += 32) {
    llvm::MutableArrayRef<Thread> Warp(
        Now->Threads.data() + First,
        std::min<size_t>(32, Now->Threads.size() - First));
    llvm::SmallVector<Thread *, 32> Waiting;
    bool HasRunning = false;
    uint32_t Living = 0;
    for (Thread &T : Warp) {
      HasRunning |= T.State == ThreadState::Runs;
      if (T.State == ThreadState::AtMeeting)
        Waiting.push_back(&T);
      if (T.State != ThreadState::Exited)
        Living |= bitOf(T);
    }
    if (Waiting.empty())
      continue;
    llvm::sort(Waiting, [](const Thread *A, const Thread *B) {
      return std::pair(A->Frames.back().PC, A->Number) <
             std::pair(B->Frames.back().PC, B->Number);
    });
    for (Thread *T : Waiting) {
      const Instruction &I = T->next();
      const bool IsSync = I.has(ModSync);
      if (!IsSync && HasRunning)
        continue;
      Current = &I;
      uint32_t Named = Living;
      if (IsSync)
        Named &= uint32_t(read(*T, I.Operands.back(), ScalarType::B32));
      if (!(Named & bitOf(*T))) {
        refuse("a mask without the lane itself");
        return true;
      }
      llvm::SmallVector<Thread *, 32> Members;
      uint32_t Came = 0;
      for (Thread *O : Waiting)
        if (&O->next() == &I && (!IsSync || (Named & bitOf(*O)))) {
          Members.push_back(O);
          Came |= bitOf(*O);
        }
      if (IsSync && Came != Named)
        continue;
      llvm::sort(Members, [](const Thread *A, const Thread *B) {
        return A->Number < B->Number;
      });
      HasMet |= meetAt(Members, I);
      break;
    }
  }
  return HasMet;
}

} // namespace heddle::judge
