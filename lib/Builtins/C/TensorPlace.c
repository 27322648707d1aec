//===- TensorPlace.c - Elements of tiles one by one -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.reduce.async.bulk.tensor: where the elements of a tile are, in the tensor
// and in shared memory. What adds them up are atomics of the kernel.
//
//===----------------------------------------------------------------------===//

#include "TensorTile.h"

/// The number of elements of a tile; ~0 for what is no map, or not one for
/// this.
BUILTIN u32 __heddle_tensor_count(u64 Address, u32 Rank, u32 Mode) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, Mode, 1) || Map->Type > HEDDLE_TENSOR_MAP_TF32_FTZ)
    return ~0u;
  u64 Count = Map->Box[0];
  if (Mode == HEDDLE_TENSOR_MAP_IM2COL)
    Count = (u32)Map->Channels * Map->Pixels;
  KEEP_LOOP
  for (u32 Axis = 1; Axis < 5 && Mode != HEDDLE_TENSOR_MAP_IM2COL; ++Axis)
    Count *= stepsOf(Map->Box[Axis], Map->ElementStrides[Axis]);
  return Count << HEDDLE_TENSOR_MAP_SHIFT(Map->Type) > MAX_TILE_BYTES
             ? ~0u
             : (u32)Count;
}

BUILTIN u32 __heddle_tensor_type(u64 Address) {
  return ((TensorMap)Address)->Type;
}

/// The address of element \p Number in the stream of a tile at \p Shared.
BUILTIN u64 __heddle_tensor_source(u64 Address, u64 Shared, u32 Number) {
  Tile T = tileOf((TensorMap)Address, 0, 1);
  u64 Place = Shared + ((u64)Number << T.Shift);
  return swizzled(&T, Place) ^ flipOf(&T, Place);
}

static inline u64 placeIn(TensorMap Map, s32 K0, s32 K1, s32 K2, s32 K3,
                          s32 K4) {
  if (!isWithin(K0, Map->LastElements[0]) ||
      !isWithin(K1, Map->LastElements[1]) ||
      !isWithin(K2, Map->LastElements[2]) ||
      !isWithin(K3, Map->LastElements[3]) ||
      !isWithin(K4, Map->LastElements[4]))
    return 0;
  return Map->Address + ((u64)K0 << HEDDLE_TENSOR_MAP_SHIFT(Map->Type)) +
         (u64)K1 * Map->Strides[0] + (u64)K2 * Map->Strides[1] +
         (u64)K3 * Map->Strides[2] + (u64)K4 * Map->Strides[3];
}

/// A / B bit by bit: divisions are expanded before routines are linked in.
static inline u32 quotient(u32 A, u32 B) {
  u32 Quotient = 0, Rest = 0;
  KEEP_LOOP
  for (u32 Bit = 32; Bit-- > 0;) {
    Rest = Rest << 1 | (A >> Bit & 1);
    if (Rest >= B) {
      Rest -= B;
      Quotient |= 1u << Bit;
    }
  }
  return Quotient;
}

static inline u32 remainder(u32 A, u32 B) { return A - quotient(A, B) * B; }

/// Takes the place along an axis from \p Number, which becomes that of the
/// others.
static inline u32 takeStep(TensorMap Map, u32 Axis, u32 *Number) {
  u32 Stride = Map->ElementStrides[Axis];
  u32 Steps = stepsOf(Map->Box[Axis], Stride);
  u32 Next = quotient(*Number, Steps), Step = *Number - Next * Steps;
  *Number = Next;
  return Step * Stride;
}

/// The address in the tensor of element \p Number of a tile; 0: it is outside.
BUILTIN u64 __heddle_tensor_tile_place(u64 Address, s32 C0, s32 C1, s32 C2,
                                       s32 C3, s32 C4, u32 Number) {
  TensorMap Map = (TensorMap)Address;
  u32 Left = quotient(Number, Map->Box[0]);
  s32 K0 = placeBehind(C0, Number - Left * Map->Box[0]);
  s32 K1 = placeBehind(C1, takeStep(Map, 1, &Left));
  s32 K2 = placeBehind(C2, takeStep(Map, 2, &Left));
  s32 K3 = placeBehind(C3, takeStep(Map, 3, &Left));
  s32 K4 = placeBehind(C4, takeStep(Map, 4, &Left));
  return placeIn(Map, K0, K1, K2, K3, K4);
}

/// \p Steps times stepPixel; returns how often the next axis is to step.
static inline u32 stepPixels(TensorMap Map, u32 Axis, s32 *Base, u32 Steps) {
  s32 Stride = Map->ElementStrides[Axis + 1], Lower = Map->Lower[Axis];
  s32 Last = (s32)Map->LastElements[Axis + 1] + Map->Upper[Axis];
  // Bases of the first row, and of each further one.
  u32 First =
      *Base <= Last ? quotient((u32)(Last - *Base), (u32)Stride) + 1 : 1;
  u32 Each = Lower <= Last ? quotient((u32)(Last - Lower), (u32)Stride) + 1 : 1;
  if (Steps < First) {
    *Base += (s32)Steps * Stride;
    return 0;
  }
  Steps -= First;
  *Base = Lower + (s32)remainder(Steps, Each) * Stride;
  return 1 + quotient(Steps, Each);
}

/// The same of a tile of pixels.
BUILTIN u64 __heddle_tensor_pixels_place(u64 Address, s32 Channel, s32 W, s32 H,
                                         s32 D, s32 N, u32 Rank, u32 Number) {
  TensorMap Map = (TensorMap)Address;
  u32 Steps = stepPixels(Map, 0, &W, quotient(Number, Map->Channels));
  if (Rank > 3)
    Steps = stepPixels(Map, 1, &H, Steps);
  if (Rank > 4)
    Steps = stepPixels(Map, 2, &D, Steps);
  N += (s32)Steps;
  return placeIn(Map, Channel + (s32)remainder(Number, Map->Channels), W,
                 Rank > 3 ? H : N,
                 Rank > 4   ? D
                 : Rank > 3 ? N
                            : 0,
                 Rank > 4 ? N : 0);
}
