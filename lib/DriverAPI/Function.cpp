//===- Function.cpp - What is known of a function -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Driver.h"
#include "Module.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/ABI/TargetModel.h"

namespace heddle::driver {

uint32_t Function::staticSharedBytes() const {
  if (isForSilicon())
    return info().SharedBytes;
  uint32_t Begin = info().SharedBytes;
  for (const object::SharedSymbol &S : info().SharedSymbols)
    if (S.Size)
      Begin = std::min(Begin, S.Address);
  return info().SharedBytes - Begin;
}

uint32_t Function::parameterBytes() const {
  uint32_t Bytes = 0;
  for (const object::KernelParam &P : info().Params)
    Bytes = std::max(Bytes, P.Offset + P.Size);
  return Bytes;
}

bool Function::isForSilicon() const {
  return !Owner->Code->Object.Target->isELF64();
}

uint32_t Function::parameterRoom() const {
  return isForSilicon() ? info().SharedBytes - abi::SharedParams
                        : parameterBytes();
}

uint32_t Function::maxThreads() const {
  auto Product = [](const std::array<uint32_t, 3> &D) {
    return D[0] * std::max(D[1], 1u) * std::max(D[2], 1u);
  };
  // Both the board and what an object was compiled for have to have room; code
  // for an older chip has that of a later one.
  const abi::Geometry &Board = Driver::get().TheDevice.geometry();
  const abi::Geometry *Rooms[] = {
      &Board, isForSilicon() ? &Board : &Owner->Code->Object.geometry()};
  uint32_t Threads =
      std::min(Rooms[0]->MaxThreadsPerCTA, Rooms[1]->MaxThreadsPerCTA);
  for (uint32_t Declared : {Product(info().MaxNtid), Product(info().ReqNtid)})
    if (Declared)
      Threads = std::min(Threads, Declared);
  for (const abi::Geometry *G : Rooms)
    while (Threads > abi::WarpSize &&
           abi::registersPerCTA(*G, Threads, info().Registers) >
               G->RegistersPerSM)
      Threads -= abi::WarpSize;
  return Threads;
}

unsigned FunctionSettings::maxClusterSize() const {
  constexpr unsigned PortableSize = 8;
  return AllowsLargeClusters ? abi::MaxClusterSize : PortableSize;
}

CUresult functionAttribute(const Function &F, CUfunction_attribute Attribute,
                           int &Value) {
  const Image &Code = *F.Owner->Code;
  const Device &D = Driver::get().TheDevice;
  switch (Attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    Value = int(F.maxThreads());
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    Value = int(F.staticSharedBytes());
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    Value = int(Code.Object.Constants.size());
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    Value = int(F.info().LocalBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    Value = int(F.info().Registers);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    Value = int(Code.Capability ? Code.Capability : D.capability());
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    Value = int(D.capability());
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    Value = F.Settings.MaxDynamicShared >= 0
                ? F.Settings.MaxDynamicShared
                : int(D.defaultSharedBytes() -
                      std::min(D.defaultSharedBytes(), F.staticSharedBytes()));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    Value = F.Settings.Carveout;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    Value = int(F.info().ReqCluster[0]);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    Value = int(F.info().ReqCluster[1]);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    Value = int(F.info().ReqCluster[2]);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    Value = F.Settings.AllowsLargeClusters;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    Value = F.Settings.ClusterScheduling;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    // No cluster has to be set.
    Value = 0;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX:
    break;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult setFunctionAttribute(const Function &F, CUfunction_attribute Attribute,
                              int Value, FunctionSettings &Settings) {
  if (Attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
    uint64_t Most = Driver::get().TheDevice.geometry().MaxSharedPerCTA;
    if (Value < 0 || uint64_t(Value) + F.staticSharedBytes() > Most)
      return CUDA_ERROR_INVALID_VALUE;
    Settings.MaxDynamicShared = Value;
    return CUDA_SUCCESS;
  }
  if (Attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) {
    if (Value < -1 || Value > 100)
      return CUDA_ERROR_INVALID_VALUE;
    Settings.Carveout = Value;
    return CUDA_SUCCESS;
  }
  if (Attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) {
    if (Value != 0 && Value != 1)
      return CUDA_ERROR_INVALID_VALUE;
    Settings.AllowsLargeClusters = Value != 0;
    return CUDA_SUCCESS;
  }
  // There is one way to spread clusters, whatever is preferred.
  if (Attribute == CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE) {
    if (Value < 0 || Value > int(CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING))
      return CUDA_ERROR_INVALID_VALUE;
    Settings.ClusterScheduling = Value;
    return CUDA_SUCCESS;
  }
  // The others are what the compiler found.
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult parameterPlace(const Function &F, size_t Index, size_t *Offset,
                        size_t *Size) {
  if (!Offset || Index >= F.info().Params.size())
    return CUDA_ERROR_INVALID_VALUE;
  const object::KernelParam &P = F.info().Params[Index];
  *Offset = P.Offset;
  if (Size)
    *Size = P.Size;
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
