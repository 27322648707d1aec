//===- Registry.h - Kernels and variables of the program --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// nvcc makes programs register their fat binaries before main, and with them
/// the addresses by which host code names kernels and variables. A fat binary
/// becomes a library of the driver when something of it is first used.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIMEAPI_REGISTRY_H
#define HEDDLE_RUNTIMEAPI_REGISTRY_H

#include "heddle-cuda/cuda.h"
#include "heddle-cuda/runtime_types.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace heddle::cudart {

/// A fat binary of the program.
struct FatBinary {
  /// What the program calls it by: a cell that holds the wrapper's address.
  void *Wrapper = nullptr;
  CUlibrary Library = nullptr;
  /// What loading it ended with, once that was tried.
  bool WasTried = false;
  CUresult Loaded = CUDA_SUCCESS;
};

struct VariablePlace {
  CUdeviceptr Address = 0;
  size_t Bytes = 0;
};

class Registry {
public:
  static Registry &get();

  void **addFatBinary(void *Wrapper);
  void removeFatBinary(void **Handle);
  void addFunction(void **Handle, const void *Host, const char *Name);
  /// \p Cell is null unless the variable is managed: then its address goes
  /// there.
  void addVariable(void **Handle, const void *Host, const char *Name,
                   void **Cell);

  /// Gives the managed variables of \p Handle their addresses.
  void initialize(void **Handle);

  /// The kernel that host code calls \p Host. A kernel's handle is its own.
  cudaError_t findKernel(const void *Host, CUkernel &Result);
  cudaError_t findVariable(const void *Host, VariablePlace &Result);

private:
  struct Named {
    FatBinary *From = nullptr;
    std::string Name;
    CUkernel Kernel = nullptr;
    void **Cell = nullptr;
  };
  CUresult load(FatBinary &F);

  std::mutex Lock;
  std::map<void **, std::unique_ptr<FatBinary>> FatBinaries;
  std::map<const void *, Named> Functions, Variables;
};

/// For calls: with a context, and the runtime's errors.
cudaError_t findKernel(const void *Host, CUkernel &Result);
cudaError_t findVariable(const void *Host, VariablePlace &Result);

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_REGISTRY_H
