//===- Launch.cpp - Launches of the C API and their results ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Machine/LaunchMonitor.h"
#include "heddle/Support/GuardedCall.h"
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <pthread.h>

using namespace heddle;
using namespace heddle::capi;

static sm::Dim3 dimensions(const uint32_t (&D)[3]) {
  return {D[0], std::max(D[1], 1u), std::max(D[2], 1u)};
}

/// Writes the output of kernels, which is the program's output, as it is on a
/// GPU. Returns an exception that the caller's function throws, or none.
static std::optional<std::string> printOutput(const DeviceState &D,
                                              const std::string &Text) {
  if (Text.empty())
    return std::nullopt;
  if (D.Output)
    return callGuarded(
        [&] { D.Output(D.OutputUser, Text.data(), Text.size()); });
  std::fwrite(Text.data(), 1, Text.size(), stdout);
  std::fflush(stdout);
  return std::nullopt;
}

/// Runs a launch to its end.
static llvm::Expected<sm::LaunchResult>
run(heddleKernelImpl &K, const heddleLaunchConfig_t &Config,
    llvm::ArrayRef<uint8_t> Params, sm::LaunchMonitor *Monitor = nullptr) {
  heddleModuleImpl &M = *K.Module;
  const DeviceState &D = *M.Device;
  const std::shared_ptr<DeviceState::Looks> Looks = D.looks();
  runtime::LaunchRequest Request = Looks->Session->request();
  Request.Grid = dimensions(Config.Grid);
  Request.Block = dimensions(Config.Block);
  Request.DynamicSharedBytes = Config.DynamicSharedBytes;
  Request.Geometry = M.Geometry;
  if (Config.MaxInstructions)
    Request.MaxInstructions = Config.MaxInstructions;
  sm::ExecutionOptions &Execution = Request.Execution;
  if (Config.TimeLimit > 0)
    Execution.TimeLimit = Config.TimeLimit;
  Execution.Count |= Config.Count != 0;
  if (D.HostThreads) {
    Execution.HostThreads = D.HostThreads;
    Request.SuitsHostThreads = false;
  }
  if (D.NumSMs)
    Execution.NumSMs = D.NumSMs;
  Execution.StackBytes = D.StackBytes;
  Execution.HeapBytes = D.HeapBytes;
  Execution.StallSeconds = D.StallSeconds;
  Execution.StackLimitName = "StackBytes";
  Execution.Monitor = Monitor;
  if (M.Engine) {
    Execution.Engine = M.Engine.get();
    Execution.Isa = M.Isa;
  }
  return Looks->Session->launchPacked(M.Loaded, *K.Kernel, Params, Request,
                                      M.Device->Memory);
}

/// Tells what became of a launch.
static heddleError_t conclude(heddleKernelImpl &K,
                              llvm::Expected<sm::LaunchResult> Result,
                              heddleResult_t *Out) {
  if (!Result)
    return fail(heddleErrorHost, Result.takeError());
  heddleModuleImpl &M = *K.Module;
  if (auto Thrown = printOutput(*M.Device, Result->Output))
    return fail(heddleErrorHost,
                "the function that gets the output has thrown: " + *Thrown);
  if (Result->Interrupted)
    return fail(heddleErrorInterrupted,
                "the launch was interrupted\n" + *Result->Interrupted);
  std::string Report;
  heddleError_t Error = heddleSuccess;
  if (Result->TheFault) {
    {
      std::lock_guard<std::mutex> Guard(M.Reporting);
      Report = M.Loaded.faultText(*Result->TheFault);
    }
    Error = fail(Result->Stats.Resident ? heddleErrorFault
                                        : heddleErrorInvalidLaunch,
                 Report);
  }
  if (Out)
    *Out = new heddleResultImpl{std::move(*Result), std::move(Report)};
  return Error;
}

static heddleError_t launch(heddleKernelImpl &K,
                            const heddleLaunchConfig_t &Config,
                            llvm::ArrayRef<uint8_t> Params,
                            heddleResult_t *Out) {
  return conclude(K, run(K, Config, Params), Out);
}

static std::optional<heddleLaunchConfig_t>
readConfig(const heddleLaunchConfig_t *Config) {
  std::optional<heddleLaunchConfig_t> C =
      Config ? readStruct(Config) : std::nullopt;
  return C && C->TimeLimit >= 0 ? C : std::nullopt;
}

static heddleError_t noConfig(const char *Function) {
  return fail(heddleErrorInvalidValue,
              llvm::Twine(Function) +
                  ": Config is null, does not say its size (HEDDLE_INIT), or "
                  "has a negative TimeLimit");
}

heddleError_t heddleLaunch(heddleKernel_t K, const heddleLaunchConfig_t *Config,
                           const void *const *Arguments,
                           heddleResult_t *Out) noexcept {
  if (!K)
    return isNull(__func__, "K");
  std::optional<heddleLaunchConfig_t> C = readConfig(Config);
  if (!C)
    return noConfig(__func__);
  const std::vector<object::KernelParam> &Params = K->Kernel->Info.Params;
  if (!Arguments && !Params.empty())
    return isNull(__func__, "Arguments");
  llvm::SmallVector<uint8_t, 128> Block(K->ParameterBytes, 0);
  const bool MapsDoubles = K->Module->Loaded.object().MapsDoubles;
  for (size_t N = 0; N != Params.size(); ++N) {
    const object::KernelParam &P = Params[N];
    if (!Arguments[N])
      return fail(heddleErrorInvalidValue,
                  "heddleLaunch: there is no value for parameter '" + P.Name +
                      "' of kernel '" + K->Kernel->Info.Name + "'");
    std::memcpy(Block.data() + P.Offset, Arguments[N], P.Size);
    if (MapsDoubles && P.Type == "f64")
      runtime::mapDouble(llvm::MutableArrayRef(Block).slice(P.Offset, P.Size));
  }
  return launch(*K, *C, Block, Out);
}

/// Checks the block of parameters.
static heddleError_t checkPacked(const char *Function, heddleKernel_t K,
                                 const void *Parameters, size_t Size) {
  if (Size < K->ParameterBytes)
    return fail(heddleErrorInvalidValue,
                "kernel '" + K->Kernel->Info.Name + "' takes " +
                    llvm::Twine(K->ParameterBytes) +
                    " bytes of parameters, got " + llvm::Twine(Size));
  if (!Parameters && K->ParameterBytes)
    return isNull(Function, "Parameters");
  return heddleSuccess;
}

/// Behind the last parameter a caller may have padding.
static llvm::ArrayRef<uint8_t> packed(heddleKernel_t K,
                                      const void *Parameters) {
  return {static_cast<const uint8_t *>(Parameters), K->ParameterBytes};
}

heddleError_t heddleLaunchPacked(heddleKernel_t K,
                                 const heddleLaunchConfig_t *Config,
                                 const void *Parameters, size_t Size,
                                 heddleResult_t *Out) noexcept {
  if (!K)
    return isNull(__func__, "K");
  std::optional<heddleLaunchConfig_t> C = readConfig(Config);
  if (!C)
    return noConfig(__func__);
  if (heddleError_t E = checkPacked(__func__, K, Parameters, Size);
      E != heddleSuccess)
    return E;
  return launch(*K, *C, packed(K, Parameters), Out);
}

void heddleResultDestroy(heddleResult_t R) noexcept { delete R; }

struct heddleLaunchImpl {
  heddleLaunchImpl(heddleKernelImpl &Which, const heddleLaunchConfig_t &C,
                   llvm::ArrayRef<uint8_t> P)
      : K(Which), Config(C), Params(P) {}

  void main() {
    llvm::Expected<sm::LaunchResult> Ended = run(K, Config, Params, &Monitor);
    {
      std::lock_guard<std::mutex> Guard(Lock);
      Result.emplace(std::move(Ended));
      HasEnded = true;
    }
    End.notify_all();
  }

  heddleKernelImpl &K;
  const heddleLaunchConfig_t Config;
  const llvm::SmallVector<uint8_t, 128> Params;
  sm::LaunchMonitor Monitor;
  std::mutex Lock;
  std::condition_variable End;
  bool HasEnded = false;
  /// The result, until a caller has taken it.
  std::optional<llvm::Expected<sm::LaunchResult>> Result;
  pthread_t Thread = {};
};

heddleError_t heddleLaunchStart(heddleKernel_t K,
                                const heddleLaunchConfig_t *Config,
                                const void *Parameters, size_t Size,
                                heddleLaunch_t *Out) noexcept {
  if (!K || !Out)
    return isNull(__func__, K ? "Out" : "K");
  std::optional<heddleLaunchConfig_t> C = readConfig(Config);
  if (!C)
    return noConfig(__func__);
  if (heddleError_t E = checkPacked(__func__, K, Parameters, Size);
      E != heddleSuccess)
    return E;
  auto L = std::make_unique<heddleLaunchImpl>(*K, *C, packed(K, Parameters));
  auto Main = [](void *Launch) -> void * {
    static_cast<heddleLaunchImpl *>(Launch)->main();
    return nullptr;
  };
  if (pthread_create(&L->Thread, nullptr, Main, L.get()))
    return fail(heddleErrorHost, "the host has no further thread");
  *Out = L.release();
  return heddleSuccess;
}

heddleError_t heddleLaunchWait(heddleLaunch_t L, double Seconds,
                               heddleResult_t *Out) noexcept {
  if (!L)
    return isNull(__func__, "L");
  // The clock has no numbers for much later.
  constexpr double LongestTime = 1e9;
  std::unique_lock<std::mutex> Guard(L->Lock);
  auto HasEnded = [L] { return L->HasEnded; };
  if (Seconds >= 0 && Seconds < LongestTime) {
    if (!L->End.wait_for(Guard, std::chrono::duration<double>(Seconds),
                         HasEnded))
      return fail(heddleErrorNotReady,
                  heddleGetErrorString(heddleErrorNotReady));
  } else {
    L->End.wait(Guard, HasEnded);
  }
  if (!L->Result)
    return fail(heddleErrorInvalidValue,
                "heddleLaunchWait: an earlier call had the result");
  llvm::Expected<sm::LaunchResult> Result = std::move(*L->Result);
  L->Result.reset();
  return conclude(L->K, std::move(Result), Out);
}

void heddleLaunchInterrupt(heddleLaunch_t L) noexcept {
  if (L)
    L->Monitor.interrupt();
}

void heddleLaunchDestroy(heddleLaunch_t L) noexcept {
  if (!L)
    return;
  pthread_join(L->Thread, nullptr);
  if (L->Result && !*L->Result)
    llvm::consumeError(L->Result->takeError());
  delete L;
}

static std::optional<heddleFaultKind_t> kindOf(sm::FaultKind Kind) {
  switch (Kind) {
#define HEDDLE_FAULT(ID, NAME)                                                 \
  case sm::FaultKind::ID:                                                      \
    return heddleFault##ID;
#include "heddle/Machine/Faults.def"
  }
  return std::nullopt;
}

const char *heddleGetFaultName(heddleFaultKind_t Kind) noexcept {
  switch (Kind) {
#define HEDDLE_FAULT(ID, NAME)                                                 \
  case heddleFault##ID:                                                        \
    return NAME;
#include "heddle/Machine/Faults.def"
  }
  return nullptr;
}

heddleError_t heddleResultGetFault(heddleResult_t R,
                                   heddleFault_t *Out) noexcept {
  if (!R)
    return isNull(__func__, "R");
  if (!R->Result.TheFault)
    return fail(heddleErrorNotFound, "the launch has not faulted");
  const sm::Fault &F = *R->Result.TheFault;
  heddleFault_t T = {};
  T.Kind = *kindOf(F.Kind);
  T.Message = F.Message.c_str();
  T.Report = R->Report.c_str();
  T.Kernel = F.Kernel.c_str();
  T.File = F.SourceName.c_str();
  T.Line = F.Line;
  T.Column = F.Column;
  T.HasPlace = F.HasPlace;
  for (unsigned N = 0; N != 3; ++N) {
    T.Thread[N] = F.Thread[N];
    T.Block[N] = F.Block[N];
  }
  T.PC = F.PC;
  T.Instruction = F.Instruction.c_str();
  T.Warp = F.Warp;
  T.LaneMask = F.LaneMask;
  T.HasAddress = F.Address.has_value();
  T.Address = F.Address.value_or(0);
  return writeStruct(__func__, Out, T);
}

heddleError_t heddleResultGetInstructions(heddleResult_t R, uint64_t *Warp,
                                          uint64_t *Thread) noexcept {
  if (!R)
    return isNull(__func__, "R");
  if (Warp)
    *Warp = R->Result.Stats.WarpInstructions;
  if (Thread)
    *Thread = R->Result.Stats.ThreadInstructions;
  return heddleSuccess;
}

size_t heddleGetNumCounters(void) noexcept {
  return std::size(sm::CounterTable);
}

const char *heddleGetCounterName(size_t Counter) noexcept {
  return Counter < std::size(sm::CounterTable) ? sm::CounterTable[Counter].Name
                                               : nullptr;
}

heddleError_t heddleResultGetCounter(heddleResult_t R, size_t Counter,
                                     uint64_t *Out) noexcept {
  if (!R || !Out)
    return isNull(__func__, R ? "Out" : "R");
  if (Counter >= std::size(sm::CounterTable))
    return fail(heddleErrorNotFound, "there is no such counter");
  if (!R->Result.Stats.Counted)
    return fail(heddleErrorNotFound, "the launch did not count");
  *Out = (*R->Result.Stats.Counted)[sm::CounterTable[Counter].Id];
  return heddleSuccess;
}
