//===- TensorTile.cpp - Copies of tiles of tensors ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cp.async.bulk.tensor of tiles, element by element: where an element of the
/// box is in the tensor, and where in shared memory. heddle/ABI/TensorMap.h
/// says what a map is. Modes, types and swizzles of few kernels are refused.
///
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "heddle/ABI/TensorMap.h"
#include "llvm/ADT/Twine.h"
#include <array>
#include <cstring>

namespace heddle::judge {

using namespace ptx;

namespace {

using Map = HeddleTensorMap;
constexpr unsigned MostDimensions = HEDDLE_TENSOR_MAP_MAX_RANK;
using Index = std::array<int64_t, MostDimensions>;

/// A map that says what tiles there are, and not more than is known here.
bool isPlain(const Map &M) {
  return M.Mode == HEDDLE_TENSOR_MAP_TILED && !M.Interleave && !M.Atomicity &&
         M.Swizzle <= 3 && M.Type < HEDDLE_TENSOR_MAP_F32_FTZ;
}

unsigned elementBytes(const Map &M) {
  return 1U << HEDDLE_TENSOR_MAP_SHIFT(M.Type);
}

/// How many elements of a box a tile has along a dimension.
int64_t extentOf(const Map &M, unsigned D) {
  const unsigned Stride =
      D == 0 || !M.ElementStrides[D] ? 1 : M.ElementStrides[D];
  return (M.Box[D] + Stride - 1) / Stride;
}

bool isInside(const Map &M, const Index &At) {
  for (unsigned D = 0; D != MostDimensions; ++D)
    if (At[D] < 0 || At[D] > int64_t(M.LastElements[D]))
      return false;
  return true;
}

uint64_t elementAddress(const Map &M, const Index &At) {
  uint64_t Address = M.Address + uint64_t(At[0]) * elementBytes(M);
  for (unsigned D = 1; D != MostDimensions; ++D)
    Address += uint64_t(At[D]) * M.Strides[D - 1];
  return Address;
}

/// Chunks of 16 bytes change places within 32, 64 or 128 bytes, by which row
/// of 128 bytes they are in.
uint64_t swizzled(const Map &M, uint64_t Address) {
  const uint64_t Row = Address / 128 % (uint64_t(1) << M.Swizzle);
  return Address ^ Row * 16;
}

} // namespace

void Machine::tensorCopy(Thread &T, const Instruction &I) {
  if (!isInCta(I))
    return;
  const Modifier Mode = I.modifier(GrpTensorMode);
  if ((Mode != ModNone && Mode != ModTile) || I.has(ModCtaGroup2)) {
    refuse("tiles of this mode");
    return;
  }
  const bool IsStore = I.has(ModBulkGroup);
  const Operand &Tile = I.Operands[IsStore ? 0 : 1];
  const Operand &Shared = I.Operands[IsStore ? 1 : 0];
  Operand Plain = Tile;
  Plain.Elements = {};
  const Variable *Named = Tile.baseVariable();
  // Where parameters begin is the loader's affair, and with it how far a map
  // among them is aligned.
  constexpr unsigned MapAlign = 8;
  const uint8_t *MapAt =
      placeIn(T,
              Named && Named->Space != StateSpace::Param ? Named->Space
                                                         : StateSpace::Generic,
              Plain, sizeof(Map), /*IsWrite=*/false, MapAlign);
  if (!MapAt)
    return;
  Map M;
  std::memcpy(&M, MapAt, sizeof M);
  if (M.Magic != HEDDLE_TENSOR_MAP_MAGIC || M.Rank != Tile.Elements.size()) {
    fault("no map of a tensor of so many dimensions");
    return;
  }
  if (!isPlain(M)) {
    refuse("a tile of this map");
    return;
  }
  Index First = {};
  for (unsigned D = 0; D != M.Rank; ++D)
    First[D] =
        int64_t(extended(read(T, Tile.Elements[D], ScalarType::S32), 32));
  const unsigned Each = elementBytes(M);
  Index Extent;
  uint64_t Count = 1;
  for (unsigned D = 0; D != MostDimensions; ++D) {
    Extent[D] = extentOf(M, D);
    Count *= uint64_t(Extent[D]);
  }
  StateSpace Space = StateSpace::Shared;
  const uint64_t Base = addressIn(T, Space, Shared);
  if (uint64_t(Extent[0]) * Each % 16) {
    fault("a row of a tile that is no whole number of chunks");
    return;
  }
  for (uint64_t N = 0; N != Count && !isOver(); ++N) {
    Index At = First;
    uint64_t Rest = N;
    for (unsigned D = 0; D != MostDimensions; ++D) {
      const int64_t Place = int64_t(Rest % uint64_t(Extent[D]));
      Rest /= uint64_t(Extent[D]);
      At[D] += Place * (D == 0 ? 1 : M.ElementStrides[D]);
    }
    const bool IsThere = isInside(M, At);
    if (IsStore && !IsThere)
      continue;
    uint8_t *Inner = place(T, StateSpace::Shared, swizzled(M, Base + N * Each),
                           Each, /*IsWrite=*/!IsStore);
    uint8_t *Outer = IsThere && Inner ? place(T, StateSpace::Global,
                                              elementAddress(M, At), Each,
                                              /*IsWrite=*/IsStore)
                                      : nullptr;
    if (!Inner || (IsThere && !Outer))
      return;
    if (IsStore) {
      std::memcpy(Outer, Inner, Each);
    } else if (IsThere) {
      std::memcpy(Inner, Outer, Each);
    } else {
      // The fill of a tensor of real numbers may be a NaN of its own.
      constexpr uint64_t Fill = 0x7ff77ff77ff77ff7;
      const uint64_t V = M.Fill && Each > 1 ? Fill : 0;
      std::memcpy(Inner, &V, Each);
    }
  }
  if (!IsStore)
    completeBytes(T, I.Operands[2], Count * Each);
}

} // namespace heddle::judge
