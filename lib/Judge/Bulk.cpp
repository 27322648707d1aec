//===- Bulk.cpp - Copies of blocks of memory ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A block may be copied as soon as its copy is begun, and is; the mbarrier of
/// the copy then has its bytes. A cluster has one CTA here: what goes to
/// another one is refused.
///
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "heddle/ABI/Barrier.h"
#include "llvm/ADT/Twine.h"
#include <cassert>
#include <cstring>

namespace heddle::judge {

using namespace ptx;

namespace {

/// Blocks begin at multiples of this, and have as many bytes.
constexpr unsigned ChunkBytes = 16;

StateSpace spaceOfEnd(Modifier M) {
  return M == ModGlobal ? StateSpace::Global : StateSpace::Shared;
}

} // namespace

/// Whether all that \p I reaches is of the CTA itself.
bool Machine::isInCta(const Instruction &I) {
  if ((!I.has(ModSharedCluster) || How.ClusterSize == 1) &&
      !I.has(ModMulticastCluster))
    return true;
  refuse("what goes to other CTAs of a cluster");
  return false;
}

void Machine::completeBytes(Thread &T, const Operand &Barrier, uint64_t Bytes) {
  uint8_t *At = placeIn(T, StateSpace::Shared, Barrier, 8, /*IsWrite=*/true);
  if (!At)
    return;
  uint64_t Word = 0;
  std::memcpy(&Word, At, 8);
  const uint64_t Come = (0 - Bytes) & abi::BarrierBytesMask;
  Word = abi::updateBarrier(Word, Come << abi::BarrierBytesShift);
  std::memcpy(At, &Word, 8);
  ++Now->BarrierChanges;
}

void Machine::bulkCopy(Thread &T, const Instruction &I) {
  if (!isInCta(I))
    return;
  const uint64_t Bytes = read(T, I.Operands[2], ScalarType::U32);
  if (Bytes % ChunkBytes) {
    fault("a block of " + llvm::Twine(Bytes) + " bytes");
    return;
  }
  const bool IsToGlobal = I.has(ModBulkGroup);
  const auto Size = unsigned(Bytes);
  if (Size) {
    const uint8_t *From =
        placeIn(T, spaceOfEnd(I.modifier(GrpSourceSpace)), I.Operands[1], Size,
                /*IsWrite=*/false, ChunkBytes);
    uint8_t *To =
        From ? placeIn(T, IsToGlobal ? StateSpace::Global : StateSpace::Shared,
                       I.Operands[0], Size, /*IsWrite=*/true, ChunkBytes)
             : nullptr;
    if (!To)
      return;
    const uint64_t Mask =
        I.has(ModCpMask) ? read(T, I.Operands.back(), ScalarType::B16) : ~0U;
    for (unsigned N = 0; N != Size; ++N)
      if (Mask >> (N % ChunkBytes) & 1)
        To[N] = From[N];
  }
  if (!IsToGlobal)
    completeBytes(T, I.Operands[3], Bytes);
}

/// Element by element, as by an atomic operation without a result.
void Machine::bulkReduce(Thread &T, const Instruction &I) {
  if (!isInCta(I))
    return;
  const uint64_t Bytes = read(T, I.Operands[2], ScalarType::U32);
  if (Bytes % ChunkBytes) {
    fault("a block of " + llvm::Twine(Bytes) + " bytes");
    return;
  }
  const bool IsToGlobal = I.has(ModBulkGroup);
  const unsigned Each = storeSize(I.type()), Size = unsigned(Bytes);
  if (Size) {
    const uint8_t *From = placeIn(T, StateSpace::Shared, I.Operands[1], Size,
                                  /*IsWrite=*/false, ChunkBytes);
    uint8_t *To =
        From ? placeIn(T, IsToGlobal ? StateSpace::Global : StateSpace::Shared,
                       I.Operands[0], Size, /*IsWrite=*/true, ChunkBytes)
             : nullptr;
    if (!To)
      return;
    for (unsigned At = 0; At != Size; At += Each) {
      uint64_t Old = 0, B = 0;
      std::memcpy(&Old, To + At, Each);
      std::memcpy(&B, From + At, Each);
      const std::optional<uint64_t> V =
          updated(I, Old, B, 0, How.HasIeee, IsToGlobal);
      if (!V) {
        refuse("this reduction");
        return;
      }
      std::memcpy(To + At, &*V, Each);
    }
  }
  Result.DependsOnOrder |= isFloat(I.type());
  if (!IsToGlobal)
    completeBytes(T, I.Operands[3], Bytes);
}

} // namespace heddle::judge
