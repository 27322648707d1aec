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
  /// The address by which the program names it: a cell that holds the address
  /// of the wrapper.
  void *Wrapper = nullptr;
  CUlibrary Library = nullptr;
  /// Loaded is the result of loading it, once that was tried.
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
  /// \p Cell is null unless the variable is managed; it then receives the
  /// address of the variable.
  void addVariable(void **Handle, const void *Host, const char *Name,
                   void **Cell);

  /// Writes the addresses of managed variables of \p Handle to their cells.
  void initialize(void **Handle);
  /// Allocates managed variables that had an address again, with their initial
  /// values, after the context that owned them was reset.
  void renewManaged();

  /// Finds the kernel with the address \p Host in host code. The handle of a
  /// kernel is accepted, too.
  cudaError_t findKernel(const void *Host, CUkernel &Result);
  /// Returns the address in host code of \p Kernel; null if it has none.
  const void *hostOf(CUkernel Kernel);
  /// Finds the variable with the address \p Host in host code or, if it is
  /// managed, with the address in its cell.
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
  /// Writes the address of \p V to its cell.
  void place(Named &V);
  NamedThings::iterator variable(const void *Host);
  /// Removes what was unregistered.
  void forgetRetired();
  /// Removes what was unregistered, and unloads its libraries. The caller does
  /// not hold the lock: unloading waits for tasks, which may take long.
  void unloadRetired();

  std::mutex Lock;
  std::map<void **, std::unique_ptr<FatBinary>> FatBinaries;
  NamedThings Functions, Variables;
  /// The libraries of fat binaries that were removed.
  std::vector<CUlibrary> Unneeded;

  /// Guards Retired alone: a program that ends unregisters its fat binaries,
  /// and must not wait for a thread of its own that is in a launch.
  std::mutex RetiredLock;
  std::vector<void **> Retired;
};

/// Finds a kernel for a call: makes a context current and returns errors of the
/// runtime.
cudaError_t findKernel(const void *Host, CUkernel &Result);
cudaError_t findVariable(const void *Host, VariablePlace &Result);

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_REGISTRY_H
