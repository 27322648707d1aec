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
#include <vector>

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
  /// Gives managed variables that have an address a new one, with their initial
  /// values: the context that had them was reset.
  void renewManaged();

  /// The kernel that host code calls \p Host. A kernel's handle is its own.
  cudaError_t findKernel(const void *Host, CUkernel &Result);
  /// The variable that host code calls \p Host: its address there, or, if it is
  /// managed, what its cell holds.
  cudaError_t findVariable(const void *Host, VariablePlace &Result);

private:
  struct Named {
    FatBinary *From = nullptr;
    std::string Name;
    CUkernel Kernel = nullptr;
    void **Cell = nullptr;
  };
  using NamedThings = std::map<const void *, Named>;
  CUresult load(FatBinary &F);
  /// Sets the cell of \p V.
  void place(Named &V);
  NamedThings::iterator variable(const void *Host);
  /// Forgets what was unregistered.
  void forgetRetired();
  /// The same, and frees it.
  void unloadRetired();

  std::mutex Lock;
  std::map<void **, std::unique_ptr<FatBinary>> FatBinaries;
  NamedThings Functions, Variables;
  /// Of fat binaries that are gone.
  std::vector<CUlibrary> Unneeded;

  /// Of Retired alone: a program that ends unregisters what it has, and must
  /// not wait for a thread of its own that is in a launch.
  std::mutex RetiredLock;
  std::vector<void **> Retired;
};

/// For calls: with a context, and the runtime's errors.
cudaError_t findKernel(const void *Host, CUkernel &Result);
cudaError_t findVariable(const void *Host, VariablePlace &Result);

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_REGISTRY_H
