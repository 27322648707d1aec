//===- IpcCalls.cpp - Calls that share memory and events ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Report.h"
#include <cstring>
#include <unistd.h>

namespace heddle::driver {

static_assert(sizeof(SharedHandle) <= sizeof(CUipcMemHandle));

namespace {

/// The contents of a CUipcEventHandle. Work is done when a call returns, so
/// that there is nothing to wait for in another process.
struct SharedEvent {
  static constexpr uint32_t Mark = 0x74766548;
  uint32_t IsMark = Mark;
  int32_t Process = 0;
  CUevent Event = nullptr;
};

} // namespace

namespace calls {

CUresult IpcGetMemHandle(CUipcMemHandle *Result, CUdeviceptr Pointer) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  std::optional<Allocation> A = D.Memory->find(Pointer);
  if (!A || A->Kind != Allocation::DeviceOnly || A->Pool) {
    explain("only memory of cuMemAlloc can be opened by other processes");
    return CUDA_ERROR_INVALID_VALUE;
  }
  SharedHandle Handle;
  if (CUresult R = D.Shared.share(A->Address, A->Bytes, Handle);
      R != CUDA_SUCCESS)
    return R;
  *Result = {};
  std::memcpy(Result, &Handle, sizeof Handle);
  return CUDA_SUCCESS;
}

CUresult IpcOpenMemHandle_v2(CUdeviceptr *Pointer, CUipcMemHandle From,
                             unsigned Flags) {
  if (!Pointer || Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
    return CUDA_ERROR_INVALID_VALUE;
  if (Driver::get().TheDevice.isSilicon())
    return CUDA_ERROR_NOT_SUPPORTED;
  SharedHandle Handle;
  std::memcpy(&Handle, &From, sizeof Handle);
  Driver &D = Driver::get();
  uint64_t Address = 0;
  if (CUresult R = D.Shared.open(Handle, SharedPages::Holder::Ipc, Address);
      R != CUDA_SUCCESS)
    return R;
  if (CUresult R = D.Memory->addMapped(Address, Handle.Bytes);
      R != CUDA_SUCCESS) {
    D.Shared.close(Address);
    return R;
  }
  *Pointer = Address;
  return CUDA_SUCCESS;
}

CUresult IpcOpenMemHandle(CUdeviceptr *Pointer, CUipcMemHandle From,
                          unsigned Flags) {
  return IpcOpenMemHandle_v2(Pointer, From, Flags);
}

CUresult IpcCloseMemHandle(CUdeviceptr Pointer) {
  Driver &D = Driver::get();
  if (!D.Shared.isOpen(Pointer, SharedPages::Holder::Ipc))
    return CUDA_ERROR_INVALID_VALUE;
  D.Memory->removeMapped(Pointer);
  D.Shared.close(Pointer);
  return CUDA_SUCCESS;
}

CUresult IpcGetEventHandle(CUipcEventHandle *Result, CUevent Handle) {
  std::shared_ptr<Event> E = Driver::get().Events.find(Handle);
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  if (!E || !(E->Flags & CU_EVENT_INTERPROCESS))
    return CUDA_ERROR_INVALID_HANDLE;
  SharedEvent Shared;
  Shared.Process = getpid();
  Shared.Event = Handle;
  *Result = {};
  std::memcpy(Result, &Shared, sizeof Shared);
  return CUDA_SUCCESS;
}

CUresult IpcOpenEventHandle(CUevent *Result, CUipcEventHandle From) {
  SharedEvent Shared;
  std::memcpy(&Shared, &From, sizeof Shared);
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  if (Shared.IsMark != SharedEvent::Mark || !Shared.Event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (Shared.Process == getpid()) {
    explain("the event is this process's own");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  return EventCreate(Result, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING);
}

} // namespace calls
} // namespace heddle::driver
