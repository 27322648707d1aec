//===- Stream.h - Streams and events ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is given to a stream runs at once, in the order of the calls, which is
/// an order that every program must allow. A stream that is being captured
/// keeps it for a graph instead.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_STREAM_H
#define HEDDLE_DRIVERAPI_STREAM_H

#include "Work.h"
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace heddle::driver {

struct Context;
struct Graph;
struct Stream;

/// What is captured into one graph.
struct Capture {
  std::shared_ptr<Graph> Into;
  CUstreamCaptureMode Mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::thread::id Thread;
  bool IsInvalid = false;
  /// Streams that take part. The first is where it began and must end.
  std::vector<std::weak_ptr<Stream>> Streams;
};

struct Stream {
  CUstream Self = nullptr;
  /// Outlived by its context's streams never: they are destroyed with it.
  Context *Owner = nullptr;
  uint64_t Id = 0;
  unsigned Flags = 0;
  int Priority = 0;
  /// Whether it waits for the legacy stream, and that for it.
  bool isBlocking() const { return !(Flags & CU_STREAM_NON_BLOCKING); }
  /// Null: not captured.
  std::shared_ptr<Capture> Captured;
  /// The nodes that the next one comes after, while it is captured.
  std::vector<CUgraphNode> Last;
};

struct Event {
  CUevent Self = nullptr;
  Context *Owner = nullptr;
  unsigned Flags = 0;
  /// None: never recorded.
  std::optional<std::chrono::steady_clock::time_point> Time;
  /// Recorded in a stream that was captured, behind Last.
  std::weak_ptr<Capture> Captured;
  bool WasCaptured = false;
  std::vector<CUgraphNode> Last;
};

/// The calling thread's mode, of cuThreadExchangeStreamCaptureMode.
CUstreamCaptureMode &threadCaptureMode();

/// Runs \p W, or adds it to the graph that \p S is captured into.
CUresult submit(const std::shared_ptr<Stream> &S, Work W);

/// Spoils the capture of \p S, if there is one, and returns \p Why.
CUresult invalidate(Stream &S, CUresult Why);

/// Lets streams of \p C be as before.
void endCapture(Capture &C);

/// Gives up the captures that \p S takes part in, which is to be destroyed.
void abandonCapture(Stream &S);

/// An error if \p S cannot be waited for because it is captured.
CUresult refuseWait(Stream &S);

/// An error if not all of \p C can be waited for, since a stream of it is
/// captured.
CUresult refuseWaitForAll(Context &C);

/// An error if the calling thread captures in a mode that forbids what may wait
/// for the device, such as allocations.
CUresult refuseUnsafe();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_STREAM_H
