//===- TensorMap.cpp - Encodes descriptions of tensors --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits are those that the driver's documentation has for
// cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col and ...Wide.
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/TensorMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::runtime {

std::optional<unsigned> findTensorMapType(StringRef Name) {
  return StringSwitch<std::optional<unsigned>>(Name)
      .Case("u8", 0)
      .Case("u16", 1)
      .Case("u32", 2)
      .Case("s32", 3)
      .Case("u64", 4)
      .Case("s64", 5)
      .Case("f16", 6)
      .Case("f32", 7)
      .Case("f32.ftz", HEDDLE_TENSOR_MAP_F32_FTZ)
      .Case("f64", 9)
      .Case("bf16", 10)
      .Case("tf32", HEDDLE_TENSOR_MAP_TF32)
      .Case("tf32.ftz", HEDDLE_TENSOR_MAP_TF32_FTZ)
      .Case("b4x16", HEDDLE_TENSOR_MAP_B4X16)
      .Case("b4x16_p64", HEDDLE_TENSOR_MAP_B4X16_P64)
      .Case("b6x16_p32", HEDDLE_TENSOR_MAP_B6X16_P32)
      .Default(std::nullopt);
}

namespace {

/// Bytes that rows are multiples of.
constexpr uint64_t Granule = 16;
constexpr unsigned Swizzle32 = 1, Swizzle128 = 3;
constexpr unsigned Interleave32 = 2;

/// Whether the types of \p S are floats, which have NaNs to fill with.
bool hasNaN(const TensorMapSpec &S) {
  return S.Type > 5 && S.Type <= HEDDLE_TENSOR_MAP_TF32_FTZ;
}

/// Whether there are gaps between elements in shared memory.
bool isPadded(const TensorMapSpec &S) {
  return S.Type == HEDDLE_TENSOR_MAP_B4X16_P64 ||
         S.Type == HEDDLE_TENSOR_MAP_B6X16_P32;
}

/// The bytes of as many elements in the tensor.
uint64_t bytesOf(const TensorMapSpec &S, uint64_t Elements) {
  if (S.Type < HEDDLE_TENSOR_MAP_B4X16)
    return Elements << HEDDLE_TENSOR_MAP_SHIFT(S.Type);
  return Elements * (S.Type == HEDDLE_TENSOR_MAP_B6X16_P32 ? 6 : 4) / 8;
}

/// Bytes that the address and strides are multiples of.
uint64_t alignmentOf(const TensorMapSpec &S) {
  return isPadded(S) || S.Interleave == Interleave32 ? 2 * Granule : Granule;
}

Error checkLayout(const TensorMapSpec &S) {
  if (S.Type > HEDDLE_TENSOR_MAP_B6X16_P32)
    return createStringError("no type of elements has the number " +
                             Twine(S.Type));
  if (S.Swizzle > Swizzle128 || S.Atomicity > 3 ||
      (S.Atomicity && S.Swizzle != Swizzle128))
    return createStringError("no swizzle has these numbers");
  if (S.FillsNaN && !hasNaN(S))
    return createStringError("integers have no NaN to be filled with");
  if (S.Interleave && S.Dims.size() < 3)
    return createStringError("an interleaved tensor of rank " +
                             Twine(S.Dims.size()));
  if (S.Interleave == Interleave32 && S.Swizzle != Swizzle32)
    return createStringError(
        "interleaving by 32 bytes is to have the swizzle of 32 bytes");
  if (!isPadded(S))
    return Error::success();
  const bool IsSix = S.Type == HEDDLE_TENSOR_MAP_B6X16_P32;
  if ((S.Interleave && IsSix) || (S.Swizzle && S.Swizzle != Swizzle128) ||
      S.Atomicity == HEDDLE_TENSOR_MAP_FLIP || (S.Atomicity == 3 && !IsSix))
    return createStringError("elements with gaps do not have this swizzle, or "
                             "are not interleaved");
  return Error::success();
}

/// The number of elements along dimension 0 is to be a multiple of what types
/// of fewer than 8 bits have.
Error checkRowOfTensor(const TensorMapSpec &S) {
  const uint64_t Unit = isPadded(S) ? HEDDLE_TENSOR_MAP_PADDED_ROW
                        : S.Type == HEDDLE_TENSOR_MAP_B4X16 ? 2
                                                            : 1;
  if (S.Dims[0] % Unit)
    return createStringError("a dimension of " + Twine(S.Dims[0]) +
                             " elements, which is no multiple of " +
                             Twine(Unit));
  return Error::success();
}

Error checkTensor(const TensorMapSpec &S) {
  const size_t Rank = S.Dims.size();
  if (Rank == 0 || Rank > HEDDLE_TENSOR_MAP_MAX_RANK)
    return createStringError("a tensor map of rank " + Twine(Rank));
  if (S.Strides.size() != Rank - 1 || S.ElementStrides.size() != Rank)
    return createStringError("the numbers of strides do not fit the rank");
  if (Error E = checkLayout(S))
    return E;
  const uint64_t Alignment = alignmentOf(S);
  if (S.Address % Alignment)
    return createStringError("the tensor does not start at a multiple of " +
                             Twine(Alignment));
  for (uint64_t Dim : S.Dims)
    if (Dim == 0 || Dim > uint64_t(1) << 32)
      return createStringError("a dimension of " + Twine(Dim) + " elements");
  if (Error E = checkRowOfTensor(S))
    return E;
  uint64_t Extent = bytesOf(S, S.Dims[0]);
  for (auto [N, Stride] : enumerate(S.Strides)) {
    if (Stride % Alignment || Stride >= uint64_t(1) << 40)
      return createStringError("a stride of " + Twine(Stride) +
                               " bytes: it is to be a multiple of " +
                               Twine(Alignment) + " below 2^40");
    // How the strides of an interleaved tensor follow its dimensions is not
    // documented.
    if (Stride < Extent && !S.Interleave)
      return createStringError("a stride of " + Twine(Stride) +
                               " bytes, less than the " + Twine(Extent) +
                               " below it");
    Extent = SaturatingMultiply(Stride, S.Dims[N + 1]);
  }
  // Dimension 0 has no stride but among the parts of an interleaved tensor.
  for (uint64_t Stride : drop_begin(S.ElementStrides, S.Interleave ? 0 : 1))
    if (Stride == 0 || Stride > 8)
      return createStringError("an element stride of " + Twine(Stride));
  return Error::success();
}

Error checkInner(const TensorMapSpec &S, uint64_t Elements) {
  if (isPadded(S) && Elements != HEDDLE_TENSOR_MAP_PADDED_ROW)
    return createStringError("a row of " + Twine(Elements) +
                             " elements with gaps: it is to have 128");
  if (S.Interleave)
    return Error::success();
  const uint64_t Bytes = bytesOf(S, Elements);
  if (Bytes % Granule)
    return createStringError("a row of " + Twine(Bytes) +
                             " bytes, which is no multiple of 16");
  if (S.Swizzle && Bytes > uint64_t(16) << S.Swizzle)
    return createStringError("a row of " + Twine(Bytes) +
                             " bytes is longer than that of the swizzle");
  return Error::success();
}

Error checkBox(const TensorMapSpec &S) {
  if (S.Box.size() != S.Dims.size())
    return createStringError("the box does not have the tensor's rank");
  if (!S.Lower.empty() || !S.Upper.empty())
    return createStringError("a map of tiles has no corners");
  for (uint64_t Box : S.Box)
    if (Box == 0 || Box > 256)
      return createStringError("a box of " + Twine(Box) + " elements");
  return checkInner(S, S.Box[0]);
}

Error checkIm2col(const TensorMapSpec &S) {
  const size_t Rank = S.Dims.size();
  if (Rank < 3)
    return createStringError("im2col of rank " + Twine(Rank));
  const size_t Corners = S.Mode == HEDDLE_TENSOR_MAP_IM2COL ? Rank - 2 : 1;
  if (S.Lower.size() != Corners || S.Upper.size() != Corners)
    return createStringError("the numbers of corners do not fit the rank");
  const int64_t Limit = int64_t(1) << (Corners == 1   ? 15
                                       : Corners == 2 ? 7
                                                      : 4);
  for (const auto &List : {S.Lower, S.Upper})
    for (int64_t Corner : List)
      if (Corner < -Limit || Corner >= Limit)
        return createStringError("a corner at " + Twine(Corner));
  for (auto [Axis, Lower, Upper] : enumerate(S.Lower, S.Upper))
    if (int64_t(S.Dims[Axis + 1]) + Upper <= Lower)
      return createStringError("the corners leave no pixel between them");
  if (S.Mode != HEDDLE_TENSOR_MAP_IM2COL &&
      (S.Swizzle <= Swizzle32 || S.Atomicity > 1))
    return createStringError("im2col along W has swizzles of 64 and 128 bytes "
                             "alone, of atoms of 16 or 32");
  if (S.Channels == 0 || S.Channels > 256 || S.Pixels == 0 || S.Pixels > 1024)
    return createStringError("a tile of " + Twine(S.Channels) +
                             " channels by " + Twine(S.Pixels) + " pixels");
  return checkInner(S, S.Channels);
}

} // namespace

Expected<HeddleTensorMap> encodeTensorMap(const TensorMapSpec &S) {
  if (Error E = checkTensor(S))
    return std::move(E);
  const bool IsTiled = S.Mode == HEDDLE_TENSOR_MAP_TILED;
  if (Error E = IsTiled ? checkBox(S) : checkIm2col(S))
    return std::move(E);
  HeddleTensorMap M = {};
  M.Magic = HEDDLE_TENSOR_MAP_MAGIC;
  M.Address = S.Address;
  M.Rank = static_cast<unsigned char>(S.Dims.size());
  M.Type = static_cast<unsigned char>(S.Type);
  M.Swizzle = static_cast<unsigned char>(S.Swizzle);
  M.Atomicity = static_cast<unsigned char>(S.Atomicity);
  M.Fill = S.FillsNaN;
  M.Interleave = static_cast<unsigned char>(S.Interleave);
  M.Mode = static_cast<unsigned char>(S.Mode);
  for (unsigned N = 0; N != HEDDLE_TENSOR_MAP_MAX_RANK; ++N) {
    const bool Has = N < S.Dims.size();
    M.LastElements[N] = Has ? static_cast<unsigned>(S.Dims[N] - 1) : 0;
    M.ElementStrides[N] =
        Has ? static_cast<unsigned char>(S.ElementStrides[N]) : 1;
    M.Box[N] = Has && IsTiled ? static_cast<unsigned short>(S.Box[N]) : 1;
    if (N < S.Strides.size())
      M.Strides[N] = S.Strides[N];
  }
  for (unsigned N = 0; N != S.Lower.size(); ++N) {
    M.Lower[N] = static_cast<short>(S.Lower[N]);
    M.Upper[N] = static_cast<short>(S.Upper[N]);
  }
  M.Channels = static_cast<unsigned short>(S.Channels);
  M.Pixels = static_cast<unsigned short>(S.Pixels);
  return M;
}

} // namespace heddle::runtime
