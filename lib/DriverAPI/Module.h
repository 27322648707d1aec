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
  /// Not null: a library's, unloaded with it.
  CUlibrary From = nullptr;
  std::shared_ptr<const Image> Code;
  std::unique_ptr<runtime::LoadedModule> Loaded;
  llvm::StringMap<CUfunction> Functions;

  ~Module();
};

/// What cuFuncSetAttribute and its like change.
struct FunctionSettings {
  /// Negative: what is left of the default.
  int MaxDynamicShared = -1;
  int Carveout = -1;
};

/// What the launches of CUDA before 4.0 take from the function.
struct PreparedLaunch {
  sm::Dim3 Block = {0, 0, 0};
  unsigned SharedBytes = 0;
  llvm::SmallVector<uint8_t, 0> Params;
};

struct Function {
  CUfunction Self = nullptr;
  /// Its functions are removed before it is.
  Module *Owner = nullptr;
  const object::Kernel *Kernel = nullptr;
  FunctionSettings Settings;
  PreparedLaunch Prepared;
  /// Not null: the kernel of a library that it stands for.
  CUkernel From = nullptr;

  const object::KernelInfo &info() const { return Kernel->Info; }
  /// Of its variables alone.
  uint32_t staticSharedBytes() const;
  /// Of a block, by its registers and by what it was compiled for.
  uint32_t maxThreads() const;
  /// Of its parameters together.
  uint32_t parameterBytes() const;
};

/// What cuFuncGetAttribute and cuKernelGetAttribute say of \p F.
CUresult functionAttribute(const Function &F, CUfunction_attribute Attribute,
                           int &Value);

/// Changes \p Settings of \p F, if \p Attribute can be changed.
CUresult setFunctionAttribute(const Function &F, CUfunction_attribute Attribute,
                              int Value, FunctionSettings &Settings);

/// Where parameter \p Index of \p F is.
CUresult parameterPlace(const Function &F, size_t Index, size_t *Offset,
                        size_t *Size);

struct Library {
  CUlibrary Self = nullptr;
  std::shared_ptr<const Image> Code;
  llvm::StringMap<CUkernel> Kernels;
  /// By context. They may have gone with it.
  std::map<CUcontext, CUmodule> Modules;
};

/// A kernel of a library, a function in each context that uses it.
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

/// The function called \p Name, or CUDA_ERROR_NOT_FOUND.
CUresult findFunction(Module &M, llvm::StringRef Name,
                      std::shared_ptr<Function> &Result);

/// The module of \p L in the current context, which is loaded if need be.
CUresult instantiate(Library &L, std::shared_ptr<Module> &Result);

/// The function of \p K in the current context.
CUresult instantiate(Kernel &K, std::shared_ptr<Function> &Result);

/// What \p Handle names: a function of the current context, or a kernel, as its
/// function there.
CUresult resolveFunction(CUfunction Handle, std::shared_ptr<Function> &Result);

/// The place and size of variable \p Name; both outputs may be null.
CUresult findVariable(Module &M, llvm::StringRef Name, CUdeviceptr *Pointer,
                      size_t *Bytes);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_MODULE_H
