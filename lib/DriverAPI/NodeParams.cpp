//===- NodeParams.cpp - What nodes of graphs were made of -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeParams.h"
#include "Driver.h"
#include <utility>

namespace heddle::driver {

template <typename Fn> static void keep(Work &Of, Fn Fill) {
  auto Made = std::make_shared<NodeParams>();
  Fill(*Made);
  Of.Params = std::move(Made);
}

void keepCopy(Work &Of, const CUDA_MEMCPY3D &Copy) {
  keep(Of, [&](NodeParams &P) { P.Copy = Copy; });
}

void keepCopy(Work &Of, const CUDA_MEMCPY2D &From) {
  CUDA_MEMCPY3D Copy = {};
  Copy.srcXInBytes = From.srcXInBytes;
  Copy.srcY = From.srcY;
  Copy.srcMemoryType = From.srcMemoryType;
  Copy.srcHost = From.srcHost;
  Copy.srcDevice = From.srcDevice;
  Copy.srcArray = From.srcArray;
  Copy.srcPitch = From.srcPitch;
  Copy.dstXInBytes = From.dstXInBytes;
  Copy.dstY = From.dstY;
  Copy.dstMemoryType = From.dstMemoryType;
  Copy.dstHost = From.dstHost;
  Copy.dstDevice = From.dstDevice;
  Copy.dstArray = From.dstArray;
  Copy.dstPitch = From.dstPitch;
  Copy.WidthInBytes = From.WidthInBytes;
  Copy.Height = From.Height;
  Copy.Depth = 1;
  keepCopy(Of, Copy);
}

static CUmemorytype memoryType(const CopyEnd &End) {
  switch (End.Space) {
  case CopyEnd::Host:
    return CU_MEMORYTYPE_HOST;
  case CopyEnd::Device:
    return CU_MEMORYTYPE_DEVICE;
  case CopyEnd::Unified:
    break;
  }
  return CU_MEMORYTYPE_UNIFIED;
}

void keepCopy(Work &Of, const CopyEnd &To, const CopyEnd &From,
              uint64_t Bytes) {
  CUDA_MEMCPY3D Copy = {};
  Copy.dstMemoryType = memoryType(To);
  if (To.Space == CopyEnd::Host)
    Copy.dstHost = reinterpret_cast<void *>(To.Address);
  else
    Copy.dstDevice = To.Address;
  Copy.srcMemoryType = memoryType(From);
  if (From.Space == CopyEnd::Host)
    Copy.srcHost = reinterpret_cast<const void *>(From.Address);
  else
    Copy.srcDevice = From.Address;
  Copy.srcPitch = Copy.dstPitch = Copy.WidthInBytes = Bytes;
  Copy.srcHeight = Copy.dstHeight = Copy.Height = Copy.Depth = 1;
  keepCopy(Of, Copy);
}

void keepSet(Work &Of, const CUDA_MEMSET_NODE_PARAMS &Set) {
  keep(Of, [&](NodeParams &P) { P.Set = Set; });
}

void keepHost(Work &Of, const CUDA_HOST_NODE_PARAMS &Host) {
  keep(Of, [&](NodeParams &P) { P.Host = Host; });
}

void keepEvent(Work &Of, CUevent Event) {
  keep(Of, [&](NodeParams &P) { P.Event = Event; });
}

void keepOperations(Work &Of,
                    llvm::ArrayRef<CUstreamBatchMemOpParams> Operations,
                    CUcontext In) {
  keep(Of, [&](NodeParams &P) {
    P.OperationsIn = In;
    P.Operations.assign(Operations.begin(), Operations.end());
  });
}

CUresult
makeKernelNode(LaunchArguments L, Work &Result,
               const std::map<int, CUlaunchAttributeValue> &Attributes) {
  for (const auto &[Id, Value] : Attributes)
    if (CUresult R = readAttribute(Id, Value, L); R != CUDA_SUCCESS)
      return R;
  // Some objects do not know how many bytes those are; the launch does.
  std::vector<uint8_t> Block;
  if (CUresult R = makeLaunch(L, Result, &Block); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(L.Function, F); R != CUDA_SUCCESS)
    return R;
  keep(Result, [&](NodeParams &Of) {
    KernelParams &P = Of.Kernel.emplace();
    P.Function = L.Function;
    P.Grid = L.Grid;
    P.Block = L.Block;
    P.SharedBytes = L.SharedBytes;
    P.Bytes = std::move(Block);
    for (const object::KernelParam &Each : F->info().Params)
      P.Pointers.push_back(P.Bytes.data() + Each.Offset);
    P.Attributes = Attributes;
    if (L.IsCooperative)
      P.Attributes[CU_LAUNCH_ATTRIBUTE_COOPERATIVE].cooperative = 1;
    if (L.Cluster)
      P.Attributes[CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION].clusterDim = {
          L.Cluster->X, L.Cluster->Y, L.Cluster->Z};
  });
  return CUDA_SUCCESS;
}

CUresult readAttribute(int Id, const CUlaunchAttributeValue &Value,
                       LaunchArguments &L) {
  switch (Id) {
  case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
    L.IsCooperative = Value.cooperative != 0;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
    L.Cluster =
        sm::Dim3{Value.clusterDim.x, Value.clusterDim.y, Value.clusterDim.z};
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_IGNORE:
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
  case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
  case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

} // namespace heddle::driver
