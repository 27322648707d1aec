//===- StreamCalls.cpp - Calls about streams ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "HostCall.h"
#include "NodeParams.h"
#include "Query.h"
#include "Report.h"
#include "heddle/Support/GuardedCall.h"
#include <algorithm>

namespace heddle::driver {

static CUresult findStream(CUstream Handle, std::shared_ptr<Stream> &Result) {
  Result = Driver::get().stream(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

Work makeHostCall(std::function<void()> Function) {
  Work W;
  W.Type = CU_GRAPH_NODE_TYPE_HOST;
  W.Run = [Function = std::move(Function)] {
    Driver &D = Driver::get();
    std::shared_ptr<Context> C = D.current();
    C->flushPrinted();
    std::optional<std::string> Thrown;
    {
      HostFunctionScope Scope;
      D.Behind.begin();
      Thrown = callGuarded(Function);
      D.Behind.end();
    }
    // Another thread may have reset or destroyed it: what comes next in a graph
    // has no context.
    if (D.current() != C)
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (Thrown) {
      report("heddle: a function of the host that a stream called has thrown "
             "an exception: " +
             *Thrown + "\n");
      C->Failed = CUDA_ERROR_LAUNCH_FAILED;
      C->WasTold = false;
    }
    return CUDA_SUCCESS;
  };
  return W;
}

namespace calls {

CUresult StreamCreateWithPriority(CUstream *Result, unsigned Flags,
                                  int Priority) {
  if (!Result || Flags > CU_STREAM_NON_BLOCKING)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  int Least = 0, Greatest = 0;
  CtxGetStreamPriorityRange(&Least, &Greatest);
  auto Made = std::make_shared<Stream>();
  Made->Owner = &D.context();
  Made->Id = ++D.NextId;
  Made->Flags = Flags;
  Made->Priority = std::clamp(Priority, Greatest, Least);
  *Result = D.Streams.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult StreamCreate(CUstream *Result, unsigned Flags) {
  return StreamCreateWithPriority(Result, Flags, 0);
}

CUresult StreamDestroy_v2(CUstream Handle) {
  // The default streams are not in the table, so that nobody can destroy them.
  std::shared_ptr<Stream> S = Driver::get().Streams.find(Handle);
  if (!S || !isInReach(*S->Owner))
    return CUDA_ERROR_INVALID_HANDLE;
  if (S->Owner->Failed != CUDA_SUCCESS)
    return S->Owner->Failed;
  abandonCapture(*S);
  Driver::get().Streams.remove(Handle);
  return CUDA_SUCCESS;
}

CUresult StreamGetFlags(CUstream Handle, unsigned *Flags) {
  return query(Flags, Handle, findStream,
               [](const Stream &S) { return S.Flags; });
}

CUresult StreamGetPriority(CUstream Handle, int *Priority) {
  return query(Priority, Handle, findStream,
               [](const Stream &S) { return S.Priority; });
}

CUresult StreamGetCtx(CUstream Handle, CUcontext *Result) {
  return query(Result, Handle, findStream,
               [](const Stream &S) { return S.Owner->Self; });
}

CUresult StreamGetId(CUstream Handle, unsigned long long *Id) {
  return query(Id, Handle, findStream, [](const Stream &S) { return S.Id; });
}

CUresult StreamGetDevice(CUstream Handle, CUdevice *Result) {
  return query(Result, Handle, findStream, [](const Stream &) { return 0; });
}

CUresult StreamQuery(CUstream Handle) {
  return withObject(Handle, findStream, [](Stream &S) {
    const CUresult R = refuseWait(S);
    return R == CUDA_SUCCESS && !Driver::get().Behind.given(S).empty()
               ? CUDA_ERROR_NOT_READY
               : R;
  });
}

CUresult StreamSynchronize(CUstream Handle) {
  return withObject(Handle, findStream, [](Stream &S) {
    CUresult R = refuseWait(S);
    return R == CUDA_SUCCESS ? S.Owner->synchronize(S) : R;
  });
}

CUresult StreamAddCallback(CUstream Handle, CUstreamCallback Callback,
                           void *Data, unsigned Flags) {
  if (!Callback || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Stream> S;
  if (CUresult R = findStream(Handle, S); R != CUDA_SUCCESS)
    return R;
  if (S->Captured)
    return invalidate(*S, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  Work Call = makeHostCall([=] { Callback(Handle, CUDA_SUCCESS, Data); });
  Call.OnFailure = [=](CUresult Why) { Callback(Handle, Why, Data); };
  return submit(S, std::move(Call));
}

CUresult StreamAttachMemAsync(CUstream Handle, CUdeviceptr Pointer,
                              size_t Bytes, unsigned Flags) {
  std::shared_ptr<Stream> S;
  if (CUresult R = findStream(Handle, S); R != CUDA_SUCCESS)
    return R;
  std::optional<Allocation> A = Driver::get().Memory->find(Pointer);
  bool IsManaged = A && A->Kind == Allocation::Managed;
  // All of it at once.
  bool IsWhole = A && A->Address == Pointer && (!Bytes || Bytes == A->Bytes);
  if (!IsManaged || !IsWhole ||
      (Flags != CU_MEM_ATTACH_GLOBAL && Flags != CU_MEM_ATTACH_HOST &&
       Flags != CU_MEM_ATTACH_SINGLE))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult LaunchHostFunc(CUstream Handle, CUhostFn Function, void *Data) {
  if (!Function)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Stream> S;
  if (CUresult R = findStream(Handle, S); R != CUDA_SUCCESS)
    return R;
  Work Call = makeHostCall([=] { Function(Data); });
  if (S->Captured)
    keepHost(Call, {Function, Data});
  return submit(S, std::move(Call));
}

} // namespace calls
} // namespace heddle::driver
