//===- Memory.cpp - Loads, stores, atomics --------------------------------===//
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

#include "Units.h"
#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Addresses below this are null pointers with an offset.
constexpr uint32_t NullPage = 4096;

HEDDLE_INLINE void copy(void *To, const void *From, unsigned Bytes) {
  __builtin_memcpy(To, From, Bytes);
}

/// Reads what \p T says and extends it to a word.
HEDDLE_INLINE uint32_t readWord(MemType T, const uint8_t *P) {
  switch (T) {
  case MemType::U8:
    return *P;
  case MemType::S8:
    return uint32_t(int32_t(int8_t(*P)));
  case MemType::U16: {
    uint16_t V;
    copy(&V, P, 2);
    return V;
  }
  case MemType::S16: {
    int16_t V;
    copy(&V, P, 2);
    return uint32_t(int32_t(V));
  }
  case MemType::B32:
  case MemType::B64:
  case MemType::B128:
    break;
  }
  uint32_t V;
  copy(&V, P, 4);
  return V;
}

bool fail(LaneContext &L, AccessFault::ReasonKind Reason, Space Where,
          bool IsWrite, MemType T, unsigned Lane, uint32_t Address) {
  L.Fault = {Reason,        Where,  IsWrite, uint8_t(memBytes(T)),
             uint8_t(Lane), Address};
  return false;
}

/// Checks each lane's address in a space of \p Size bytes from 0.
bool checkLanes(LaneContext &L, Space Where, bool IsWrite, MemType T,
                const uint32_t *Address, uint32_t Size, uint32_t Mask) {
  uint32_t Bytes = memBytes(T);
  S32 Bad = S32{};
  uint32_t BadLanes = 0;
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 A = load(Address + Lane);
    Bad = (S32)(A + Bytes > Size) | (S32)((A & (Bytes - 1)) != 0);
    BadLanes |= gather(Bad) << Lane;
  }
  BadLanes &= Mask;
  if (!BadLanes) [[likely]]
    return true;
  unsigned Lane = unsigned(__builtin_ctz(BadLanes));
  bool Misaligned = Address[Lane] & (Bytes - 1);
  return fail(L,
              Misaligned ? AccessFault::Misaligned : AccessFault::OutOfBounds,
              Where, IsWrite, T, Lane, Address[Lane]);
}

/// $a + offset of all lanes. The sum has 16 bits.
HEDDLE_INLINE void computeAddresses(const LaneContext &L, unsigned Register,
                                    uint32_t Offset, uint32_t *Address) {
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    store(Address + Lane,
          (load(L.AddressRegs[Register] + Lane) + Offset) & 0xffff);
}

template <class FnT> HEDDLE_INLINE void forLanes(uint32_t Mask, FnT Fn) {
  for (; Mask; Mask &= Mask - 1)
    Fn(unsigned(__builtin_ctz(Mask)));
}

/// Writes lane \p Lane of a load's destination.
HEDDLE_INLINE void writeLane(const DecodedInst &I, uint32_t *Dst, unsigned Lane,
                             uint32_t V) {
  if (I.has(HalfDst))
    V = (Dst[Lane] & (0xffff0000u >> I.DstShift)) | (V & 0xffff) << I.DstShift;
  Dst[Lane] = V;
}

/// Moves one lane's value of one or more words to its registers.
HEDDLE_INLINE void loadLane(const DecodedInst &I, uint32_t *Dst, unsigned Lane,
                            MemType T, const uint8_t *P) {
  writeLane(I, Dst, Lane, readWord(T, P));
  for (unsigned Word = 1; Word * 4 < memBytes(T); ++Word)
    Dst[Word * Lanes + Lane] = readWord(T, P + Word * 4);
}

HEDDLE_INLINE void storeLane(const DecodedInst &I, const uint32_t *Data,
                             unsigned Lane, MemType T, uint8_t *P) {
  uint32_t V = Data[Lane] >> I.Src[1].Shift;
  unsigned Bytes = memBytes(T);
  if (Bytes < 4) {
    copy(P, &V, Bytes);
    return;
  }
  copy(P, &V, 4);
  for (unsigned Word = 1; Word * 4 < Bytes; ++Word)
    copy(P + Word * 4, &Data[Word * Lanes + Lane], 4);
}

/// s[] and c[] loads: a byte array that all lanes share.
bool loadFlat(const DecodedInst &I, LaneContext &L, uint32_t Mask, Space Where,
              const uint8_t *Data, uint32_t Size) {
  alignas(64) uint32_t Address[Lanes];
  MemType T = MemType(I.Sub[1]);
  computeAddresses(L, I.Sub[0], I.Imm, Address);
  if (!checkLanes(L, Where, false, T, Address, Size, Mask)) [[unlikely]]
    return false;
  uint32_t *Dst = destRow(I, L);
  forLanes(Mask, [&](unsigned Lane) {
    loadLane(I, Dst, Lane, T, Data + Address[Lane]);
  });
  return true;
}

struct LoadShared {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    return loadFlat(I, L, Mask, Space::Shared, L.Shared, L.SharedBytes);
  }
};

struct LoadConst {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const Window &Bank = L.Banks[I.Sub[2]];
    return loadFlat(I, L, Mask, Space::Const, Bank.Data, Bank.Size);
  }
};

struct StoreShared {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    alignas(64) uint32_t Address[Lanes];
    MemType T = MemType(I.Sub[1]);
    computeAddresses(L, I.Sub[0], I.Imm, Address);
    if (!checkLanes(L, Space::Shared, true, T, Address, L.SharedBytes, Mask))
        [[unlikely]]
      return false;
    const uint32_t *Data = sourceRow(I, L, 1);
    uint8_t *Shared = L.Shared;
    forLanes(Mask, [&](unsigned Lane) {
      storeLane(I, Data, Lane, T, Shared + Address[Lane]);
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

/// Whether all lanes in \p Mask stay aligned within \p M.
HEDDLE_INLINE bool allWithin(const Window &M, const uint32_t *Address,
                             uint32_t Bytes, uint32_t Mask) {
  if (M.Size < Bytes)
    return false;
  uint32_t Bad = 0;
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 A = load(Address + Lane);
    S32 Outside =
        (S32)(A - M.Base > M.Size - Bytes) | (S32)((A & (Bytes - 1)) != 0);
    Bad |= gather(Outside) << Lane;
  }
  return !(Bad & Mask);
}

/// Host address of one lane's access to g[], or null with the fault set.
uint8_t *resolveGlobal(LaneContext &L, bool IsWrite, MemType T, unsigned Lane,
                       uint32_t Address) {
  uint32_t Bytes = memBytes(T);
  AccessFault::ReasonKind Reason = AccessFault::OutOfBounds;
  if (Address < NullPage)
    Reason = AccessFault::Null;
  else if (Address & (Bytes - 1))
    Reason = AccessFault::Misaligned;
  else {
    Window M = L.FindGlobal(L.GlobalMemory, Address);
    if (M.Data && M.Size >= Bytes && Address - M.Base <= M.Size - Bytes)
      return M.Data + (Address - M.Base);
  }
  fail(L, Reason, Space::Global, IsWrite, T, Lane, Address);
  return nullptr;
}

/// How a warp's access to g[] was resolved: all lanes lie in one window, or
/// each has its own host address.
enum class GlobalAccess : uint8_t { Fault, OneWindow, PerLane };

/// Checks the lanes in \p Mask. \p M is set for OneWindow, \p P for PerLane.
GlobalAccess resolveWarp(const DecodedInst &I, LaneContext &L, bool IsWrite,
                         MemType T, const uint32_t *Address, uint32_t Mask,
                         Window &M, uint8_t *P[Lanes]) {
  Window &Slot = L.Global[globalSlot(I.Address)];
  if (!allWithin(Slot, Address, memBytes(T), Mask)) [[unlikely]] {
    Window Found = L.FindGlobal(L.GlobalMemory, Address[__builtin_ctz(Mask)]);
    if (!Found.Data || !allWithin(Found, Address, memBytes(T), Mask)) {
      for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
        unsigned Lane = unsigned(__builtin_ctz(Rest));
        P[Lane] = resolveGlobal(L, IsWrite, T, Lane, Address[Lane]);
        if (!P[Lane])
          return GlobalAccess::Fault;
      }
      return GlobalAccess::PerLane;
    }
    Slot = Found;
  }
  M = Slot;
  return GlobalAccess::OneWindow;
}

/// Whether lane n accesses word n from lane 0's on.
HEDDLE_INLINE bool contiguous(const uint32_t *Address) {
  S32 Other = S32{};
  for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
    U32 Expected;
    for (unsigned N = 0; N != W; ++N)
      Expected[N] = N * 4;
    Other |= (S32)(load(Address + Lane) != Expected + Lane * 4 + Address[0]);
  }
  return !any(Other);
}

struct LoadGlobal {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *Address = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    MemType T = MemType(I.Sub[1]);
    Window M;
    uint8_t *P[Lanes];
    switch (resolveWarp(I, L, false, T, Address, Mask, M, P)) {
    case GlobalAccess::Fault:
      return false;
    case GlobalAccess::PerLane: {
      // Addresses and destination may share registers: P is complete by now.
      forLanes(Mask,
               [&](unsigned Lane) { loadLane(I, Dst, Lane, T, P[Lane]); });
      return true;
    }
    case GlobalAccess::OneWindow:
      break;
    }
    const uint8_t *Data = M.Data;
    uint32_t Base = M.Base;
    if (Full && T == MemType::B32 && contiguous(Address)) {
      copy(Dst, Data + (Address[0] - Base), Lanes * 4);
      return true;
    }
    forLanes(Mask, [&](unsigned Lane) {
      loadLane(I, Dst, Lane, T, Data + (Address[Lane] - Base));
    });
    return true;
  }
};

struct StoreGlobal {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *Address = sourceRow(I, L, 0);
    const uint32_t *Source = sourceRow(I, L, 1);
    MemType T = MemType(I.Sub[1]);
    Window M;
    uint8_t *P[Lanes];
    switch (resolveWarp(I, L, true, T, Address, Mask, M, P)) {
    case GlobalAccess::Fault:
      return false;
    case GlobalAccess::PerLane:
      forLanes(Mask,
               [&](unsigned Lane) { storeLane(I, Source, Lane, T, P[Lane]); });
      return true;
    case GlobalAccess::OneWindow:
      break;
    }
    uint8_t *Data = M.Data;
    uint32_t Base = M.Base;
    if (Full && T == MemType::B32 && contiguous(Address)) {
      copy(Data + (Address[0] - Base), Source, Lanes * 4);
      return true;
    }
    forLanes(Mask, [&](unsigned Lane) {
      storeLane(I, Source, Lane, T, Data + (Address[Lane] - Base));
    });
    return true;
  }
};

/// What an atomic operation leaves in memory. 64-bit operands know only add,
/// exchange and compare-and-swap.
template <class T>
T atomicResult(AtomicKind Kind, bool IsSigned, T Old, T Operand, T Swap) {
  T Bias = IsSigned ? T(1) << (sizeof(T) * 8 - 1) : 0;
  bool Less = (Old ^ Bias) < (Operand ^ Bias);
  switch (Kind) {
  case AtomicKind::Add:
    return Old + Operand;
  case AtomicKind::Exchange:
    return Operand;
  case AtomicKind::CompareAndSwap:
    return Old == Operand ? Swap : Old;
  case AtomicKind::Increment:
    return Old + 1 > Operand || Old == T(-1) ? 0 : Old + 1;
  case AtomicKind::Decrement:
    return Old - 1 > Operand ? Operand : Old - 1;
  case AtomicKind::Max:
    return Less ? Operand : Old;
  case AtomicKind::Min:
    return Less ? Old : Operand;
  case AtomicKind::And:
    return Old & Operand;
  case AtomicKind::Or:
    return Old | Operand;
  case AtomicKind::Xor:
    return Old ^ Operand;
  }
  __builtin_unreachable();
}

struct Atomic {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *Address = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    MemType T = MemType(I.Sub[1]);
    AtomicKind Kind = AtomicKind(I.Sub[0]);
    bool Wide = T == MemType::B64;
    for (; Mask; Mask &= Mask - 1) {
      unsigned Lane = unsigned(__builtin_ctz(Mask));
      uint8_t *P = resolveGlobal(L, true, T, Lane, Address[Lane]);
      if (!P)
        return false;
      if (!Wide) {
        uint32_t Old = readWord(T, P);
        uint32_t New =
            atomicResult<uint32_t>(Kind, I.has(Signed), Old, B[Lane], C[Lane]);
        copy(P, &New, 4);
        Dst[Lane] = Old;
        continue;
      }
      uint64_t Old;
      copy(&Old, P, 8);
      auto Pair = [Lane](const uint32_t *Row) {
        return uint64_t(Row[Lanes + Lane]) << 32 | Row[Lane];
      };
      uint64_t New =
          atomicResult<uint64_t>(Kind, I.has(Signed), Old, Pair(B), Pair(C));
      copy(P, &New, 8);
      Dst[Lane] = uint32_t(Old);
      Dst[Lanes + Lane] = uint32_t(Old >> 32);
    }
    return true;
  }
};

} // namespace

bool fetchOperand(const MemoryOperand &M, LaneContext &L, uint32_t Mask) {
  uint32_t *Row = L.Base[WarpRows] + M.Row * Lanes;
  bool IsShared = M.Space == MemoryOperand::Shared;
  Space Where = IsShared ? Space::Shared : Space::Const;
  const uint8_t *Data = IsShared ? L.Shared : L.Banks[M.Bank].Data;
  uint32_t Size = IsShared ? L.SharedBytes : L.Banks[M.Bank].Size;
  if (M.AddressReg == 0) {
    // One address for all lanes. Offsets are multiples of the access.
    if (M.Offset + memBytes(M.Type) > Size) [[unlikely]]
      return !Mask || fail(L, AccessFault::OutOfBounds, Where, false, M.Type,
                           unsigned(__builtin_ctz(Mask)), M.Offset);
    U32 V = splat(readWord(M.Type, Data + M.Offset));
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      store(Row + Lane, V);
    return true;
  }
  alignas(64) uint32_t Address[Lanes];
  computeAddresses(L, M.AddressReg, M.Offset, Address);
  if (!checkLanes(L, Where, false, M.Type, Address, Size, Mask)) [[unlikely]]
    return false;
  forLanes(Mask, [&](unsigned Lane) {
    Row[Lane] = readWord(M.Type, Data + Address[Lane]);
  });
  return true;
}

HandlerPair memoryHandlers(MemoryOp Op) {
  switch (Op) {
  case MemoryOp::LoadShared:
    return handlerPair<LoadShared>();
  case MemoryOp::StoreShared:
    return handlerPair<StoreShared>();
  case MemoryOp::LoadConst:
    return handlerPair<LoadConst>();
  case MemoryOp::LoadLocal:
    return handlerPair<LoadLocal>();
  case MemoryOp::StoreLocal:
    return handlerPair<StoreLocal>();
  case MemoryOp::LoadGlobal:
    return handlerPair<LoadGlobal>();
  case MemoryOp::StoreGlobal:
    return handlerPair<StoreGlobal>();
  case MemoryOp::Atomic:
    return handlerPair<Atomic>();
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
