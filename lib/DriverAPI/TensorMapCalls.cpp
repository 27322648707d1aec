//===- TensorMapCalls.cpp - cuTensorMap... --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Report.h"
#include "heddle/Runtime/TensorMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace heddle::driver {

using runtime::TensorMapSpec;

static_assert(sizeof(CUtensorMap) == sizeof(HeddleTensorMap));

namespace {
/// The arguments that both kinds of maps have.
struct TensorArguments {
  CUtensorMap *Map;
  int Type;
  unsigned Rank;
  void *Address;
  const unsigned long long *Dims, *Strides;
  const unsigned *ElementStrides;
  int Interleave, Swizzle, Promotion, Fill;
};
} // namespace

/// The number of tensormap.replace for a CUtensorMapDataType, which orders some
/// types in another way.
static unsigned typeOf(int Type) {
  switch (Type) {
  case 8: // FLOAT64
    return 9;
  case 9: // BFLOAT16
    return 10;
  case 10: // FLOAT32_FTZ
    return HEDDLE_TENSOR_MAP_F32_FTZ;
  default:
    return unsigned(Type);
  }
}

/// Reads a CUtensorMapSwizzle. Behind the one of 128 bytes are those that have
/// it with other atoms, in the order of tensormap.replace.
static void readSwizzle(int Swizzle, TensorMapSpec &S) {
  constexpr int Bytes128 = 3;
  S.Swizzle = unsigned(std::min(Swizzle, Bytes128));
  S.Atomicity = unsigned(Swizzle) - S.Swizzle;
}

static bool isAligned(const CUtensorMap *Map) {
  return Map && reinterpret_cast<uintptr_t>(Map) % 64 == 0;
}

static CUresult readCommon(const TensorArguments &A, TensorMapSpec &S) {
  constexpr int LastType = 15, LastPromotion = 3;
  if (!isAligned(A.Map) || A.Type < 0 || A.Type > LastType || A.Rank == 0 ||
      A.Rank > HEDDLE_TENSOR_MAP_MAX_RANK || !A.Address || !A.Dims ||
      (A.Rank > 1 && !A.Strides) || !A.ElementStrides || A.Promotion < 0 ||
      A.Promotion > LastPromotion || A.Fill < 0 || A.Fill > 1 ||
      A.Interleave < 0 || A.Interleave > 2 || A.Swizzle < 0 || A.Swizzle > 6)
    return CUDA_ERROR_INVALID_VALUE;
  readSwizzle(A.Swizzle, S);
  S.Interleave = unsigned(A.Interleave);
  S.Type = typeOf(A.Type);
  S.Address = reinterpret_cast<uintptr_t>(A.Address);
  S.Dims.assign(A.Dims, A.Dims + A.Rank);
  S.Strides.assign(A.Strides, A.Strides + A.Rank - 1);
  S.ElementStrides.assign(A.ElementStrides, A.ElementStrides + A.Rank);
  S.FillsNaN = A.Fill != 0;
  return CUDA_SUCCESS;
}

/// Encodes the map of \p A, of which \p Read takes what its kind has beyond
/// that; false if an argument is not allowed.
static CUresult encode(const TensorArguments &A,
                       function_ref<bool(TensorMapSpec &)> Read) {
  TensorMapSpec S;
  if (CUresult R = readCommon(A, S); R != CUDA_SUCCESS)
    return R;
  if (!Read(S))
    return CUDA_ERROR_INVALID_VALUE;
  Expected<HeddleTensorMap> Map = runtime::encodeTensorMap(S);
  if (!Map) {
    explain(toString(Map.takeError()));
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (S.Interleave) {
    explain("interleaved tensors are not supported: which of their dimensions "
            "has which stride is not documented");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  std::memcpy(A.Map, &*Map, sizeof(*Map));
  return CUDA_SUCCESS;
}

namespace calls {

CUresult TensorMapEncodeTiled(CUtensorMap *Map, int Type, unsigned Rank,
                              void *Address, const unsigned long long *Dims,
                              const unsigned long long *Strides,
                              const unsigned *Box,
                              const unsigned *ElementStrides, int Interleave,
                              int Swizzle, int Promotion, int Fill) {
  return encode({Map, Type, Rank, Address, Dims, Strides, ElementStrides,
                 Interleave, Swizzle, Promotion, Fill},
                [&](TensorMapSpec &S) {
                  if (!Box)
                    return false;
                  S.Box.assign(Box, Box + Rank);
                  return true;
                });
}

CUresult TensorMapEncodeIm2col(CUtensorMap *Map, int Type, unsigned Rank,
                               void *Address, const unsigned long long *Dims,
                               const unsigned long long *Strides,
                               const int *Lower, const int *Upper,
                               unsigned Channels, unsigned Pixels,
                               const unsigned *ElementStrides, int Interleave,
                               int Swizzle, int Promotion, int Fill) {
  return encode({Map, Type, Rank, Address, Dims, Strides, ElementStrides,
                 Interleave, Swizzle, Promotion, Fill},
                [&](TensorMapSpec &S) {
                  if (Rank < 3 || !Lower || !Upper)
                    return false;
                  S.Mode = HEDDLE_TENSOR_MAP_IM2COL;
                  S.Lower.assign(Lower, Lower + Rank - 2);
                  S.Upper.assign(Upper, Upper + Rank - 2);
                  S.Channels = Channels;
                  S.Pixels = Pixels;
                  return true;
                });
}

CUresult
TensorMapEncodeIm2colWide(CUtensorMap *Map, int Type, unsigned Rank,
                          void *Address, const unsigned long long *Dims,
                          const unsigned long long *Strides, int Lower,
                          int Upper, unsigned Channels, unsigned Pixels,
                          const unsigned *ElementStrides, int Interleave,
                          int Mode, int Swizzle, int Promotion, int Fill) {
  return encode({Map, Type, Rank, Address, Dims, Strides, ElementStrides,
                 Interleave, Swizzle, Promotion, Fill},
                [&](TensorMapSpec &S) {
                  if (Rank < 3 || Mode < 0 || Mode > 1)
                    return false;
                  S.Mode = Mode ? HEDDLE_TENSOR_MAP_IM2COL_W128
                                : HEDDLE_TENSOR_MAP_IM2COL_W;
                  S.Lower.push_back(Lower);
                  S.Upper.push_back(Upper);
                  S.Channels = Channels;
                  // Tiles of the other mode have 128 pixels, whatever the
                  // number is.
                  S.Pixels = Mode ? 128 : Pixels;
                  return true;
                });
}

CUresult TensorMapReplaceAddress(CUtensorMap *Map, void *Address) {
  HeddleTensorMap Now;
  if (!isAligned(Map) || !Address)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(&Now, Map, sizeof(Now));
  const bool IsPadded = Now.Type == HEDDLE_TENSOR_MAP_B4X16_P64 ||
                        Now.Type == HEDDLE_TENSOR_MAP_B6X16_P32;
  if (Now.Magic != HEDDLE_TENSOR_MAP_MAGIC ||
      reinterpret_cast<uintptr_t>(Address) % (IsPadded ? 32 : 16))
    return CUDA_ERROR_INVALID_VALUE;
  Now.Address = reinterpret_cast<uintptr_t>(Address);
  std::memcpy(Map, &Now, sizeof(Now));
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
