//===- GlobalMemory.cpp - g[] and atomics ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md sections 4.3 and 5.5. Addresses are compared with a
// window that was looked up before; only when one leaves it are the lanes
// looked at one by one.
//
//===----------------------------------------------------------------------===//

#include "AtomicResult.h"
#include "InOrder.h"
#include "Units.h"
#include "heddle/ABI/MemoryOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

/// Addresses below this are null pointers with an offset.
constexpr uint32_t NullPage = 4096;

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
  Window &Slot = L.Global[I.Slot];
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
  U32 First = splat(Address[0]) + laneNumbers() * 4;
  for (unsigned Lane = 0; Lane != Lanes; Lane += W)
    Other |= (S32)(load(Address + Lane) != First + Lane * 4);
  return !any(Other);
}

/// Returns the place of a row of words in the window that \p I used last; null
/// if the lanes access anything else. This is the usual case, and takes few
/// tests.
HEDDLE_INLINE uint8_t *findRow(const DecodedInst &I, LaneContext &L,
                               const uint32_t *Address) {
  const Window &M = L.Global[I.Slot];
  uint32_t First = Address[0], Offset = First - M.Base;
  bool Inside = M.Size >= Lanes * 4 && Offset <= M.Size - Lanes * 4;
  if (!Inside || First % 4 || MemType(I.Sub[1]) != MemType::B32 ||
      !contiguous(Address))
    return nullptr;
  return M.Data + Offset;
}

struct LoadGlobal {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if constexpr (Full)
      if (const uint8_t *Row = findRow(I, L, sourceRow(I, L, 0))) [[likely]] {
        copy(destRow(I, L), Row, Lanes * 4);
        return true;
      }
    return general<Full>(I, L, Mask);
  }

  /// Kept apart for its stack.
  template <bool Full>
  [[gnu::noinline]] static bool general(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
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
    constexpr uint32_t MaxGather = uint32_t(1) << 31;
    if (T == MemType::B32 && M.Size <= MaxGather) {
      for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
        U32 Offset = load(Address + Lane) - Base;
        if constexpr (!Full)
          Offset &= (U32)spread(Mask >> Lane);
        put<Full>(Dst, Lane, Mask, readWords(Data, Offset));
      }
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
    if constexpr (Full)
      if (uint8_t *Row = findRow(I, L, sourceRow(I, L, 0))) [[likely]] {
        copy(Row, sourceRow(I, L, 1), Lanes * 4);
        return true;
      }
    return general<Full>(I, L, Mask);
  }

  /// Kept apart for its stack.
  template <bool Full>
  [[gnu::noinline]] static bool general(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
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
    forLanes(Mask, [&](unsigned Lane) {
      storeLane(I, Source, Lane, T, Data + (Address[Lane] - Base));
    });
    return true;
  }
};

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
        Dst[Lane] = exchange<uint32_t>(P, L.IsConcurrent, [&](uint32_t Old) {
          return atomicResult<uint32_t>(Kind, I.has(Signed), Old, B[Lane],
                                        C[Lane]);
        });
        continue;
      }
      auto Pair = [Lane](const uint32_t *Row) {
        return uint64_t(Row[Lanes + Lane]) << 32 | Row[Lane];
      };
      uint64_t Old = exchange<uint64_t>(P, L.IsConcurrent, [&](uint64_t V) {
        return atomicResult<uint64_t>(Kind, I.has(Signed), V, Pair(B), Pair(C));
      });
      Dst[Lane] = uint32_t(Old);
      Dst[Lanes + Lane] = uint32_t(Old >> 32);
    }
    return true;
  }
};

} // namespace

HandlerPair globalHandlers(MemoryOp Op) {
  switch (Op) {
  case MemoryOp::LoadGlobal:
    return orderedPair<LoadGlobal, OrderedAccess::Load>();
  case MemoryOp::StoreGlobal:
    return orderedPair<StoreGlobal, OrderedAccess::Store>();
  case MemoryOp::Atomic:
    return orderedPair<Atomic, OrderedAccess::Atomic>();
  case MemoryOp::LoadShared:
  case MemoryOp::StoreShared:
  case MemoryOp::LockShared:
  case MemoryOp::UnlockShared:
  case MemoryOp::LoadConst:
  case MemoryOp::LoadLocal:
  case MemoryOp::StoreLocal:
  case MemoryOp::LoadFarGlobal:
  case MemoryOp::StoreFarGlobal:
  case MemoryOp::LoadGeneric:
  case MemoryOp::StoreGeneric:
  case MemoryOp::LoadFarShared:
  case MemoryOp::StoreFarShared:
  case MemoryOp::LoadFarLocal:
  case MemoryOp::StoreFarLocal:
  case MemoryOp::LoadFarConst:
  case MemoryOp::AtomFarGlobal:
  case MemoryOp::AtomGeneric:
  case MemoryOp::AtomFarShared:
    break;
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
