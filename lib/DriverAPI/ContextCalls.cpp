//===- ContextCalls.cpp - Calls about contexts ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"

namespace heddle::driver {

/// cuCtxGetApiVersion returns this number for contexts made by any version of
/// cuCtxCreate.
static constexpr unsigned ContextApiVersion = 3020;

/// At most one way to wait, and only flags that there are.
static bool areContextFlags(unsigned Flags) {
  unsigned Waits = Flags & CU_CTX_SCHED_MASK;
  return !(Flags & ~unsigned(CU_CTX_FLAGS_MASK)) && !(Waits & (Waits - 1));
}

/// The context that \p Handle names; with 0 the current one.
static CUresult findContext(CUcontext Handle,
                            std::shared_ptr<Context> &Result) {
  Driver &D = Driver::get();
  Result = Handle ? D.Contexts.find(Handle) : D.current();
  if (Result && !D.isUsable(*Result))
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/// The primary context has nothing, and is out of use until it is retained.
static void endPrimary() {
  Driver &D = Driver::get();
  D.emptyContext(*D.Contexts.find(D.Primary));
  D.IsPrimaryActive = D.IsPrimaryAwake = false;
}

namespace calls {

CUresult DevicePrimaryCtxRetain(CUcontext *Result, CUdevice Which) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  Driver &D = Driver::get();
  ++D.PrimaryRetains;
  D.IsPrimaryActive = true;
  *Result = D.Primary;
  return CUDA_SUCCESS;
}

CUresult DevicePrimaryCtxRelease_v2(CUdevice Which) {
  Driver &D = Driver::get();
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!D.PrimaryRetains)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--D.PrimaryRetains == 0)
    endPrimary();
  return CUDA_SUCCESS;
}

CUresult DevicePrimaryCtxReset_v2(CUdevice Which) {
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  // Whoever has retained it still has to release it.
  endPrimary();
  return CUDA_SUCCESS;
}

CUresult DevicePrimaryCtxSetFlags_v2(CUdevice Which, unsigned Flags) {
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!areContextFlags(Flags))
    return CUDA_ERROR_INVALID_VALUE;
  Driver::get().PrimaryFlags = Flags;
  return CUDA_SUCCESS;
}

CUresult DevicePrimaryCtxRelease(CUdevice Which) {
  return DevicePrimaryCtxRelease_v2(Which);
}

CUresult DevicePrimaryCtxReset(CUdevice Which) {
  return DevicePrimaryCtxReset_v2(Which);
}

CUresult DevicePrimaryCtxSetFlags(CUdevice Which, unsigned Flags) {
  if (Which == 0 && Driver::get().IsPrimaryActive)
    return CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE;
  return DevicePrimaryCtxSetFlags_v2(Which, Flags);
}

CUresult DevicePrimaryCtxGetState(CUdevice Which, unsigned *Flags,
                                  int *Active) {
  if (!Flags && !Active)
    return CUDA_ERROR_INVALID_VALUE;
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  if (Flags)
    *Flags = Driver::get().PrimaryFlags;
  if (Active)
    *Active = Driver::get().isUsable(
        *Driver::get().Contexts.find(Driver::get().Primary));
  return CUDA_SUCCESS;
}

CUresult CtxCreate_v2(CUcontext *Result, unsigned Flags, CUdevice Which) {
  if (!Result || !areContextFlags(Flags))
    return CUDA_ERROR_INVALID_VALUE;
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  Driver &D = Driver::get();
  auto Made = std::make_shared<Context>();
  Made->Id = ++D.NextId;
  Made->Flags = Flags;
  *Result = D.Contexts.add(std::move(Made));
  contextStack().push_back(*Result);
  return CUDA_SUCCESS;
}

CUresult CtxCreate_v3(CUcontext *Result, CUexecAffinityParam *, int Count,
                      unsigned Flags, CUdevice Which) {
  // Parts of the device cannot be reserved.
  if (Count)
    return CUDA_ERROR_NOT_SUPPORTED;
  return CtxCreate_v2(Result, Flags, Which);
}

CUresult CtxCreate_v4(CUcontext *Result, CUctxCreateParams *Params,
                      unsigned Flags, CUdevice Which) {
  // They reserve parts of the device and share it with graphics. Those that ask
  // for neither are as good as none.
  if (Params && (Params->numExecAffinityParams || Params->cigParams))
    return CUDA_ERROR_NOT_SUPPORTED;
  return CtxCreate_v2(Result, Flags, Which);
}

CUresult CtxDestroy_v2(CUcontext Handle) {
  Driver &D = Driver::get();
  std::shared_ptr<Context> C = D.Contexts.find(Handle);
  if (!C || C->IsPrimary)
    return CUDA_ERROR_INVALID_CONTEXT;
  D.emptyContext(*C);
  D.Contexts.remove(Handle);
  std::vector<CUcontext> &Stack = contextStack();
  if (!Stack.empty() && Stack.back() == Handle)
    Stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult CtxDestroy(CUcontext Handle) { return CtxDestroy_v2(Handle); }

CUresult CtxAttach(CUcontext *Result, unsigned Flags) {
  if (!Result || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Context> C = Driver::get().current();
  if (!C)
    return CUDA_ERROR_INVALID_CONTEXT;
  ++C->Users;
  *Result = C->Self;
  return CUDA_SUCCESS;
}

CUresult CtxDetach(CUcontext Handle) {
  std::shared_ptr<Context> C = Driver::get().Contexts.find(Handle);
  if (!C || C->IsPrimary || C != Driver::get().current())
    return CUDA_ERROR_INVALID_CONTEXT;
  return --C->Users ? CUDA_SUCCESS : CtxDestroy_v2(Handle);
}

CUresult CtxPushCurrent_v2(CUcontext Handle) {
  std::shared_ptr<Context> C = Driver::get().Contexts.find(Handle);
  if (!C)
    return CUDA_ERROR_INVALID_CONTEXT;
  contextStack().push_back(Handle);
  return CUDA_SUCCESS;
}

CUresult CtxPushCurrent(CUcontext Handle) { return CtxPushCurrent_v2(Handle); }

CUresult CtxPopCurrent_v2(CUcontext *Result) {
  std::vector<CUcontext> &Stack = contextStack();
  if (Stack.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (Result)
    *Result = Stack.back();
  Stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult CtxPopCurrent(CUcontext *Result) { return CtxPopCurrent_v2(Result); }

CUresult CtxSetCurrent(CUcontext Handle) {
  std::vector<CUcontext> &Stack = contextStack();
  if (Handle && !Driver::get().Contexts.find(Handle))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!Stack.empty())
    Stack.pop_back();
  if (Handle)
    Stack.push_back(Handle);
  return CUDA_SUCCESS;
}

CUresult CtxGetCurrent(CUcontext *Result) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = contextStack().empty() ? nullptr : contextStack().back();
  return CUDA_SUCCESS;
}

CUresult CtxGetDevice_v2(CUdevice *Result, CUcontext Handle) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  bool IsKnown = Handle ? Driver::get().Contexts.find(Handle) != nullptr
                        : !contextStack().empty();
  if (!IsKnown)
    return CUDA_ERROR_INVALID_CONTEXT;
  *Result = 0;
  return CUDA_SUCCESS;
}

CUresult CtxGetDevice(CUdevice *Result) {
  return CtxGetDevice_v2(Result, nullptr);
}

CUresult CtxSynchronize() {
  Context &C = Driver::get().context();
  if (CUresult R = refuseWaitForAll(C); R != CUDA_SUCCESS)
    return R;
  return C.synchronize();
}

CUresult CtxSynchronize_v2(CUcontext Handle) {
  std::shared_ptr<Context> C;
  if (CUresult R = findContext(Handle, C); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = refuseWaitForAll(*C); R != CUDA_SUCCESS)
    return R;
  return C->synchronize();
}

CUresult CtxGetApiVersion(CUcontext Handle, unsigned *Version) {
  if (!Version)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Context> C;
  if (CUresult R = findContext(Handle, C); R != CUDA_SUCCESS)
    return R;
  *Version = ContextApiVersion;
  return CUDA_SUCCESS;
}

CUresult CtxGetFlags(unsigned *Flags) {
  if (!Flags)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  *Flags = D.context().IsPrimary ? D.PrimaryFlags : D.context().Flags;
  return CUDA_SUCCESS;
}

CUresult CtxSetFlags(unsigned Flags) {
  if (!areContextFlags(Flags))
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  (D.context().IsPrimary ? D.PrimaryFlags : D.context().Flags) = Flags;
  return CUDA_SUCCESS;
}

CUresult CtxGetId(CUcontext Handle, unsigned long long *Id) {
  if (!Id)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Context> C;
  if (CUresult R = findContext(Handle, C); R != CUDA_SUCCESS)
    return R;
  *Id = C->Id;
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
