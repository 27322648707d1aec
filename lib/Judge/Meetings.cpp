//===- Meetings.cpp - Lanes of a warp that meet ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Machine.h"
#include "Wide.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>

namespace heddle::judge {

using namespace ptx;

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

/// From sm_70 on, lanes meet at instructions of one kind, in whatever arm of a
/// branch they stand.
bool isSameMeeting(const Instruction &A, const Instruction &B) {
  const auto IsSame = [](const ModifierUse &X, const ModifierUse &Y) {
    return X.Group == Y.Group && X.Mod == Y.Mod;
  };
  return &A == &B || (A.Form == B.Form && A.Types == B.Types &&
                      llvm::equal(A.Modifiers, B.Modifiers, IsSame));
}

} // namespace

bool isWarpWide(Opcode Op) {
  switch (Op) {
  case OpMma:
  case OpMmaSp:
  case OpMmaSpOrderedMetadata:
  case OpWmmaMma:
  case OpWmmaLoad:
  case OpWmmaStore:
  case OpLdmatrix:
  case OpStmatrix:
  case OpMovmatrix:
  case OpWgmmaMmaAsync:
  case OpWgmmaMmaAsyncSp:
    return true;
  default: // Over PTX's mnemonics.
    return false;
  }
}

/// redux, lane by lane.
uint64_t Machine::reduce(llvm::ArrayRef<uint64_t> V, const Instruction &I) {
  assert(!V.empty() && "nobody has come");
  const Modifier Op = I.modifier(GrpReduceOp);
  const bool IsFloat = isFloat(I.type());
  const Format F = formatOf(ElementType::F32);
  const auto Source = [&](uint64_t X) {
    return IsFloat && I.has(ModAbs) ? F.magnitude(X) : X;
  };
  const auto IsLess = [&](uint64_t X, uint64_t Y) {
    if (IsFloat)
      return F.value(X) < F.value(Y) ||
             (F.value(X) == F.value(Y) && (X & F.sign()) > (Y & F.sign()));
    return valueOf(X, I.type()) < valueOf(Y, I.type());
  };
  uint64_t R = Source(V.front());
  bool HasNaN = IsFloat && F.isNaN(R);
  for (uint64_t Each : V.drop_front()) {
    const uint64_t X = Source(Each);
    if (IsFloat && (F.isNaN(X) || F.isNaN(R))) {
      // A number is preferred to a NaN.
      HasNaN = true;
      R = F.isNaN(R) ? X : R;
      continue;
    }
    R = Op == ModAdd   ? low(R + X, 32)
        : Op == ModAnd ? R & X
        : Op == ModOr  ? R | X
        : Op == ModXor ? R ^ X
        : Op == ModMin ? (IsLess(X, R) ? X : R)
                       : (IsLess(R, X) ? X : R);
  }
  return IsFloat && (F.isNaN(R) || (HasNaN && I.has(ModNaN))) ? F.nan() : R;
}

void Machine::meetAt(llvm::ArrayRef<Thread *> Members, const Instruction &I) {
  assert(!Members.empty() && Members.size() <= 32 && "not lanes of a warp");
  Current = &I;
  Doubt OfAll = Doubt::None;
  if (HasDoubts)
    for (Thread *T : Members) {
      startDoubts(*T, T->next());
      OfAll = std::max(OfAll, T->OfSources);
    }
  if (!isWarpWide(I.opcode())) {
    exchange(Members, I);
  } else if (Members.size() != 32) {
    fault("part of a warp at an instruction of a whole one");
  } else {
    switch (I.opcode()) {
    case OpWmmaLoad:
    case OpWmmaStore:
      for (Thread *T : Members)
        moveFragment(*T, I);
      break;
    case OpLdmatrix:
    case OpStmatrix:
    case OpMovmatrix:
      moveMatrices(Members, I);
      break;
    case OpWgmmaMmaAsync:
    case OpWgmmaMmaAsyncSp:
      multiplyShared(Members, I);
      break;
    default: // Over PTX's mnemonics.
      multiply(Members, I);
      break;
    }
  }
  for (Thread *T : Members) {
    if (HasDoubts) {
      T->OfSources = OfAll;
      endDoubts(*T, T->next());
    }
    T->State = ThreadState::Runs;
    ++T->frame().PC;
  }
}

void Machine::exchange(llvm::ArrayRef<Thread *> Members, const Instruction &I) {
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
    const Instruction &Mine = T->next();
    if (Mine.Operands.size() > 1 && I.opcode() != OpBar)
      S.A = read(*T, Mine.Operands[1]);
    if (I.opcode() == OpShfl) {
      S.B = read(*T, Mine.Operands[2]);
      S.C = read(*T, Mine.Operands[3]);
    }
  }
  uint32_t For = 0;
  for (Thread *T : Members)
    if (Read[T->lane()].A & 1)
      For |= bitOf(*T);
  for (Thread *T : Members) {
    const Sources &S = Read[T->lane()];
    const Instruction &Mine = T->next();
    switch (I.opcode()) {
    case OpActivemask:
      writeResult(*T, Mine, Mask, ScalarType::B32);
      break;
    case OpShfl: {
      auto [From, IsWithin] =
          shuffled(Mine, T->lane(), uint32_t(S.B), uint32_t(S.C));
      if (!ByLane[From])
        Result.DependsOnOrder = true;
      writeResult(*T, Mine, ByLane[From] ? Read[From].A : S.A, ScalarType::B32);
      if (const Operand *P = Mine.Operands[0].Second)
        write(*T, *P, IsWithin, ScalarType::Pred);
      break;
    }
    case OpVote:
      if (I.has(ModBallot))
        writeResult(*T, Mine, For, ScalarType::B32);
      else
        writeResult(*T, Mine,
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
        writeResult(*T, Mine, Same == Mask ? Mask : 0, ScalarType::B32);
        if (const Operand *P = Mine.Operands[0].Second)
          write(*T, *P, Same == Mask, ScalarType::Pred);
      } else {
        writeResult(*T, Mine, Same, ScalarType::B32);
      }
      break;
    }
    case OpRedux: {
      llvm::SmallVector<uint64_t, 32> All;
      for (Thread *O : Members)
        All.push_back(Read[O->lane()].A);
      writeResult(*T, Mine, reduce(All, I), Mine.type());
      break;
    }
    case OpElect: {
      const auto Leader = unsigned(llvm::countr_zero(Mask));
      writeResult(*T, Mine, Leader, ScalarType::B32);
      if (const Operand *P = Mine.Operands[0].Second)
        write(*T, *P, Leader == T->lane(), ScalarType::Pred);
      break;
    }
    default: // Over PTX's mnemonics: bar.warp.sync has no result.
      break;
    }
  }
}

/// Those of a warp that .sync names meet when all of them have come. Without
/// it, those that are at one instruction when none of the warp goes on. All of
/// the warp have to come to what is of a whole one.
bool Machine::meetIn(llvm::MutableArrayRef<Thread> Warp) {
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
  llvm::sort(Waiting, [](const Thread *A, const Thread *B) {
    return std::pair(A->Frames.back().PC, A->Number) <
           std::pair(B->Frames.back().PC, B->Number);
  });
  for (Thread *T : Waiting) {
    const Instruction &I = T->next();
    const bool IsWide = isWarpWide(I.opcode());
    const bool IsSync = I.has(ModSync) || IsWide;
    if (!IsSync && HasRunning)
      continue;
    Current = &I;
    uint32_t Named = Living;
    if (IsSync && !IsWide)
      Named &= uint32_t(read(*T, I.Operands.back(), ScalarType::B32));
    if (!(Named & bitOf(*T))) {
      refuse("a mask without the lane itself");
      return true;
    }
    llvm::SmallVector<Thread *, 32> Members;
    uint32_t Came = 0;
    for (Thread *O : Waiting)
      if ((!IsSync || (Named & bitOf(*O))) &&
          (IsSync && !IsWide ? isSameMeeting(O->next(), I)
                             : &O->next() == &I)) {
        Members.push_back(O);
        Came |= bitOf(*O);
      }
    if (IsSync && Came != Named)
      continue;
    llvm::sort(Members, [](const Thread *A, const Thread *B) {
      return A->Number < B->Number;
    });
    meetAt(Members, I);
    return true;
  }
  return false;
}

bool Machine::meet() {
  bool HasMet = false;
  for (size_t First = 0; First < Now->Threads.size() && !isOver(); First += 32)
    HasMet |= meetIn(llvm::MutableArrayRef<Thread>(Now->Threads)
                         .drop_front(First)
                         .take_front(32));
  return HasMet;
}

} // namespace heddle::judge
