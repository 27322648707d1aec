//===- CaptureCalls.cpp - Calls that capture streams ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphWork.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::driver {
namespace {

bool isMode(CUstreamCaptureMode Mode) {
  return unsigned(Mode) <= CU_STREAM_CAPTURE_MODE_RELAXED;
}

/// All that \p Nodes come after, themselves included.
DenseSet<CUgraphNode> withPredecessors(std::vector<CUgraphNode> Nodes) {
  DenseSet<CUgraphNode> Found;
  while (!Nodes.empty()) {
    CUgraphNode N = Nodes.back();
    Nodes.pop_back();
    if (!Found.insert(N).second)
      continue;
    if (std::shared_ptr<GraphNode> Known = Driver::get().Nodes.find(N))
      append_range(Nodes, Known->After);
  }
  return Found;
}

/// Whether the stream where \p C began has waited for all others.
bool isJoined(const Capture &C, const Stream &Origin) {
  DenseSet<CUgraphNode> Reached = withPredecessors(Origin.Last);
  for (const std::weak_ptr<Stream> &Weak : C.Streams) {
    std::shared_ptr<Stream> S = Weak.lock();
    if (S &&
        !all_of(S->Last, [&](CUgraphNode N) { return Reached.contains(N); }))
      return false;
  }
  return true;
}

/// Makes what \p S does next come after what \p E was recorded behind.
CUresult waitForCaptured(const std::shared_ptr<Stream> &S, const Event &E,
                         const std::shared_ptr<Capture> &C) {
  if (S->Captured && S->Captured != C) {
    C->IsInvalid = true;
    return invalidate(*S, CUDA_ERROR_STREAM_CAPTURE_MERGE);
  }
  if (C->IsInvalid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (!S->Captured) {
    S->Captured = C;
    C->Streams.push_back(S);
  }
  for (CUgraphNode N : E.Last)
    if (!is_contained(S->Last, N))
      S->Last.push_back(N);
  return CUDA_SUCCESS;
}

/// Whether \p Nodes are of \p G.
bool areOf(const Graph &G, ArrayRef<CUgraphNode> Nodes) {
  return all_of(Nodes, [&](CUgraphNode Handle) {
    std::shared_ptr<GraphNode> N = Driver::get().Nodes.find(Handle);
    return N && N->Owner == &G;
  });
}

/// Captures what is submitted to a stream into \p Into, after \p After.
CUresult beginCapture(CUstream Handle, std::shared_ptr<Graph> Into,
                      bool IsOfProgram, ArrayRef<CUgraphNode> After,
                      CUstreamCaptureMode Mode) {
  Driver &D = Driver::get();
  if (!isMode(Mode))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Stream> S = D.stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  if (S == D.context().Legacy)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (S->Captured)
    return CUDA_ERROR_ILLEGAL_STATE;
  static uint64_t Serial = 0;
  auto C = std::make_shared<Capture>();
  C->Into = std::move(Into);
  C->IsOfProgram = IsOfProgram;
  C->Id = ++Serial;
  C->Mode = Mode;
  C->Thread = std::this_thread::get_id();
  C->Streams.push_back(S);
  S->Captured = C;
  S->Last.assign(After.begin(), After.end());
  D.Captures.push_back(std::move(C));
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult StreamBeginCapture_v2(CUstream Handle, CUstreamCaptureMode Mode) {
  return beginCapture(Handle, std::make_shared<Graph>(), false, {}, Mode);
}

CUresult StreamBeginCaptureToGraph(CUstream Handle, CUgraph Into,
                                   const CUgraphNode *After,
                                   const CUgraphEdgeData *Edges, size_t Count,
                                   CUstreamCaptureMode Mode) {
  std::shared_ptr<Graph> G;
  if (CUresult R = findGraph(Into, G); R != CUDA_SUCCESS)
    return R;
  if ((Count && !After) || !areOf(*G, ArrayRef(After, Count)))
    return CUDA_ERROR_INVALID_VALUE;
  if (!arePlain(Edges, Count))
    return CUDA_ERROR_NOT_SUPPORTED;
  return beginCapture(Handle, std::move(G), true, ArrayRef(After, Count), Mode);
}

CUresult StreamGetCaptureInfo_v3(CUstream Handle, CUstreamCaptureStatus *Status,
                                 cuuint64_t *Id, CUgraph *Into,
                                 const CUgraphNode **Nodes,
                                 const CUgraphEdgeData **Edges, size_t *Count) {
  if (CUresult R = StreamIsCapturing(Handle, Status); R != CUDA_SUCCESS)
    return R;
  if (*Status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return CUDA_SUCCESS;
  Driver &D = Driver::get();
  std::shared_ptr<Stream> S = D.stream(Handle);
  Capture &C = *S->Captured;
  if (Id)
    *Id = C.Id;
  if (Into) {
    // The program may add nodes to it; it ends with the capture, which gives
    // the same handle.
    if (!C.Into->Self)
      D.Graphs.add(C.Into);
    *Into = C.Into->Self;
  }
  if (Nodes)
    *Nodes = S->Last.data();
  if (Edges) {
    S->LastEdges.assign(S->Last.size(), {});
    *Edges = S->LastEdges.data();
  }
  if (Count)
    *Count = S->Last.size();
  return CUDA_SUCCESS;
}

CUresult StreamUpdateCaptureDependencies_v2(CUstream Handle, CUgraphNode *Nodes,
                                            const CUgraphEdgeData *Edges,
                                            size_t Count, unsigned Flags) {
  // 0 adds to what comes first, 1 replaces it.
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!S->Captured)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (Flags > 1 || (Count && !Nodes) ||
      !areOf(*S->Captured->Into, ArrayRef(Nodes, Count)))
    return CUDA_ERROR_INVALID_VALUE;
  if (!arePlain(Edges, Count))
    return CUDA_ERROR_NOT_SUPPORTED;
  if (Flags == 1)
    S->Last.clear();
  for (CUgraphNode N : ArrayRef(Nodes, Count))
    if (!is_contained(S->Last, N))
      S->Last.push_back(N);
  return CUDA_SUCCESS;
}

CUresult StreamBeginCapture(CUstream Handle) {
  return StreamBeginCapture_v2(Handle, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

CUresult StreamEndCapture(CUstream Handle, CUgraph *Result) {
  if (Result)
    *Result = nullptr;
  Driver &D = Driver::get();
  std::shared_ptr<Stream> S = D.stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  std::shared_ptr<Capture> C = S->Captured;
  if (!C)
    return CUDA_ERROR_ILLEGAL_STATE;
  // A graph that nobody knows would be lost.
  if (!Result && !C->IsOfProgram)
    return CUDA_ERROR_INVALID_VALUE;
  if (C->Streams.front().lock() != S)
    return invalidate(*S, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  if (C->Mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
      C->Thread != std::this_thread::get_id())
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  CUresult R = C->IsInvalid        ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
               : !isJoined(*C, *S) ? CUDA_ERROR_STREAM_CAPTURE_UNJOINED
                                   : CUDA_SUCCESS;
  endCapture(*C);
  if (R != CUDA_SUCCESS) {
    dropGraph(*C);
    return R;
  }
  if (!C->Into->Self)
    D.Graphs.add(C->Into);
  if (Result)
    *Result = C->Into->Self;
  return R;
}

CUresult StreamIsCapturing(CUstream Handle, CUstreamCaptureStatus *Status) {
  if (!Status)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  *Status = !S->Captured             ? CU_STREAM_CAPTURE_STATUS_NONE
            : S->Captured->IsInvalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                     : CU_STREAM_CAPTURE_STATUS_ACTIVE;
  return CUDA_SUCCESS;
}

CUresult ThreadExchangeStreamCaptureMode(CUstreamCaptureMode *Mode) {
  if (!Mode || !isMode(*Mode))
    return CUDA_ERROR_INVALID_VALUE;
  std::swap(*Mode, threadCaptureMode());
  return CUDA_SUCCESS;
}

CUresult StreamWaitEvent(CUstream Handle, CUevent Wanted, unsigned Flags) {
  // 1 makes an event of a captured stream one from outside.
  if (Flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  std::shared_ptr<Stream> S = D.stream(Handle);
  std::shared_ptr<Event> E = D.Events.find(Wanted);
  if (!S || !E)
    return CUDA_ERROR_INVALID_HANDLE;
  if (std::shared_ptr<Capture> C = E->Captured.lock())
    return waitForCaptured(S, *E, C);
  if (S->Captured && !Flags)
    return invalidate(*S, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  // Work submitted before the event was recorded has mostly run.
  if (!E->Records || E->Records->State == Task::Done)
    return CUDA_SUCCESS;
  return D.Behind.submit(S, Work(), {E->Records});
}

} // namespace calls
} // namespace heddle::driver
