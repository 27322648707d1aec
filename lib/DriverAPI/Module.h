//===- Module.h - Modules, libraries and their kernels ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_MODULE_H
#define HEDDLE_DRIVERAPI_MODULE_H

#include "Image.h"
#include "heddle/Runtime/Launcher.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::driver {

struct Context;
struct Library;

/// An image in a context, with variables of its own.
struct Module {
  CUmodule Self = nullptr;
  Context *Owner = nullptr;
  /// The library that loaded the module, and unloads it; null if there is none.
  CUlibrary From = nullptr;
  std::shared_ptr<const Image> Code;
  std::unique_ptr<runtime::LoadedModule> Loaded;
  llvm::StringMap<CUfunction> Functions;

  ~Module();
};

/// The settings that cuFuncSetAttribute and its like change.
struct FunctionSettings {
  /// Negative for the default: what static shared memory leaves of it.
  int MaxDynamicShared = -1;
  int Carveout = -1;
  /// Whether clusters may be larger than those that every device with clusters
  /// has.
  bool AllowsLargeClusters = false;
  int ClusterScheduling = CU_CLUSTER_SCHEDULING_POLICY_DEFAULT;

  /// The largest number of blocks in a cluster.
  unsigned maxClusterSize() const;
};

/// The shape and parameters that launches before CUDA 4.0 set on the function.
struct PreparedLaunch {
  sm::Dim3 Block = {0, 0, 0};
  unsigned SharedBytes = 0;
  llvm::SmallVector<uint8_t, 0> Params;
};

struct Function {
  CUfunction Self = nullptr;
  /// A module outlives its functions.
  Module *Owner = nullptr;
  const object::Kernel *Kernel = nullptr;
  FunctionSettings Settings;
  PreparedLaunch Prepared;
  /// The library's kernel that the function belongs to; null if there is none.
  CUkernel From = nullptr;

  /// Whether the kernel was compiled. Before that it has a name.
  bool hasCode() const { return !Kernel->Code.empty(); }
  const object::KernelInfo &info() const { return Kernel->Info; }
  /// Returns the size of the kernel's own static shared variables.
  uint32_t staticSharedBytes() const;
  /// Returns the largest number of threads in a block that the registers and
  /// the directives of the kernel allow.
  uint32_t maxThreads() const;
  /// Returns the size of all parameters together, as far as it is known.
  uint32_t parameterBytes() const;
  /// Returns whether the kernel is for an old device, whose parameters are a
  /// part of the block's shared memory.
  bool isForSilicon() const;
  /// Returns how many bytes of parameters a launch may pass.
  uint32_t parameterRoom() const;
};

/// Reads an attribute of \p F, for cuFuncGetAttribute and cuKernelGetAttribute.
CUresult functionAttribute(const Function &F, CUfunction_attribute Attribute,
                           int &Value);

/// Changes the attribute in \p Settings of \p F, if it can be changed.
CUresult setFunctionAttribute(const Function &F, CUfunction_attribute Attribute,
                              int Value, FunctionSettings &Settings);

/// Returns offset and size of parameter \p Index of \p F.
CUresult parameterPlace(const Function &F, size_t Index, size_t *Offset,
                        size_t *Size);

struct Library {
  CUlibrary Self = nullptr;
  std::shared_ptr<const Image> Code;
  llvm::StringMap<CUkernel> Kernels;
  /// The library's module in each context. The context may have destroyed it.
  std::map<CUcontext, CUmodule> Modules;
};

/// A kernel of a library, with its function in each context that uses it.
struct Kernel {
  CUkernel Self = nullptr;
  CUlibrary Owner = nullptr;
  std::string Name;
  FunctionSettings Settings;
};

/// Loads \p Code into the current context.
CUresult loadModule(std::shared_ptr<const Image> Code, CUlibrary From,
                    std::shared_ptr<Module> &Result);

/// Removes \p M with its functions.
void unloadModule(Module &M);

/// The function of \p K, a kernel of \p M, which may have no code yet.
std::shared_ptr<Function> functionOf(Module &M, const object::Kernel &K);

/// The function called \p Name, with its code, or CUDA_ERROR_NOT_FOUND.
CUresult findFunction(Module &M, llvm::StringRef Name,
                      std::shared_ptr<Function> &Result);

/// Returns the module of \p L in the current context, and loads it if
/// necessary.
CUresult instantiate(Library &L, std::shared_ptr<Module> &Result);

/// Returns the function of \p K in the current context.
CUresult instantiate(Kernel &K, std::shared_ptr<Function> &Result);

/// Passes the settings of \p K on to its functions in all contexts.
void giveSettings(const Kernel &K);

/// Resolves \p Handle, which names a function of the current context, which may
/// have no code yet, or a kernel, which resolves to its function there.
CUresult lookUpFunction(CUfunction Handle, std::shared_ptr<Function> &Result);

/// Like lookUpFunction; the function gets its code.
CUresult resolveFunction(CUfunction Handle, std::shared_ptr<Function> &Result);

/// Returns the address and size of variable \p Name; both outputs may be null.
CUresult findVariable(Module &M, llvm::StringRef Name, CUdeviceptr *Pointer,
                      size_t *Bytes);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_MODULE_H
