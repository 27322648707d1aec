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

/// Rounds to nearest and keeps subnormal numbers, whatever the caller does.
class PlainFloats {
public:
  PlainFloats(const PlainFloats &) = delete;
  PlainFloats &operator=(const PlainFloats &) = delete;

#if defined(HEDDLE_HAS_FLOAT_CONTROL)
  PlainFloats() : Saved(readFloatControl()) {
    writeFloatControl(floatControlFor(FloatRounding::Nearest, false));
  }
  ~PlainFloats() { writeFloatControl(Saved); }

private:
  FloatControl Saved;
#else
  PlainFloats() {
    std::fegetenv(&Saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~PlainFloats() { std::fesetenv(&Saved); }

private:
  std::fenv_t Saved;
#endif
};

using Kernel = uint32_t (*)(const DotForm &, const DotOperands &,
                            const uint32_t *, uint32_t *);

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

/// The sum of lane \p Lane.
static uint32_t oneSum(const DotForm &F, const DotOperands &X, unsigned Lane,
                       uint32_t C) {
  llvm::SmallVector<uint64_t, 64> A, B;
  for (unsigned I = 0; I != X.Count; ++I) {
    A.push_back(X.A[I * DotLanes + Lane]);
    B.push_back(X.B[I * DotLanes + Lane]);
  }
  return uint32_t(dotProduct(F, A, B, C));
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
    PlainFloats Floats;
    Left = Run(F, X, Before.data(), D);
  }
  for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
    if (Left >> Lane & 1)
      D[Lane] = oneSum(F, X, Lane, Before[Lane]);
}

static constexpr DotKernel Kernels[] = {
    {"portable", run<portable::dotProducts>},
#if defined(__x86_64__)
    {"avx2", run<avx2::dotProducts>},
    {"avx512", run<avx512::dotProducts>},
#endif
};

/// How many of Kernels this host executes: each needs what the one before does.
static unsigned supportedKernels() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2"))
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

} // namespace heddle::matrix
