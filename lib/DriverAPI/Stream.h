//===- Stream.h - Streams and events ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Work that is submitted to a stream runs at once, in the order of the calls,
/// which is an order that every program must allow; where it waits for others,
/// it becomes a task. A stream that is being captured adds the work to a graph
/// instead.
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
struct Task;

/// A capture of one or more streams into one graph.
struct Capture {
  std::shared_ptr<Graph> Into;
  /// Whether the program made that graph, and has it whatever happens.
  bool IsOfProgram = false;
  uint64_t Id = 0;
  CUstreamCaptureMode Mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::thread::id Thread;
  bool IsInvalid = false;
  /// The streams that take part. The capture began in the first one and must
  /// end there.
  std::vector<std::weak_ptr<Stream>> Streams;
};

struct Stream {
  CUstream Self = nullptr;
  /// The context outlives its streams, which it destroys when it goes.
  Context *Owner = nullptr;
  uint64_t Id = 0;
  unsigned Flags = 0;
  int Priority = 0;
  /// Whether the stream and the legacy stream wait for each other.
  bool isBlocking() const { return !(Flags & CU_STREAM_NON_BLOCKING); }
  /// Null while the stream is not captured.
  std::shared_ptr<Capture> Captured;
  /// The nodes that the next captured node depends on.
  std::vector<CUgraphNode> Last;
  /// The edges to them, as the program sees them.
  std::vector<CUgraphEdgeData> LastEdges;
  /// The last work that did not end in its call; null if there was none.
  std::shared_ptr<Task> LastTask;
};

struct Event {
  CUevent Self = nullptr;
  Context *Owner = nullptr;
  unsigned Flags = 0;
  /// None if the event was never recorded.
  std::optional<std::chrono::steady_clock::time_point> Time;
  /// How often it was recorded. Work that records it and runs after a later
  /// one has no say in its time.
  uint64_t Number = 0;
  /// The task that records it; null where a call did so.
  std::shared_ptr<Task> Records;
  /// The capture in which the event was recorded, after the nodes in Last.
  std::weak_ptr<Capture> Captured;
  bool WasCaptured = false;
  std::vector<CUgraphNode> Last;
};

/// The calling thread's mode, of cuThreadExchangeStreamCaptureMode.
CUstreamCaptureMode &threadCaptureMode();

/// Runs \p W, or adds it to the graph that \p S is captured into.
CUresult submit(const std::shared_ptr<Stream> &S, Work W);

/// As submit(), and waits where the work did not end in the call.
CUresult submitAndWait(const std::shared_ptr<Stream> &S, Work W);

/// Whether work given to \p S would have to wait.
bool isBusy(const Stream &S);

/// Spoils the capture of \p S, if there is one, and returns \p Why.
CUresult invalidate(Stream &S, CUresult Why);

/// Ends the capture \p C: its streams run their work again.
void endCapture(Capture &C);

/// Forgets the graph of \p C, which has failed, unless the program made it.
void dropGraph(const Capture &C);

/// Whether a capture into \p G goes on: neither it nor its nodes may go.
bool isCapturedInto(const Graph &G);

/// Gives up the captures that \p S takes part in, which is to be destroyed.
void abandonCapture(Stream &S);

/// Returns an error if \p S cannot be waited for because it is captured.
CUresult refuseWait(Stream &S);

/// Returns an error if \p C cannot be waited for because one of its streams is
/// captured.
CUresult refuseWaitForAll(Context &C);

/// Returns an error if the calling thread captures in a mode that forbids calls
/// that may wait for the device, such as allocations.
CUresult refuseUnsafe();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_STREAM_H
