//===- FloatEnvironment.h - Host floating-point state of a run --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The handlers rely on one host state: round to nearest and, on x86-64 and
/// AArch64, denormal operands and tiny results as zero. Whatever the caller had
/// is restored.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_FLOATENVIRONMENT_H
#define HEDDLE_LIB_SM_FLOATENVIRONMENT_H

#include "HostMode.h"
#include "heddle/Support/FloatControl.h"
#if !defined(HEDDLE_HAS_FLOAT_CONTROL)
#include <cfenv>
#endif

namespace heddle::sm {

class FloatEnvironment {
public:
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

#if defined(HEDDLE_HAS_FLOAT_CONTROL)
  FloatEnvironment() : Saved(readFloatControl()) { enter(GuestMode); }
  ~FloatEnvironment() { writeFloatControl(Saved); }

  /// Of the handlers that rely on it, this host's are compiled for it.
  [[gnu::always_inline]] static void enter(HostMode Mode) {
    writeFloatControl(floatControlFor(roundingOf(Mode), flushes(Mode)));
  }

private:
  FloatControl Saved;
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
#if defined(HEDDLE_HAS_FLOAT_CONTROL)
  HostFloat() : Saved(readFloatControl()) {
    writeFloatControl(floatControlFor(FloatRounding::Nearest, false));
  }
  ~HostFloat() { writeFloatControl(Saved); }

private:
  FloatControl Saved;
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
