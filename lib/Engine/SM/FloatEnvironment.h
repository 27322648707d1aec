//===- FloatEnvironment.h - Host floating-point state of a run --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The handlers rely on one state of the host: it rounds to nearest and, on
/// x86-64 and AArch64, takes denormal operands and tiny results for zero. The
/// destructor restores the caller's state.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_FLOATENVIRONMENT_H
#define HEDDLE_LIB_ENGINE_SM_FLOATENVIRONMENT_H

#include "heddle/SM/HostMode.h"
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

  /// Handlers that rely on the state are compiled for this host only.
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

  /// On other hosts no handler relies on the state.
  static void enter(HostMode) {}

private:
  std::fenv_t Saved;
#endif
};

/// Restores the host's own state for code that runs between start and end of a
/// FloatEnvironment.
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

/// Switches the host's float unit to the modes of instructions, between start
/// and end of a FloatEnvironment.
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

#endif // HEDDLE_LIB_ENGINE_SM_FLOATENVIRONMENT_H
