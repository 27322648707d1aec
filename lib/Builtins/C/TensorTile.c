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

#include "TensorTile.h"

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
                                 u32 Flip, s64 First, u32 IsInside) {
  KEEP_LOOP
  for (u32 Byte = 0; Byte < CHUNK_BYTES; Byte += 1u << T->Shift) {
    s64 Index = First + (s64)(Byte >> T->Shift);
    u64 Place = Shared + (Byte ^ Flip);
    if (IsInside && Index >= 0 && Index <= (s64)T->Last0) {
      if (T->IsStore)
        moveElement(T, Global + Byte, Place);
      else
        moveElement(T, Place, Global + Byte);
    } else if (!T->IsStore) {
      fillElement(T, Place);
    }
  }
}

static inline Chunk flipped(Chunk C, u32 Flip) { return Flip ? C.zwxy : C; }

/// The row of 16-byte chunks whose first Packed bytes are elements; what is in
/// the gaps stays.
static inline void movePaddedRow(const Tile *T, u64 Row, u32 IsInside,
                                 s32 First, u64 Shared) {
  KEEP_LOOP
  for (u32 N = 0; N < T->Elements; ++N) {
    s64 Index = (s64)First + N;
    u64 Global = Row + (u64)(Index * (s64)T->Packed);
    u64 Place = swizzled(T, Shared + (u64)N * CHUNK_BYTES);
    u32 IsWhole = IsInside && Index >= 0 && Index <= (s64)T->Last0;
    KEEP_LOOP
    for (u32 Byte = 0; Byte < T->Packed; Byte += 4) {
      if (!T->IsStore)
        AT(u32, Place + Byte) = IsWhole ? AT(u32, Global + Byte) : 0;
      else if (IsWhole)
        AT(u32, Global + Byte) = AT(u32, Place + Byte);
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

/// Whether rows from unit \p First on that are in the tensor are copied as they
/// are, and one pattern of bits swizzles the addresses of all chunks of a row.
static inline u32 hasPlainRows(const Tile *T, u64 Global, u64 Shared,
                               s32 First) {
  u32 IsConverted = T->Type >= HEDDLE_TENSOR_MAP_F32_FTZ && T->Shift == 2;
  u32 Bytes = T->Elements << T->Shift;
  u32 IsPartOf128 =
      Bytes <= 128 && !(Bytes & (Bytes - 1)) && !(Shared & (Bytes - 1));
  return First >= 0 && (s64)First + T->Elements - 1 <= (s64)T->Last0 &&
         !T->Flip && !IsConverted && !T->Packed &&
         !((Global | Shared) & (CHUNK_BYTES - 1)) &&
         (!T->SwizzleBits || IsPartOf128);
}

/// Copies a row of whole chunks to or from \p Shared, four at a time.
static inline void movePlainRow(const Tile *T, u64 Global, u64 Shared) {
  u64 Pattern = ((u32)Shared >> 7 & T->SwizzleBits) << T->SwizzleShift;
  u64 To = T->IsStore ? Global : Shared, From = T->IsStore ? Shared : Global;
  u64 OfTo = T->IsStore ? 0 : Pattern, OfFrom = Pattern ^ OfTo;
  u32 Left = T->Elements << T->Shift;
  KEEP_LOOP
  for (; Left >= 4 * CHUNK_BYTES; Left -= 4 * CHUNK_BYTES) {
    Chunk C0 = AT(Chunk, From ^ OfFrom), C1 = AT(Chunk, (From + 16) ^ OfFrom),
          C2 = AT(Chunk, (From + 32) ^ OfFrom),
          C3 = AT(Chunk, (From + 48) ^ OfFrom);
    AT(Chunk, To ^ OfTo) = C0;
    AT(Chunk, (To + 16) ^ OfTo) = C1;
    AT(Chunk, (To + 32) ^ OfTo) = C2;
    AT(Chunk, (To + 48) ^ OfTo) = C3;
    From += 4 * CHUNK_BYTES;
    To += 4 * CHUNK_BYTES;
  }
  KEEP_LOOP
  for (; Left; Left -= CHUNK_BYTES) {
    AT(Chunk, To ^ OfTo) = AT(Chunk, From ^ OfFrom);
    From += CHUNK_BYTES;
    To += CHUNK_BYTES;
  }
}

/// Elements First, First + 1 ... of the row at \p Row, which is in the tensor
/// if \p IsInside.
static inline void moveRow(const Tile *T, u64 Row, u32 IsInside, s32 First,
                           u64 Shared) {
  First >>= T->UnitShift;
  if (T->Packed) {
    movePaddedRow(T, Row, IsInside, First, Shared);
    return;
  }
  u32 PerChunk = CHUNK_BYTES >> T->Shift;
  KEEP_LOOP
  for (u32 N = 0; N < T->Elements; N += PerChunk) {
    s64 Index = (s64)First + N;
    u64 Global = Row + ((u64)Index << T->Shift);
    u64 Place = Shared + ((u64)N << T->Shift);
    u32 Flip = flipOf(T, Place);
    Place = swizzled(T, Place);
    u32 IsWhole = Index >= 0 && Index + PerChunk - 1 <= (s64)T->Last0;
    if (!IsInside || !IsWhole || (Global & (CHUNK_BYTES - 1)))
      moveByElement(T, Global, Place, Flip, Index, IsInside);
    else if (T->IsStore)
      AT(Chunk, Global) = flipped(AT(Chunk, Place), Flip);
    else
      AT(Chunk, Place) = flipped(loadedChunk(T, AT(Chunk, Global)), Flip);
  }
}

BUILTIN u32 __heddle_tensor_tile(u64 Address, u64 Shared, s32 C0, s32 C1,
                                 s32 C2, s32 C3, s32 C4, u32 Rank,
                                 u32 IsStore) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, HEDDLE_TENSOR_MAP_TILED, IsStore))
    return ~0u;
  Tile T = tileOf(Map, Map->Box[0], IsStore);
  if (!hasWholeChunks(&T, Map->Box[0], C0))
    return ~0u;
  u32 S1 = Map->ElementStrides[1], S2 = Map->ElementStrides[2],
      S3 = Map->ElementStrides[3], S4 = Map->ElementStrides[4];
  u32 N1 = stepsOf(Map->Box[1], S1), N2 = stepsOf(Map->Box[2], S2),
      N3 = stepsOf(Map->Box[3], S3), N4 = stepsOf(Map->Box[4], S4);
  u32 RowBytes = T.Elements << T.Shift;
  if ((u64)RowBytes * N1 * N2 * N3 * N4 > MAX_TILE_BYTES)
    return ~0u;
  u32 Bytes = RowBytes * N1 * N2 * N3 * N4;
  u32 I2 = 0, I3 = 0, I4 = 0;
  u64 Start = Map->Address + (u64)(s64)C1 * Map->Strides[0],
      Step = (u64)S1 * Map->Strides[0];
  s32 First = C0 >> T.UnitShift;
  u64 InRow = (u64)(s64)First << T.Shift;
  KEEP_LOOP
  for (u32 Done = 0; Done < Bytes;) {
    s32 K1 = C1, K2 = placeBehind(C2, I2 * S2), K3 = placeBehind(C3, I3 * S3),
        K4 = placeBehind(C4, I4 * S4);
    u32 IsInside = isWithin(K2, Map->LastElements[2]) &&
                   isWithin(K3, Map->LastElements[3]) &&
                   isWithin(K4, Map->LastElements[4]);
    u64 Row = Start + (u64)(s64)K2 * Map->Strides[1] +
              (u64)(s64)K3 * Map->Strides[2] + (u64)(s64)K4 * Map->Strides[3];
    u32 IsPlain = IsInside && !(Step & (CHUNK_BYTES - 1)) &&
                  hasPlainRows(&T, Row + InRow, Shared, First);
    u32 End = Done + RowBytes * N1;
    KEEP_LOOP
    for (; Done != End; Done += RowBytes) {
      u32 IsRowInside = isWithin(K1, Map->LastElements[1]);
      if (IsPlain && IsRowInside)
        movePlainRow(&T, Row + InRow, Shared + Done);
      else
        moveRow(&T, Row, IsInside && IsRowInside, C0, Shared + Done);
      Row += Step;
      K1 = placeBehind(K1, S1);
    }
    if (++I2 < N2)
      continue;
    I2 = 0;
    if (++I3 < N3)
      continue;
    I3 = 0;
    ++I4;
  }
  return copiedBytes(&T, Bytes);
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
  if (!isMap(Map, Rank, HEDDLE_TENSOR_MAP_IM2COL, IsStore))
    return ~0u;
  Tile T = tileOf(Map, Map->Channels, IsStore);
  if (!hasWholeChunks(&T, Map->Channels, Channel))
    return ~0u;
  u32 RowBytes = T.Elements << T.Shift;
  if ((u64)RowBytes * Map->Pixels > MAX_TILE_BYTES)
    return ~0u;
  u32 Bytes = RowBytes * Map->Pixels;
  KEEP_LOOP
  for (u32 Done = 0; Done < Bytes; Done += RowBytes) {
    movePixel(&T, Map, Rank, Channel, placeBehind(W, OffW),
              placeBehind(H, OffH), placeBehind(D, OffD), N, Shared + Done);
    if (stepPixel(Map, 0, &W) && (Rank < 4 || stepPixel(Map, 1, &H)) &&
        (Rank < 5 || stepPixel(Map, 2, &D)))
      ++N;
  }
  return copiedBytes(&T, Bytes);
}

/// im2col::w and im2col::w::128: pixels of row H, D of the images from N on,
/// whose box is \p Offset farther along W. \p Halo pixels follow the last one,
/// or each 32nd one, along W, whatever the box is.
BUILTIN u32 __heddle_tensor_wide_pixels(u64 Address, u64 Shared, s32 Channel,
                                        s32 W, s32 H, s32 D, s32 N, u32 Halo,
                                        u32 Offset, u32 Rank, u32 Mode) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, Rank, Mode, 0))
    return ~0u;
  Tile T = tileOf(Map, Map->Channels, 0);
  if (!hasWholeChunks(&T, Map->Channels, Channel))
    return ~0u;
  u32 RowBytes = T.Elements << T.Shift;
  u32 IsOf128 = Mode == HEDDLE_TENSOR_MAP_IM2COL_W128;
  u32 Left = IsOf128 ? 128 : Map->Pixels, Row = IsOf128 ? 32 : Left;
  u64 Pixels = Left + (u64)Halo * (IsOf128 ? 4 : 1);
  if (Pixels * RowBytes > MAX_TILE_BYTES)
    return ~0u;
  u32 Step = Map->ElementStrides[1];
  // The box and W are as far apart as without the offset, so that it is added
  // where a pixel is read.
  s32 Read = W;
  u32 Done = 0, InRow = 0, InHalo = 0;
  KEEP_LOOP
  while (Left || InHalo) {
    movePixel(&T, Map, Rank, Channel, placeBehind(Read, Offset), H, D, N,
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
      Read = placeBehind(Read, Step);
      continue;
    }
    Read = placeBehind(Read, Step);
    if (--InHalo)
      continue;
    N += (s32)stepPixel(Map, 0, &W);
    Read = W;
  }
  return copiedBytes(&T, Done);
}

/// tile::gather4 and scatter4: four rows of a matrix, from column \p Column on.
BUILTIN u32 __heddle_tensor_rows(u64 Address, u64 Shared, s32 Column, s32 R0,
                                 s32 R1, s32 R2, s32 R3, u32 IsStore) {
  TensorMap Map = (TensorMap)Address;
  if (!isMap(Map, 2, HEDDLE_TENSOR_MAP_TILED, IsStore) || Map->Box[1] != 1)
    return ~0u;
  Tile T = tileOf(Map, Map->Box[0], IsStore);
  if (!hasWholeChunks(&T, Map->Box[0], Column))
    return ~0u;
  u32 RowBytes = T.Elements << T.Shift;
  KEEP_LOOP
  for (u32 N = 0; N < 4; ++N) {
    s32 Row = N == 0 ? R0 : N == 1 ? R1 : N == 2 ? R2 : R3;
    moveRow(&T, Map->Address + (u64)(s64)Row * Map->Strides[0],
            isWithin(Row, Map->LastElements[1]), Column, Shared + N * RowBytes);
  }
  return copiedBytes(&T, 4 * RowBytes);
}
