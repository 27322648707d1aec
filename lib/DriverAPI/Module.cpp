//===- Module.cpp - Modules, libraries and their kernels ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "Driver.h"
#include "LateKernels.h"
#include "Report.h"
#include <cassert>

using namespace llvm;

namespace heddle::driver {

/// Says of the managed variables of \p M, which are placed, that they \p Are.
static void noteManaged(const Module &M, const Image &Code, bool Are) {
  const object::Module &Object = M.Loaded->object();
  for (size_t I = 0; I != Object.Variables.size(); ++I)
    if (Code.Managed.contains(Object.Variables[I].Name))
      Driver::get().Memory->setManaged(M.Loaded->variableAddress(I).value(),
                                       Are);
}

Module::~Module() {
  // One that could not be placed has no code either.
  if (Code)
    noteManaged(*this, *Code, false);
  if (Loaded)
    Loaded->unload(Driver::get().Memory->global());
}

/// Lets reports quote what \p Code was made from.
static void addTexts(const Image &Code, runtime::LoadedModule &Loaded) {
  for (const CodeInput &Input : Code.Inputs) {
    if (!Input.isObject()) {
      Loaded.addSourceText(Input.Name, Input.Bytes);
      continue;
    }
    object::Module Part =
        cantFail(object::readModule(MemoryBufferRef(Input.Bytes, Input.Name)));
    Loaded.addSourceText(Part.SourceName, Part.ToLink->Text);
  }
}

CUresult loadModule(std::shared_ptr<const Image> Code, CUlibrary From,
                    std::shared_ptr<Module> &Result) {
  Driver &D = Driver::get();
  auto Made = std::make_shared<Module>();
  Made->Loaded = std::make_unique<runtime::LoadedModule>(Code->Object);
  addTexts(*Code, *Made->Loaded);
  if (Error E =
          Made->Loaded->load(D.Memory->global(), /*PlaceConstants=*/true)) {
    explain(toString(std::move(E)));
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  Made->Owner = &D.context();
  Made->From = From;
  noteManaged(*Made, *Code, true);
  Made->Code = std::move(Code);
  D.Modules.add(Made);
  Result = std::move(Made);
  return CUDA_SUCCESS;
}

void unloadModule(Module &M) {
  Driver &D = Driver::get();
  assert(M.Owner && "unloaded twice");
  M.Owner->flushPrinted();
  for (const auto &F : M.Functions)
    D.Functions.remove(F.second);
  M.Functions.clear();
  D.References.removeIf(
      [&](const TextureReference &R) { return R.Owner == &M; });
  M.Owner = nullptr;
  D.Modules.remove(M.Self);
}

std::shared_ptr<Function> functionOf(Module &M, const object::Kernel &K) {
  Driver &D = Driver::get();
  CUfunction &Handle = M.Functions[K.Info.Name];
  if (!Handle) {
    auto Made = std::make_shared<Function>();
    Made->Owner = &M;
    Made->Kernel = &K;
    Handle = D.Functions.add(std::move(Made));
  }
  return D.Functions.find(Handle);
}

/// Compiles \p K of \p M where that was not done.
static CUresult giveCode(Module &M, const object::Kernel &K) {
  if (!K.Code.empty())
    return CUDA_SUCCESS;
  const object::Kernel *Code = nullptr;
  CUresult R = codeOf(*M.Code, K.Info.Name, Code);
  if (R == CUDA_SUCCESS)
    M.Loaded->addCode(*Code);
  return R;
}

CUresult findFunction(Module &M, StringRef Name,
                      std::shared_ptr<Function> &Result) {
  assert(M.Loaded && "the module was not placed");
  // Launches come here, and the object may have many kernels.
  if (auto Known = M.Functions.find(Name); Known != M.Functions.end()) {
    Result = Driver::get().Functions.find(Known->second);
    return giveCode(M, *Result->Kernel);
  }
  const object::Kernel *K = M.Loaded->object().findKernel(Name);
  if (!K)
    return refuseKernel(*M.Code, Name);
  CUresult R = giveCode(M, *K);
  if (R == CUDA_SUCCESS)
    Result = functionOf(M, *K);
  return R;
}

CUresult instantiate(Library &L, std::shared_ptr<Module> &Result) {
  Driver &D = Driver::get();
  Context &C = D.context();
  auto Found = L.Modules.find(C.Self);
  if (Found != L.Modules.end())
    Result = D.Modules.find(Found->second);
  if (Result)
    return CUDA_SUCCESS;
  CUresult R = loadModule(L.Code, L.Self, Result);
  if (R == CUDA_SUCCESS)
    L.Modules[C.Self] = Result->Self;
  return R;
}

/// Returns the function of \p K, which may have no code yet, in the current
/// context.
static CUresult lookUpFunction(Kernel &K, std::shared_ptr<Function> &Result) {
  std::shared_ptr<Library> L = Driver::get().Libraries.find(K.Owner);
  assert(L && "kernels go with their library");
  std::shared_ptr<Module> M;
  if (CUresult R = instantiate(*L, M); R != CUDA_SUCCESS)
    return R;
  const object::Kernel *Code = M->Loaded->object().findKernel(K.Name);
  if (!Code)
    return refuseKernel(*M->Code, K.Name);
  Result = functionOf(*M, *Code);
  Result->From = K.Self;
  Result->Settings = K.Settings;
  return CUDA_SUCCESS;
}

CUresult instantiate(Kernel &K, std::shared_ptr<Function> &Result) {
  CUresult R = lookUpFunction(K, Result);
  return R == CUDA_SUCCESS ? giveCode(*Result->Owner, *Result->Kernel) : R;
}

void giveSettings(const Kernel &K) {
  Driver &D = Driver::get();
  std::shared_ptr<Library> L = D.Libraries.find(K.Owner);
  assert(L && "kernels go with their library");
  for (const auto &Entry : L->Modules) {
    std::shared_ptr<Module> M = D.Modules.find(Entry.second);
    if (!M)
      continue;
    if (auto Known = M->Functions.find(K.Name); Known != M->Functions.end())
      D.Functions.find(Known->second)->Settings = K.Settings;
  }
}

CUresult lookUpFunction(CUfunction Handle, std::shared_ptr<Function> &Result) {
  Driver &D = Driver::get();
  Result = D.Functions.find(Handle);
  if (Result)
    return Result->Owner->Owner == &D.context() ? CUDA_SUCCESS
                                                : CUDA_ERROR_INVALID_CONTEXT;
  // cuLaunchKernel and its like take kernels, too.
  std::shared_ptr<Kernel> K =
      D.Kernels.find(reinterpret_cast<CUkernel>(Handle));
  return K ? lookUpFunction(*K, Result) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult resolveFunction(CUfunction Handle, std::shared_ptr<Function> &Result) {
  CUresult R = lookUpFunction(Handle, Result);
  return R == CUDA_SUCCESS ? giveCode(*Result->Owner, *Result->Kernel) : R;
}

CUresult findVariable(Module &M, StringRef Name, CUdeviceptr *Pointer,
                      size_t *Bytes) {
  const object::Module &Object = M.Loaded->object();
  std::optional<std::pair<uint64_t, uint64_t>> Found;
  for (size_t I = 0; I != Object.Variables.size(); ++I)
    if (Object.Variables[I].Name == Name)
      Found.emplace(M.Loaded->variableAddress(I).value(),
                    Object.Variables[I].Size);
  for (const object::ConstantSymbol &S : Object.ConstantSymbols)
    if (S.Name == Name && M.Loaded->constantAddress())
      Found.emplace(M.Loaded->constantAddress()->value() + S.Offset, S.Size);
  if (!Found)
    return CUDA_ERROR_NOT_FOUND;
  if (Pointer)
    *Pointer = Found->first;
  if (Bytes)
    *Bytes = Found->second;
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
