//===- TensorTile.c - Copies of tiles of tensors --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async.bulk.tensor: by one lane, chunk by chunk of 16 bytes. A tile is a
// stream of bytes in shared memory, dimension 0 first, whose chunks the swizzle
// moves by bits of their addresses. Elements outside of the tensor are filled,
// and left out of a store. All addresses are generic.
//
// Accesses are volatile, so that loops stay loops. Routines return the bytes of
// the tile, or ~0 for what is no map, or not one for this.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"
#include "heddle/ABI/TensorMap.h"

typedef u32 Chunk __attribute__((ext_vector_type(4)));
typedef const struct HeddleTensorMap *TensorMap;

#define CHUNK_BYTES 16
#define AT(TYPE, ADDRESS) (*(volatile TYPE *)(ADDRESS))
#define KEEP_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")

typedef struct {
  u32 Shift, Elements, IsStore, Type, Last0;
  u32 FillWord;
  u32 SwizzleBits, SwizzleShift;
} Tile;

static inline Tile tileOf(TensorMap Map, u32 Elements, u32 IsStore) {
  Tile T;
  T.Type = Map->Type;
  T.Shift = HEDDLE_TENSOR_MAP_SHIFT(T.Type);
  T.Elements = Elements;
  T.IsStore = IsStore;
  T.Last0 = Map->LastElements[0];
  T.FillWord = Map->Fill ? 0x7ff77ff7u : 0;
  // 32, 64 and 128 bytes; atoms of 32 and 64 bytes leave fewer bits.
  u32 Atoms = Map->Atomicity == 3 ? 2 : Map->Atomicity;
  u32 Bits = (1u << Map->Swizzle) - 1;
  T.SwizzleBits = Bits >> Atoms;
  T.SwizzleShift = 4 + Atoms;
  return T;
}

static inline u64 swizzled(const Tile *T, u64 Address) {
  return Address ^ ((Address >> 7 & T->SwizzleBits) << T->SwizzleShift);
}

static inline u32 isDenormal(u32 Word) { return (Word & 0x7f800000) == 0; }

/// The word as a load of the map's type has it.
static inline u32 loadedWord(u32 Type, u32 Word) {
  if (Type == HEDDLE_TENSOR_MAP_F32_FTZ || Type == HEDDLE_TENSOR_MAP_TF32_FTZ)
    Word = isDenormal(Word) ? Word & 0x80000000 : Word;
  if (Type == HEDDLE_TENSOR_MAP_TF32 || Type == HEDDLE_TENSOR_MAP_TF32_FTZ) {
    u32 IsSpecial = (Word & 0x7f800000) == 0x7f800000;
    u32 Even = Word + 0xfff + (Word >> 13 & 1);
    Word = (IsSpecial ? Word : Even) & 0xffffe000;
  }
  return Word;
}

/// One element of 2^Shift bytes.
static inline void moveElement(const Tile *T, u64 To, u64 From) {
  switch (T->Shift) {
  case 0:
    AT(unsigned char, To) = AT(unsigned char, From);
    return;
  case 1:
    AT(unsigned short, To) = AT(unsigned short, From);
    return;
  case 2:
    AT(u32, To) =
        T->IsStore ? AT(u32, From) : loadedWord(T->Type, AT(u32, From));
    return;
  default:
    AT(u64, To) = AT(u64, From);
    return;
  }
}

static inline void fillElement(const Tile *T, u64 To) {
  switch (T->Shift) {
  case 0:
    AT(unsigned char, To) = 0;
    return;
  case 1:
    AT(unsigned short, To) = (unsigned short)T->FillWord;
    return;
  case 2:
    AT(u32, To) = T->FillWord;
    return;
  default:
    AT(u64, To) = (u64)T->FillWord << 32 | T->FillWord;
    return;
  }
}

/// A chunk some of whose elements are outside, or whose address in global
/// memory is none of a chunk.
static inline void moveByElement(const Tile *T, u64 Global, u64 Shared,
                                 s64 First, u32 IsInside) {
  KEEP_LOOP
  for (u32 Byte = 0; Byte < CHUNK_BYTES; Byte += 1u << T->Shift) {
    s64 Index = First + (s64)(Byte >> T->Shift);
    if (IsInside && Index >= 0 && Index <= (s64)T->Last0) {
      if (T->IsStore)
        moveElement(T, Global + Byte, Shared + Byte);
      else
        moveElement(T, Shared + Byte, Global + Byte);
    } else if (!T->IsStore) {
      fillElement(T, Shared + Byte);
    }
  }
}

static inline Chunk loadedChunk(const Tile *T, Chunk C) {
  if (T->Type < HEDDLE_TENSOR_MAP_F32_FTZ || T->Shift != 2)
    return C;
  C.x = loadedWord(T->Type, C.x);
  C.y = loadedWord(T->Type, C.y);
  C.z = loadedWord(T->Type, C.z);
  C.w = loadedWord(T->Type, C.w);
  return C;
}

/// Elements First, First + 1 ... of the row at \p Row, which is in the tensor
/// if
/// \p IsInside.
static inline void moveRow(const Tile *T, u64 Row, u32 IsInside, s32 First,
                           u64 Shared) {
  u32 PerChunk = CHUNK_BYTES >> T->Shift;
  KEEP_LOOP
  for (u32 N = 0; N < T->Elements; N += PerChunk) {
    s64 Index = (s64)First + N;
    u64 Global = Row + ((u64)Index << T->Shift);
    u64 Place = swizzled(T, Shared + ((u64)N << T->Shift));
    u32 IsWhole = Index >= 0 && Index + PerChunk - 1 <= (s64)T->Last0;
    if (!IsInside || !IsWhole || (Global & (CHUNK_BYTES - 1)))
      moveByElement(T, Global, Place, Index, IsInside);
    else if (T->IsStore)
      AT(Chunk, Global) = AT(Chunk, Place);
    else
      AT(Chunk, Place) = loadedChunk(T, AT(Chunk, Global));
  }
}

/// How many elements of a box are read at distances of Stride.
static inline u32 stepsOf(u32 Box, u32 Stride) {
  u32 Steps = 0;
  KEEP_LOOP
  for (u32 Place = 0; Place < Box; Place += Stride)
    ++Steps;
  return Steps;
}

static inline u32 isWithin(s32 Index, u32 Last) {
  return Index >= 0 && (u32)Index <= Last;
}

/// Whether tiles of the rank and the mode can be copied by the map.
/// tensormap.replace may have written what no copy here knows of.
static inline u32 isMap(TensorMap Map, u32 Rank, u32 Mode) {
  return Map->Magic == HEDDLE_TENSOR_MAP_MAGIC && Map->Rank == Rank &&
         Map->Mode == Mode && Map->Type <= HEDDLE_TENSOR_MAP_TF32_FTZ &&
         Map->Swizzle <= 3 && Map->Atomicity != 2 && !Map->Interleave;
}

BUILTIN u32 __heddle_tensor_tile(u64 Address, u64 Shared, s32 C0, s32 C1,
                                 s32 C2, s32 C3, s32 C4, u32 Rank,
                                 u32 IsStore) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, HEDDLE_TENSOR_MAP_TILED))
    return ~0u;
  Tile T = tileOf(Map, Map->Box[0], IsStore);
  u32 S1 = Map->ElementStrides[1], S2 = Map->ElementStrides[2],
      S3 = Map->ElementStrides[3], S4 = Map->ElementStrides[4];
  u32 N1 = stepsOf(Map->Box[1], S1), N2 = stepsOf(Map->Box[2], S2),
      N3 = stepsOf(Map->Box[3], S3), N4 = stepsOf(Map->Box[4], S4);
  u32 RowBytes = T.Elements << T.Shift;
  u32 Bytes = RowBytes * N1 * N2 * N3 * N4;
  u32 I1 = 0, I2 = 0, I3 = 0, I4 = 0;
  KEEP_LOOP
  for (u32 Done = 0; Done < Bytes; Done += RowBytes) {
    s32 K1 = C1 + (s32)(I1 * S1), K2 = C2 + (s32)(I2 * S2),
        K3 = C3 + (s32)(I3 * S3), K4 = C4 + (s32)(I4 * S4);
    u32 IsInside = isWithin(K1, Map->LastElements[1]) &&
                   isWithin(K2, Map->LastElements[2]) &&
                   isWithin(K3, Map->LastElements[3]) &&
                   isWithin(K4, Map->LastElements[4]);
    u64 Row = Map->Address + (u64)(s64)K1 * Map->Strides[0] +
              (u64)(s64)K2 * Map->Strides[1] + (u64)(s64)K3 * Map->Strides[2] +
              (u64)(s64)K4 * Map->Strides[3];
    moveRow(&T, Row, IsInside, C0, Shared + Done);
    if (++I1 < N1)
      continue;
    I1 = 0;
    if (++I2 < N2)
      continue;
    I2 = 0;
    if (++I3 < N3)
      continue;
    I3 = 0;
    ++I4;
  }
  return Bytes;
}

/// Steps along one axis of the pixels of a convolution; whether the next axis
/// is to step, too.
static inline u32 stepPixel(TensorMap Map, u32 Axis, s32 *Base) {
  *Base += Map->ElementStrides[Axis + 1];
  if (*Base <= (s32)Map->LastElements[Axis + 1] + Map->Upper[Axis])
    return 0;
  *Base = Map->Lower[Axis];
  return 1;
}

/// The channels from \p Channel on of the pixel at W, H, D of image N.
static inline void movePixel(const Tile *T, TensorMap Map, u32 Rank,
                             s32 Channel, s32 W, s32 H, s32 D, s32 N,
                             u64 Shared) {
  // N is the last dimension, whatever the rank.
  s32 K2 = Rank > 3 ? H : N,
      K3 = Rank > 4   ? D
           : Rank > 3 ? N
                      : 0,
      K4 = Rank > 4 ? N : 0;
  u32 IsInside =
      isWithin(W, Map->LastElements[1]) && isWithin(K2, Map->LastElements[2]) &&
      isWithin(K3, Map->LastElements[3]) && isWithin(K4, Map->LastElements[4]);
  u64 Row = Map->Address + (u64)(s64)W * Map->Strides[0] +
            (u64)(s64)K2 * Map->Strides[1] + (u64)(s64)K3 * Map->Strides[2] +
            (u64)(s64)K4 * Map->Strides[3];
  moveRow(T, Row, IsInside, Channel, Shared);
}

/// Rows are pixels, whose first one is at W, H, D of image N; what is read is
/// OffW, OffH, OffD away.
BUILTIN u32 __heddle_tensor_pixels(u64 Address, u64 Shared, s32 Channel, s32 W,
                                   s32 H, s32 D, s32 N, u32 OffW, u32 OffH,
                                   u32 OffD, u32 Rank, u32 IsStore) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, HEDDLE_TENSOR_MAP_IM2COL))
    return ~0u;
  Tile T = tileOf(Map, Map->Channels, IsStore);
  u32 RowBytes = T.Elements << T.Shift;
  u32 Bytes = RowBytes * Map->Pixels;
  KEEP_LOOP
  for (u32 Done = 0; Done < Bytes; Done += RowBytes) {
    movePixel(&T, Map, Rank, Channel, W + (s32)OffW, H + (s32)OffH,
              D + (s32)OffD, N, Shared + Done);
    if (stepPixel(Map, 0, &W) && (Rank < 4 || stepPixel(Map, 1, &H)) &&
        (Rank < 5 || stepPixel(Map, 2, &D)))
      ++N;
  }
  return Bytes;
}

/// im2col::w and im2col::w::128: pixels of row H, D of the images from N on,
/// whose box is \p Offset farther along W. \p Halo pixels follow the last one,
/// or each 32nd one, along W, whatever the box is.
BUILTIN u32 __heddle_tensor_wide_pixels(u64 Address, u64 Shared, s32 Channel,
                                        s32 W, s32 H, s32 D, s32 N, u32 Halo,
                                        u32 Offset, u32 Rank, u32 Mode) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, Mode))
    return ~0u;
  Tile T = tileOf(Map, Map->Channels, 0);
  u32 RowBytes = T.Elements << T.Shift;
  u32 IsOf128 = Mode == HEDDLE_TENSOR_MAP_IM2COL_W128;
  u32 Left = IsOf128 ? 128 : Map->Pixels, Row = IsOf128 ? 32 : Left;
  s32 Step = Map->ElementStrides[1];
  // The box and W are as far apart as without the offset, so that it is added
  // where a pixel is read.
  s32 Read = W;
  u32 Done = 0, InRow = 0, InHalo = 0;
  KEEP_LOOP
  while (Left || InHalo) {
    movePixel(&T, Map, Rank, Channel, Read + (s32)Offset, H, D, N,
              Shared + Done);
    Done += RowBytes;
    if (!InHalo) {
      --Left;
      if (++InRow < Row || !Halo) {
        N += (s32)stepPixel(Map, 0, &W);
        Read = W;
        continue;
      }
      InRow = 0;
      InHalo = Halo;
      Read += Step;
      continue;
    }
    Read += Step;
    if (--InHalo)
      continue;
    N += (s32)stepPixel(Map, 0, &W);
    Read = W;
  }
  return Done;
}

/// tile::gather4 and scatter4: four rows of a matrix, from column \p Column on.
BUILTIN u32 __heddle_tensor_rows(u64 Address, u64 Shared, s32 Column, s32 R0,
                                 s32 R1, s32 R2, s32 R3, u32 IsStore) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, 2, HEDDLE_TENSOR_MAP_TILED) || Map->Box[1] != 1)
    return ~0u;
  Tile T = tileOf(Map, Map->Box[0], IsStore);
  u32 RowBytes = T.Elements << T.Shift;
  KEEP_LOOP
  for (u32 N = 0; N < 4; ++N) {
    s32 Row = N == 0 ? R0 : N == 1 ? R1 : N == 2 ? R2 : R3;
    moveRow(&T, Map->Address + (u64)(s64)Row * Map->Strides[0],
            isWithin(Row, Map->LastElements[1]), Column, Shared + N * RowBytes);
  }
  return 4 * RowBytes;
}

//===----------------------------------------------------------------------===//
// Elements one by one, for reductions
//===----------------------------------------------------------------------===//

/// The number of elements of a tile; ~0 for what is no map, or not one for
/// this.
BUILTIN u32 __heddle_tensor_count(u64 Address, u32 Rank, u32 Mode) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, Mode))
    return ~0u;
  if (Mode == HEDDLE_TENSOR_MAP_IM2COL)
    return (u32)Map->Channels * Map->Pixels;
  u32 Count = Map->Box[0];
  KEEP_LOOP
  for (u32 Axis = 1; Axis < 5; ++Axis)
    Count *= stepsOf(Map->Box[Axis], Map->ElementStrides[Axis]);
  return Count;
}

BUILTIN u32 __heddle_tensor_type(u64 Address) {
  return ((TensorMap)Address)->Type;
}

/// The address of element \p Number in the stream of a tile at \p Shared.
BUILTIN u64 __heddle_tensor_source(u64 Address, u64 Shared, u32 Number) {
  Tile T = tileOf((TensorMap)Address, 0, 1);
  return swizzled(&T, Shared + ((u64)Number << T.Shift));
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
static inline s32 takeStep(TensorMap Map, u32 Axis, u32 *Number) {
  u32 Stride = Map->ElementStrides[Axis];
  u32 Steps = stepsOf(Map->Box[Axis], Stride);
  u32 Next = quotient(*Number, Steps), Step = *Number - Next * Steps;
  *Number = Next;
  return (s32)(Step * Stride);
}

/// The address in the tensor of element \p Number of a tile; 0: it is outside.
BUILTIN u64 __heddle_tensor_tile_place(u64 Address, s32 C0, s32 C1, s32 C2,
                                       s32 C3, s32 C4, u32 Number) {
  TensorMap Map = (TensorMap)Address;
  u32 Left = quotient(Number, Map->Box[0]);
  s32 K0 = C0 + (s32)(Number - Left * Map->Box[0]);
  s32 K1 = C1 + takeStep(Map, 1, &Left);
  s32 K2 = C2 + takeStep(Map, 2, &Left);
  s32 K3 = C3 + takeStep(Map, 3, &Left);
  return placeIn(Map, K0, K1, K2, K3, C4 + takeStep(Map, 4, &Left));
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
