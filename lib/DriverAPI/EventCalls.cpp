//===- EventCalls.cpp - Calls about events --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Query.h"

namespace heddle::driver {
namespace {

constexpr unsigned EventFlags =
    CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;

CUresult findEvent(CUevent Handle, std::shared_ptr<Event> &Result) {
  Result = Driver::get().Events.find(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/// It stands for a place in a graph and has no time.
CUresult refuseCaptured(const Event &E) {
  if (!E.WasCaptured)
    return CUDA_SUCCESS;
  if (std::shared_ptr<Capture> C = E.Captured.lock())
    C->IsInvalid = true;
  return CUDA_ERROR_CAPTURED_EVENT;
}

/// Whether the work that records it has not run.
bool isBehind(const Event &E) {
  return E.Records && E.Records->State != Task::Done;
}

} // namespace

namespace calls {

CUresult EventCreate(CUevent *Result, unsigned Flags) {
  if (!Result || (Flags & ~EventFlags))
    return CUDA_ERROR_INVALID_VALUE;
  if ((Flags & CU_EVENT_INTERPROCESS) && !(Flags & CU_EVENT_DISABLE_TIMING))
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  auto Made = std::make_shared<Event>();
  Made->Owner = &D.context();
  Made->Flags = Flags;
  *Result = D.Events.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult EventRecordWithFlags(CUevent Handle, CUstream Where, unsigned Flags) {
  // 1 makes a node of a captured one, which graphs here do not have.
  if (Flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Event> E;
  if (CUresult R = findEvent(Handle, E); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Stream> S = Driver::get().stream(Where);
  if (!S || S->Owner != E->Owner)
    return CUDA_ERROR_INVALID_HANDLE;
  if (S->Captured) {
    if (Flags)
      return invalidate(*S, CUDA_ERROR_NOT_SUPPORTED);
    if (S->Captured->IsInvalid)
      return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    E->Captured = S->Captured;
    E->WasCaptured = true;
    E->Last = S->Last;
    return CUDA_SUCCESS;
  }
  Work Note;
  Note.Run = [E, Number = ++E->Number] {
    if (E->Number == Number)
      E->Time = std::chrono::steady_clock::now();
    return CUDA_SUCCESS;
  };
  const bool IsBehind = isBusy(*S);
  if (CUresult R = submit(S, std::move(Note)); R != CUDA_SUCCESS)
    return R;
  E->Captured.reset();
  E->WasCaptured = false;
  E->Records = IsBehind ? S->LastTask : nullptr;
  return CUDA_SUCCESS;
}

CUresult EventRecord(CUevent Handle, CUstream Where) {
  return EventRecordWithFlags(Handle, Where, 0);
}

CUresult EventQuery(CUevent Handle) {
  return withObject(Handle, findEvent, [](const Event &E) {
    const CUresult R = refuseCaptured(E);
    return R == CUDA_SUCCESS && isBehind(E) ? CUDA_ERROR_NOT_READY : R;
  });
}

CUresult EventSynchronize(CUevent Handle) {
  return withObject(Handle, findEvent, [](const Event &E) {
    if (CUresult R = refuseCaptured(E); R != CUDA_SUCCESS)
      return R;
    const std::shared_ptr<Context> C =
        Driver::get().Contexts.find(E.Owner->Self);
    if (isBehind(E))
      Driver::get().Behind.wait({E.Records});
    C->flushPrinted();
    return C->Failed;
  });
}

CUresult EventElapsedTime_v2(float *Milliseconds, CUevent StartHandle,
                             CUevent EndHandle) {
  if (!Milliseconds)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Event> Start, End;
  if (CUresult R = findEvent(StartHandle, Start); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = findEvent(EndHandle, End); R != CUDA_SUCCESS)
    return R;
  for (const Event *E : {Start.get(), End.get()}) {
    if (CUresult R = refuseCaptured(*E); R != CUDA_SUCCESS)
      return R;
    const bool IsRecorded = E->Time || isBehind(*E);
    if (!IsRecorded || (E->Flags & CU_EVENT_DISABLE_TIMING))
      return CUDA_ERROR_INVALID_HANDLE;
  }
  if (isBehind(*Start) || isBehind(*End))
    return CUDA_ERROR_NOT_READY;
  *Milliseconds =
      std::chrono::duration<float, std::milli>(*End->Time - *Start->Time)
          .count();
  return CUDA_SUCCESS;
}

CUresult EventElapsedTime(float *Milliseconds, CUevent Start, CUevent End) {
  return EventElapsedTime_v2(Milliseconds, Start, End);
}

CUresult EventDestroy_v2(CUevent Handle) {
  std::shared_ptr<Event> E;
  if (CUresult R = findEvent(Handle, E); R != CUDA_SUCCESS)
    return R;
  if (E->Owner->Failed != CUDA_SUCCESS)
    return E->Owner->Failed;
  Driver::get().Events.remove(Handle);
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
