//===- TensorMap.h - Descriptions of tensors in memory ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The 128 bytes that a CUtensorMap has, which PTX leaves open. What encodes
/// them, in C++, and what copies tiles by them, in C for the chip, share this.
/// The numbers of types, swizzles and fills are those of `tensormap.replace`.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_TENSORMAP_H
#define HEDDLE_ABI_TENSORMAP_H

#define HEDDLE_TENSOR_MAP_MAGIC 0x4d544448u
#define HEDDLE_TENSOR_MAP_MAX_RANK 5

/// Dimension 0 is the one whose elements follow each other. A map of a lower
/// rank has extents of 1 behind its own.
struct HeddleTensorMap {
  unsigned long long Address;
  /// Bytes between neighbours along dimensions 1 and up.
  unsigned long long Strides[4];
  /// Elements of the tensor, less one.
  unsigned LastElements[5];
  unsigned Magic;
  /// Elements of a tile, and the distances of those that are read.
  unsigned short Box[5];
  unsigned char ElementStrides[5];
  unsigned char Rank;
  unsigned char Type;
  unsigned char Interleave;
  unsigned char Swizzle;
  unsigned char Fill;
  /// For im2col: corners along W, H and D, and the extents of a tile.
  short Lower[3];
  short Upper[3];
  unsigned short Channels;
  unsigned short Pixels;
  /// One of HEDDLE_TENSOR_MAP_TILED and what follows it.
  unsigned char Mode;
  unsigned char Atomicity;
  unsigned char Unused[26];
};

/// Modes. A tile of im2col has pixels of a box in W, H and D; those of the two
/// others are of one row along W, and have a halo, at their end or after every
/// 32 pixels.
#define HEDDLE_TENSOR_MAP_TILED 0
#define HEDDLE_TENSOR_MAP_IM2COL 1
#define HEDDLE_TENSOR_MAP_IM2COL_W 2
#define HEDDLE_TENSOR_MAP_IM2COL_W128 3

/// log2 of the bytes that an element of type \p Type has in shared memory; of
/// narrow types, those of a unit of them.
#define HEDDLE_TENSOR_MAP_SHIFT(Type)                                          \
  ((Type) == 0 || (Type) == 13                  ? 0                            \
   : (Type) == 1 || (Type) == 6 || (Type) == 10 ? 1                            \
   : (Type) == 4 || (Type) == 5 || (Type) == 9  ? 3                            \
   : (Type) == 14 || (Type) == 15               ? 4                            \
                                                : 2)
/// log2 of the elements of such a unit.
#define HEDDLE_TENSOR_MAP_UNIT_SHIFT(Type)                                     \
  ((Type) < 13 ? 0 : (Type) == 13 ? 1 : 4)
/// Types that are more than bits to a load.
#define HEDDLE_TENSOR_MAP_F32_FTZ 8
#define HEDDLE_TENSOR_MAP_TF32 11
#define HEDDLE_TENSOR_MAP_TF32_FTZ 12
/// 4 bits, packed; 16 of 4 bits with a gap of 64, and of 6 bits with one of 32,
/// behind them in shared memory.
#define HEDDLE_TENSOR_MAP_B4X16 13
#define HEDDLE_TENSOR_MAP_B4X16_P64 14
#define HEDDLE_TENSOR_MAP_B6X16_P32 15
/// The elements of a row of a tile with gaps.
#define HEDDLE_TENSOR_MAP_PADDED_ROW 128

/// The atoms of 32 bytes in which every second row has the halves of its
/// chunks the other way around.
#define HEDDLE_TENSOR_MAP_FLIP 2

#endif // HEDDLE_ABI_TENSORMAP_H
