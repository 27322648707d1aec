//===- PreparedLaunchCalls.cpp - Launches in several calls ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before CUDA 4.0 the function kept what a launch takes. Programs that were
// written then set the block, shared memory and parameters one by one.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Launch.h"
#include "Report.h"
#include "heddle/Support/CheckedSize.h"
#include <cstring>

namespace heddle::driver {

/// The limit on the size of parameters (PTX 8.1, from sm_70 on).
static constexpr uint64_t MaxParameterBytes = 32764;

static CUresult setParameter(CUfunction Handle, int Offset, const void *Data,
                             unsigned Bytes) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  if (!Data && Bytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (Offset < 0 ||
      !(CheckedSize(uint64_t(Offset)) + Bytes).fitsIn(MaxParameterBytes)) {
    explain("the parameter does not lie where parameters can be");
    return CUDA_ERROR_INVALID_VALUE;
  }
  auto &Params = F->Prepared.Params;
  size_t End = size_t(Offset) + Bytes;
  if (Params.size() < End)
    Params.resize(End);
  if (Bytes)
    std::memcpy(Params.data() + Offset, Data, Bytes);
  return CUDA_SUCCESS;
}

static CUresult launchPrepared(CUfunction Handle, int Width, int Height,
                               CUstream Stream) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  if (Width <= 0 || Height <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  PreparedLaunch &Prepared = F->Prepared;
  if (Prepared.Params.size() < F->parameterBytes())
    explain("the function has parameters that were not set");
  size_t Size = Prepared.Params.size();
  void *Extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, Prepared.Params.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &Size, CU_LAUNCH_PARAM_END};
  return launch(
      {Handle,
       {unsigned(Width), unsigned(Height), 1},
       Prepared.Block,
       Prepared.SharedBytes,
       /*Params=*/nullptr,
       F->parameterBytes() || !F->info().KnowsParams ? Extra : nullptr},
      Stream);
}

namespace calls {

CUresult FuncSetBlockShape(CUfunction Handle, int X, int Y, int Z) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  if (X <= 0 || Y <= 0 || Z <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  F->Prepared.Block = {unsigned(X), unsigned(Y), unsigned(Z)};
  return CUDA_SUCCESS;
}

CUresult FuncSetSharedSize(CUfunction Handle, unsigned Bytes) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  F->Prepared.SharedBytes = Bytes;
  return CUDA_SUCCESS;
}

CUresult ParamSetSize(CUfunction Handle, unsigned Bytes) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  if (Bytes > MaxParameterBytes)
    return CUDA_ERROR_INVALID_VALUE;
  F->Prepared.Params.resize(Bytes);
  return CUDA_SUCCESS;
}

CUresult ParamSeti(CUfunction Handle, int Offset, unsigned Value) {
  return setParameter(Handle, Offset, &Value, sizeof Value);
}

CUresult ParamSetf(CUfunction Handle, int Offset, float Value) {
  return setParameter(Handle, Offset, &Value, sizeof Value);
}

CUresult ParamSetv(CUfunction Handle, int Offset, void *Data, unsigned Bytes) {
  return setParameter(Handle, Offset, Data, Bytes);
}

CUresult Launch(CUfunction Handle) {
  return launchPrepared(Handle, 1, 1, /*Stream=*/nullptr);
}

CUresult LaunchGrid(CUfunction Handle, int Width, int Height) {
  return launchPrepared(Handle, Width, Height, /*Stream=*/nullptr);
}

CUresult LaunchGridAsync(CUfunction Handle, int Width, int Height,
                         CUstream Stream) {
  return launchPrepared(Handle, Width, Height, Stream);
}

} // namespace calls
} // namespace heddle::driver
