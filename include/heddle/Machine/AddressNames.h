//===- AddressNames.h - What addresses are called ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Faults, findings of checkers and other reports name an address by what the
/// user wrote: the variable of the PTX, or the parameter that points to a
/// buffer.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_ADDRESSNAMES_H
#define HEDDLE_MACHINE_ADDRESSNAMES_H

#include "heddle/ABI/Address.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace heddle::object {
struct KernelInfo;
}

namespace heddle::sm {

class Program;
struct Buffer;
struct LaunchConfig;
struct LaunchView;

/// Returns the index of the first parameter that holds \p A, if one does.
std::optional<unsigned> parameterOf(const Program &P,
                                    const LaunchConfig &Config, abi::Address A);

/// A buffer by its name in the PTX.
struct BufferName {
  /// The name of the parameter that points to it, of the variable that it is,
  /// or what the host calls it.
  std::string Name;
  std::optional<unsigned> Parameter;
  bool IsVariable = false;

  /// "buffer 'y' (parameter 3)", "variable 'sums'"
  std::string text() const;
};

BufferName nameOf(const Program &P, const LaunchConfig &Config,
                  const Buffer &B);

/// A variable of .shared, and the bytes from its start to an address.
struct SharedPlace {
  llvm::StringRef Name;
  uint64_t Offset;
};

/// Returns the variable that starts closest below \p Address, if any does. Its
/// name is that of \p Info.
std::optional<SharedPlace> sharedVariableBelow(const object::KernelInfo &Info,
                                               uint64_t Address);

/// "shared variable 'sums' + 128"; for a place in no variable, "shared address
/// 0x40".
std::string sharedPlaceText(const object::KernelInfo &Info, uint64_t Address);

/// "buffer 'y' (parameter 3) + 16"
std::string globalPlaceText(const LaunchView &Launch, uint64_t Address);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_ADDRESSNAMES_H
