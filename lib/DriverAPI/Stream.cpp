//===- Stream.cpp - Streams and what is captured of them ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stream.h"
#include "Driver.h"
#include "Report.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace heddle::driver {

CUstreamCaptureMode &threadCaptureMode() {
  static thread_local CUstreamCaptureMode Mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  return Mode;
}

/// Whether \p S is a stream 0 that waits for others.
static bool isLegacy(const Stream &S) { return &S == S.Owner->Legacy.get(); }

/// The captures that take part in what the legacy stream of \p C waits for.
static bool spoilBlocking(const Context &C) {
  bool Any = false;
  for (const std::shared_ptr<Capture> &Under : Driver::get().Captures)
    for (const std::weak_ptr<Stream> &Weak : Under->Streams)
      if (std::shared_ptr<Stream> S = Weak.lock();
          S && S->Owner == &C && S->isBlocking())
        Any = Under->IsInvalid = true;
  return Any;
}

CUresult submit(const std::shared_ptr<Stream> &S, Work W) {
  assert(S && S->Owner && "work for no stream");
  if (S->Captured) {
    if (S->Captured->IsInvalid)
      return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    assert(S->Captured->Into && "a capture into no graph");
    S->Last = {addNode(*S->Captured->Into, std::move(W), S->Last)};
    return CUDA_SUCCESS;
  }
  if (isLegacy(*S) && spoilBlocking(*S->Owner)) {
    explain("stream 0 would wait for a stream that is captured");
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return Driver::get().Behind.submit(S, std::move(W));
}

bool isBusy(const Stream &S) {
  const Tasks &Behind = Driver::get().Behind;
  return Behind.any() && !Behind.before(S).empty();
}

CUresult submitAndWait(const std::shared_ptr<Stream> &S, Work W) {
  const Context &C = *S->Owner;
  const std::shared_ptr<Context> Kept = Driver::get().Contexts.find(C.Self);
  if (CUresult R = submit(S, std::move(W)); R != CUDA_SUCCESS)
    return R;
  if (S->Captured || !S->LastTask || S->LastTask->State == Task::Done)
    return CUDA_SUCCESS;
  Driver::get().Behind.wait({S->LastTask});
  return Kept->Failed;
}

CUresult invalidate(Stream &S, CUresult Why) {
  if (S.Captured)
    S.Captured->IsInvalid = true;
  return Why;
}

void endCapture(Capture &C) {
  assert(isCapturedInto(*C.Into) && "a capture that has ended");
  for (const std::weak_ptr<Stream> &Weak : C.Streams)
    if (std::shared_ptr<Stream> S = Weak.lock()) {
      S->Captured = nullptr;
      S->Last.clear();
    }
  llvm::erase_if(Driver::get().Captures,
                 [&](const auto &Under) { return Under.get() == &C; });
}

void abandonCapture(Stream &S) {
  std::shared_ptr<Capture> C = S.Captured;
  if (!C)
    return;
  assert(!C->Streams.empty() && "a capture without the stream it began in");
  C->IsInvalid = true;
  // Nobody can end it without the stream where it began.
  if (C->Streams.front().lock().get() == &S) {
    endCapture(*C);
    dropGraph(*C);
  }
}

void dropGraph(const Capture &C) {
  assert(C.Into && "a capture into no graph");
  if (C.IsOfProgram)
    return;
  removeNodes(*C.Into);
  // The program may have asked for the handle.
  Driver::get().Graphs.remove(C.Into->Self);
}

bool isCapturedInto(const Graph &G) {
  return llvm::any_of(Driver::get().Captures, [&](const auto &Under) {
    return Under->Into.get() == &G;
  });
}

CUresult refuseWait(Stream &S) {
  if (S.Captured)
    return invalidate(S, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  if (isLegacy(S) && spoilBlocking(*S.Owner))
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  return CUDA_SUCCESS;
}

CUresult refuseWaitForAll(Context &C) {
  CUresult Result = CUDA_SUCCESS;
  for (const std::shared_ptr<Capture> &Under : Driver::get().Captures)
    for (const std::weak_ptr<Stream> &Weak : Under->Streams)
      if (std::shared_ptr<Stream> S = Weak.lock(); S && S->Owner == &C)
        Result = invalidate(*S, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  return Result;
}

CUresult refuseUnsafe() {
  CUstreamCaptureMode Mine = threadCaptureMode();
  if (Mine == CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_SUCCESS;
  CUresult Result = CUDA_SUCCESS;
  for (const std::shared_ptr<Capture> &Under : Driver::get().Captures) {
    bool IsOfThread = Under->Thread == std::this_thread::get_id();
    bool Forbids =
        Under->Mode == CU_STREAM_CAPTURE_MODE_GLOBAL
            ? IsOfThread || Mine == CU_STREAM_CAPTURE_MODE_GLOBAL
            : Under->Mode == CU_STREAM_CAPTURE_MODE_THREAD_LOCAL && IsOfThread;
    if (Forbids) {
      Under->IsInvalid = true;
      Result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
  }
  return Result;
}

} // namespace heddle::driver
