//===- Module.cpp - Modules, kernels and variables of the C API -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Inspect/Listing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace heddle;
using namespace heddle::capi;

/// Warps have so many threads.
static constexpr uint32_t WarpSize = 32;

static size_t parameterBytes(const object::KernelInfo &Info) {
  size_t Bytes = 0;
  for (const object::KernelParam &P : Info.Params)
    Bytes = std::max<size_t>(Bytes, P.Offset + P.Size);
  return Bytes;
}

static heddleError_t load(heddleDevice_t D, llvm::StringRef Object,
                          const heddleCompilationImpl *Source,
                          heddleModule_t *Out) {
  llvm::Expected<object::Module> Read =
      object::readModule(llvm::MemoryBufferRef(Object, "object"));
  if (!Read)
    return fail(heddleErrorInvalidObject, Read.takeError());
  if (Read->ToLink)
    return fail(heddleErrorInvalidObject,
                "the object is still to be linked: ptxas-lite links it");
  const abi::Chip *Chip = abi::findChip(Read->ComputeCapability);
  if (!Chip)
    return fail(heddleErrorInvalidObject, "the object is for no known chip");
  const bool IsWide = Read->Target->GlobalPointerBits == 64;
  if (D->State->Memory.isShared() && !IsWide)
    return fail(heddleErrorNotSupported,
                llvm::Twine("code for ") + Chip->Name +
                    " has 32-bit pointers: it needs a device with an arena "
                    "(heddleAddressesArena, in Python heddle.Device('arena')), "
                    "or to be compiled for tx1 (Arch, in Python arch='tx1')");
  auto M = std::make_unique<heddleModuleImpl>(D->State, std::move(*Read));
  if (Source) {
    M->Text = Source->Text;
    M->Loaded.addSourceText(M->Loaded.object().SourceName, M->Text);
    M->Loaded.setOperations(Source->Operations);
  }
  if (llvm::Error E = M->Loaded.load(D->State->Memory, /*PlaceConstants=*/true))
    return fail(heddleErrorOutOfMemory, std::move(E));
  M->Geometry =
      D->State->Geometry ? D->State->Geometry : &M->Loaded.object().geometry();
  for (const object::Kernel &K : M->Loaded.object().Kernels) {
    M->Kernels.push_back(std::make_unique<heddleKernelImpl>());
    M->Kernels.back()->Module = M.get();
    M->Kernels.back()->Kernel = &K;
    M->Kernels.back()->ParameterBytes = parameterBytes(K.Info);
  }
  D->State->HasModules = true;
  *Out = M.release();
  return heddleSuccess;
}

heddleError_t heddleModuleLoad(heddleDevice_t D, const void *Object,
                               size_t Size, heddleModule_t *Out) noexcept {
  if (!D || !Object || !Out)
    return isNull(__func__, !D ? "D" : Object ? "Out" : "Object");
  return load(D, llvm::StringRef(static_cast<const char *>(Object), Size),
              nullptr, Out);
}

heddleError_t heddleModuleLoadCompilation(heddleDevice_t D,
                                          heddleCompilation_t C,
                                          heddleModule_t *Out) noexcept {
  if (!D || !C || !Out)
    return isNull(__func__, !D ? "D" : C ? "Out" : "C");
  if (!C->HasObject)
    return fail(heddleErrorCompile, "the compilation has no object");
  return load(D, llvm::StringRef(C->Object.data(), C->Object.size()), C, Out);
}

void heddleModuleDestroy(heddleModule_t M) noexcept { delete M; }

const char *heddleModuleGetChip(heddleModule_t M) noexcept {
  if (!M)
    return nullptr;
  return abi::findChip(M->Loaded.object().ComputeCapability)->Name;
}

size_t heddleModuleGetNumKernels(heddleModule_t M) noexcept {
  return M ? M->Kernels.size() : 0;
}

heddleError_t heddleModuleGetKernelAt(heddleModule_t M, size_t Index,
                                      heddleKernel_t *Out) noexcept {
  if (!M || !Out)
    return isNull(__func__, M ? "Out" : "M");
  if (Index >= M->Kernels.size())
    return fail(heddleErrorNotFound, "the module has " +
                                         llvm::Twine(M->Kernels.size()) +
                                         " kernels");
  *Out = M->Kernels[Index].get();
  return heddleSuccess;
}

heddleError_t heddleModuleGetKernel(heddleModule_t M, const char *Name,
                                    heddleKernel_t *Out) noexcept {
  if (!M || !Out)
    return isNull(__func__, M ? "Out" : "M");
  llvm::StringRef Wanted = Name ? Name : "";
  const object::Kernel *Found = M->Loaded.findEntry(Wanted);
  // An empty name is that of no kernel.
  if (!Found || (Name && Wanted.empty()))
    return fail(heddleErrorNotFound, M->Loaded.unknownEntry(Wanted).Message);
  *Out = M->Kernels[size_t(Found - M->Loaded.object().Kernels.data())].get();
  return heddleSuccess;
}

heddleModule_t heddleKernelGetModule(heddleKernel_t K) noexcept {
  return K ? K->Module : nullptr;
}

/// Shared bytes of static variables: parameters and header lie below the first
/// one.
static uint32_t staticShared(const object::KernelInfo &Info) {
  uint32_t First = Info.SharedBytes;
  for (const object::SharedSymbol &S : Info.SharedSymbols)
    if (S.Size)
      First = std::min(First, S.Address);
  return Info.SharedBytes - First;
}

static uint32_t sharedOn(const object::KernelInfo &Info, const abi::Geometry &G,
                         uint32_t Dynamic = 0) {
  return uint32_t(std::min<uint64_t>(object::sharedBytesOn(Info, G, Dynamic),
                                     ~uint32_t(0)));
}

/// The most threads of a CTA on both the SM of the device and the one that the
/// code was compiled for.
static uint32_t maxThreads(const object::KernelInfo &Info,
                           const abi::Geometry &Device,
                           const abi::Geometry &Compiled) {
  uint64_t Most = std::min(Device.MaxThreadsPerCTA, Compiled.MaxThreadsPerCTA);
  for (const std::array<uint32_t, 3> &D : {Info.MaxNtid, Info.ReqNtid})
    if (D[0])
      Most = std::min(Most,
                      uint64_t(D[0]) * std::max(D[1], 1u) * std::max(D[2], 1u));
  auto Fits = [&](uint64_t Threads) {
    auto FitsOn = [&](const abi::Geometry &G) {
      return abi::computeOccupancy(G, uint32_t(Threads), Info.Registers,
                                   sharedOn(Info, G))
                 .ActiveCTAs != 0;
    };
    return FitsOn(Device) && FitsOn(Compiled);
  };
  if (Most && Fits(Most))
    return uint32_t(Most);
  uint64_t Warps = Most / WarpSize;
  while (Warps && !Fits(Warps * WarpSize))
    --Warps;
  return uint32_t(Warps * WarpSize);
}

heddleError_t heddleKernelGetInfo(heddleKernel_t K,
                                  heddleKernelInfo_t *Out) noexcept {
  if (!K)
    return isNull(__func__, "K");
  const object::KernelInfo &Info = K->Kernel->Info;
  heddleKernelInfo_t I = {};
  I.Name = Info.Name.c_str();
  I.NumParameters = Info.Params.size();
  I.ParameterBytes = K->ParameterBytes;
  I.Registers = Info.Registers;
  I.SharedBytes = staticShared(Info);
  I.LocalBytes = Info.LocalBytes;
  I.ConstantBytes = Info.ConstantBytes;
  I.SpillStores = Info.SpillStores;
  I.SpillLoads = Info.SpillLoads;
  I.Barriers = Info.Barriers;
  llvm::copy(Info.MaxNtid, I.MaxThreads);
  llvm::copy(Info.ReqNtid, I.RequiredThreads);
  I.MaxThreadsPerBlock = maxThreads(Info, *K->Module->Geometry,
                                    K->Module->Loaded.object().geometry());
  I.CodeBytes = K->Kernel->Code.size();
  return writeStruct(__func__, Out, I);
}

heddleError_t heddleKernelGetParameter(heddleKernel_t K, size_t Index,
                                       heddleParameter_t *Out) noexcept {
  if (!K)
    return isNull(__func__, "K");
  llvm::ArrayRef<object::KernelParam> Params = K->Kernel->Info.Params;
  if (Index >= Params.size())
    return fail(heddleErrorNotFound, "kernel '" + K->Kernel->Info.Name +
                                         "' has " + llvm::Twine(Params.size()) +
                                         " parameters");
  const object::KernelParam &P = Params[Index];
  return writeStruct(
      __func__, Out,
      {0, P.Name.c_str(), P.Type.c_str(), P.Offset, P.Size, P.Align});
}

/// Variable \p Index: those of global memory come first, then those of constant
/// memory.
static heddleVariable_t variableAt(const heddleModuleImpl &M, size_t Index) {
  const object::Module &Object = M.Loaded.object();
  heddleVariable_t V = {};
  if (Index < Object.Variables.size()) {
    V.Name = Object.Variables[Index].Name.c_str();
    V.Space = heddleSpaceGlobal;
    V.Address = M.Loaded.variableAddress(Index).value();
    V.Size = Object.Variables[Index].Size;
    return V;
  }
  const object::ConstantSymbol &S =
      Object.ConstantSymbols[Index - Object.Variables.size()];
  V.Name = S.Name.c_str();
  V.Space = heddleSpaceConst;
  V.Address = (*M.Loaded.constantAddress() + S.Offset).value();
  V.Size = S.Size;
  return V;
}

size_t heddleModuleGetNumVariables(heddleModule_t M) noexcept {
  if (!M)
    return 0;
  const object::Module &Object = M->Loaded.object();
  return Object.Variables.size() + Object.ConstantSymbols.size();
}

heddleError_t heddleModuleGetVariableAt(heddleModule_t M, size_t Index,
                                        heddleVariable_t *Out) noexcept {
  if (!M)
    return isNull(__func__, "M");
  const size_t Count = heddleModuleGetNumVariables(M);
  if (Index >= Count)
    return fail(heddleErrorNotFound,
                "the module has " + llvm::Twine(Count) + " variables");
  return writeStruct(__func__, Out, variableAt(*M, Index));
}

heddleError_t heddleModuleGetVariable(heddleModule_t M, const char *Name,
                                      heddleVariable_t *Out) noexcept {
  if (!M || !Name)
    return isNull(__func__, M ? "Name" : "M");
  for (size_t N = 0; N != heddleModuleGetNumVariables(M); ++N) {
    heddleVariable_t V = variableAt(*M, N);
    if (llvm::StringRef(V.Name) == Name)
      return writeStruct(__func__, Out, V);
  }
  return fail(heddleErrorNotFound,
              llvm::Twine("no variable is called '") + Name + "'");
}

heddleError_t heddleKernelGetListing(heddleKernel_t K,
                                     const char **Out) noexcept {
  if (!K || !Out)
    return isNull(__func__, K ? "Out" : "K");
  std::call_once(K->IsListed, [&] {
    const object::Module &M = K->Module->Loaded.object();
    llvm::Expected<std::unique_ptr<inspect::Disassembler>> D =
        inspect::Disassembler::create(M);
    if (!D)
      return llvm::consumeError(D.takeError());
    llvm::raw_string_ostream OS(K->Listing);
    inspect::printListing(M, *K->Kernel, **D, llvm::StringRef(K->Module->Text),
                          OS);
  });
  if (K->Listing.empty())
    return fail(heddleErrorNotSupported, "the chip has no disassembler");
  *Out = K->Listing.c_str();
  return heddleSuccess;
}

/// "registers", "warps, CTA slots": texts that are never freed.
static const char *limiterText(const abi::Occupancy &O) {
  constexpr unsigned Count = abi::Occupancy::CTASize * 2;
  static const auto &Texts = []() -> const auto & {
    auto &All = *new std::array<std::string, Count>;
    for (unsigned N = 0; N != Count; ++N) {
      abi::Occupancy With;
      With.Limiters = N;
      All[N] = With.limiterNames();
    }
    return All;
  }();
  return Texts[O.Limiters % Count].c_str();
}

heddleError_t heddleKernelGetOccupancy(heddleKernel_t K, uint32_t Threads,
                                       uint32_t DynamicSharedBytes,
                                       heddleOccupancy_t *Out) noexcept {
  if (!K)
    return isNull(__func__, "K");
  if (Threads == 0)
    return fail(heddleErrorInvalidValue, "a CTA has at least one thread");
  abi::Occupancy O = abi::computeOccupancy(
      *K->Module->Geometry, Threads, K->Kernel->Info.Registers,
      sharedOn(K->Kernel->Info, *K->Module->Geometry, DynamicSharedBytes));
  return writeStruct(
      __func__, Out,
      {0, O.ActiveCTAs, O.ActiveWarps, O.MaxWarps, limiterText(O)});
}
