//===- Jumps.h - Machine code that leads elsewhere --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A slot is two words of data, the first of which is where its jump leads. A
/// jump leaves the slot's address in a register that calls do not keep, so that
/// what it leads to knows which one was taken.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_REDIRECT_JUMPS_H
#define HEDDLE_REDIRECT_JUMPS_H

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::redirect {

enum class Machine { X86_64, AArch64 };

#if defined(__x86_64__)
inline constexpr Machine HostMachine = Machine::X86_64;
#elif defined(__aarch64__)
inline constexpr Machine HostMachine = Machine::AArch64;
#endif

/// A jump through the slot at the address \p Slot, which may be anywhere.
std::string jumpThrough(Machine M, uint64_t Slot);
/// How many bytes that is.
unsigned sizeOfJump(Machine M);

/// A jump at \p From to \p To, if that is near enough.
std::optional<std::string> nearJump(Machine M, uint64_t From, uint64_t To);
unsigned sizeOfNearJump(Machine M);

} // namespace heddle::redirect

#endif // HEDDLE_REDIRECT_JUMPS_H
