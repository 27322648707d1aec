//===- Device.cpp - Devices of the C API and their buffers ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Compiler/CommandLine.h"

#include <unistd.h>

using namespace heddle;
using namespace heddle::capi;

static std::optional<sm::AddressModel> modelOf(heddleAddressModel_t M) {
  switch (M) {
  case heddleAddressesHost:
    return sm::AddressModel::Host;
  case heddleAddressesRaw:
    return sm::AddressModel::Raw;
  case heddleAddressesArena:
    return sm::AddressModel::Arena;
  }
  return std::nullopt;
}

/// Most bytes of a thread's stack, as of ptx-run's --stack-size.
static constexpr uint32_t MaxStackBytes = 1 << 20;

static heddleError_t stackTooLarge() {
  return fail(heddleErrorInvalidValue, "a thread's stack has at most " +
                                           llvm::Twine(MaxStackBytes) +
                                           " bytes");
}

/// The bytes of memory that the host has.
static uint64_t hostMemory() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

heddleError_t heddleDeviceCreate(const heddleDeviceOptions_t *Options,
                                 heddleDevice_t *Out) noexcept {
  if (!Out)
    return isNull(__func__, "Out");
  heddleDeviceOptions_t O;
  HEDDLE_INIT(O);
  if (Options) {
    std::optional<heddleDeviceOptions_t> Given = readStruct(Options);
    if (!Given)
      return fail(heddleErrorInvalidValue,
                  "heddleDeviceCreate: the options do not say their size "
                  "(HEDDLE_INIT)");
    O = *Given;
  }
  std::optional<sm::AddressModel> Model = modelOf(O.Addresses);
  if (!Model)
    return fail(heddleErrorInvalidValue, "there is no such address model");
  if (!(O.StallSeconds >= 0))
    return fail(heddleErrorInvalidValue, "StallSeconds is negative");
  if (O.StackBytes > MaxStackBytes)
    return stackTooLarge();
  const abi::Geometry *Geometry = nullptr;
  if (O.Geometry)
    if (llvm::Error E = setGeometry(O.Geometry, Geometry))
      return fail(heddleErrorInvalidValue, std::move(E));
  auto D = std::make_shared<DeviceState>(*Model, O.MemoryBytes ? O.MemoryBytes
                                                               : hostMemory());
  D->Geometry = Geometry;
  D->HostThreads = O.HostThreads;
  if (O.NumSMs)
    D->NumSMs = O.NumSMs;
  if (O.StackBytes)
    D->StackBytes = O.StackBytes;
  if (O.HeapBytes)
    D->HeapBytes = O.HeapBytes;
  if (O.StallSeconds > 0)
    D->StallSeconds = O.StallSeconds;
  *Out = new heddleDeviceImpl{std::move(D)};
  return heddleSuccess;
}

void heddleDeviceDestroy(heddleDevice_t D) noexcept { delete D; }

heddleError_t heddleDeviceSetOutput(heddleDevice_t D, heddleOutputFn Output,
                                    void *User) noexcept {
  if (!D)
    return isNull(__func__, "D");
  D->State->Output = Output;
  D->State->OutputUser = User;
  return heddleSuccess;
}

heddleError_t heddleDeviceSetStackBytes(heddleDevice_t D,
                                        uint32_t Bytes) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (Bytes > MaxStackBytes)
    return stackTooLarge();
  D->State->StackBytes = Bytes;
  return heddleSuccess;
}

heddleError_t heddleDeviceSetHeapBytes(heddleDevice_t D,
                                       uint64_t Bytes) noexcept {
  if (!D)
    return isNull(__func__, "D");
  D->State->HeapBytes = Bytes;
  return heddleSuccess;
}

heddleError_t heddleDeviceGetMemoryInfo(heddleDevice_t D, uint64_t *Free,
                                        uint64_t *Total) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (Free)
    *Free = D->State->MemoryBytes - D->State->Memory.used();
  if (Total)
    *Total = D->State->MemoryBytes;
  return heddleSuccess;
}

heddleError_t heddleMalloc(heddleDevice_t D, uint64_t Size, const char *Name,
                           heddleAddress_t *Out) noexcept {
  if (!D || !Out)
    return isNull(__func__, D ? "Out" : "D");
  llvm::Expected<abi::Address> A =
      D->State->Memory.allocate(Size, Name ? Name : "");
  if (!A)
    return fail(heddleErrorOutOfMemory, A.takeError());
  *Out = A->value();
  return heddleSuccess;
}

heddleError_t heddleFree(heddleDevice_t D, heddleAddress_t Address) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (Address == 0)
    return heddleSuccess;
  abi::Address A(Address);
  std::optional<sm::Buffer> B = D->State->Memory.nearest(A);
  bool IsOurs = B && B->Address == A && B->Kind == sm::Buffer::Allocation;
  if (!IsOurs || !D->State->Memory.release(A))
    return fail(heddleErrorNotFound,
                "nothing that heddleMalloc gave and that was not freed starts "
                "at " +
                    A.str());
  return heddleSuccess;
}

heddleError_t heddleHostRegister(heddleDevice_t D, void *Data, uint64_t Size,
                                 const char *Name) noexcept {
  if (!D)
    return isNull(__func__, "D");
  llvm::Error E = D->State->Memory.registerHost(Data, Size, Name ? Name : "");
  if (!E)
    return heddleSuccess;
  return fail(D->State->Memory.isShared() ? heddleErrorInvalidValue
                                          : heddleErrorNotSupported,
              std::move(E));
}

heddleError_t heddleHostUnregister(heddleDevice_t D, void *Data) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (D->State->Memory.unregisterHost(Data))
    return heddleSuccess;
  return fail(heddleErrorNotFound,
              "nothing was registered at " +
                  abi::Address(reinterpret_cast<uint64_t>(Data)).str());
}

static heddleBufferKind_t kindOf(sm::Buffer::KindType Kind) {
  switch (Kind) {
  case sm::Buffer::Allocation:
    return heddleBufferAllocation;
  case sm::Buffer::Variable:
    return heddleBufferVariable;
  case sm::Buffer::Heap:
    return heddleBufferHeap;
  case sm::Buffer::Registered:
    return heddleBufferRegistered;
  }
  llvm_unreachable("covered switch");
}

heddleError_t heddleGetBufferInfo(heddleDevice_t D, heddleAddress_t Address,
                                  heddleBufferInfo_t *Out) noexcept {
  if (!D)
    return isNull(__func__, "D");
  std::optional<sm::Buffer> B = D->State->Memory.holding(abi::Address(Address));
  if (!B)
    return fail(heddleErrorNotFound,
                abi::Address(Address).str() + " is in no buffer");
  return writeStruct(__func__, Out,
                     {0, B->Address.value(), B->Size, kindOf(B->Kind),
                      B->IsReadOnly, B->Data});
}
