//===- TensorMap.cpp - Encodes descriptions of tensors --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits are those that the driver's documentation has for
// cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col.
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
      .Default(std::nullopt);
}

namespace {

/// Bytes that all addresses and strides are multiples of.
constexpr uint64_t Granule = 16;

bool isInteger(unsigned Type) { return Type <= 5; }

uint64_t elementBytes(const TensorMapSpec &S) {
  return uint64_t(1) << HEDDLE_TENSOR_MAP_SHIFT(S.Type);
}

Error checkTensor(const TensorMapSpec &S) {
  const size_t Rank = S.Dims.size();
  if (S.Type > HEDDLE_TENSOR_MAP_TF32_FTZ)
    return createStringError("elements of fewer than 8 bits are not supported");
  if (Rank == 0 || Rank > HEDDLE_TENSOR_MAP_MAX_RANK)
    return createStringError("a tensor map of rank " + Twine(Rank));
  if (S.Strides.size() != Rank - 1 || S.ElementStrides.size() != Rank)
    return createStringError("the numbers of strides do not fit the rank");
  if (S.Address % Granule)
    return createStringError("the tensor does not start at a multiple of 16");
  for (uint64_t Dim : S.Dims)
    if (Dim == 0 || Dim > uint64_t(1) << 32)
      return createStringError("a dimension of " + Twine(Dim) + " elements");
  uint64_t Extent = S.Dims[0] * elementBytes(S);
  for (auto [N, Stride] : enumerate(S.Strides)) {
    if (Stride % Granule || Stride >= uint64_t(1) << 40)
      return createStringError("a stride of " + Twine(Stride) +
                               " bytes: it is to be a multiple of 16 below "
                               "2^40");
    if (Stride < Extent)
      return createStringError("a stride of " + Twine(Stride) +
                               " bytes, less than the " + Twine(Extent) +
                               " below it");
    Extent = SaturatingMultiply(Stride, S.Dims[N + 1]);
  }
  for (uint64_t Stride : S.ElementStrides)
    if (Stride == 0 || Stride > 8)
      return createStringError("an element stride of " + Twine(Stride));
  return Error::success();
}

Error checkInner(const TensorMapSpec &S, uint64_t Elements) {
  const uint64_t Bytes = Elements * elementBytes(S);
  if (Bytes % Granule)
    return createStringError("a row of " + Twine(Bytes) +
                             " bytes, which is no multiple of 16");
  if (S.Swizzle > 3 || S.Atomicity == 2 || S.Atomicity > 3 ||
      (S.Atomicity && S.Swizzle != 3))
    return createStringError("a swizzle that is not supported");
  if (S.Swizzle && Bytes > uint64_t(16) << S.Swizzle)
    return createStringError("a row of " + Twine(Bytes) +
                             " bytes is longer than that of the swizzle");
  if (S.FillsNaN && isInteger(S.Type))
    return createStringError("integers have no NaN to be filled with");
  return Error::success();
}

Error checkBox(const TensorMapSpec &S) {
  if (S.Box.size() != S.Dims.size())
    return createStringError("the box does not have the tensor's rank");
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
