//===- Memory.cpp - Shared, constant and local memory ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md sections 1 (memory spaces), 2.2 and 5.5. Bounds are
// checked for the whole warp at once; only when that fails are the lanes looked
// at one by one, to name the one at fault.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "Units.h"
#include "heddle/ABI/MemoryOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Checks each lane's address in a space of \p Size bytes, of which those from
/// \p Low on may be accessed.
bool checkLanes(LaneContext &L, Space Where, bool IsWrite, MemType T,
                const uint32_t *Address, uint32_t Size, uint32_t Mask,
                uint32_t Low = 0) {
  uint32_t Bytes = memBytes(T);
  S32 Bad = S32{};
  uint32_t BadLanes = 0;
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 A = load(Address + Lane);
    Bad = (S32)(A - Low > Size - Low - Bytes) | (S32)((A & (Bytes - 1)) != 0);
    BadLanes |= gather(Bad) << Lane;
  }
  if (Size < Low + Bytes) [[unlikely]]
    BadLanes = AllLanes;
  BadLanes &= Mask;
  if (!BadLanes) [[likely]]
    return true;
  unsigned Lane = unsigned(__builtin_ctz(BadLanes));
  bool Misaligned = Address[Lane] & (Bytes - 1);
  return fail(L,
              Misaligned ? AccessFault::Misaligned : AccessFault::OutOfBounds,
              Where, IsWrite, T, Lane, Address[Lane]);
}

/// $a + offset of all lanes.
HEDDLE_INLINE void computeAddresses(const LaneContext &L, unsigned Register,
                                    uint32_t Offset, uint32_t *Address) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(Address + Lane,
          (load(L.AddressRegs[Register] + Lane) + Offset) & ~L.AddressCut);
}

/// Computes the start of an access by an $a register of known shape. Returns
/// false if it is not aligned, or its \p Bytes do not end by \p Size; each lane
/// must then be looked at.
HEDDLE_INLINE bool startOf(const LaneContext &L, unsigned Register,
                           uint32_t Offset, uint32_t Align, uint32_t Bytes,
                           uint32_t Size, uint32_t &Start) {
  Start = (L.AddressRegs[Register][0] + Offset) & ~L.AddressCut;
  return Bytes <= Size && Start <= Size - Bytes && !(Start & (Align - 1));
}

/// Copies a row of words, from or to memory.
HEDDLE_INLINE void copyRow(void *To, const void *From) {
  copy(To, From, Lanes * 4);
}

template <bool Full>
HEDDLE_INLINE void fillRow(uint32_t *Row, uint32_t Mask, uint32_t Value) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    put<Full>(Row, Lane, Mask, splat(Value));
}

/// Reads the words at \p Address, which was checked for the lanes in \p Mask.
template <bool Full>
HEDDLE_INLINE void gatherRow(uint32_t *Row, const uint8_t *Data,
                             const uint32_t *Address, uint32_t Mask) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 A = load(Address + Lane);
    if constexpr (!Full)
      A &= (U32)spread(Mask >> Lane);
    put<Full>(Row, Lane, Mask, readWords(Data, A));
  }
}

/// Kept apart from loadFlat for its stack.
template <bool Full>
[[gnu::noinline]] bool loadLanes(const DecodedInst &I, LaneContext &L,
                                 uint32_t Mask, Space Where,
                                 const uint8_t *Data, uint32_t Size) {
  alignas(64) uint32_t Address[Lanes];
  MemType T = MemType(I.Sub[1]);
  computeAddresses(L, I.Sub[0], I.Imm, Address);
  if (!checkLanes(L, Where, false, T, Address, Size, Mask)) [[unlikely]]
    return false;
  uint32_t *Dst = destRow(I, L);
  if (T == MemType::B32) {
    gatherRow<Full>(Dst, Data, Address, Mask);
    return true;
  }
  forLanes(Mask, [&](unsigned Lane) {
    loadLane(I, Dst, Lane, T, Data + Address[Lane]);
  });
  return true;
}

/// s[] and c[] loads: a byte array that all lanes share.
template <bool Full>
bool loadFlat(const DecodedInst &I, LaneContext &L, uint32_t Mask, Space Where,
              const uint8_t *Data, uint32_t Size) {
  MemType T = MemType(I.Sub[1]);
  uint32_t *Dst = destRow(I, L);
  if (Full && T == MemType::B32) {
    AddressShape Shape = L.Shapes[I.Sub[0]];
    uint32_t Start;
    if (Shape == AddressShape::Uniform &&
        startOf(L, I.Sub[0], I.Imm, 4, 4, Size, Start)) {
      fillRow<true>(Dst, Mask, readWord(T, Data + Start));
      return true;
    }
    if (Shape == AddressShape::Words &&
        startOf(L, I.Sub[0], I.Imm, 4, Lanes * 4, Size, Start)) {
      copyRow(Dst, Data + Start);
      return true;
    }
  }
  return loadLanes<Full>(I, L, Mask, Where, Data, Size);
}

struct LoadShared {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return loadFlat<Full>(I, L, Mask, Space::Shared, L.Shared, L.SharedBytes);
  }
};

struct LoadConst {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const Window &Bank = L.Banks[I.Sub[2]];
    return loadFlat<Full>(I, L, Mask, Space::Const, Bank.Data, Bank.Size);
  }
};

/// Kept apart for its stack.
[[gnu::noinline]] bool storeLanes(const DecodedInst &I, LaneContext &L,
                                  uint32_t Mask) {
  alignas(64) uint32_t Address[Lanes];
  MemType T = MemType(I.Sub[1]);
  computeAddresses(L, I.Sub[0], I.Imm, Address);
  if (!checkLanes(L, Space::Shared, true, T, Address, L.SharedBytes, Mask,
                  L.SharedLow)) [[unlikely]]
    return false;
  const uint32_t *Data = sourceRow(I, L, 1);
  uint8_t *Shared = L.Shared;
  if (T == MemType::B32 && Mask == AllLanes) {
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      copy(Shared + Address[Lane], &Data[Lane], 4);
    return true;
  }
  forLanes(Mask, [&](unsigned Lane) {
    storeLane(I, Data, Lane, T, Shared + Address[Lane]);
  });
  return true;
}

struct StoreShared {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    uint32_t Start;
    if (Full && MemType(I.Sub[1]) == MemType::B32 &&
        L.Shapes[I.Sub[0]] == AddressShape::Words &&
        startOf(L, I.Sub[0], I.Imm, 4, Lanes * 4, L.SharedBytes, Start) &&
        Start >= L.SharedLow) {
      copyRow(L.Shared + Start, sourceRow(I, L, 1));
      return true;
    }
    return storeLanes(I, L, Mask);
  }
};

/// A lane finds its word locked by any lane of the CTA, its own warp's
/// included; a warp holds one word at most. Of the lanes that could lock, the
/// first does. All lanes read the word.
struct LockShared {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    alignas(64) uint32_t Address[Lanes];
    computeAddresses(L, I.Sub[0], I.Imm, Address);
    if (!checkLanes(L, Space::Shared, false, MemType::B32, Address,
                    L.SharedBytes, Mask)) [[unlikely]]
      return false;
    uint32_t *Dst = destRow(I, L);
    uint32_t Winner = 0;
    forLanes(Mask, [&](unsigned Lane) {
      Dst[Lane] = readWord(MemType::B32, L.Shared + Address[Lane]);
      bool Free = !Winner && L.Locks[L.WarpIndex] == NoLock;
      for (unsigned N = 0; Free && N != L.NumWarps; ++N)
        Free = L.Locks[N] != Address[Lane];
      if (Free)
        Winner = uint32_t(1) << Lane;
    });
    if (Winner)
      L.Locks[L.WarpIndex] = Address[__builtin_ctz(Winner)];
    ConditionBuilder CC;
    CC.Plane[BitZ] = ~Winner;
    CC.Plane[BitS] = Winner;
    CC.commit(I, L, Mask);
    return true;
  }
};

struct UnlockShared {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (!StoreShared::run<Full>(I, L, Mask))
      return false;
    alignas(64) uint32_t Address[Lanes];
    computeAddresses(L, I.Sub[0], I.Imm, Address);
    forLanes(Mask, [&](unsigned Lane) {
      if (L.Locks[L.WarpIndex] == Address[Lane])
        L.Locks[L.WarpIndex] = NoLock;
    });
    return true;
  }
};

/// The bytes of l[] that lane \p Lane has at \p Address. Words of one lane are
/// a row apart.
HEDDLE_INLINE uint8_t *localByte(LaneContext &L, unsigned Lane,
                                 uint32_t Address) {
  return reinterpret_cast<uint8_t *>(L.Local + (Address >> 2) * Lanes + Lane) +
         (Address & 3);
}

struct LoadLocal {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    alignas(64) uint32_t Address[Lanes];
    MemType T = MemType(I.Sub[1]);
    uint32_t *Dst = destRow(I, L);
    computeAddresses(L, I.Sub[0], I.Imm, Address);
    if (!checkLanes(L, Space::Local, false, T, Address, L.LocalBytes, Mask))
        [[unlikely]]
      return false;
    if (T == MemType::B32 && I.Sub[0] == 0) {
      const uint32_t *Row = L.Local + (I.Imm >> 2) * Lanes;
      for (unsigned Lane = 0; Lane != Lanes; Lane += W)
        put<Full>(Dst, Lane, Mask, load(Row + Lane));
      return true;
    }
    forLanes(Mask, [&](unsigned Lane) {
      uint32_t A = Address[Lane];
      Dst[Lane] = readWord(T, localByte(L, Lane, A));
      for (unsigned Word = 1; Word * 4 < memBytes(T); ++Word)
        Dst[Word * Lanes + Lane] =
            readWord(T, localByte(L, Lane, A + Word * 4));
    });
    return true;
  }
};

struct StoreLocal {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    alignas(64) uint32_t Address[Lanes];
    MemType T = MemType(I.Sub[1]);
    const uint32_t *Data = sourceRow(I, L, 1);
    computeAddresses(L, I.Sub[0], I.Imm, Address);
    if (!checkLanes(L, Space::Local, true, T, Address, L.LocalBytes, Mask))
        [[unlikely]]
      return false;
    if (T == MemType::B32 && I.Sub[0] == 0) {
      uint32_t *Row = L.Local + (I.Imm >> 2) * Lanes;
      for (unsigned Lane = 0; Lane != Lanes; Lane += W)
        put<Full>(Row, Lane, Mask, load(Data + Lane));
      return true;
    }
    unsigned Bytes = memBytes(T);
    forLanes(Mask, [&](unsigned Lane) {
      uint32_t A = Address[Lane];
      copy(localByte(L, Lane, A), &Data[Lane], Bytes < 4 ? Bytes : 4);
      for (unsigned Word = 1; Word * 4 < Bytes; ++Word)
        copy(localByte(L, Lane, A + Word * 4), &Data[Word * Lanes + Lane], 4);
    });
    return true;
  }
};

} // namespace

namespace {

/// The bytes that a memory operand is taken from.
struct OperandSpace {
  Space Where;
  const uint8_t *Data;
  uint32_t Size;

  OperandSpace(const MemoryOperand &M, const LaneContext &L)
      : Where(M.Space == MemoryOperand::Shared ? Space::Shared : Space::Const),
        Data(Where == Space::Shared ? L.Shared : L.Banks[M.Bank].Data),
        Size(Where == Space::Shared ? L.SharedBytes : L.Banks[M.Bank].Size) {}
};

/// Lanes that have little in common. Kept apart for its stack.
[[gnu::noinline]] bool fetchLanes(const MemoryOperand &M, uint32_t *Row,
                                  LaneContext &L, uint32_t Mask) {
  OperandSpace S(M, L);
  alignas(64) uint32_t Address[Lanes];
  computeAddresses(L, M.AddressReg, M.Offset, Address);
  if (!checkLanes(L, S.Where, false, M.Type, Address, S.Size, Mask))
      [[unlikely]]
    return false;
  if (M.Type == MemType::B32 && Mask == AllLanes)
    gatherRow<true>(Row, S.Data, Address, Mask);
  else
    forLanes(Mask, [&](unsigned Lane) {
      Row[Lane] = readWord(M.Type, S.Data + Address[Lane]);
    });
  return true;
}

HEDDLE_INLINE bool fetch(const MemoryOperand &M, unsigned RowNumber,
                         LaneContext &L, uint32_t Mask) {
  OperandSpace S(M, L);
  uint32_t *Row = L.Base[WarpRows] + RowNumber * Lanes;
  uint32_t Bytes = memBytes(M.Type), Start;
  AddressShape Shape = L.Shapes[M.AddressReg];
  if (Shape == AddressShape::Uniform &&
      startOf(L, M.AddressReg, M.Offset, Bytes, Bytes, S.Size, Start)) {
    fillRow<true>(Row, Mask, readWord(M.Type, S.Data + Start));
    return true;
  }
  if (Shape == AddressShape::Words && M.Type == MemType::B32 &&
      startOf(L, M.AddressReg, M.Offset, 4, Lanes * 4, S.Size, Start)) {
    copyRow(Row, S.Data + Start);
    return true;
  }
  return fetchLanes(M, Row, L, Mask);
}

} // namespace

bool fetchOperand(const MemoryOperand &M, unsigned Row, LaneContext &L,
                  uint32_t Mask) {
  return fetch(M, Row, L, Mask);
}

unsigned fetchOperands(const MemoryOperand &Shared, unsigned Row,
                       LaneContext *const *L, unsigned Warps) {
  const MemoryOperand M = Shared;
  OperandSpace S(M, *L[0]);
  uint32_t Bytes = memBytes(M.Type);
  if (M.AddressReg == 0 && M.Offset + Bytes <= S.Size &&
      !(M.Offset & (Bytes - 1))) {
    // One address for all warps.
    uint32_t Word = readWord(M.Type, S.Data + M.Offset);
    for (unsigned K = 0; K != Warps; ++K)
      fillRow<true>(L[K]->Base[WarpRows] + Row * Lanes, AllLanes, Word);
    return Warps;
  }
  for (unsigned K = 0; K != Warps; ++K) {
    LaneContext &C = *L[K];
    uint32_t Start;
    // The usual case: a word, at one address for all lanes of the warp.
    if (M.Type == MemType::B32 &&
        C.Shapes[M.AddressReg] == AddressShape::Uniform &&
        startOf(C, M.AddressReg, M.Offset, 4, 4, S.Size, Start)) [[likely]]
      fillRow<true>(C.Base[WarpRows] + Row * Lanes, AllLanes,
                    readWord(MemType::B32, S.Data + Start));
    else if (!fetch(M, Row, C, AllLanes)) [[unlikely]]
      return K;
  }
  return Warps;
}

HandlerPair handlersOf(MemoryOp Op) {
  switch (Op) {
  case MemoryOp::LoadShared:
    return handlerPair<LoadShared>();
  case MemoryOp::StoreShared:
    return handlerPair<StoreShared>();
  case MemoryOp::LockShared:
    return handlerPair<LockShared>();
  case MemoryOp::UnlockShared:
    return handlerPair<UnlockShared>();
  case MemoryOp::LoadConst:
    return handlerPair<LoadConst>();
  case MemoryOp::LoadLocal:
    return handlerPair<LoadLocal>();
  case MemoryOp::StoreLocal:
    return handlerPair<StoreLocal>();
  case MemoryOp::LoadGlobal:
  case MemoryOp::StoreGlobal:
  case MemoryOp::Atomic:
    return globalHandlers(Op);
  case MemoryOp::LoadFarGlobal:
  case MemoryOp::StoreFarGlobal:
  case MemoryOp::LoadGeneric:
  case MemoryOp::StoreGeneric:
  case MemoryOp::LoadFarShared:
  case MemoryOp::StoreFarShared:
  case MemoryOp::LoadFarLocal:
  case MemoryOp::StoreFarLocal:
  case MemoryOp::LoadFarConst:
    return farHandlers(Op);
  case MemoryOp::AtomFarGlobal:
  case MemoryOp::AtomGeneric:
  case MemoryOp::AtomFarShared:
    return farAtomicHandlers(Op);
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
