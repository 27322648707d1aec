//===- JobRunner.cpp - Runs the launches of a job -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Jobs/Job.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <chrono>

using namespace llvm;

namespace heddle::jobs {

using namespace runtime;

namespace {

/// The name of launch \p Index in reports: that of the kernel that it chose,
/// \p K, when the job names neither; its place when there is none.
std::string nameOf(const JobLaunch &L, size_t Index, const object::Kernel *K) {
  if (!L.Name.empty())
    return L.Name;
  return K ? K->Info.Name : ("launches[" + Twine(Index) + "]").str();
}

class JobRunner {
public:
  JobRunner(session::Session &Session, LoadedModule &Module,
            sm::LaunchMonitor *Monitor)
      : Session(Session), Module(Module), Monitor(Monitor) {}

  /// Before the first buffer, so that a module's variables have the same places
  /// in every launch of every job.
  Error load() { return Module.load(Memory); }
  /// Runs launch \p Index of the job. There is no verdict when \p Interrupted
  /// is set.
  Expected<Verdict> run(const JobLaunch &L, size_t Index,
                        std::optional<std::string> &Interrupted);

  /// Frees the buffers of the launch that ran last, but for those that \p
  /// IsNeeded, by their id.
  void releaseBuffers(function_ref<bool(StringRef Id)> IsNeeded);

private:
  /// The arguments and images of a launch.
  struct Bound {
    explicit Bound(const object::Module &M) : Images(M) {}
    std::vector<ArgumentValue> Values;
    ImageBindings Images;
    /// The addresses of the launch's images; none for samplers.
    std::vector<abi::Address> ImageMemory;
  };

  Expected<abi::Address>
  bufferFor(StringRef Id, uint64_t Size,
            const std::optional<SmallVector<uint8_t, 8>> &Init,
            bool IsUndefined, StringRef Name);
  Error bind(const JobLaunch &L, const object::Kernel *K, Bound &To);
  Error bindImages(const JobLaunch &L, Bound &To);
  void judge(const JobLaunch &L, const object::Kernel *K, const Bound &Of,
             Verdict &V);

  session::Session &Session;
  LoadedModule &Module;
  sm::LaunchMonitor *const Monitor;
  sm::GlobalMemory Memory;
  struct NamedBuffer {
    abi::Address Address;
    uint64_t Size;
  };
  StringMap<NamedBuffer> Buffers;
  /// The buffers of the last launch that have no id.
  SmallVector<abi::Address, 8> Nameless;
};

void JobRunner::releaseBuffers(function_ref<bool(StringRef Id)> IsNeeded) {
  for (abi::Address Address : Nameless)
    Memory.release(Address);
  Nameless.clear();
  SmallVector<StringRef, 8> Unneeded;
  for (const auto &Entry : Buffers)
    if (!IsNeeded(Entry.getKey()))
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
static Error bindTensorMaps(const JobLaunch &L,
                            MutableArrayRef<ArgumentValue> Values) {
  for (auto [Index, A] : enumerate(L.Arguments)) {
    if (!A.Map)
      continue;
    const std::string Where = "argument " + std::to_string(Index) + ": ";
    if (A.MapOf >= Values.size() ||
        Values[A.MapOf].Kind != ArgumentValue::Pointer)
      return createStringError(Where + "argument " + Twine(A.MapOf) +
                               " is no buffer");
    TensorMapSpec Spec = *A.Map;
    Spec.Address = Values[A.MapOf].Address.value();
    Expected<HeddleTensorMap> Map = encodeTensorMap(Spec);
    if (!Map)
      return createStringError(Where + toString(Map.takeError()));
    const auto *Bytes = reinterpret_cast<const uint8_t *>(&*Map);
    Values[Index].Kind = ArgumentValue::RawBytes;
    Values[Index].Bytes.assign(Bytes, Bytes + sizeof(*Map));
  }
  return Error::success();
}

/// Behind the buffers, which may be theirs.
Error JobRunner::bindImages(const JobLaunch &L, Bound &To) {
  To.ImageMemory.resize(L.Images.size());
  for (auto [I, Address] : zip(L.Images, To.ImageMemory)) {
    MutableArrayRef<uint8_t> Bytes;
    if (I.Spec.Kind != abi::ImageKind::Sampler) {
      Expected<abi::Address> At = bufferFor(I.Id, I.Spec.Layout.bytes(), I.Init,
                                            /*IsUndefined=*/false, I.Spec.Name);
      if (!At)
        return At.takeError();
      Address = *At;
      Bytes = Memory.bytes(Address);
    }
    if (Error E = To.Images.bind(I.Spec, Address, Bytes))
      return E;
  }
  assert(To.Values.size() == L.Arguments.size() && "a value for each argument");
  for (auto [A, V] : zip(L.Arguments, To.Values)) {
    if (A.Handle.empty())
      continue;
    Expected<uint64_t> Handle = To.Images.handleOf(A.HandleKind, A.Handle);
    if (!Handle)
      return Handle.takeError();
    V.Type = ElementType::U64;
    appendBits(V.Type, *Handle, V.Bytes);
  }
  // An image that neither the module nor an argument names is a slip.
  for (const JobImage &I : L.Images)
    if (!To.Images.isNamed(I.Spec.Kind, I.Spec.Name) &&
        none_of(L.Arguments, [&](const JobArgument &A) {
          return A.HandleKind == I.Spec.Kind && A.Handle == I.Spec.Name;
        }))
      return createStringError(imageKindName(I.Spec.Kind) + " '" + I.Spec.Name +
                               "' is neither the module's nor an argument; the "
                               "module has " +
                               To.Images.known(I.Spec.Kind));
  return Error::success();
}

Error JobRunner::bind(const JobLaunch &L, const object::Kernel *K, Bound &To) {
  for (const JobArgument &A : L.Arguments) {
    ArgumentValue &V = To.Values.emplace_back();
    if (!A.IsBuffer) {
      V.Type = A.Type;
      V.Bytes = A.Bytes;
      continue;
    }
    size_t Index = To.Values.size() - 1;
    bool HasParam = K && Index < K->Info.Params.size();
    std::string Name = !A.Id.empty() ? A.Id
                       : HasParam    ? K->Info.Params[Index].Name
                                     : ("argument " + Twine(Index)).str();
    Expected<abi::Address> Address =
        bufferFor(A.Id, A.Size, A.Init, A.IsUndefined, Name);
    if (!Address)
      return Address.takeError();
    V.Kind = ArgumentValue::Pointer;
    V.Address = *Address;
  }
  if (Error E = bindTensorMaps(L, To.Values))
    return E;
  return bindImages(L, To);
}

/// Holds every buffer with an expectation against it.
void JobRunner::judge(const JobLaunch &L, const object::Kernel *K,
                      const Bound &Of, Verdict &V) {
  V.Passed = true;
  for (size_t I = 0; I != L.Arguments.size(); ++I) {
    const JobArgument &A = L.Arguments[I];
    if (!A.Want || A.Size == 0)
      continue;
    std::optional<std::string> Mismatch =
        findMismatch(A.Rule, Memory.bytes(Of.Values[I].Address), *A.Want);
    if (!Mismatch)
      continue;
    V.Passed = false;
    std::string Name;
    if (K && I < K->Info.Params.size())
      Name = ", '" + K->Info.Params[I].Name + "'";
    V.Reason = ("argument " + Twine(I) + Name + ": " + *Mismatch).str();
    return;
  }
  for (auto [I, Address] : zip(L.Images, Of.ImageMemory)) {
    std::optional<std::string> Mismatch =
        I.Want ? findMismatch(I.Rule, Memory.bytes(Address), *I.Want)
               : std::nullopt;
    if (!Mismatch)
      continue;
    V.Passed = false;
    V.Reason =
        (imageKindName(I.Spec.Kind) + " '" + I.Spec.Name + "': " + *Mismatch)
            .str();
    return;
  }
}

Expected<Verdict> JobRunner::run(const JobLaunch &L, size_t Index,
                                 std::optional<std::string> &Interrupted) {
  auto Start = std::chrono::steady_clock::now();
  Verdict V;
  const object::Kernel *K = Module.findEntry(L.Entry);
  V.Name = nameOf(L, Index, K);
  if (K) {
    V.Kernel = K->Info.Name;
    V.Use = {K->Info.Registers, K->Info.LocalBytes, K->Info.SpillStores,
             K->Info.SpillLoads};
  }
  Bound Data(Module.object());
  if (Error E = bind(L, K, Data))
    return createStringError("launch '" + V.Name +
                             "': " + toString(std::move(E)));
  LaunchRequest Request = Session.request();
  Request.Execution.Monitor = Monitor;
  Request.Entry = L.Entry;
  Request.Grid = L.Grid;
  Request.Block = L.Block;
  Request.DynamicSharedBytes = L.DynamicSharedBytes;
  Request.Arguments = Data.Values;
  Request.Images = &Data.Images.table();
  Expected<sm::LaunchResult> Result =
      Session.launch(Module, Request, Memory, V.Name);
  if (!Result)
    return Result.takeError();
  if (Result->Interrupted) {
    Interrupted = std::move(Result->Interrupted);
    return V;
  }
  V.Stats = Result->Stats;
  V.TheFault = Result->TheFault;
  V.Output = std::move(Result->Output);

  StringRef Got = Result->TheFault ? sm::faultName(Result->TheFault->Kind) : "";
  if (L.ExpectFault.empty() && !Result->TheFault) {
    judge(L, K, Data, V);
  } else if (Got == L.ExpectFault) {
    V.Passed = true;
  } else if (L.ExpectFault.empty()) {
    V.Reason = ("fault " + Got + ": " + Result->TheFault->Message).str();
    V.FaultText = Module.faultText(*Result->TheFault);
    V.UnexpectedFault = std::move(Result->TheFault);
  } else {
    V.Reason = ("expected fault " + L.ExpectFault + ", got " +
                (Result->TheFault ? Got + ": " + Result->TheFault->Message
                                  : Twine("none")))
                   .str();
  }
  V.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  return V;
}

/// Verdicts of a job whose module does not assemble.
JobResult refuse(const Job &J, session::Session &Session,
                 function_ref<void(const Verdict &)> Report) {
  StringRef Rejected = sm::faultName(sm::FaultKind::ModuleRejected);
  JobResult Result;
  Result.Refused = J.Launches.empty();
  for (auto [Index, L] : enumerate(J.Launches)) {
    Verdict V;
    V.Name = nameOf(L, Index, nullptr);
    V.Passed = L.ExpectFault == Rejected;
    if (!V.Passed)
      V.Reason = "the module was refused";
    Result.Refused |= !V.Passed;
    Session.recordUnlaunched(V.Name);
    Report(V);
    Result.Verdicts.push_back(std::move(V));
  }
  return Result;
}

} // namespace

Expected<JobResult> runJob(const Job &J, const JobOptions &Options,
                           session::Session &Session,
                           raw_ostream &DiagnosticsOS,
                           function_ref<void(const Verdict &)> Report) {
  CompileOptions Compile = Options.Compile;
  if (Compile.Arch.empty())
    Compile.Arch = J.Arch;
  Compile.Geometry = Session.settings().Geometry;
  session::prepare(Session.settings(), Compile);
  if (none_of(J.Launches, [](const JobLaunch &L) { return L.Entry.empty(); }))
    for (const JobLaunch &L : J.Launches)
      Compile.Launched.push_back(L.Entry);
  // A launch that is to find too few registers must find them.
  StringRef TooMany = sm::faultName(sm::FaultKind::LaunchRegisters);
  for (const JobLaunch &L : J.Launches)
    if (L.ExpectFault != TooMany)
      Compile.Launches.push_back({L.Entry, L.Block.count()});
  Expected<std::unique_ptr<LoadedModule>> Module =
      loadModule(J.ModulePaths, Compile, DiagnosticsOS, Options.Diagnostics);
  if (!Module)
    return Module.takeError();
  if (!*Module)
    return refuse(J, Session, Report);

  // By a buffer's id: the last launch that names it.
  StringMap<size_t> LastUse;
  for (auto [Index, L] : enumerate(J.Launches)) {
    for (const JobArgument &A : L.Arguments)
      LastUse[A.Id] = Index;
    for (const JobImage &I : L.Images)
      LastUse[I.Id] = Index;
  }
  JobResult Result;
  JobRunner Runner(Session, **Module, Options.Monitor);
  if (Error E = Runner.load())
    return std::move(E);
  for (auto [Index, L] : enumerate(J.Launches)) {
    if (Result.Faulted) {
      Verdict V;
      V.Name = nameOf(L, Index, (*Module)->findEntry(L.Entry));
      V.Skipped = true;
      V.Reason = "not run: a launch before it faulted";
      Session.recordUnlaunched(V.Name);
      Report(V);
      Result.Verdicts.push_back(std::move(V));
      continue;
    }
    Expected<Verdict> V = Runner.run(L, Index, Result.Interrupted);
    if (!V)
      return V.takeError();
    if (Result.Interrupted)
      return Result;
    Result.Faulted = V->UnexpectedFault.has_value();
    Runner.releaseBuffers(
        [&, I = Index](StringRef Id) { return LastUse[Id] > I; });
    Report(*V);
    Result.Verdicts.push_back(std::move(*V));
  }
  return Result;
}

} // namespace heddle::jobs
