//===- LibraryCalls.cpp - Calls about code that programs bring ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver's, under the runtime's names: options have the same numbers.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"

namespace heddle::cudart::calls {

cudaError_t LibraryLoadData(CUlibrary *Library, const void *Code,
                            CUjit_option *Options, void **Values,
                            unsigned Count, CUlibraryOption *LibraryOptions,
                            void **LibraryValues, unsigned LibraryCount) {
  return callDriver(cuLibraryLoadData, Library, Code, Options, Values, Count,
                    LibraryOptions, LibraryValues, LibraryCount);
}

cudaError_t LibraryLoadFromFile(CUlibrary *Library, const char *Path,
                                CUjit_option *Options, void **Values,
                                unsigned Count, CUlibraryOption *LibraryOptions,
                                void **LibraryValues, unsigned LibraryCount) {
  return callDriver(cuLibraryLoadFromFile, Library, Path, Options, Values,
                    Count, LibraryOptions, LibraryValues, LibraryCount);
}

cudaError_t LibraryUnload(CUlibrary Library) {
  return callDriver(cuLibraryUnload, Library);
}

cudaError_t LibraryGetKernel(CUkernel *Kernel, CUlibrary Library,
                             const char *Name) {
  return callDriver(cuLibraryGetKernel, Kernel, Library, Name);
}

cudaError_t LibraryGetKernelCount(unsigned *Count, CUlibrary Library) {
  return callDriver(cuLibraryGetKernelCount, Count, Library);
}

cudaError_t LibraryEnumerateKernels(CUkernel *Kernels, unsigned Count,
                                    CUlibrary Library) {
  return callDriver(cuLibraryEnumerateKernels, Kernels, Count, Library);
}

/// Runs \p Get, which gives an address as the driver has them.
template <typename Fn> static cudaError_t getAddress(void **Pointer, Fn Get) {
  CUdeviceptr Address = 0;
  cudaError_t R =
      withContext([&] { return Get(Pointer ? &Address : nullptr); });
  if (R == cudaSuccess && Pointer)
    *Pointer = pointer(Address);
  return R;
}

cudaError_t LibraryGetGlobal(void **Pointer, size_t *Bytes, CUlibrary Library,
                             const char *Name) {
  return getAddress(Pointer, [&](CUdeviceptr *Address) {
    return cuLibraryGetGlobal(Address, Bytes, Library, Name);
  });
}

cudaError_t LibraryGetManaged(void **Pointer, size_t *Bytes, CUlibrary Library,
                              const char *Name) {
  return getAddress(Pointer, [&](CUdeviceptr *Address) {
    return cuLibraryGetManaged(Address, Bytes, Library, Name);
  });
}

} // namespace heddle::cudart::calls
