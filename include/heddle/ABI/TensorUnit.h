//===- TensorUnit.h - Operations on tensor memory ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations of the machine instructions `tensor` and `tensor warp`, and
/// what each of the sixteen words of their operands is. Tensor memory has 128
/// lanes of 512 columns; an address has the lane in its upper half, the column
/// in its lower one. What a word of PTX's operands does not say, the form of
/// the instruction, is in a word called mode.
///
/// No LLVM headers: what runs kernels includes this.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_TENSORUNIT_H
#define HEDDLE_ABI_TENSORUNIT_H

#include <cstdint>

namespace heddle::abi {

inline constexpr unsigned TensorLanes = 128, TensorColumns = 512;

enum class TensorOp : uint8_t {
  /// By a warp. Columns in word 0. The results are an address and whether there
  /// was room.
  Allocate,
  /// By a warp. The address in word 0, columns in word 1.
  Free,
  /// By a warp. Nothing is allocated by the CTA from here on.
  Relinquish,
  /// By a warp. Four registers of tcgen05.ld: the address in word 0, the mode
  /// in 1, the number of the first register in 2, the distance of the halves
  /// of 16x32bx2 in 3.
  Load,
  /// By a warp. Four registers of tcgen05.st, whose values are words 4 to 7.
  Store,
  /// By a thread, as the next ones. The words are those of MultiplyWord.
  Multiply,
  /// The address in word 0, the mode in 1, the descriptor in 2 and 3.
  Copy,
  /// The address in word 0, the mode in 1.
  Shift,
};
inline constexpr unsigned NumTensorOps = unsigned(TensorOp::Shift) + 1;
/// Whether all lanes of a warp execute \p Op together.
constexpr bool isOfWarp(TensorOp Op) { return Op <= TensorOp::Store; }

/// The shapes of tcgen05.ld and tcgen05.st, in PTX's words.
enum class TensorShape : uint8_t {
  Lanes32x32b,
  Lanes16x64b,
  Lanes16x128b,
  Lanes16x256b,
  Lanes16x32bx2,
};

/// The mode of a load or a store.
inline constexpr unsigned AccessShapeBits = 3, AccessPackedBit = 3,
                          AccessCountShift = 4;

constexpr uint32_t accessMode(TensorShape Shape, bool IsPacked,
                              unsigned Registers) {
  return uint32_t(Shape) | uint32_t(IsPacked) << AccessPackedBit |
         Registers << AccessCountShift;
}

/// The shape of tcgen05.cp, and the lanes that each row goes to.
enum class TensorCopy : uint8_t {
  Rows128x256b,
  Rows4x256b,
  Rows128x128b,
  /// 64x128b.warpx2::02_13 and ::01_23.
  Rows64Halves,
  Rows64Pairs,
  /// 32x128b.warpx4.
  Rows32,
};
/// The elements that tcgen05.cp extends to bytes.
enum class TensorUnpack : uint8_t { None, Bits4, Bits6 };

inline constexpr unsigned CopyShapeBits = 3, CopyUnpackShift = 3,
                          CopyUnpackBits = 2;
/// In the modes of Copy and Shift.
inline constexpr uint32_t CopyIsPair = 1 << 5;

constexpr uint32_t copyMode(TensorCopy Shape, TensorUnpack Unpack,
                            bool IsPair) {
  return uint32_t(Shape) | uint32_t(Unpack) << CopyUnpackShift |
         (IsPair ? CopyIsPair : 0);
}

/// The words of Multiply.
enum MultiplyWord : unsigned {
  WordD,
  WordDescription,
  /// Two words: a descriptor, or in the first an address of tensor memory.
  WordA,
  WordB = 4,
  WordMode = 6,
  WordMetadata,
  /// Scale factors, or the lanes that are left as they are, or the descriptor
  /// of columns that are zero.
  WordMore,
  WordScaleA = WordMore,
  WordScaleB,
  NumMultiplyWords = 16,
};

enum class TensorKind : uint8_t {
  F16,
  TF32,
  F8F6F4,
  I8,
  MXF8F6F4,
  MXF4,
  MXF4NVF4,
};

/// The mode of a product.
enum MultiplyBits : uint32_t {
  /// D is added to.
  MultiplyAdds = 1,
  /// D * 2^-n comes first.
  MultiplyScaleShift = 1,
  MultiplyScaleMask = 15,
  MultiplyIsPair = 1 << 5,
  MultiplyIsStationary = 1 << 6,
  MultiplyIsSparse = 1 << 7,
  /// A is in tensor memory.
  MultiplyHasTensorA = 1 << 8,
  MultiplyShiftsA = 1 << 9,
  MultiplyKindShift = 10,
  MultiplyKindMask = 7,
  /// Factors for each row of A: 1, 2, or 4.
  MultiplyFactorsShift = 13,
  MultiplyFactorsMask = 7,
  /// The words behind the metadata are lanes that are left as they are.
  MultiplyHasDisabledLanes = 1 << 16,
  /// They are a descriptor of columns that are zero.
  MultiplyHasZeroColumns = 1 << 17,
};

} // namespace heddle::abi

#endif // HEDDLE_ABI_TENSORUNIT_H
