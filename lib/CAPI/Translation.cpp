//===- Translation.cpp - Modules with host code ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle-c/translated.h"

using namespace heddle;
using namespace heddle::capi;

/// Tells why the code of \p T cannot be run here; empty: it can.
static std::string obstacleTo(const heddleTranslation_t &T,
                              std::optional<sm::HostIsa> Isa) {
  if (T.StructSize != sizeof(T) || T.Interface != hostcode::interfaceKey())
    return "the translation is by a ptx-translate of another version";
  if (!Isa || !sm::isSupported(*Isa))
    return std::string("the translation is for hosts with ") + T.HostIsa +
           ", which this one has not";
  return {};
}

static void useHostCode(heddleModuleImpl &M, const heddleTranslation_t &T,
                        sm::HostIsa Isa) {
  std::vector<hostcode::LoadedKernel> Kernels;
  for (const heddleTranslatedKernel_t &K :
       llvm::ArrayRef(T.Kernels, T.NumKernels)) {
    hostcode::LoadedKernel Loaded = {K.Name, K.Key, K.Function,
                                     llvm::ArrayRef(K.Exits, K.NumExitWords)};
    for (std::unique_ptr<heddleKernelImpl> &Impl : M.Kernels)
      if (Impl->Kernel->Info.Name == Loaded.Name &&
          hostcode::isOf(Loaded, M.Loaded.object(), *Impl->Kernel, Isa)) {
        Impl->IsTranslated = true;
        Kernels.push_back(Loaded);
      }
  }
  M.Isa = Isa;
  M.Engine = hostcode::makeLoadedTranslator(Kernels);
}

heddleError_t heddleModuleLoadTranslation(heddleDevice_t D,
                                          const heddleTranslation_t *T,
                                          heddleModule_t *Out) noexcept {
  if (!D || !T || !Out)
    return isNull(__func__, !D ? "D" : T ? "Out" : "T");
  std::optional<sm::HostIsa> Isa;
  if (T->StructSize == sizeof(*T))
    Isa = sm::findHostIsa(T->HostIsa);
  std::string Obstacle = obstacleTo(*T, Isa);
  if (!Obstacle.empty())
    return fail(heddleErrorNotSupported, Obstacle);
  heddleModule_t M;
  if (heddleError_t E = heddleModuleLoad(D, T->Object, T->ObjectSize, &M))
    return E;
  useHostCode(*M, *T, *Isa);
  *Out = M;
  return heddleSuccess;
}

int heddleKernelIsTranslated(heddleKernel_t K) noexcept {
  return K && K->IsTranslated;
}
