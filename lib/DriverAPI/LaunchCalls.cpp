//===- LaunchCalls.cpp - Calls that launch --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Launch.h"

namespace heddle::driver {

CUresult launch(const LaunchArguments &L, CUstream Handle) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Kernel;
  if (CUresult R = makeLaunch(L, Kernel); R != CUDA_SUCCESS)
    return R;
  return submit(S, std::move(Kernel));
}

/// Reads what \p Config asks for beside grid and block.
static CUresult readAttributes(const CUlaunchConfig &Config,
                               LaunchArguments &L) {
  if (Config.numAttrs && !Config.attrs)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned I = 0; I != Config.numAttrs; ++I) {
    const CUlaunchAttribute &A = Config.attrs[I];
    switch (int(A.id)) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
      L.IsCooperative = A.value.cooperative != 0;
      break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
      L.Cluster = sm::Dim3{A.value.clusterDim.x, A.value.clusterDim.y,
                           A.value.clusterDim.z};
      break;
    case CU_LAUNCH_ATTRIBUTE_IGNORE:
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      // How fast it is, which no result depends on.
      break;
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
    }
  }
  return CUDA_SUCCESS;
}

namespace calls {

CUresult LaunchKernel(CUfunction Function, unsigned GridX, unsigned GridY,
                      unsigned GridZ, unsigned BlockX, unsigned BlockY,
                      unsigned BlockZ, unsigned Shared, CUstream Stream,
                      void **Params, void **Extra) {
  return launch({Function,
                 {GridX, GridY, GridZ},
                 {BlockX, BlockY, BlockZ},
                 Shared,
                 Params,
                 Extra},
                Stream);
}

CUresult LaunchKernelEx(const CUlaunchConfig *Config, CUfunction Function,
                        void **Params, void **Extra) {
  if (!Config)
    return CUDA_ERROR_INVALID_VALUE;
  LaunchArguments L{Function,
                    {Config->gridDimX, Config->gridDimY, Config->gridDimZ},
                    {Config->blockDimX, Config->blockDimY, Config->blockDimZ},
                    Config->sharedMemBytes,
                    Params,
                    Extra};
  if (CUresult R = readAttributes(*Config, L); R != CUDA_SUCCESS)
    return R;
  return launch(L, Config->hStream);
}

CUresult LaunchCooperativeKernel(CUfunction Function, unsigned GridX,
                                 unsigned GridY, unsigned GridZ,
                                 unsigned BlockX, unsigned BlockY,
                                 unsigned BlockZ, unsigned Shared,
                                 CUstream Stream, void **Params) {
  return launch({Function,
                 {GridX, GridY, GridZ},
                 {BlockX, BlockY, BlockZ},
                 Shared,
                 Params,
                 /*Extra=*/nullptr,
                 /*IsCooperative=*/true},
                Stream);
}

} // namespace calls
} // namespace heddle::driver
