//===- Registry.cpp - Kernels and variables of the program ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registry.h"
#include "Runtime.h"
#include <algorithm>
#include <cassert>
#include <cstdio>

namespace heddle::cudart {

Registry &Registry::get() {
  // Programs register before main and unregister behind it.
  static Registry *TheRegistry = new Registry;
  return *TheRegistry;
}

void **Registry::addFatBinary(void *Wrapper) {
  std::lock_guard<std::mutex> Guard(Lock);
  forgetRetired();
  auto Made = std::make_unique<FatBinary>();
  Made->Wrapper = Wrapper;
  void **Handle = &Made->Wrapper;
  FatBinaries[Handle] = std::move(Made);
  return Handle;
}

void Registry::removeFatBinary(void **Handle) {
  std::lock_guard<std::mutex> Guard(RetiredLock);
  Retired.push_back(Handle);
}

void Registry::forgetRetired() {
  std::vector<void **> Handles;
  {
    std::lock_guard<std::mutex> Guard(RetiredLock);
    Handles.swap(Retired);
  }
  for (void **Handle : Handles) {
    auto Found = FatBinaries.find(Handle);
    if (Found == FatBinaries.end())
      continue;
    FatBinary *Gone = Found->second.get();
    auto IsGone = [&](const auto &Entry) { return Entry.second.From == Gone; };
    std::erase_if(Functions, IsGone);
    std::erase_if(Variables, IsGone);
    if (Gone->Library)
      Unneeded.push_back(Gone->Library);
    FatBinaries.erase(Found);
  }
}

void Registry::unloadRetired() {
  std::vector<CUlibrary> Libraries;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    forgetRetired();
    Libraries.swap(Unneeded);
  }
  for (CUlibrary Library : Libraries)
    cuLibraryUnload(Library);
}

void Registry::addFunction(void **Handle, const void *Host, const char *Name) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = FatBinaries.find(Handle);
  if (Found != FatBinaries.end())
    Functions[Host] = {Found->second.get(), Name, nullptr, nullptr};
}

void Registry::addVariable(void **Handle, const void *Host, const char *Name,
                           void **Cell) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = FatBinaries.find(Handle);
  if (Found != FatBinaries.end())
    Variables[Host] = {Found->second.get(), Name, nullptr, Cell};
}

CUresult Registry::load(FatBinary &F) {
  if (F.WasTried)
    return F.Loaded;
  F.WasTried = true;
  std::string Log(1 << 14, 0);
  CUjit_option Names[] = {CU_JIT_ERROR_LOG_BUFFER,
                          CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *Values[] = {Log.data(), reinterpret_cast<void *>(Log.size())};
  CUlibraryOption Preserved = CU_LIBRARY_BINARY_IS_PRESERVED;
  void *Yes = reinterpret_cast<void *>(uintptr_t(1));
  F.Loaded = cuLibraryLoadData(&F.Library, F.Wrapper, Names, Values, 2,
                               &Preserved, &Yes, 1);
  // Launches only tell its number, if they are asked, and host code goes on
  // with managed variables that are nowhere.
  if (F.Loaded != CUDA_SUCCESS) {
    const char *Name = nullptr;
    cuGetErrorName(F.Loaded, &Name);
    std::fprintf(stderr,
                 "heddle: kernels and variables of the program cannot be used: "
                 "%s\n%s",
                 Name ? Name : "an unknown error", Log.c_str());
  }
  return F.Loaded;
}

void Registry::place(Named &V) {
  assert(V.From && V.Cell && "only managed variables have a cell");
  CUdeviceptr Address = 0;
  if (load(*V.From) == CUDA_SUCCESS &&
      cuLibraryGetManaged(&Address, nullptr, V.From->Library, V.Name.c_str()) ==
          CUDA_SUCCESS)
    *V.Cell = pointer(Address);
}

void Registry::initialize(void **Handle) {
  unloadRetired();
  std::lock_guard<std::mutex> Guard(Lock);
  for (auto &[Host, V] : Variables)
    if (V.Cell && !*V.Cell && &V.From->Wrapper == Handle)
      place(V);
}

void Registry::renewManaged() {
  unloadRetired();
  std::lock_guard<std::mutex> Guard(Lock);
  for (auto &[Host, V] : Variables)
    if (V.Cell && *V.Cell)
      place(V);
}

cudaError_t Registry::findKernel(const void *Host, CUkernel &Result) {
  unloadRetired();
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = Functions.find(Host);
  if (Found == Functions.end()) {
    // It may be a handle, of a kernel or of a function: programs get those for
    // what they call often.
    auto *Handle = static_cast<CUkernel>(const_cast<void *>(Host));
    CUlibrary Owner = nullptr;
    CUmodule Module = nullptr;
    if (cuKernelGetLibrary(&Owner, Handle) != CUDA_SUCCESS &&
        cuFuncGetModule(&Module, reinterpret_cast<CUfunction>(Handle)) !=
            CUDA_SUCCESS)
      return cudaErrorInvalidDeviceFunction;
    Result = Handle;
    return cudaSuccess;
  }
  Named &F = Found->second;
  if (!F.Kernel) {
    if (CUresult R = load(*F.From); R != CUDA_SUCCESS)
      return toRuntime(R);
    CUresult R = cuLibraryGetKernel(&F.Kernel, F.From->Library, F.Name.c_str());
    if (R != CUDA_SUCCESS)
      return R == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction
                                       : toRuntime(R);
  }
  Result = F.Kernel;
  return cudaSuccess;
}

const void *Registry::hostOf(CUkernel Kernel) {
  std::lock_guard<std::mutex> Guard(Lock);
  for (const auto &[Host, F] : Functions)
    if (Kernel && F.Kernel == Kernel)
      return Host;
  return nullptr;
}

Registry::NamedThings::iterator Registry::variable(const void *Host) {
  auto Found = Variables.find(Host);
  if (Found != Variables.end() || !Host)
    return Found;
  return std::find_if(Variables.begin(), Variables.end(), [&](auto &Entry) {
    return Entry.second.Cell && *Entry.second.Cell == Host;
  });
}

cudaError_t Registry::findVariable(const void *Host, VariablePlace &Result) {
  unloadRetired();
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = variable(Host);
  if (Found == Variables.end())
    return cudaErrorInvalidSymbol;
  const Named &V = Found->second;
  if (CUresult R = load(*V.From); R != CUDA_SUCCESS)
    return toRuntime(R);
  CUresult R = cuLibraryGetGlobal(&Result.Address, &Result.Bytes,
                                  V.From->Library, V.Name.c_str());
  return R == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : toRuntime(R);
}

cudaError_t findKernel(const void *Host, CUkernel &Result) {
  if (!Host)
    return cudaErrorInvalidDeviceFunction;
  cudaError_t R = initialize();
  return R == cudaSuccess ? Registry::get().findKernel(Host, Result) : R;
}

cudaError_t findVariable(const void *Host, VariablePlace &Result) {
  cudaError_t R = initialize();
  return R == cudaSuccess ? Registry::get().findVariable(Host, Result) : R;
}

} // namespace heddle::cudart
