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
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sm {

class Program;
class Warp;
struct DecodedInst;

/// Copies \p Bytes bytes from a generic address of one thread; false where
/// there are none.
using ReadMemoryFn =
    llvm::function_ref<bool(uint64_t Address, void *To, uint64_t Bytes)>;

/// The most that one call may print. A format or an argument that has no end
/// within this is no text.
inline constexpr uint64_t MaxTextBytes = uint64_t(1) << 20;

/// The result of printf for \p Format and the arguments packed at \p Arguments.
struct FormattedText {
  /// Cut where it would have more than MaxTextBytes.
  std::string Text;
  bool IsTooLong = false;
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

/// The output of the threads of a launch.
class PrintedOutput {
public:
  /// More than this is dropped, and so is what comes after many short texts.
  static constexpr uint64_t MaxBytes = uint64_t(64) << 20;
  static constexpr uint64_t MaxTexts = MaxBytes / 8;

  using Time = std::chrono::steady_clock::time_point;
  /// Nothing is printed after \p Deadline.
  explicit PrintedOutput(std::optional<Time> Deadline = std::nullopt)
      : Deadline(Deadline) {}

  /// Whether there may be room for another text. Asked before it is made, so
  /// that a launch which prints in a loop comes to its end.
  bool accepts();
  /// Thread \p Thread of CTA \p Cta prints \p Text; false: there is no room,
  /// nor for anything later.
  bool add(uint64_t Cta, uint32_t Thread, llvm::StringRef Text);
  /// Takes the output of all CTAs up to \p LastCta, by CTA and thread.
  std::string take(uint64_t LastCta);

private:
  /// Output of a thread, in one piece of All.
  struct Piece {
    uint64_t Cta;
    uint32_t Thread, Begin, Size;
  };

  const std::optional<Time> Deadline;
  std::mutex Lock;
  /// Texts in the order in which they came.
  std::string All;
  std::vector<Piece> Pieces;
  bool IsFull = false;
};

/// Whether \p P allocates from the device heap.
bool usesHeap(const Program &P);

/// Executes \p I, an hcall, for the lanes in \p Mask, one after another. False:
/// the warp faulted.
bool callHost(Warp &W, const DecodedInst &I, uint32_t Mask);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_HOSTSERVICES_H
