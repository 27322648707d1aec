//===- Launcher.cpp - Modules ready to launch -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Runtime/Launcher.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Machine/Cluster.h"
#include "heddle/Machine/LaunchMonitor.h"
#include "heddle/Object/CodeImages.h"
#include "heddle/Object/KernelNames.h"
#include "heddle/Observe/CountingObserver.h"
#include "heddle/SM/Translation.h"
#include "heddle/Support/InputFile.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

using namespace llvm;

namespace heddle::runtime {

/// From 1 on, in the order in which modules are loaded.
static uint64_t nextId() {
  static std::atomic<uint64_t> Last = 0;
  return ++Last;
}

LoadedModule::LoadedModule(object::Module M)
    : Id(nextId()), Object(std::move(M)),
      Sources(sys::path::parent_path(Object.SourceName)) {}
LoadedModule::~LoadedModule() = default;

void LoadedModule::setSideThatGoesOn(abi::FirstSide Side) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Kernels.empty())
    Object.SideThatGoesOn = Side;
}

const object::Kernel *LoadedModule::findEntry(StringRef Name) const {
  if (Name.empty())
    return Object.Kernels.size() == 1 ? &Object.Kernels.front() : nullptr;
  if (const object::Kernel *K = Object.findKernel(Name))
    return K;
  const object::Kernel *Found = nullptr;
  object::NameFit Best = object::NameFit::None;
  for (const object::Kernel &K : Object.Kernels) {
    object::NameFit Fit = object::fitName(Name, K.Info.Name);
    if (Fit > Best) {
      Found = &K;
      Best = Fit;
    } else if (Fit == object::NameFit::Short && Fit == Best) {
      // Overloads differ in their parameters only: this is not enough.
      Found = nullptr;
    }
  }
  return Found;
}

sm::Fault LoadedModule::unknownEntry(StringRef Name) const {
  std::string List;
  for (const object::Kernel &K : Object.Kernels)
    List += (List.empty() ? "'" : ", '") + demangle(K.Info.Name) + "'";
  sm::Fault F;
  F.Kind = sm::FaultKind::UnknownEntry;
  F.Kernel = Name.str();
  F.SourceName = Object.SourceName;
  F.Message = Name.empty() ? "no kernel is named"
                           : "no kernel is called '" + Name.str() + "'";
  F.Message += "; the module has " + (List.empty() ? "none" : List);
  return F;
}

std::string LoadedModule::faultText(const sm::Fault &F) {
  return F.toText([&](StringRef File, unsigned Line, unsigned Column) {
    return Sources.excerpt(File, Line, Column);
  });
}

StringRef LoadedModule::sourceLine(StringRef File, unsigned Line) {
  StringRef Name = File.empty() ? StringRef(Object.SourceName) : File;
  // Lines are those of PTX, whatever the module was read from.
  return HasTexts && !isIRFile(Name) ? Sources.line(Name, Line) : "";
}

StringRef LoadedModule::sourceText(StringRef File) {
  StringRef Name = File.empty() ? StringRef(Object.SourceName) : File;
  return HasTexts && !isIRFile(Name) ? Sources.text(Name) : "";
}

Expected<const sm::Executable *>
LoadedModule::executable(const object::Kernel &K,
                         const sm::ExecutionOptions &Execution) {
  std::lock_guard<std::mutex> Guard(Lock);
  assert(Object.findKernel(K.Info.Name) == &K && "a kernel of another module");
  DecodedKernel &Slot = Kernels[K.Info.Name];
  if (!Slot.Program) {
    Expected<sm::ProgramPtr> P = sm::decodeKernel(Object, K);
    if (!P)
      return P.takeError();
    Slot.Program = std::move(*P);
  }
  // Observers see what the interpreter does.
  const bool IsSeen = !Execution.Observers.empty() || Execution.Count;
  const sm::Translator *Engine = IsSeen ? nullptr : Execution.Engine;
  sm::ExecutablePtr &Bound = Slot.Bound[{Execution.Isa, Engine}];
  if (!Bound) {
    Bound = sm::makeExecutable(*Slot.Program, Execution.Isa);
    if (Engine)
      sm::translate(*Bound, *Engine);
    else if (Execution.Engine)
      Execution.Engine->note(*Bound,
                             "interpreted, as each instruction is looked at");
  }
  return Bound.get();
}

Expected<sm::LaunchResult> LoadedModule::launch(const LaunchRequest &Request,
                                                sm::GlobalMemory &Memory) {
  sm::LaunchResult Refused;
  const object::Kernel *K = findEntry(Request.Entry);
  if (!K) {
    Refused.TheFault = unknownEntry(Request.Entry);
    return Refused;
  }
  std::vector<ArgumentValue> Arguments = Request.Arguments.vec();
  for (ArgumentValue &A : Arguments)
    if (Object.MapsDoubles && A.Kind == ArgumentValue::Scalar &&
        A.Type == ElementType::F64)
      mapDouble(A.Bytes);
  SmallVector<uint8_t, 64> Params;
  Refused.TheFault =
      packArguments(Object.pointerBytes(), K->Info, Arguments, Params);
  if (Refused.TheFault) {
    Refused.TheFault->SourceName = Object.SourceName;
    return Refused;
  }

  return launchPacked(*K, Params, Request, Memory);
}

unsigned LaunchRequest::suitableHostThreads() const {
  constexpr uint64_t ThreadsEach = 2048;
  static const uint64_t Processors =
      std::max(std::thread::hardware_concurrency(), 1u);
  uint64_t Threads = std::min(Grid.count(), Processors * ThreadsEach) *
                     std::min<uint64_t>(Block.count(), ThreadsEach);
  return unsigned(std::clamp<uint64_t>(Threads / ThreadsEach, 1, Processors));
}

Expected<sm::LaunchResult>
LoadedModule::launchPacked(const object::Kernel &K, ArrayRef<uint8_t> Params,
                           const LaunchRequest &Request,
                           sm::GlobalMemory &Memory) {
  if (Error E = load(Memory))
    return std::move(E);
  Expected<const sm::Executable *> E = executable(K, Request.Execution);
  if (!E)
    return E.takeError();
  sm::LaunchConfig Config;
  static_cast<sm::LaunchOptions &>(Config) = Request.Execution;
  Config.Grid = sm::gridInBlocks(K.Info, Request.Grid);
  Config.Block = Request.Block;
  Config.Cluster = Request.Cluster;
  Config.DynamicSharedBytes = Request.DynamicSharedBytes;
  Config.Params = Params;
  std::array<ArrayRef<uint8_t>, object::AddressBank + 1> Banks;
  Banks[0] = ConstantBytes;
  Banks[1] = K.Literals;
  Banks[object::AddressBank] = Object.AddressTable;
  Config.ConstantBanks = Banks;
  Config.MaxInstructions = Request.MaxInstructions;
  if (Request.SuitsHostThreads)
    Config.HostThreads = Request.suitableHostThreads();
  Config.Images = Request.Images;
  Config.Geometry = Request.Geometry;
  if (!Config.Geometry)
    Config.Geometry = &Object.geometry();
  std::shared_ptr<sm::CountingObserver> Counting;
  if (Request.Execution.Count) {
    Counting =
        std::make_shared<sm::CountingObserver>(Request.Execution.TextureCache);
    Config.Observers.push_back(Counting.get());
  }
  Expected<sm::LaunchResult> Result =
      Request.Execution.Run ? Request.Execution.Run(**E, Memory, Config)
                            : sm::launch(**E, Memory, Config);
  if (!Counting)
    return Result;
  if (Config.Monitor && Config.Monitor->suspended())
    Config.Monitor->suspended()->AtEnd.push_back(
        [Counting](sm::LaunchResult &R) { Counting->addTo(R.Stats); });
  else if (Result)
    Counting->addTo(Result->Stats);
  return Result;
}

static Expected<std::unique_ptr<LoadedModule>>
loadObject(MemoryBufferRef Bytes) {
  Expected<object::Module> M = object::readModule(Bytes);
  if (!M)
    return createStringError("'" + Bytes.getBufferIdentifier() +
                             "': " + toString(M.takeError()));
  return std::make_unique<LoadedModule>(std::move(*M));
}

Expected<std::unique_ptr<LoadedModule>>
loadModule(ArrayRef<std::string> Paths, const CompileOptions &Options,
           raw_ostream &DiagnosticsOS, const DiagnosticOptions &DiagOptions) {
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  for (StringRef Path : Paths) {
    Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  auto WithoutPTX = [&](StringRef Path) {
    return createStringError("'" + Path +
                             "': checks need the PTX; code does not tell how "
                             "accesses are ordered; 'ptx-objdump --ptx' makes "
                             "PTX of code for sm_10 to sm_13");
  };
  if (Files.size() == 1 &&
      (object::isELFOrTextCubin(Files.front()->getBuffer()) ||
       object::holdsCode(Files.front()->getBuffer()))) {
    auto Loaded = loadObject(Files.front()->getMemBufferRef());
    if (!Loaded)
      return Loaded;
    if (!(*Loaded)->object().ToLink) {
      if (Options.Checks)
        return WithoutPTX(Paths.front());
      return Loaded;
    }
  }
  if (const auto *IR = find_if(Paths, isIRFile);
      Options.Checks && IR != Paths.end())
    return WithoutPTX(*IR);

  SourceMgr Sources;
  CompileOptions WithModules = Options;
  if (Error E = addInputs(std::move(Files), Sources, WithModules))
    return std::move(E);
  Diagnostics Diags(Sources, DiagnosticsOS, DiagOptions);
  Expected<std::unique_ptr<CompileResult>> Result =
      compilePTX(WithModules, Diags);
  Diags.finish();
  if (!Result)
    return Result.takeError();
  if (!*Result)
    return nullptr;
  const auto &Bytes = (*Result)->Output;
  auto Loaded = loadObject(
      MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), Paths.front()));
  if (!Loaded)
    return Loaded;
  (*Loaded)->setOperations(std::move((*Result)->Operations));
  // The files may change while kernels run.
  for (unsigned N = 1; N <= Sources.getNumBuffers(); ++N) {
    const MemoryBuffer &File = *Sources.getMemoryBuffer(N);
    (*Loaded)->addSourceText(File.getBufferIdentifier(), File.getBuffer());
  }
  return Loaded;
}

} // namespace heddle::runtime
