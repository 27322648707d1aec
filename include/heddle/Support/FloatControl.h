//===- FloatControl.h - The host's floating-point state ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The word by which a host's float unit rounds and flushes: MXCSR of x86-64
/// (Intel SDM 1, 10.2.3) and FPCR of AArch64 (Arm ARM, C5.2.8). The words of
/// both for a mode are known on every host, as host code is also made for
/// another host. HEDDLE_HAS_FLOAT_CONTROL says that this host has one of them.
///
/// Everything is inlined always: the handlers are compiled for several
/// instruction sets, and a linker must not merge functions of them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_FLOATCONTROL_H
#define HEDDLE_SUPPORT_FLOATCONTROL_H

#include <cstdint>

namespace heddle {

/// How the host rounds, with the codes of PTX's machine and of x86.
enum class FloatRounding : uint8_t { Nearest, Down, Up, Zero };

/// MXCSR without exceptions. \p Flushes: denormal sources and tiny results
/// count as zero.
[[gnu::always_inline]] constexpr uint32_t mxcsrFor(FloatRounding R,
                                                   bool Flushes) {
  constexpr uint32_t MaskAll = 0x1f80, FlushToZero = 0x8000,
                     DenormalsAreZero = 0x40;
  return MaskAll | uint32_t(R) << 13 |
         (Flushes ? FlushToZero | DenormalsAreZero : 0);
}

/// FPCR without exceptions and with NaNs passed on. Its codes for up and down
/// are the other way round.
[[gnu::always_inline]] constexpr uint64_t fpcrFor(FloatRounding R,
                                                  bool Flushes) {
  const uint64_t Code = uint64_t(R) >> 1 | (uint64_t(R) & 1) << 1;
  return Code << 22 | uint64_t(Flushes) << 24;
}

#if defined(__x86_64__)
#define HEDDLE_HAS_FLOAT_CONTROL

using FloatControl = uint32_t;
[[gnu::always_inline]] constexpr FloatControl floatControlFor(FloatRounding R,
                                                              bool Flushes) {
  return mxcsrFor(R, Flushes);
}
[[gnu::always_inline]] inline FloatControl readFloatControl() {
  // The headers of intrinsics take a second to read.
  return __builtin_ia32_stmxcsr();
}
[[gnu::always_inline]] inline void writeFloatControl(FloatControl Word) {
  __builtin_ia32_ldmxcsr(Word);
}

#elif defined(__aarch64__)
#define HEDDLE_HAS_FLOAT_CONTROL

using FloatControl = uint64_t;
[[gnu::always_inline]] constexpr FloatControl floatControlFor(FloatRounding R,
                                                              bool Flushes) {
  return fpcrFor(R, Flushes);
}
#if defined(__clang__)
// By these names Clang knows LLVM's own operations, which arithmetic keeps its
// place beside; it has no builtins for them.
extern "C" uint64_t heddleReadFpcr() __asm__("llvm.aarch64.get.fpcr");
extern "C" void heddleWriteFpcr(uint64_t) __asm__("llvm.aarch64.set.fpcr");
[[gnu::always_inline]] inline FloatControl readFloatControl() {
  return heddleReadFpcr();
}
[[gnu::always_inline]] inline void writeFloatControl(FloatControl Word) {
  heddleWriteFpcr(Word);
}
#else
[[gnu::always_inline]] inline FloatControl readFloatControl() {
  return __builtin_aarch64_get_fpcr64();
}
[[gnu::always_inline]] inline void writeFloatControl(FloatControl Word) {
  __builtin_aarch64_set_fpcr64(Word);
}
#endif
#endif

} // namespace heddle

#endif // HEDDLE_SUPPORT_FLOATCONTROL_H
