//===- DotProducts.cpp - Elements of matrix products, 32 at once ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProducts.h"
#include "DotKernels.h"
#include "heddle/Support/FloatControl.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cassert>
#include <cstring>
#if !defined(HEDDLE_HAS_FLOAT_CONTROL)
#include <cfenv>
#endif

namespace heddle::matrix {

namespace {

/// Rounds as it is told and keeps subnormal numbers, whatever the caller does.
class HostFloats {
public:
  HostFloats(const HostFloats &) = delete;
  HostFloats &operator=(const HostFloats &) = delete;

#if defined(HEDDLE_HAS_FLOAT_CONTROL)
  explicit HostFloats(FloatRounding R) : Saved(readFloatControl()) {
    writeFloatControl(floatControlFor(R, false));
  }
  ~HostFloats() { writeFloatControl(Saved); }

private:
  FloatControl Saved;
#else
  explicit HostFloats(FloatRounding R) {
    static constexpr int Modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD,
                                    FE_TOWARDZERO};
    std::fegetenv(&Saved);
    std::fesetenv(FE_DFL_ENV);
    std::fesetround(Modes[unsigned(R)]);
  }
  ~HostFloats() { std::fesetenv(&Saved); }

private:
  std::fenv_t Saved;
#endif
};

using Kernel = uint32_t (*)(const DotForm &, const DotOperands &,
                            const uint32_t *, uint32_t *);
using DoubleKernel = void (*)(const DoubleOperands &, uint64_t *);

} // namespace

bool hasDotProducts(const DotForm &F) {
  switch (F.Rule->Method) {
  case SumMethod::Fused:
  case SumMethod::ThroughF16:
  case SumMethod::FmaChain:
  case SumMethod::Integer:
  case SumMethod::Bits:
    return true;
  case SumMethod::DoubleChain:
  case SumMethod::Scaled:
  case SumMethod::ScaledGroups:
    return false;
  }
  llvm_unreachable("covered switch");
}

/// The sum of lane \p Lane by the scalar code.
template <class OperandsT>
static uint64_t oneSum(const DotForm &F, const OperandsT &X, unsigned Lane,
                       uint64_t C) {
  llvm::SmallVector<uint64_t, 64> A, B;
  for (unsigned I = 0; I != X.Count; ++I) {
    A.push_back(X.A[I * DotLanes + Lane]);
    B.push_back(X.B[I * DotLanes + Lane]);
  }
  return dotProduct(F, A, B, C);
}

template <Kernel Run>
static void run(const DotForm &F, const DotOperands &X, const uint32_t *C,
                uint32_t *D) {
  assert(hasDotProducts(F) && "no sums of words");
  std::array<uint32_t, DotLanes> Before;
  std::memcpy(Before.data(), C, sizeof(Before));
  uint32_t Left;
  if (F.Rule->Method == SumMethod::Fused && F.C != F.D) {
    // The accumulator is converted first, which is rare enough.
    Left = ~0u;
  } else {
    HostFloats Floats(FloatRounding::Nearest);
    Left = Run(F, X, Before.data(), D);
  }
  for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
    if (Left >> Lane & 1)
      D[Lane] = uint32_t(oneSum(F, X, Lane, Before[Lane]));
}

static FloatRounding roundingOf(llvm::RoundingMode R) {
  switch (R) {
  case llvm::RoundingMode::TowardNegative:
    return FloatRounding::Down;
  case llvm::RoundingMode::TowardPositive:
    return FloatRounding::Up;
  case llvm::RoundingMode::TowardZero:
    return FloatRounding::Zero;
  default:
    assert(R == llvm::RoundingMode::NearestTiesToEven && "not of PTX");
    return FloatRounding::Nearest;
  }
}

template <DoubleKernel Run>
static void runDouble(const DotForm &F, const DoubleOperands &X,
                      const uint64_t *C, uint64_t *D) {
  assert(F.Rule->Method == SumMethod::DoubleChain && "not of f64");
  std::array<uint64_t, DotLanes> Before;
  std::memcpy(Before.data(), C, sizeof(Before));
  std::memmove(D, C, sizeof(Before));
  {
    HostFloats Floats(roundingOf(F.Rounding));
    Run(X, D);
  }
  // A sum is a NaN where anything was, and only the scalar code knows which.
  for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
    if (decode(ElementType::F64, D[Lane]).isNaN())
      D[Lane] = oneSum(F, X, Lane, Before[Lane]);
}

bool hasTileProducts(const DotForm &F, unsigned K) {
  if (K > MaxTileTerms)
    return false;
  return F.Rule->Method == SumMethod::Integer ||
         (F.Rule->Method == SumMethod::Fused && F.C == F.D) ||
         (F.Rule->Method == SumMethod::ThroughF16 && F.D == ElementType::F32);
}

using TileKernel = bool (*)(const DotForm &, const TileOperands &, uint32_t *);

template <TileKernel Run>
static bool runTile(const DotForm &F, const TileOperands &X, uint32_t *D) {
  assert(hasTileProducts(F, X.Layout.K) && "no sums of a tile");
  HostFloats Floats(FloatRounding::Nearest);
  return Run(F, X, D);
}

static constexpr DotKernel Kernels[] = {
    {"portable", run<portable::dotProducts>,
     runDouble<portable::doubleProducts>, runTile<portable::tileProducts>},
#if defined(__x86_64__)
    {"avx2", run<avx2::dotProducts>, runDouble<avx2::doubleProducts>,
     runTile<avx2::tileProducts>},
    {"avx512", run<avx512::dotProducts>, runDouble<avx512::doubleProducts>,
     runTile<avx512::tileProducts>},
#endif
};

/// How many of Kernels this host executes: each needs what the one before does.
static unsigned supportedKernels() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("f16c"))
    return 1;
  return __builtin_cpu_supports("avx512f") &&
                 __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl")
             ? 3
             : 2;
#else
  return 1;
#endif
}

llvm::ArrayRef<DotKernel> dotKernels() {
  static const unsigned Count = supportedKernels();
  return llvm::ArrayRef(Kernels).take_front(Count);
}

void dotProducts(const DotForm &F, const DotOperands &X, const uint32_t *C,
                 uint32_t *D) {
  dotKernels().back().Run(F, X, C, D);
}

bool tileProducts(const DotForm &F, const TileOperands &X, uint32_t *D) {
  return dotKernels().back().RunTile(F, X, D);
}

void doubleProducts(const DotForm &F, const DoubleOperands &X,
                    const uint64_t *C, uint64_t *D) {
  dotKernels().back().RunDouble(F, X, C, D);
}

} // namespace heddle::matrix
