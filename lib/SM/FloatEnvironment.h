//===- FloatEnvironment.h - Host floating-point state of a run --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The handlers rely on one host state: round to nearest and, on x86, denormal
/// operands and tiny results as zero. Whatever the caller had is restored.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_FLOATENVIRONMENT_H
#define HEDDLE_LIB_SM_FLOATENVIRONMENT_H

#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace heddle::sm {

class FloatEnvironment {
public:
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

#if defined(__x86_64__)
  FloatEnvironment() : Saved(_mm_getcsr()) {
    _mm_setcsr(_MM_MASK_MASK | _MM_ROUND_NEAREST | _MM_FLUSH_ZERO_ON |
               DenormalsAreZero);
  }
  ~FloatEnvironment() { _mm_setcsr(Saved); }

private:
  static constexpr unsigned DenormalsAreZero = 0x40;
  unsigned Saved;
#else
  FloatEnvironment() {
    std::fegetenv(&Saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&Saved); }

private:
  std::fenv_t Saved;
#endif
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_FLOATENVIRONMENT_H
