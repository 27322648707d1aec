//===- PtxRun.cpp - Compile and launch in one call ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libgpuocelot.so: ptx_run on top of libheddle.so, by nothing but its API.
///
//===----------------------------------------------------------------------===//
#include "heddle-c/ptx_run.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

/// Parameters of more bytes do not fit in a pointer.
constexpr size_t MaxValueBytes = sizeof(void *);

void finishReports();

/// The call has no result that could say so, and a caller that goes on computes
/// with what was in its buffers before: the process ends, unless it is told to
/// go on.
void refuse(std::string Text) {
  if (Text.empty() || Text.back() != '\n')
    Text += '\n';
  // In one piece, as other threads may report, too.
  std::fwrite(Text.data(), 1, Text.size(), stderr);
  const char *Mode = std::getenv("HEDDLE_PTX_RUN");
  if (Mode && std::string_view(Mode) == "continue")
    return;
  finishReports();
  std::abort();
}

/// A text of PTX and what has become of it.
class CachedModule {
public:
  explicit CachedModule(std::string_view Source) : Source(Source) {}
  ~CachedModule() { heddleModuleDestroy(Module); }
  CachedModule(const CachedModule &) = delete;
  CachedModule &operator=(const CachedModule &) = delete;

  std::string_view source() const { return Source; }

  /// Compiles and loads it, the first time; why it cannot be, or "".
  const std::string &prepare(heddleDevice_t Device) {
    std::call_once(IsPrepared, [&] { load(Device); });
    return Problem;
  }

  void launch(int NumArguments, void *const *Arguments,
              const heddleLaunchConfig_t &Config) const;

private:
  void load(heddleDevice_t Device);
  void findParameters();

  const std::string Source;
  std::once_flag IsPrepared;
  std::string Problem;
  heddleModule_t Module = nullptr;
  heddleKernel_t Kernel = nullptr;
  heddleKernelInfo_t Info = {};
  std::vector<heddleParameter_t> Parameters;
};

void CachedModule::load(heddleDevice_t Device) {
  heddleCompileOptions_t Options;
  HEDDLE_INIT(Options);
  // Pointers of the host have 64 bits, whatever chip the text is for.
  Options.Arch = "tx1";
  Options.Device = Device;
  heddleCompilation_t Compilation = nullptr;
  heddleError_t Error =
      heddleCompile(Source.data(), Source.size(), &Options, &Compilation);
  if (Error == heddleErrorCompile)
    Problem = heddleCompilationGetLog(Compilation);
  else if (Error == heddleSuccess)
    Error = heddleModuleLoadCompilation(Device, Compilation, &Module);
  heddleCompilationDestroy(Compilation);
  if (Error == heddleSuccess)
    Error = heddleModuleGetKernelAt(Module, 0, &Kernel);
  if (Error == heddleSuccess)
    findParameters();
  else if (Problem.empty())
    Problem = std::string("ptx_run: error: ") + heddleGetLastErrorMessage();
}

void CachedModule::findParameters() {
  HEDDLE_INIT(Info);
  heddleKernelGetInfo(Kernel, &Info);
  for (size_t N = 0; N != Info.NumParameters; ++N) {
    heddleParameter_t P;
    HEDDLE_INIT(P);
    heddleKernelGetParameter(Kernel, N, &P);
    if (P.Size > MaxValueBytes)
      Problem = std::string("ptx_run: error: parameter '") + P.Name +
                "' of kernel '" + Info.Name + "' has " +
                std::to_string(P.Size) + " bytes; a value has 8 at most";
    Parameters.push_back(P);
  }
}

void CachedModule::launch(int NumArguments, void *const *Arguments,
                          const heddleLaunchConfig_t &Config) const {
  if (NumArguments < 0 || size_t(NumArguments) != Parameters.size())
    return refuse(std::string("ptx_run: error: kernel '") + Info.Name +
                  "' takes " + std::to_string(Parameters.size()) +
                  " arguments, got " + std::to_string(NumArguments));
  std::vector<char> Block(Info.ParameterBytes);
  for (size_t N = 0; N != Parameters.size(); ++N)
    std::memcpy(Block.data() + Parameters[N].Offset, &Arguments[N],
                Parameters[N].Size);
  if (heddleLaunchPacked(Kernel, &Config, Block.data(), Block.size(),
                         nullptr) != heddleSuccess)
    refuse(heddleGetLastErrorMessage());
}

/// The modules that were used last, by their texts.
class Runner {
public:
  Runner() {
    heddleDeviceOptions_t Options;
    HEDDLE_INIT(Options);
    Options.Addresses = heddleAddressesRaw;
    heddleDeviceCreate(&Options, &Device);
    heddleLaunchOptions_t Launches;
    HEDDLE_INIT(Launches);
    Launches.FromEnvironment = 1;
    if (heddleDeviceSetLaunchOptions(Device, &Launches) != heddleSuccess)
      Problem = std::string("ptx_run: error: ") + heddleGetLastErrorMessage();
  }

  /// The error in the environment; "" if there is none.
  const std::string &problem() const { return Problem; }

  heddleDevice_t device() const { return Device; }
  std::shared_ptr<CachedModule> find(std::string_view Source);

private:
  using List = std::list<std::shared_ptr<CachedModule>>;
  static constexpr size_t MaxModules = 256;

  heddleDevice_t Device = nullptr;
  std::string Problem;
  std::mutex Lock;
  /// The one used last comes first.
  List Modules;
  /// Keys are the modules' own texts.
  std::unordered_map<std::string_view, List::iterator> Known;
};

std::shared_ptr<CachedModule> Runner::find(std::string_view Source) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (auto It = Known.find(Source); It != Known.end()) {
    Modules.splice(Modules.begin(), Modules, It->second);
    return Modules.front();
  }
  Modules.push_front(std::make_shared<CachedModule>(Source));
  Known[Modules.front()->source()] = Modules.begin();
  if (Modules.size() > MaxModules) {
    // A launch that is under way keeps it.
    Known.erase(Modules.back()->source());
    Modules.pop_back();
  }
  return Modules.front();
}

/// Never destroyed: other threads may be in a launch when the process ends.
Runner &runner() {
  static Runner &R = *new Runner;
  return R;
}

/// Writes the reports that the environment asks for, when the process ends.
void finishReports() { heddleDeviceFinish(runner().device()); }

} // namespace

void ptx_run(const char *Source, int ArgCount, void *Args[], int BlockX,
             int BlockY, int BlockZ, int GridX, int GridY, int GridZ,
             int SharedBytes) noexcept {
  if (!Source || (ArgCount > 0 && !Args))
    return refuse(std::string("ptx_run: error: ") +
                  (Source ? "args" : "source") + " is null");
  if (std::min({BlockX, BlockY, BlockZ, GridX, GridY, GridZ}) < 1 ||
      SharedBytes < 0)
    return refuse("ptx_run: error: a block and a grid have one thread and one "
                  "block at least in each dimension, and shared memory has no "
                  "negative size");
  if (!runner().problem().empty())
    return refuse(runner().problem());
  static const bool Registered = std::atexit(finishReports) == 0;
  (void)Registered;
  std::shared_ptr<CachedModule> M = runner().find(Source);
  const std::string &Problem = M->prepare(runner().device());
  if (!Problem.empty())
    return refuse(Problem);
  heddleLaunchConfig_t Config;
  HEDDLE_INIT(Config);
  const int Block[] = {BlockX, BlockY, BlockZ};
  const int Grid[] = {GridX, GridY, GridZ};
  std::copy_n(Block, 3, Config.Block);
  std::copy_n(Grid, 3, Config.Grid);
  Config.DynamicSharedBytes = uint32_t(SharedBytes);
  M->launch(ArgCount, Args, Config);
}
