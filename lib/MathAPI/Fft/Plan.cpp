//===- Plan.cpp - Plans of transforms -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// FFTW has the same layouts and the same signs. Its plans are of addresses, and
// quickly made where nothing is measured, so that one is made for each
// execution.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "../Common/DeviceWork.h"
#include <cassert>
#include <cstring>
#include <fftw3.h>
#include <mutex>
#include <vector>

namespace heddle::math {
namespace {

/// FFTW makes one plan at a time.
std::mutex &planner() {
  static std::mutex Lock;
  return Lock;
}

/// The sizes and layouts of a transform whose ends are known.
struct Transform {
  FftPlan Plan;
  bool IsInPlace;
  int Sign;

  FftLayout side(bool IsInput) const {
    assert(Plan.isMade() && "a transform of no sizes");
    FftLayout L = IsInput ? Plan.In : Plan.Out;
    if (!L.Embed.empty())
      return L;
    // Real numbers leave room for the complex ones that take their place.
    L.Embed = Plan.Sizes;
    const int Half = Plan.Sizes.back() / 2 + 1;
    if (isReal(Plan.Type, !IsInput))
      L.Embed.back() = Half;
    else if (isReal(Plan.Type, IsInput) && IsInPlace)
      L.Embed.back() = 2 * Half;
    L.Stride = 1;
    L.Distance = 1;
    for (int Size : L.Embed)
      L.Distance *= Size;
    return L;
  }

  /// Returns the bytes that one side reaches over.
  uint64_t bytes(bool IsInput) const {
    const FftLayout L = side(IsInput);
    assert(L.Embed.size() == Plan.Sizes.size() && L.Stride >= 1 &&
           "a layout has an extent for each size");
    int64_t Last = 0;
    for (size_t I = 0; I != Plan.Sizes.size(); ++I) {
      const bool IsHalf =
          I + 1 == Plan.Sizes.size() && isReal(Plan.Type, !IsInput);
      const int64_t Size = IsHalf ? Plan.Sizes[I] / 2 + 1 : Plan.Sizes[I];
      Last = (I ? Last * L.Embed[I] : 0) + Size - 1;
    }
    const uint64_t Element =
        (isDouble(Plan.Type) ? 8 : 4) * (isReal(Plan.Type, IsInput) ? 1 : 2);
    return bytesOf(Plan.Batch, L.Distance, Last * L.Stride + 1, Element);
  }
};

/// FFTW's functions for floats and for doubles.
struct FloatRoutines {
  using Real = float;
  using Complex = fftwf_complex;
  using Made = fftwf_plan;
  static constexpr auto C2C = fftwf_plan_many_dft;
  static constexpr auto R2C = fftwf_plan_many_dft_r2c;
  static constexpr auto C2R = fftwf_plan_many_dft_c2r;
  static constexpr auto Execute = fftwf_execute;
  static constexpr auto Destroy = fftwf_destroy_plan;
};
struct DoubleRoutines {
  using Real = double;
  using Complex = fftw_complex;
  using Made = fftw_plan;
  static constexpr auto C2C = fftw_plan_many_dft;
  static constexpr auto R2C = fftw_plan_many_dft_r2c;
  static constexpr auto C2R = fftw_plan_many_dft_c2r;
  static constexpr auto Execute = fftw_execute;
  static constexpr auto Destroy = fftw_destroy_plan;
};

template <typename F>
typename F::Made makePlan(const Transform &T, void *From, void *To) {
  using Real = typename F::Real;
  using Complex = typename F::Complex;
  const FftLayout In = T.side(true), Out = T.side(false);
  const int Rank = int(T.Plan.Sizes.size());
  const int *Sizes = T.Plan.Sizes.data();
  constexpr unsigned Flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
  std::lock_guard<std::mutex> Guard(planner());
  if (isReal(T.Plan.Type, true))
    return F::R2C(Rank, Sizes, T.Plan.Batch, static_cast<Real *>(From),
                  In.Embed.data(), In.Stride, In.Distance,
                  static_cast<Complex *>(To), Out.Embed.data(), Out.Stride,
                  Out.Distance, Flags);
  if (isReal(T.Plan.Type, false))
    return F::C2R(Rank, Sizes, T.Plan.Batch, static_cast<Complex *>(From),
                  In.Embed.data(), In.Stride, In.Distance,
                  static_cast<Real *>(To), Out.Embed.data(), Out.Stride,
                  Out.Distance, Flags);
  return F::C2C(Rank, Sizes, T.Plan.Batch, static_cast<Complex *>(From),
                In.Embed.data(), In.Stride, In.Distance,
                static_cast<Complex *>(To), Out.Embed.data(), Out.Stride,
                Out.Distance, T.Sign, Flags);
}

template <typename F>
void transform(const Transform &T, const void *From, void *To) {
  // FFTW overwrites what becomes real, and reads nothing that it writes
  // elsewhere: the input stays as it is.
  std::vector<char> Copy;
  void *Source = const_cast<void *>(From);
  if (isReal(T.Plan.Type, false) && !T.IsInPlace) {
    Copy.resize(T.bytes(true));
    std::memcpy(Copy.data(), From, Copy.size());
    Source = Copy.data();
  }
  auto Made = makePlan<F>(T, Source, To);
  if (!Made)
    return;
  F::Execute(Made);
  std::lock_guard<std::mutex> Guard(planner());
  F::Destroy(Made);
}

} // namespace

cufftResult FftPlan::execute(const char *Name, const void *From, void *To,
                             int Direction) const {
  if (!From || !To ||
      (Direction != CUFFT_FORWARD && Direction != CUFFT_INVERSE))
    return CUFFT_INVALID_VALUE;
  const Transform T = {*this, From == To, Direction};
  const CUresult R = runInStream(Name, Stream, [=] {
    if (!areAccessible(Name, {{"idata", From, T.bytes(true)},
                              {"odata", To, T.bytes(false)}}))
      return false;
    isDouble(T.Plan.Type) ? transform<DoubleRoutines>(T, From, To)
                          : transform<FloatRoutines>(T, From, To);
    return true;
  });
  return R == CUDA_SUCCESS ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

} // namespace heddle::math
