//===- HostServices.h - What a launch asks of its host ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The services of hcall (heddle/ABI/HostServices.def), and what they leave
/// for the end of a launch.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_HOSTSERVICES_H
#define HEDDLE_MACHINE_HOSTSERVICES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace heddle::sm {

class Program;
class Warp;
struct DecodedInst;

/// Copies \p Bytes bytes from a generic address of one thread; false where
/// there are none.
using ReadMemoryFn =
    llvm::function_ref<bool(uint64_t Address, void *To, uint64_t Bytes)>;

/// What printf makes of \p Format and the arguments packed at \p Arguments.
struct FormattedText {
  std::string Text;
  /// Arguments that the format used.
  unsigned Count = 0;
  /// Empty, or where there was nothing to read.
  std::optional<uint64_t> BadAddress;
};

/// C's formats without %n and %ls. Arguments lie as in a struct: words of four
/// bytes, and of eight for l, ll, j, z, t, floats and pointers.
FormattedText formatText(llvm::StringRef Format, uint64_t Arguments,
                         ReadMemoryFn Read);

/// The text from \p Address to the first zero byte; none where that is not
/// memory.
std::optional<std::string> readText(uint64_t Address, ReadMemoryFn Read);

/// What the threads of a launch print.
class PrintedOutput {
public:
  /// More than this is dropped.
  static constexpr uint64_t MaxBytes = uint64_t(64) << 20;

  /// Thread \p Thread of CTA \p Cta prints \p Text; false: there is no room.
  bool add(uint64_t Cta, uint32_t Thread, const std::string &Text);
  /// All of CTAs up to \p LastCta, by CTA and thread.
  std::string take(uint64_t LastCta);

private:
  std::mutex Lock;
  /// By CTA and thread.
  std::map<std::pair<uint64_t, uint32_t>, std::string> Texts;
  uint64_t Bytes = 0;
};

/// Whether \p P allocates from the device heap.
bool usesHeap(const Program &P);

/// Executes \p I, an hcall, for the lanes in \p Mask, one after another. False:
/// the warp faulted.
bool callHost(Warp &W, const DecodedInst &I, uint32_t Mask);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_HOSTSERVICES_H
