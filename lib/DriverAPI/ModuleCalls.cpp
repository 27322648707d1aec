//===- ModuleCalls.cpp - Calls about modules ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "JitOptions.h"
#include "Query.h"

using namespace llvm;

namespace heddle::driver {

/// Loads what \p Read finds, with its messages given to the program.
static CUresult
load(CUmodule *Result, JitOptions &Options,
     function_ref<CUresult(std::shared_ptr<const Image> &)> Read) {
  if (Options.error() != CUDA_SUCCESS)
    return Options.error();
  std::shared_ptr<const Image> Code;
  CUresult R = Read(Code);
  Options.writeLogs();
  std::shared_ptr<Module> Made;
  if (R == CUDA_SUCCESS)
    R = loadModule(std::move(Code), /*From=*/nullptr, Made);
  if (R == CUDA_SUCCESS)
    *Result = Made->Self;
  return R;
}

static CUresult findModule(CUmodule Handle, std::shared_ptr<Module> &Result) {
  Result = Driver::get().Modules.find(Handle);
  if (!Result)
    return CUDA_ERROR_INVALID_HANDLE;
  return Result->Owner == &Driver::get().context() ? CUDA_SUCCESS
                                                   : CUDA_ERROR_INVALID_CONTEXT;
}

namespace calls {

CUresult ModuleLoad(CUmodule *Result, const char *Path) {
  if (!Result || !Path)
    return CUDA_ERROR_INVALID_VALUE;
  std::string Bytes;
  if (!readFile(Path, Bytes))
    return CUDA_ERROR_FILE_NOT_FOUND;
  JitOptions Options;
  return load(Result, Options, [&](std::shared_ptr<const Image> &Code) {
    return readImage(Bytes, Path, Options, Code);
  });
}

CUresult ModuleLoadDataEx(CUmodule *Result, const void *Data, unsigned Count,
                          CUjit_option *Names, void **Values) {
  if (!Result || !Data)
    return CUDA_ERROR_INVALID_VALUE;
  JitOptions Options(Count, Names, Values);
  return load(Result, Options, [&](std::shared_ptr<const Image> &Code) {
    return readImage(Data, Options, Code);
  });
}

CUresult ModuleLoadData(CUmodule *Result, const void *Data) {
  return ModuleLoadDataEx(Result, Data, 0, nullptr, nullptr);
}

CUresult ModuleLoadFatBinary(CUmodule *Result, const void *Data) {
  return ModuleLoadDataEx(Result, Data, 0, nullptr, nullptr);
}

CUresult ModuleUnload(CUmodule Handle) {
  std::shared_ptr<Module> M = Driver::get().Modules.find(Handle);
  if (!M)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!isInReach(*M->Owner))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (M->Owner->Failed != CUDA_SUCCESS)
    return M->Owner->Failed;
  // A library's goes with the library.
  if (M->From)
    return CUDA_ERROR_NOT_PERMITTED;
  unloadModule(*M);
  return CUDA_SUCCESS;
}

CUresult ModuleGetLoadingMode(CUmoduleLoadingMode *Mode) {
  if (!Mode)
    return CUDA_ERROR_INVALID_VALUE;
  *Mode = CU_MODULE_LAZY_LOADING;
  return CUDA_SUCCESS;
}

CUresult ModuleGetFunction(CUfunction *Result, CUmodule Handle,
                           const char *Name) {
  if (!Result || !Name)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Module> M;
  if (CUresult R = findModule(Handle, M); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Function> F;
  if (CUresult R = findFunction(*M, Name, F); R != CUDA_SUCCESS)
    return R;
  *Result = F->Self;
  return CUDA_SUCCESS;
}

CUresult ModuleGetFunctionCount(unsigned *Count, CUmodule Handle) {
  return query(Count, Handle, findModule, [](const Module &M) {
    return unsigned(M.Loaded->object().Kernels.size());
  });
}

CUresult ModuleEnumerateFunctions(CUfunction *Results, unsigned Count,
                                  CUmodule Handle) {
  if (!Results && Count)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Module> M;
  if (CUresult R = findModule(Handle, M); R != CUDA_SUCCESS)
    return R;
  ArrayRef<object::Kernel> Kernels = M->Loaded->object().Kernels;
  for (const object::Kernel &K : Kernels.take_front(Count))
    *Results++ = functionOf(*M, K)->Self;
  return CUDA_SUCCESS;
}

CUresult ModuleGetGlobal_v2(CUdeviceptr *Pointer, size_t *Bytes,
                            CUmodule Handle, const char *Name) {
  if (!Name || (!Pointer && !Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Module> M;
  if (CUresult R = findModule(Handle, M); R != CUDA_SUCCESS)
    return R;
  return findVariable(*M, Name, Pointer, Bytes);
}

} // namespace calls
} // namespace heddle::driver
