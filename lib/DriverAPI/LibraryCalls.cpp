//===- LibraryCalls.cpp - Calls about libraries and kernels ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries belong to no context. Where a call without one needs a module, as
// those about attributes and managed variables do, it is the primary context's,
// which is made for it.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "JitOptions.h"
#include "LateKernels.h"
#include "Query.h"

using namespace llvm;

namespace heddle::driver {
namespace {

CUresult checkOptions(const CUlibraryOption *Names, void **Values,
                      unsigned Count) {
  if (Count && (!Names || !Values))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned I = 0; I != Count; ++I)
    if (Names[I] != CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE &&
        Names[I] != CU_LIBRARY_BINARY_IS_PRESERVED)
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult load(CUlibrary *Result, JitOptions &Options,
              function_ref<CUresult(std::shared_ptr<const Image> &)> Read) {
  if (Options.error() != CUDA_SUCCESS)
    return Options.error();
  auto Made = std::make_shared<Library>();
  CUresult R = Read(Made->Code);
  Options.writeLogs();
  if (R == CUDA_SUCCESS)
    *Result = Driver::get().Libraries.add(std::move(Made));
  return R;
}

CUresult findLibrary(CUlibrary Handle, std::shared_ptr<Library> &Result) {
  Result = Driver::get().Libraries.find(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult findKernel(CUkernel Handle, std::shared_ptr<Kernel> &Result) {
  Result = Driver::get().Kernels.find(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/// The handle of the kernel called \p Name, which exists.
CUkernel kernelOf(Library &L, StringRef Name) {
  CUkernel &Handle = L.Kernels[Name];
  if (!Handle) {
    auto Made = std::make_shared<Kernel>();
    Made->Owner = L.Self;
    Made->Name = Name.str();
    Handle = Driver::get().Kernels.add(std::move(Made));
  }
  return Handle;
}

/// Makes the primary context current for a while where there is none.
class ContextScope {
public:
  ContextScope() {
    Driver &D = Driver::get();
    if (D.current())
      return;
    D.IsPrimaryAwake = true;
    Pushed = D.Primary;
    contextStack().push_back(Pushed);
  }
  ~ContextScope() {
    if (Pushed)
      contextStack().pop_back();
  }

private:
  CUcontext Pushed = nullptr;
};

CUresult withFunction(CUkernel Handle,
                      function_ref<CUresult(Kernel &, Function &)> Body) {
  std::shared_ptr<Kernel> K;
  if (CUresult R = findKernel(Handle, K); R != CUDA_SUCCESS)
    return R;
  ContextScope Scope;
  std::shared_ptr<Function> F;
  if (CUresult R = instantiate(*K, F); R != CUDA_SUCCESS)
    return R;
  return Body(*K, *F);
}

} // namespace

namespace calls {

CUresult LibraryLoadData(CUlibrary *Result, const void *Data,
                         CUjit_option *Names, void **Values, unsigned Count,
                         CUlibraryOption *LibraryOptions, void **LibraryValues,
                         unsigned LibraryCount) {
  if (!Result || !Data)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = checkOptions(LibraryOptions, LibraryValues, LibraryCount);
      R != CUDA_SUCCESS)
    return R;
  JitOptions Options(Count, Names, Values);
  return load(Result, Options, [&](std::shared_ptr<const Image> &Code) {
    return readImage(Data, Options, Code);
  });
}

CUresult LibraryLoadFromFile(CUlibrary *Result, const char *Path,
                             CUjit_option *Names, void **Values, unsigned Count,
                             CUlibraryOption *LibraryOptions,
                             void **LibraryValues, unsigned LibraryCount) {
  if (!Result || !Path)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = checkOptions(LibraryOptions, LibraryValues, LibraryCount);
      R != CUDA_SUCCESS)
    return R;
  std::string Bytes;
  if (!readFile(Path, Bytes))
    return CUDA_ERROR_FILE_NOT_FOUND;
  JitOptions Options(Count, Names, Values);
  return load(Result, Options, [&](std::shared_ptr<const Image> &Code) {
    return readImage(Bytes, Path, Options, Code);
  });
}

CUresult LibraryUnload(CUlibrary Handle) {
  Driver &D = Driver::get();
  std::shared_ptr<Library> L;
  if (CUresult R = findLibrary(Handle, L); R != CUDA_SUCCESS)
    return R;
  for (const auto &Entry : L->Modules)
    if (std::shared_ptr<Module> M = D.Modules.find(Entry.second))
      unloadModule(*M);
  for (const auto &Entry : L->Kernels)
    D.Kernels.remove(Entry.second);
  D.Libraries.remove(Handle);
  return CUDA_SUCCESS;
}

CUresult LibraryGetKernel(CUkernel *Result, CUlibrary Handle,
                          const char *Name) {
  if (!Result || !Name)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Library> L;
  if (CUresult R = findLibrary(Handle, L); R != CUDA_SUCCESS)
    return R;
  const object::Kernel *Code = nullptr;
  CUresult R = codeOf(*L->Code, Name, Code);
  if (R == CUDA_SUCCESS)
    *Result = kernelOf(*L, Name);
  return R;
}

CUresult LibraryGetKernelCount(unsigned *Count, CUlibrary Handle) {
  return query(Count, Handle, findLibrary, [](const Library &L) {
    return unsigned(L.Code->Object.Kernels.size());
  });
}

CUresult LibraryEnumerateKernels(CUkernel *Results, unsigned Count,
                                 CUlibrary Handle) {
  if (!Results && Count)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Library> L;
  if (CUresult R = findLibrary(Handle, L); R != CUDA_SUCCESS)
    return R;
  ArrayRef<object::Kernel> All = L->Code->Object.Kernels;
  for (const object::Kernel &K : All.take_front(Count))
    *Results++ = kernelOf(*L, K.Info.Name);
  return CUDA_SUCCESS;
}

CUresult LibraryGetModule(CUmodule *Result, CUlibrary Handle) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Library> L;
  if (CUresult R = findLibrary(Handle, L); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Module> M;
  if (CUresult R = instantiate(*L, M); R != CUDA_SUCCESS)
    return R;
  *Result = M->Self;
  return CUDA_SUCCESS;
}

CUresult LibraryGetGlobal(CUdeviceptr *Pointer, size_t *Bytes, CUlibrary Handle,
                          const char *Name) {
  if (!Name || (!Pointer && !Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Library> L;
  if (CUresult R = findLibrary(Handle, L); R != CUDA_SUCCESS)
    return R;
  std::shared_ptr<Module> M;
  if (CUresult R = instantiate(*L, M); R != CUDA_SUCCESS)
    return R;
  return findVariable(*M, Name, Pointer, Bytes);
}

CUresult LibraryGetManaged(CUdeviceptr *Pointer, size_t *Bytes,
                           CUlibrary Handle, const char *Name) {
  if (!Name || (!Pointer && !Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<Library> L;
  if (CUresult R = findLibrary(Handle, L); R != CUDA_SUCCESS)
    return R;
  if (!L->Code->Managed.contains(Name))
    return CUDA_ERROR_NOT_FOUND;
  ContextScope Scope;
  return LibraryGetGlobal(Pointer, Bytes, Handle, Name);
}

CUresult KernelGetFunction(CUfunction *Result, CUkernel Handle) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  return withFunction(Handle, [&](Kernel &, Function &F) {
    *Result = F.Self;
    return CUDA_SUCCESS;
  });
}

CUresult KernelGetLibrary(CUlibrary *Result, CUkernel Handle) {
  return query(Result, Handle, findKernel,
               [](const Kernel &K) { return K.Owner; });
}

CUresult KernelGetName(const char **Name, CUkernel Handle) {
  return query(Name, Handle, findKernel,
               [](const Kernel &K) { return K.Name.c_str(); });
}

CUresult KernelGetParamInfo(CUkernel Handle, size_t Index, size_t *Offset,
                            size_t *Size) {
  return withFunction(Handle, [&](Kernel &, Function &F) {
    return parameterPlace(F, Index, Offset, Size);
  });
}

CUresult KernelGetAttribute(int *Value, CUfunction_attribute Attribute,
                            CUkernel Handle, CUdevice Which) {
  if (!Value)
    return CUDA_ERROR_INVALID_VALUE;
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  return withFunction(Handle, [&](Kernel &, Function &F) {
    return functionAttribute(F, Attribute, *Value);
  });
}

CUresult KernelSetAttribute(CUfunction_attribute Attribute, int Value,
                            CUkernel Handle, CUdevice Which) {
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  return withFunction(Handle, [&](Kernel &K, Function &F) {
    CUresult R = setFunctionAttribute(F, Attribute, Value, K.Settings);
    giveSettings(K);
    return R;
  });
}

CUresult KernelSetCacheConfig(CUkernel Handle, CUfunc_cache Config,
                              CUdevice Which) {
  if (unsigned(Config) > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  std::shared_ptr<Kernel> K;
  return findKernel(Handle, K);
}

} // namespace calls
} // namespace heddle::driver
