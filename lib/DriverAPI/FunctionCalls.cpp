//===- FunctionCalls.cpp - Calls about functions --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"

namespace heddle::driver::calls {

CUresult FuncGetAttribute(int *Value, CUfunction_attribute Attribute,
                          CUfunction Handle) {
  if (!Value)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  return functionAttribute(*F, Attribute, *Value);
}

CUresult FuncSetAttribute(CUfunction Handle, CUfunction_attribute Attribute,
                          int Value) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  CUresult R = setFunctionAttribute(*F, Attribute, Value, F->Settings);
  // A kernel's are those of its function in every context.
  if (std::shared_ptr<Kernel> K = Driver::get().Kernels.find(F->From)) {
    K->Settings = F->Settings;
    giveSettings(*K);
  }
  return R;
}

CUresult FuncSetCacheConfig(CUfunction Handle, CUfunc_cache Config) {
  if (unsigned(Config) > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  return resolveFunction(Handle, F);
}

CUresult FuncSetSharedMemConfig(CUfunction Handle, CUsharedconfig Config) {
  if (unsigned(Config) > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  return resolveFunction(Handle, F);
}

CUresult FuncGetModule(CUmodule *Result, CUfunction Handle) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = lookUpFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  *Result = F->Owner->Self;
  return CUDA_SUCCESS;
}

CUresult FuncGetName(const char **Name, CUfunction Handle) {
  if (!Name)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = lookUpFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  *Name = F->info().Name.c_str();
  return CUDA_SUCCESS;
}

CUresult FuncGetParamInfo(CUfunction Handle, size_t Index, size_t *Offset,
                          size_t *Size) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  return parameterPlace(*F, Index, Offset, Size);
}

CUresult FuncIsLoaded(CUfunctionLoadingState *State, CUfunction Handle) {
  if (!State)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Function> F;
  if (CUresult R = lookUpFunction(Handle, F); R != CUDA_SUCCESS)
    return R;
  *State = F->hasCode() ? CU_FUNCTION_LOADING_STATE_LOADED
                        : CU_FUNCTION_LOADING_STATE_UNLOADED;
  return CUDA_SUCCESS;
}

CUresult FuncLoad(CUfunction Handle) {
  std::shared_ptr<Function> F;
  return resolveFunction(Handle, F);
}

} // namespace heddle::driver::calls
