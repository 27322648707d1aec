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

#include "HostMode.h"
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
  FloatEnvironment() : Saved(_mm_getcsr()) { enter(GuestMode); }
  ~FloatEnvironment() { _mm_setcsr(Saved); }

  /// Of the handlers that rely on it, this host's are compiled for x86.
  [[gnu::always_inline]] static void enter(HostMode Mode) {
    // The machine's codes of roundings are the host's.
    _mm_setcsr(
        _MM_MASK_MASK | unsigned(Mode & 3) << 13 |
        (Mode & KeepsDenormals ? 0 : _MM_FLUSH_ZERO_ON | DenormalsAreZero));
  }

private:
  static constexpr unsigned DenormalsAreZero = 0x40;
  unsigned Saved;
#else
  FloatEnvironment() {
    std::fegetenv(&Saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&Saved); }

  /// No handler relies on the host.
  static void enter(HostMode) {}

private:
  std::fenv_t Saved;
#endif
};

/// Lets code of the host's own run between a FloatEnvironment's start and end.
class HostFloat {
public:
  HostFloat(const HostFloat &) = delete;
  HostFloat &operator=(const HostFloat &) = delete;
#if defined(__x86_64__)
  HostFloat() : Saved(_mm_getcsr()) { _mm_setcsr(_MM_MASK_MASK); }
  ~HostFloat() { _mm_setcsr(Saved); }

private:
  unsigned Saved;
#else
  HostFloat() = default;
#endif
};

/// Lets the host's float unit do what the instructions of a turn need, between
/// a FloatEnvironment's start and end.
class HostModes {
public:
  HostModes() = default;
  HostModes(const HostModes &) = delete;
  HostModes &operator=(const HostModes &) = delete;
  ~HostModes() { follow(GuestMode); }

  [[gnu::always_inline]] void follow(HostMode Mode) {
    if (Mode == Now) [[likely]]
      return;
    FloatEnvironment::enter(Mode);
    Now = Mode;
  }

private:
  HostMode Now = GuestMode;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_FLOATENVIRONMENT_H
