//===- EventTrace.h - A file of events on a time line -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the trace event format of Chrome, which Perfetto reads, too: CTAs are
/// its processes, warps its threads. Events of a track must come in the order
/// of their times. The clock counts issued warp-instructions, one a
/// microsecond, over all launches that share the file; or times are picoseconds
/// that somebody else reckons.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_EVENTTRACE_H
#define HEDDLE_OBSERVE_EVENTTRACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <cstdint>

namespace heddle::sm {

class EventTrace {
public:
  /// A warp of a CTA.
  struct Track {
    unsigned Process = 0, Thread = 0;
  };

  enum class Unit : uint8_t { WarpInstruction, Picosecond };

  /// Leaves out what comes after \p MaxEvents events, but for the ends of
  /// slices that were begun. \p Stream must outlive this.
  EventTrace(llvm::raw_ostream &Stream, uint64_t MaxEvents,
             Unit Axis = Unit::WarpInstruction);
  /// Ends the file.
  ~EventTrace();
  EventTrace(const EventTrace &) = delete;
  EventTrace &operator=(const EventTrace &) = delete;

  uint64_t now() const { return Now; }
  void tick() { ++Now; }
  /// Whether something was left out.
  bool wasCut() const { return WasCut; }

  /// A number of its own for the next CTA.
  unsigned newProcess(llvm::StringRef Name);
  void nameThread(Track T, llvm::StringRef Name);
  /// A slice of known length.
  void slice(Track T, llvm::StringRef Name, llvm::StringRef Category,
             uint64_t Start, uint64_t Length, llvm::json::Object Arguments);
  /// A slice that end() ends. False: it was left out, and nothing ends it.
  bool begin(Track T, llvm::StringRef Name, llvm::StringRef Category,
             llvm::json::Object Arguments);
  void end(Track T);

private:
  bool hasRoom();
  void time(llvm::StringRef Key, uint64_t At);
  void event(llvm::StringRef Phase, Track T, llvm::StringRef Name, uint64_t At,
             llvm::function_ref<void()> Rest);
  void metadata(Track T, llvm::StringRef Kind, llvm::StringRef Name);

  llvm::raw_ostream &OS;
  llvm::json::OStream JSON;
  const uint64_t MaxEvents;
  const Unit Axis;
  uint64_t Events = 0, Now = 0;
  unsigned LastProcess = 0;
  bool WasCut = false;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_EVENTTRACE_H
