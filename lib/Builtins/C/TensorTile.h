//===- TensorTile.h - Tiles as maps of tensors say --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a map that all copies and reductions of tiles read.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BUILTINS_TENSORTILE_H
#define HEDDLE_BUILTINS_TENSORTILE_H

#include "Chip.h"
#include "heddle/ABI/TensorMap.h"

typedef u32 Chunk __attribute__((ext_vector_type(4)));
typedef const struct HeddleTensorMap *TensorMap;

#define CHUNK_BYTES 16
/// More than any shared memory has. A map in which tensormap.replace has
/// written a larger tile would have a store go over what is outside of the
/// tensor for hours.
#define MAX_TILE_BYTES (1u << 18)
#define MAX_BOX 256
#define AT(TYPE, ADDRESS) (*(volatile TYPE *)(ADDRESS))
#define KEEP_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")

/// Elements of fewer than 8 bits are copied as units: two of 4 bits are a byte,
/// and 16 that have a gap behind them in shared memory are a chunk there.
typedef struct {
  /// log2 of the bytes of a unit in shared memory.
  u32 Shift;
  /// Units of a row, and the last one of the tensor.
  u32 Elements, Last0;
  /// log2 of the elements of a unit.
  u32 UnitShift;
  /// The bytes of a chunk with a gap that are in the tensor; 0: no gaps.
  u32 Packed;
  u32 IsStore, Type;
  u32 FillWord;
  u32 SwizzleBits, SwizzleShift;
  /// 8 where every second row of 128 bytes has the halves of its chunks the
  /// other way around.
  u32 Flip;
} Tile;

static inline Tile tileOf(TensorMap Map, u32 Elements, u32 IsStore) {
  Tile T;
  T.Type = Map->Type;
  T.Shift = HEDDLE_TENSOR_MAP_SHIFT(T.Type);
  T.UnitShift = HEDDLE_TENSOR_MAP_UNIT_SHIFT(T.Type);
  T.Packed = T.Type == HEDDLE_TENSOR_MAP_B4X16_P64   ? 8
             : T.Type == HEDDLE_TENSOR_MAP_B6X16_P32 ? 12
                                                     : 0;
  T.Elements = Elements >> T.UnitShift;
  T.IsStore = IsStore;
  T.Last0 = Map->LastElements[0] >> T.UnitShift;
  T.FillWord = Map->Fill ? 0x7ff77ff7u : 0;
  // 32, 64 and 128 bytes; atoms of 32 and 64 bytes leave fewer bits.
  u32 Atoms = Map->Atomicity == 3 ? 2 : Map->Atomicity ? 1 : 0;
  u32 Bits = (1u << Map->Swizzle) - 1;
  T.SwizzleBits = Bits >> Atoms;
  T.SwizzleShift = 4 + Atoms;
  T.Flip =
      Map->Swizzle == 3 && Map->Atomicity == HEDDLE_TENSOR_MAP_FLIP ? 8 : 0;
  return T;
}

/// Whether rows of the tile are whole chunks, and begin with a whole unit.
static inline u32 hasWholeChunks(const Tile *T, u32 Elements, s32 First) {
  u32 Unit = T->Packed ? HEDDLE_TENSOR_MAP_PADDED_ROW : 1u << T->UnitShift;
  if (T->Packed && Elements != HEDDLE_TENSOR_MAP_PADDED_ROW)
    return 0;
  return !((u32)First & (Unit - 1)) &&
         !(Elements & ((1u << T->UnitShift) - 1)) &&
         !((T->Elements << T->Shift) & (CHUNK_BYTES - 1));
}

/// The bytes that a barrier is told of: of a chunk with a gap, those of the
/// elements.
static inline u32 copiedBytes(const Tile *T, u32 Bytes) {
  return T->Packed ? Bytes / CHUNK_BYTES * T->Packed : Bytes;
}

static inline u64 swizzled(const Tile *T, u64 Address) {
  return Address ^ ((Address >> 7 & T->SwizzleBits) << T->SwizzleShift);
}

/// 8 where the halves of the chunk at \p Address change places.
static inline u32 flipOf(const Tile *T, u64 Address) {
  return Address & 128 ? T->Flip : 0;
}

/// How many elements of a box are read at distances of Stride.
static inline u32 stepsOf(u32 Box, u32 Stride) {
  u32 Steps = 0;
  KEEP_LOOP
  for (u32 Place = 0; Place < Box; Place += Stride)
    ++Steps;
  return Steps;
}

/// The place \p Steps behind \p Start. One beyond all numbers comes out below
/// zero, which is outside of the tensor as well.
static inline s32 placeBehind(s32 Start, u32 Steps) {
  return (s32)((u32)Start + Steps);
}

static inline u32 isWithin(s32 Index, u32 Last) {
  return Index >= 0 && (u32)Index <= Last;
}

/// Chunks with gaps know fewer swizzles than others, and those of 4 bits are
/// not stored.
static inline u32 isPaddedMap(TensorMap Map, u32 IsStore) {
  if (Map->Swizzle == 0)
    return !IsStore || Map->Type == HEDDLE_TENSOR_MAP_B6X16_P32;
  if (Map->Swizzle != 3 || Map->Atomicity == HEDDLE_TENSOR_MAP_FLIP)
    return 0;
  if (Map->Type == HEDDLE_TENSOR_MAP_B4X16_P64)
    return !IsStore && Map->Atomicity != 3;
  return IsStore || Map->Atomicity != 3;
}

/// Whether tiles of the rank and the mode can be copied by the map.
/// tensormap.replace may have written what no copy here knows of.
static inline u32 isMap(TensorMap Map, u32 Rank, u32 Mode, u32 IsStore) {
  if (Map->Magic != HEDDLE_TENSOR_MAP_MAGIC || Map->Rank != Rank ||
      Map->Mode != Mode || Map->Swizzle > 3 || Map->Atomicity > 3 ||
      Map->Interleave)
    return 0;
  if (!Map->ElementStrides[1] || !Map->ElementStrides[2] ||
      !Map->ElementStrides[3] || !Map->ElementStrides[4])
    return 0;
  if (Mode == HEDDLE_TENSOR_MAP_TILED &&
      (Map->Box[0] > MAX_BOX || Map->Box[1] > MAX_BOX ||
       Map->Box[2] > MAX_BOX || Map->Box[3] > MAX_BOX || Map->Box[4] > MAX_BOX))
    return 0;
  return Map->Type <= HEDDLE_TENSOR_MAP_B4X16 ||
         (Map->Type <= HEDDLE_TENSOR_MAP_B6X16_P32 &&
          isPaddedMap(Map, IsStore));
}

#endif // HEDDLE_BUILTINS_TENSORTILE_H
