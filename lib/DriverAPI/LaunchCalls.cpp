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
#include "NodeParams.h"

namespace heddle::driver {

CUresult launch(const LaunchArguments &L, CUstream Handle) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Kernel;
  const CUresult R =
      S->Captured ? makeKernelNode(L, Kernel) : makeLaunch(L, Kernel);
  if (R != CUDA_SUCCESS)
    return R;
  if (CUresult Given = submit(S, std::move(Kernel)); Given != CUDA_SUCCESS)
    return Given;
  return isBusy(*S) && isBlocking() ? Driver::get().context().synchronize(*S)
                                    : CUDA_SUCCESS;
}

/// Reads what \p Config asks for beside grid and block.
static CUresult readAttributes(const CUlaunchConfig &Config,
                               LaunchArguments &L) {
  if (Config.numAttrs && !Config.attrs)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned I = 0; I != Config.numAttrs; ++I) {
    const CUlaunchAttribute &A = Config.attrs[I];
    if (CUresult R = readAttribute(A.id, A.value, L); R != CUDA_SUCCESS)
      return R;
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
