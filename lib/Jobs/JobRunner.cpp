//===- JobRunner.cpp - Runs the launches of a job -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Jobs/JobRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

using namespace llvm;

namespace heddle::jobs {

using namespace runtime;
using session::LaunchInputs;

std::string launchName(const JobLaunch &L, size_t Index,
                       const object::Kernel *K) {
  if (!L.Name.empty())
    return L.Name;
  return K ? K->Info.Name : ("launches[" + Twine(Index) + "]").str();
}

JobRunner::JobRunner(const Job &J, LoadedModule &Module,
                     sm::GlobalMemory &Memory)
    : J(J), Module(Module), Memory(Memory) {
  for (auto [Index, L] : enumerate(J.Launches)) {
    for (const JobArgument &A : L.Arguments)
      LastUse[A.Id] = Index;
    for (const JobImage &I : L.Images)
      LastUse[I.Id] = Index;
  }
}

JobRunner::~JobRunner() = default;

void JobRunner::releaseBuffers() {
  for (abi::Address Address : Nameless)
    Memory.release(Address);
  Nameless.clear();
  SmallVector<StringRef, 8> Unneeded;
  for (const auto &Entry : Buffers)
    if (LastUse.lookup(Entry.getKey()) <= Bound->Index)
      Unneeded.push_back(Entry.getKey());
  for (StringRef Id : Unneeded) {
    Memory.release(Buffers[Id].Address);
    Buffers.erase(Id);
  }
}

Expected<abi::Address>
JobRunner::bufferFor(StringRef Id, uint64_t Size,
                     const std::optional<SmallVector<uint8_t, 8>> &Init,
                     bool IsUndefined, StringRef Name) {
  auto It = Id.empty() ? Buffers.end() : Buffers.find(Id);
  abi::Address Address;
  if (It != Buffers.end()) {
    if (It->second.Size != Size)
      return createStringError("buffer '" + Id + "' has " +
                               Twine(It->second.Size) + " bytes, not " +
                               Twine(Size));
    Address = It->second.Address;
  } else {
    Expected<abi::Address> New = Memory.allocate(Size, Name);
    if (!New)
      return New.takeError();
    Address = *New;
    Memory.setUndefined(Address, IsUndefined);
    if (Id.empty())
      Nameless.push_back(Address);
    else
      Buffers[Id] = {Address, Size};
  }
  if (Init && !Init->empty()) {
    assert(Init->size() <= Memory.bytes(Address).size() &&
           "more contents than the buffer has room for");
    copy(*Init, Memory.bytes(Address).begin());
    Memory.setUndefined(Address, false);
  }
  return Address;
}

/// Encodes the maps, once all buffers have addresses.
Error JobRunner::bindTensorMaps() {
  LaunchInputs &Inputs = Bound->Inputs;
  for (auto [Index, A] : enumerate(launch().Arguments)) {
    if (!A.Map)
      continue;
    const std::string Where = "argument " + std::to_string(Index) + ": ";
    if (!Inputs.isBuffer(A.MapOf))
      return createStringError(Where + "argument " + Twine(A.MapOf) +
                               " is no buffer");
    TensorMapSpec Spec = *A.Map;
    Spec.Address = Inputs.values()[A.MapOf].Address.value();
    Expected<HeddleTensorMap> Map = encodeTensorMap(Spec);
    if (!Map)
      return createStringError(Where + toString(Map.takeError()));
    Inputs.setRawBytes(
        Index, {reinterpret_cast<const uint8_t *>(&*Map), sizeof(*Map)});
  }
  return Error::success();
}

/// Behind the buffers, which may be theirs.
Error JobRunner::bindImages() {
  const JobLaunch &L = launch();
  Bound->ImageMemory.resize(L.Images.size());
  for (auto [I, Address] : zip_equal(L.Images, Bound->ImageMemory)) {
    MutableArrayRef<uint8_t> Bytes;
    if (I.Spec.Kind != abi::ImageKind::Sampler) {
      Expected<abi::Address> At = bufferFor(I.Id, I.Spec.Layout.bytes(), I.Init,
                                            /*IsUndefined=*/false, I.Spec.Name);
      if (!At)
        return At.takeError();
      Address = *At;
      Bytes = Memory.bytes(Address);
    }
    if (Error E = Bound->Inputs.bindImage(I.Spec, Address, Bytes))
      return E;
  }
  if (Error E = Bound->Inputs.finish())
    return E;
  for (const JobImage &I : L.Images)
    if (Error E = Bound->Inputs.checkIsNamed(I.Spec))
      return E;
  return Error::success();
}

Error JobRunner::bindArguments() {
  LaunchInputs &Inputs = Bound->Inputs;
  for (const JobArgument &A : launch().Arguments) {
    if (!A.Handle.empty()) {
      Inputs.addHandle(A.HandleKind, A.Handle);
    } else if (!A.IsBuffer) {
      Inputs.addScalar(A.Type, A.Bytes);
    } else {
      std::string Name =
          !A.Id.empty() ? A.Id : Inputs.parameterName(Inputs.values().size());
      Expected<abi::Address> Address =
          bufferFor(A.Id, A.Size, A.Init, A.IsUndefined, Name);
      if (!Address)
        return Address.takeError();
      Inputs.addAddress(*Address);
    }
  }
  return Error::success();
}

Error JobRunner::bind(size_t Index, LaunchRequest &Request) {
  assert(!Bound && "the launch before has not ended");
  assert(Index < J.Launches.size() && "the job has no such launch");
  const JobLaunch &L = J.Launches[Index];
  const object::Kernel *K = Module.findEntry(L.Entry);
  Bound.emplace(Index, K, Module, Memory);
  Bound->Name = launchName(L, Index, K);
  for (auto Bind : {&JobRunner::bindArguments, &JobRunner::bindTensorMaps,
                    &JobRunner::bindImages})
    if (Error E = (this->*Bind)())
      return createStringError("launch '" + Bound->Name +
                               "': " + toString(std::move(E)));
  assert(inputs().values().size() == L.Arguments.size() &&
         "a value for each argument");
  Request.Entry = L.Entry;
  Request.Grid = L.Grid;
  Request.Block = L.Block;
  Request.DynamicSharedBytes = L.DynamicSharedBytes;
  Request.Arguments = inputs().values();
  Request.Images = &inputs().images();
  return Error::success();
}

std::string JobRunner::mismatch() const {
  for (auto [Index, A] : enumerate(launch().Arguments)) {
    if (!A.Want || A.Size == 0)
      continue;
    std::optional<std::string> Mismatch =
        findMismatch(A.Rule, inputs().bufferOf(Index), *A.Want);
    if (!Mismatch)
      continue;
    std::string Name;
    if (kernel() && Index < kernel()->Info.Params.size())
      Name = ", '" + kernel()->Info.Params[Index].Name + "'";
    return ("argument " + Twine(Index) + Name + ": " + *Mismatch).str();
  }
  for (auto [I, Address] : zip_equal(launch().Images, Bound->ImageMemory))
    if (std::optional<std::string> Mismatch =
            I.Want ? findMismatch(I.Rule, Memory.bytes(Address), *I.Want)
                   : std::nullopt)
      return (imageKindName(I.Spec.Kind) + " '" + I.Spec.Name +
              "': " + *Mismatch)
          .str();
  return "";
}

Verdict JobRunner::judge(sm::LaunchResult Result) {
  assert(Bound && "no launch is bound");
  assert(!Result.Interrupted && "there is no verdict on half a launch");
  const std::string &Want = launch().ExpectFault;
  Verdict V;
  V.Name = name();
  if (const object::Kernel *K = kernel()) {
    V.Kernel = K->Info.Name;
    V.Use = {K->Info.Registers, K->Info.LocalBytes, K->Info.SpillStores,
             K->Info.SpillLoads};
  }
  V.Stats = Result.Stats;
  V.TheFault = Result.TheFault;
  V.Output = std::move(Result.Output);
  const std::optional<sm::Fault> &Fault = V.TheFault;
  StringRef Got = Fault ? sm::faultName(Fault->Kind) : "";
  if (Want.empty() && !Fault) {
    V.Reason = mismatch();
    V.Passed = V.Reason.empty();
  } else if (Got == Want) {
    V.Passed = true;
  } else if (Want.empty()) {
    V.Reason = ("fault " + Got + ": " + Fault->Message).str();
    V.FaultText = Module.faultText(*Fault);
    V.UnexpectedFault = Fault;
  } else {
    V.Reason = ("expected fault " + Want + ", got " +
                (Fault ? Got + ": " + Fault->Message : Twine("none")))
                   .str();
  }
  return V;
}

Verdict JobRunner::end(sm::LaunchResult Result) {
  Verdict V = judge(std::move(Result));
  releaseBuffers();
  Bound.reset();
  return V;
}

} // namespace heddle::jobs
