//===- Table.cpp - The handlers of one host ISA ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner loop, the predicates, and the table that makes them reachable.
//
//===----------------------------------------------------------------------===//

#include "AddressRegisters.h"
#include "FloatEnvironment.h"
#include "Units.h"
#include "Vector.h"
#include "heddle/SM/Handlers.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// Condition codes as logic on the planes of a $c; tesla-isa.md section 3.
/// \p Use gets what makes a mask of them.
template <class UseT> HEDDLE_INLINE auto withCondition(uint8_t Cond, UseT Use) {
#define HEDDLE_CONDITION(CODE, LANES)                                          \
  case CODE:                                                                   \
    return Use([](const uint32_t *P) {                                         \
      [[maybe_unused]] uint32_t Z = P[BitZ], S = P[BitS], C = P[BitC],         \
                                O = P[BitO];                                   \
      return LANES;                                                            \
    });
  switch (Cond) {
    HEDDLE_CONDITION(0x00, uint32_t(0))
    HEDDLE_CONDITION(0x01, (S & ~Z) ^ O)
    HEDDLE_CONDITION(0x02, Z & ~S)
    HEDDLE_CONDITION(0x03, S ^ (Z | O))
    HEDDLE_CONDITION(0x04, ~Z & ~(S ^ O))
    HEDDLE_CONDITION(0x05, ~Z)
    HEDDLE_CONDITION(0x06, ~(S ^ O))
    HEDDLE_CONDITION(0x07, ~Z | ~S)
    HEDDLE_CONDITION(0x08, Z & S)
    HEDDLE_CONDITION(0x09, S ^ O)
    HEDDLE_CONDITION(0x0a, Z)
    HEDDLE_CONDITION(0x0b, Z | (S ^ O))
    HEDDLE_CONDITION(0x0c, ~S ^ (Z | O))
    HEDDLE_CONDITION(0x0d, ~Z | S)
    HEDDLE_CONDITION(0x0e, (~S | Z) ^ O)
    HEDDLE_CONDITION(0x0f, AllLanes)
    HEDDLE_CONDITION(0x10, O)
    HEDDLE_CONDITION(0x11, C)
    HEDDLE_CONDITION(0x12, ~Z & C)
    HEDDLE_CONDITION(0x13, S)
    HEDDLE_CONDITION(0x1c, ~S)
    HEDDLE_CONDITION(0x1d, Z | ~C)
    HEDDLE_CONDITION(0x1e, ~C)
    HEDDLE_CONDITION(0x1f, ~O)
  }
#undef HEDDLE_CONDITION
  // The decoder makes an illegal instruction of the codes that do not exist.
  return Use([](const uint32_t *) { return uint32_t(0); });
}

uint32_t conditionLanes(uint8_t Cond, const uint32_t C[4]) {
  return withCondition(Cond, [&](auto Lanes) { return Lanes(C); });
}

uint32_t predicate(const DecodedInst &I, const LaneContext &L) {
  return conditionLanes(I.Cond, L.Condition[I.CondReg]) & L.Active;
}

static void predicates(const DecodedInst &I, LaneContext *const *L,
                       unsigned Warps, uint32_t *Holds) {
  const uint8_t Register = I.CondReg;
  withCondition(I.Cond, [&](auto Lanes) {
    for (unsigned K = 0; K != Warps; ++K)
      Holds[K] = Lanes(L[K]->Condition[Register]) & L[K]->Active;
  });
}

/// Entries are chosen for bound instructions only.
HEDDLE_INLINE const HandlerPair &bodyOf(const DecodedInst &I) {
  return static_cast<const BoundInst &>(I).Body;
}

static bool execute(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
  const HandlerPair &Body = bodyOf(I);
  return Mask == AllLanes ? Body.Full(I, L, Mask) : Body.Masked(I, L, Mask);
}

static bool executePredicated(const DecodedInst &I, LaneContext &L, uint32_t) {
  uint32_t Mask = predicate(I, L);
  return !Mask || execute(I, L, Mask);
}

static bool executeWithMemory(const DecodedInst &I, LaneContext &L,
                              uint32_t Mask) {
  if (I.Cond != CondAlways) {
    Mask = predicate(I, L);
    if (!Mask)
      return true;
  }
  for (const MemoryOperand &M : I.Mem)
    if (M.Space != MemoryOperand::None && !fetchOperand(M, M.Row, L, Mask))
      return false;
  return execute(I, L, Mask);
}

static unsigned groupPredicated(const DecodedInst &I, LaneContext *const *L,
                                unsigned Warps) {
  for (unsigned K = 0; K != Warps; ++K)
    if (!executePredicated(I, *L[K], AllLanes)) [[unlikely]]
      return K;
  return Warps;
}

/// All operands are read before the first warp executes: no operation that has
/// such operands writes to memory.
static unsigned groupWithMemory(const DecodedInst &I, LaneContext *const *L,
                                unsigned Warps) {
  unsigned Good = Warps;
  if (I.Cond == CondAlways) [[likely]] {
    for (const MemoryOperand &M : I.Mem)
      if (M.Space != MemoryOperand::None)
        Good = fetchOperands(M, M.Row, L, Good);
    unsigned Done = bodyOf(I).Group(I, L, Good);
    return Done;
  }
  for (unsigned K = 0; K != Warps; ++K)
    if (!executeWithMemory(I, *L[K], AllLanes)) [[unlikely]]
      return K;
  return Warps;
}

/// Applies the post-increment of the operand in s[] after the operation, which
/// itself does not access $a.
static bool executeWithStep(const DecodedInst &I, LaneContext &L,
                            uint32_t Mask) {
  if (I.Cond != CondAlways)
    Mask = predicate(I, L);
  if (!executeWithMemory(I, L, Mask)) [[unlikely]]
    return false;
  stepAddress<false>(L, I.Mem[0], Mask);
  return true;
}

static unsigned groupWithStep(const DecodedInst &I, LaneContext *const *L,
                              unsigned Warps) {
  const bool IsPlain = I.Cond == CondAlways;
  unsigned Done = IsPlain ? groupWithMemory(I, L, Warps) : 0;
  for (unsigned K = 0; K != Done; ++K)
    stepAddress<true>(*L[K], I.Mem[0], AllLanes);
  if (!IsPlain)
    while (Done != Warps && executeWithStep(I, *L[Done], AllLanes))
      ++Done;
  return Done;
}

/// A move from memory: the operand is read to where it belongs.
static bool moveFromMemory(const DecodedInst &I, LaneContext &L, uint32_t) {
  return fetchOperand(I.Mem[0], I.DstRow, L, AllLanes);
}
static unsigned groupFromMemory(const DecodedInst &I, LaneContext *const *L,
                                unsigned Warps) {
  return fetchOperands(I.Mem[0], I.DstRow, L, Warps);
}

/// Handlers that leave floats to the host rely on its mode; the portable ones
/// do not, and nothing is changed for them.
HEDDLE_INLINE void follow([[maybe_unused]] HostModes &Host,
                          [[maybe_unused]] HostMode Mode) {
#if defined(HEDDLE_SM_HOST_FLOAT)
  Host.follow(Mode);
#endif
}

static uint32_t executeRun(const BoundInst *I, uint32_t N, LaneContext &L,
                           HostModes &Host) {
  uint32_t Mask = L.Active;
  const BoundInst *End = I + N, *Next = I;
  if (Mask == AllLanes) {
    for (; Next != End; ++Next) {
      follow(Host, Next->Mode);
      if (!Next->Entry.Full(*Next, L, AllLanes)) [[unlikely]]
        break;
    }
  } else {
    for (; Next != End; ++Next) {
      follow(Host, Next->Mode);
      if (!Next->Entry.Masked(*Next, L, Mask)) [[unlikely]]
        break;
    }
  }
  return uint32_t(Next - I);
}

/// Instruction by instruction, so that one warp computes while the result of
/// another is on its way.
static GroupProgress executeGroup(const BoundInst *I, uint32_t N,
                                  LaneContext *const *L, unsigned Warps,
                                  HostModes &Host) {
  uint32_t All = AllLanes;
  for (unsigned K = 0; K != Warps; ++K)
    All &= L[K]->Active;
  const BoundInst *End = I + N, *Next = I;
  if (All == AllLanes) {
    for (; Next != End; ++Next) {
      follow(Host, Next->Mode);
      unsigned Done = Next->Entry.Group(*Next, L, Warps);
      if (Done != Warps) [[unlikely]]
        return {uint32_t(Next - I), Done};
    }
    return {N, 0};
  }
  for (; Next != End; ++Next) {
    follow(Host, Next->Mode);
    for (unsigned K = 0; K != Warps; ++K) {
      uint32_t Mask = L[K]->Active;
      Handler H = Mask == AllLanes ? Next->Entry.Full : Next->Entry.Masked;
      if (!H(*Next, *L[K], Mask)) [[unlikely]]
        return {uint32_t(Next - I), K};
    }
  }
  return {N, 0};
}

const HandlerTable &handlers() {
  static constexpr HandlerTable Table = {
#define HEDDLE_UNIT(NAME) handlersOf,
#define HEDDLE_FLOW_UNIT(NAME)
#include "heddle/ABI/Units.inc"
      {executePredicated, executePredicated, groupPredicated},
      {executeWithMemory, executeWithMemory, groupWithMemory},
      {executeWithStep, executeWithStep, groupWithStep},
      {moveFromMemory, executeWithMemory, groupFromMemory},
      floatWordHandler,
      executeRun,
      executeGroup,
      predicate,
      predicates,
  };
  return Table;
}

} // namespace heddle::sm::HEDDLE_SM_ISA
