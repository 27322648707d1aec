//===- InitAccesses.cpp - Undefined values in memory ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitChecker.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sanitize {

using sm::AddressShape;
using sm::Issue;
using sm::MemoryAccess;
using sm::MemType;
using sm::Space;

void InitChecker::memory(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  if (!W.isQuiet()) {
    checkPredicate(E, C);
    bool Is64Bits = E.I.space() == Space::Generic ||
                    (E.I.space() == Space::Global && E.I.isFar());
    if (E.I.isFar() || E.I.space() == Space::Global)
      checkSource(E, C, 0, Is64Bits ? 2 : 1, Use::Address,
                  E.Accesses.back().Bytes);
    else
      checkAddress(E, C, E.I.Sub[0]);
    // Whether a word was locked is known.
    for (unsigned Bit = 0; E.I.has(sm::WritesCondition) && Bit != 4; ++Bit)
      W.setCondition(E.I.CCDst, Bit, E.Executing, LaneFlags());
  }
  if (E.I.isLoad())
    load(E, C);
  else if (E.I.isStore())
    store(E, C);
  else
    atomic(E, C);
}

void InitChecker::meetHeap(uint64_t Address) {
  if (auto Block = Launch->Memory.heap()->find(Address))
    if (!Global.knows(Block->Address))
      Global.add(Block->Address, Block->Size);
}

/// Whether \p Fn holds for all ranges, of an address and bytes, that lanes
/// access together. Goes no further than to the first for which it does not.
template <class FnT>
static bool allRanges(const MemoryAccess &A, uint32_t Mask, FnT Fn) {
  if (A.Shape == AddressShape::Uniform && Mask)
    return Fn(A.Address[0], A.Bytes);
  if (A.Shape == AddressShape::Words && Mask == sm::AllLanes && A.Bytes == 4)
    return Fn(A.Address[0], A.Bytes * sm::Lanes);
  for (; Mask; Mask &= Mask - 1)
    if (!Fn(A.Address[unsigned(llvm::countr_zero(Mask))], A.Bytes))
      return false;
  return true;
}

bool InitChecker::readsDefined(const CtaState &C, const MemoryAccess &A,
                               uint32_t Mask) const {
  switch (A.Where) {
  case Space::Shared:
    return C.Shared.isDefined() ||
           allRanges(A, Mask, [&](uint64_t Address, unsigned Bytes) {
             return C.Shared.hasRange(Address, Bytes, A.Bytes) &&
                    C.Shared.isDefined(Address, Bytes);
           });
  case Space::Global:
    return !HasHeap && Global.empty();
  case Space::Const:
    return true;
  case Space::Local:
  case Space::Generic:
  case Space::None:
    return false;
  }
  llvm_unreachable("covered switch");
}

bool InitChecker::define(CtaState &C, const MemoryAccess &A, uint32_t Mask) {
  if (A.Where == Space::Global)
    return !HasHeap && Global.empty();
  if (A.Where != Space::Shared)
    return false;
  return C.Shared.isDefined() ||
         allRanges(A, Mask, [&](uint64_t Address, unsigned Bytes) {
           if (C.Shared.hasRange(Address, Bytes, A.Bytes))
             C.Shared.define(Address, Bytes);
           return true;
         });
}

OpenBytes InitChecker::readMemory(const Issue &E, CtaState &C,
                                  const MemoryAccess &A, unsigned Lane) {
  OpenBytes Open;
  uint64_t Address = A.Address[Lane];
  switch (A.Where) {
  case Space::Shared:
    if (C.Shared.has(Address, A.Bytes) && !C.Shared.isDefined(Address, A.Bytes))
      Open = C.Shared.read(Address, A.Bytes);
    break;
  case Space::Local:
    if (Address % A.Bytes == 0 && Address + A.Bytes <= E.W.lanes().LocalBytes)
      Open = C.Local[E.W.number()].read(Lane, Address, A.Bytes);
    break;
  case Space::Global:
    if (HasHeap)
      meetHeap(Address);
    if (!Global.empty())
      Open = Global.read(Address, A.Bytes);
    break;
  case Space::Const:
  case Space::Generic:
  case Space::None:
    break;
  }
  if (Open.any() && !Open.Origin)
    Open.Origin = originOf(E, C, A, Lane, Open);
  return Open;
}

void InitChecker::writeMemory(const Issue &E, CtaState &C,
                              const MemoryAccess &A, unsigned Lane,
                              const OpenBytes &Open) {
  uint64_t Address = A.Address[Lane];
  switch (A.Where) {
  case Space::Shared:
    if (!C.Shared.has(Address, A.Bytes))
      return;
    if (Open.any())
      return C.Shared.write(Address, A.Bytes, Open);
    return C.Shared.define(Address, A.Bytes);
  case Space::Local:
    if (Address % A.Bytes == 0 && Address + A.Bytes <= E.W.lanes().LocalBytes)
      C.Local[E.W.number()].write(Lane, Address, A.Bytes, Open);
    return;
  case Space::Global:
    if (HasHeap)
      meetHeap(Address);
    if (!Global.empty())
      Global.define(Address, A.Bytes);
    return;
  case Space::Const:
  case Space::Generic:
  case Space::None:
    return;
  }
}

/// Extends \p Bits as the load does.
static uint32_t extended(MemType T, uint32_t Bits) {
  switch (T) {
  case MemType::S8:
    return uint32_t(int32_t(int8_t(Bits)));
  case MemType::S16:
    return uint32_t(int32_t(int16_t(Bits)));
  case MemType::U8:
  case MemType::U16:
  case MemType::B32:
  case MemType::B64:
  case MemType::B128:
    return Bits;
  }
  llvm_unreachable("covered switch");
}

void InitChecker::load(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  const unsigned Rows = std::max(1u, sm::memBytes(E.I.memType()) / 4);
  Row Bits[4], Origins;
  uint32_t Any = 0;
  for (const MemoryAccess &A : E.Accesses) {
    if (readsDefined(C, A, E.Executing & A.Mask))
      continue;
    eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
      OpenBytes Open = readMemory(E, C, A, Lane);
      if (!Open.any())
        return;
      Any |= uint32_t(1) << Lane;
      for (unsigned Word = 0; Word != Rows; ++Word)
        Bits[Word][Lane] = Open.Bits[Word];
      Bits[0][Lane] = extended(E.I.memType(), Bits[0][Lane]);
      Origins[Lane] = Open.Origin;
    });
  }
  if (!Any && W.isQuiet())
    return;
  uint32_t Of = ~uint32_t(0);
  if (E.I.has(sm::HalfDst)) {
    Of = uint32_t(0xffff) << E.I.DstShift;
    for (uint32_t &V : Bits[0].Words)
      V = (V & 0xffff) << E.I.DstShift;
  }
  for (unsigned Word = 0; Word != Rows; ++Word)
    if (Any)
      W.set(E.I.DstRow + Word, E.Executing, Of, Bits[Word], Origins);
    else
      W.clear(E.I.DstRow + Word, E.Executing, Of);
}

void InitChecker::store(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  const sm::Source &Data = E.I.Src[1];
  const unsigned Bytes = sm::memBytes(E.I.memType());
  const unsigned Rows = std::max(1u, Bytes / 4);
  const uint32_t Of = Bytes < 4 ? (1u << 8 * Bytes) - 1 : ~uint32_t(0);
  bool AnyDirty = false;
  for (unsigned Word = 0; Word != Rows && Data.Base == sm::WarpRows; ++Word)
    AnyDirty |= W.isDirty(Data.Row + Word);
  for (const MemoryAccess &A : E.Accesses) {
    if (!AnyDirty && define(C, A, E.Executing & A.Mask))
      continue;
    eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
      OpenBytes Open;
      for (unsigned Word = 0; Word != Rows && AnyDirty; ++Word) {
        if (!W.isDirty(Data.Row + Word))
          continue;
        Open.Bits[Word] = W.bits(Data.Row + Word)[Lane] >> Data.Shift & Of;
        if (Open.Bits[Word] && !Open.Origin)
          Open.Origin = W.origins(Data.Row + Word)[Lane];
      }
      if (A.Where == Space::Global && Open.any())
        report(E, C, Lane, Use::Store, Open.Origin, A.Bytes);
      writeMemory(E, C, A, Lane, Open);
    });
  }
}

/// The bits that stay undefined where \p Kind, with a defined \p Operand,
/// changes bits of which \p Open are undefined. None: the operation needs a
/// value.
static std::optional<uint32_t> openBehind(sm::AtomicKind Kind, uint32_t Open,
                                          uint32_t Operand) {
  switch (Kind) {
  case sm::AtomicKind::Exchange:
    return 0;
  case sm::AtomicKind::And:
    return Open & Operand;
  case sm::AtomicKind::Or:
    return Open & ~Operand;
  case sm::AtomicKind::Xor:
    return Open;
  case sm::AtomicKind::Add:
  case sm::AtomicKind::CompareAndSwap:
  case sm::AtomicKind::Increment:
  case sm::AtomicKind::Decrement:
  case sm::AtomicKind::Max:
  case sm::AtomicKind::Min:
  case sm::AtomicKind::Barrier:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

void InitChecker::atomic(const Issue &E, CtaState &C) {
  WarpShadow &W = C.Warps[E.W.number()];
  const bool Is64Bits = E.Accesses.front().Bytes == 8;
  const unsigned Rows = Is64Bits ? 2 : 1;
  const auto Kind = sm::AtomicKind(E.I.Sub[0]);
  checkSource(E, C, 1, Rows, Use::Atomic, E.Accesses.front().Bytes);
  checkSource(E, C, 2, Rows, Use::Atomic, E.Accesses.front().Bytes);
  const sm::Source &Data = E.I.Src[1];
  const uint32_t *Operand =
      E.W.lanes().Base[Data.Base] + size_t(Data.Row) * sm::Lanes;
  Row Bits[2], Origins;
  for (const MemoryAccess &A : E.Accesses)
    eachLane(E.Executing & A.Mask, [&](unsigned Lane) {
      OpenBytes Open = readMemory(E, C, A, Lane);
      if (!Open.any())
        return;
      // What is known of global memory are bytes, not bits.
      const bool HasBits =
          A.Where != Space::Global || Kind == sm::AtomicKind::Exchange;
      OpenBytes Behind;
      Behind.Origin = Open.Origin;
      bool IsMoved = HasBits;
      for (unsigned Word = 0; Word != Rows && IsMoved; ++Word) {
        auto Left =
            openBehind(Kind, Open.Bits[Word], Operand[Word * sm::Lanes + Lane]);
        IsMoved = Left.has_value();
        Behind.Bits[Word] = Left.value_or(0);
        Bits[Word][Lane] = Open.Bits[Word];
      }
      Origins[Lane] = Open.Origin;
      if (IsMoved)
        return writeMemory(E, C, A, Lane, Behind);
      Bits[0][Lane] = Bits[1][Lane] = 0;
      report(E, C, Lane, Use::Atomic, Open.Origin, A.Bytes);
      writeMemory(E, C, A, Lane, OpenBytes());
    });
  for (unsigned Word = 0; Word != Rows; ++Word)
    if (Bits[Word].lanes())
      W.set(E.I.DstRow + Word, E.Executing, ~uint32_t(0), Bits[Word], Origins);
    else
      W.clear(E.I.DstRow + Word, E.Executing);
}

} // namespace heddle::sanitize
