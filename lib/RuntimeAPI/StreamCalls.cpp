//===- StreamCalls.cpp - Calls about streams and events -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"

namespace heddle::cudart {

namespace {
/// Callbacks of the two APIs differ in the type of the status.
struct Callback {
  cudaStreamCallback Function;
  void *Data;
};
} // namespace

static void callBack(CUstream Stream, CUresult Status, void *Data) {
  const Callback C = *static_cast<const Callback *>(Data);
  delete static_cast<const Callback *>(Data);
  C.Function(Stream, toRuntime(Status), C.Data);
}

namespace calls {

cudaError_t StreamCreateWithPriority(CUstream *Stream, unsigned Flags,
                                     int Priority) {
  return callDriver(cuStreamCreateWithPriority, Stream, Flags, Priority);
}

cudaError_t StreamCreateWithFlags(CUstream *Stream, unsigned Flags) {
  return callDriver(cuStreamCreate, Stream, Flags);
}

cudaError_t StreamCreate(CUstream *Stream) {
  return callDriver(cuStreamCreate, Stream, CU_STREAM_DEFAULT);
}

cudaError_t StreamDestroy(CUstream Stream) {
  return callDriver(cuStreamDestroy, Stream);
}

cudaError_t StreamGetFlags(CUstream Stream, unsigned *Flags) {
  return withContext([&] { return cuStreamGetFlags(streamOf(Stream), Flags); });
}

cudaError_t StreamGetPriority(CUstream Stream, int *Priority) {
  return withContext(
      [&] { return cuStreamGetPriority(streamOf(Stream), Priority); });
}

cudaError_t StreamGetId(CUstream Stream, unsigned long long *Id) {
  return withContext([&] { return cuStreamGetId(streamOf(Stream), Id); });
}

cudaError_t StreamGetDevice(CUstream Stream, int *Device) {
  return withContext(
      [&] { return cuStreamGetDevice(streamOf(Stream), Device); });
}

cudaError_t StreamQuery(CUstream Stream) {
  return withContext([&] { return cuStreamQuery(streamOf(Stream)); });
}

cudaError_t StreamSynchronize(CUstream Stream) {
  return withContext([&] { return cuStreamSynchronize(streamOf(Stream)); });
}

cudaError_t StreamWaitEvent(CUstream Stream, CUevent Event, unsigned Flags) {
  return withContext(
      [&] { return cuStreamWaitEvent(streamOf(Stream), Event, Flags); });
}

cudaError_t StreamAddCallback(CUstream Stream, cudaStreamCallback Function,
                              void *Data, unsigned Flags) {
  if (!Function)
    return cudaErrorInvalidValue;
  return withContext([&] {
    // The driver calls it now or later, or refuses it.
    auto *Given = new Callback{Function, Data};
    const CUresult R =
        cuStreamAddCallback(streamOf(Stream), callBack, Given, Flags);
    if (R != CUDA_SUCCESS && R != CUDA_ERROR_CONTEXT_IS_DESTROYED)
      delete Given;
    return R;
  });
}

cudaError_t StreamAttachMemAsync(CUstream Stream, void *Pointer, size_t Bytes,
                                 unsigned Flags) {
  return withContext([&] {
    return cuStreamAttachMemAsync(streamOf(Stream), address(Pointer), Bytes,
                                  Flags);
  });
}

cudaError_t LaunchHostFunc(CUstream Stream, CUhostFn Function, void *Data) {
  return withContext(
      [&] { return cuLaunchHostFunc(streamOf(Stream), Function, Data); });
}

cudaError_t StreamBeginCapture(CUstream Stream, CUstreamCaptureMode Mode) {
  return withContext(
      [&] { return cuStreamBeginCapture(streamOf(Stream), Mode); });
}

cudaError_t StreamBeginCaptureToGraph(CUstream Stream, CUgraph Graph,
                                      const CUgraphNode *After,
                                      const CUgraphEdgeData *Edges,
                                      size_t Count, CUstreamCaptureMode Mode) {
  return withContext([&] {
    return cuStreamBeginCaptureToGraph(streamOf(Stream), Graph, After, Edges,
                                       Count, Mode);
  });
}

cudaError_t StreamGetCaptureInfo(CUstream Stream, CUstreamCaptureStatus *Status,
                                 unsigned long long *Id, CUgraph *Graph,
                                 const CUgraphNode **Nodes,
                                 const CUgraphEdgeData **Edges, size_t *Count) {
  cuuint64_t Number = 0;
  const cudaError_t R = withContext([&] {
    return cuStreamGetCaptureInfo(streamOf(Stream), Status, &Number, Graph,
                                  Nodes, Edges, Count);
  });
  if (R == cudaSuccess && Id)
    *Id = Number;
  return R;
}

cudaError_t StreamUpdateCaptureDependencies(CUstream Stream, CUgraphNode *Nodes,
                                            const CUgraphEdgeData *Edges,
                                            size_t Count, unsigned Flags) {
  return withContext([&] {
    return cuStreamUpdateCaptureDependencies(streamOf(Stream), Nodes, Edges,
                                             Count, Flags);
  });
}

cudaError_t StreamEndCapture(CUstream Stream, CUgraph *Graph) {
  return withContext(
      [&] { return cuStreamEndCapture(streamOf(Stream), Graph); });
}

cudaError_t StreamIsCapturing(CUstream Stream, CUstreamCaptureStatus *Status) {
  return withContext(
      [&] { return cuStreamIsCapturing(streamOf(Stream), Status); });
}

cudaError_t ThreadExchangeStreamCaptureMode(CUstreamCaptureMode *Mode) {
  return callDriver(cuThreadExchangeStreamCaptureMode, Mode);
}

cudaError_t EventCreateWithFlags(CUevent *Event, unsigned Flags) {
  return callDriver(cuEventCreate, Event, Flags);
}

cudaError_t EventCreate(CUevent *Event) {
  return callDriver(cuEventCreate, Event, CU_EVENT_DEFAULT);
}

cudaError_t EventRecord(CUevent Event, CUstream Stream) {
  return withContext([&] { return cuEventRecord(Event, streamOf(Stream)); });
}

cudaError_t EventRecordWithFlags(CUevent Event, CUstream Stream,
                                 unsigned Flags) {
  return withContext(
      [&] { return cuEventRecordWithFlags(Event, streamOf(Stream), Flags); });
}

cudaError_t EventQuery(CUevent Event) {
  return callDriver(cuEventQuery, Event);
}

cudaError_t EventSynchronize(CUevent Event) {
  return callDriver(cuEventSynchronize, Event);
}

cudaError_t EventElapsedTime(float *Milliseconds, CUevent Start, CUevent End) {
  return callDriver(cuEventElapsedTime, Milliseconds, Start, End);
}

cudaError_t EventDestroy(CUevent Event) {
  return callDriver(cuEventDestroy, Event);
}

} // namespace calls
} // namespace heddle::cudart
