//===- SharedMatrix.cpp - Matrices that descriptors stand for -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With S bytes in a row of the swizzle, chunk c of row r is at
///
///   no swizzle               r%8*16 + r/8*SBO + c*LBO
///   swizzle                  r%8*S + r/8*SBO + c%(S/16)*16 + c/(S/16)*LBO
///   transposed, no swizzle   c*SBO + k%8*16 + k/8*LBO
///   transposed, swizzle      c%(S/16)*16 + c/(S/16)*LBO + k%8*S + k/8*SBO
///
/// behind the start, and the swizzle then changes bits of the whole address.
/// Atoms of 32 bytes repeat after four k where they are transposed.
///
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"

namespace heddle::sm {

namespace {
/// A value of the descriptor's highest three bits.
struct SwizzleMode {
  unsigned RowBytes;
  uint32_t Mask;
  unsigned AtomBit;
};
} // namespace

/// Without a swizzle a row has one chunk. A row of no bytes: there is no such
/// mode.
static SwizzleMode modeOf(uint64_t Descriptor) {
  static constexpr SwizzleMode Modes[8] = {{16, 0, 4}, {128, 3, 5}, {128, 7, 4},
                                           {0, 0, 0},  {64, 3, 4},  {0, 0, 0},
                                           {32, 1, 4}, {0, 0, 0}};
  return Modes[Descriptor >> 61];
}

static uint32_t field(uint64_t Descriptor, unsigned Low) {
  return uint32_t(Descriptor >> Low & 0x3fff) << 4;
}

SharedMatrix::SharedMatrix(uint64_t Descriptor)
    : Start(field(Descriptor, 0)), Leading(field(Descriptor, 16)),
      Stride(field(Descriptor, 32)) {
  const SwizzleMode Mode = modeOf(Descriptor);
  RowChunks = Mode.RowBytes / 16;
  SwizzleMask = Mode.Mask;
  AtomBit = Mode.AtomBit;
  if ((Descriptor >> 46 & 7) != 1)
    Problem = "bits 46 to 48 of a descriptor of shared memory are not 001";
  else if (Descriptor >> 49 & 7)
    Problem = "a descriptor of shared memory has a base offset, which is not "
              "supported";
  else if (Descriptor >> 52 & 1)
    Problem = "a descriptor of shared memory has an absolute leading address, "
              "which is for k = 96 alone";
  else if (!Mode.RowBytes)
    Problem = "a descriptor of shared memory has a swizzle that there is not";
}

uint32_t SharedMatrix::swizzle(uint32_t Address) const {
  return Address ^ (Address >> 7 & SwizzleMask) << AtomBit;
}

uint32_t SharedMatrix::chunk(unsigned Row, unsigned Chunk) const {
  return swizzle(Start + Row % 8 * RowChunks * 16 + Row / 8 * Stride +
                 Chunk % RowChunks * 16 + Chunk / RowChunks * Leading);
}

uint32_t SharedMatrix::transposedChunk(unsigned Chunk, unsigned K) const {
  if (RowChunks == 1)
    return Start + Chunk * Stride + K % 8 * 16 + K / 8 * Leading;
  const unsigned Rows = AtomBit == 5 ? 4 : 8;
  return swizzle(Start + Chunk % RowChunks * 16 + Chunk / RowChunks * Leading +
                 K % Rows * RowChunks * 16 + K / Rows * Stride);
}

} // namespace heddle::sm
