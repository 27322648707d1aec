//===- Launch.cpp - Launches of kernels -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The SM is tx1's, whatever board is shown: it has room for all that the board
// has, whose limits are checked here.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "ChildLaunches.h"
#include "DeviceRuntime.h"
#include "Driver.h"
#include "Occupancy.h"
#include "ProgramDebug.h"
#include "Report.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/Machine/Cluster.h"
#include "heddle/Machine/Fault.h"
#include "heddle/Runtime/Image.h"
#include "heddle/Support/GuardedCall.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Demangle/Demangle.h"
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace heddle::driver {
namespace {

/// Maps a fault to the error code of the driver.
CUresult errorOf(sm::FaultKind Kind) {
  using sm::FaultKind;
  switch (Kind) {
  case FaultKind::OobGlobal:
  case FaultKind::OobShared:
  case FaultKind::OobLocal:
  case FaultKind::OobConst:
  case FaultKind::NullPointer:
  case FaultKind::WriteToConst:
  case FaultKind::OobSurface:
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  case FaultKind::Misaligned:
    return CUDA_ERROR_MISALIGNED_ADDRESS;
  case FaultKind::IllegalInstruction:
    return CUDA_ERROR_ILLEGAL_INSTRUCTION;
  case FaultKind::StackMismatch:
  case FaultKind::StackOverflow:
    return CUDA_ERROR_HARDWARE_STACK_ERROR;
  case FaultKind::Assert:
    return CUDA_ERROR_ASSERT;
  case FaultKind::NullFunction:
  case FaultKind::BadFunction:
    return CUDA_ERROR_INVALID_PC;
  case FaultKind::Deadlock:
  case FaultKind::InstructionLimit:
  case FaultKind::Timeout:
    return CUDA_ERROR_LAUNCH_TIMEOUT;
  case FaultKind::Trap:
  case FaultKind::BadFree:
  case FaultKind::Barrier:
  case FaultKind::UnboundTexture:
  case FaultKind::UnboundSurface:
  case FaultKind::TextureFormat:
    return CUDA_ERROR_LAUNCH_FAILED;
  case FaultKind::LaunchRegisters:
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  case FaultKind::LaunchBlockSize:
  case FaultKind::LaunchGridSize:
  case FaultKind::LaunchSharedSize:
  case FaultKind::MissingArgument:
  case FaultKind::ArgumentCount:
  case FaultKind::ArgumentType:
  case FaultKind::UnknownEntry:
  case FaultKind::ModuleRejected:
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_ERROR_UNKNOWN;
}

struct Launch {
  std::shared_ptr<Module> Code;
  const object::Kernel *Kernel = nullptr;
  sm::Dim3 Grid, Block;
  std::optional<sm::Dim3> Cluster;
  uint32_t SharedBytes = 0;
  SmallVector<uint8_t, 64> Params;

  CUresult operator()() const;

private:
  CUresult findImages(std::shared_ptr<const sm::ImageTable> &Found) const;
  runtime::LaunchRequest request() const;
  CUresult conclude(Expected<sm::LaunchResult> Result) const;
};

/// Textures and surfaces with those that a module names.
struct NamedImages {
  explicit NamedImages(const object::Module &M) : Named(M) {}

  /// The samplers of the module are its, and the table points to them.
  const runtime::ImageBindings Named;
  sm::ImageTable Table;
  std::vector<std::unique_ptr<texture::Texture>> Bound;
};

/// Has a launch that waits for others go on behind its call.
class CallWatch final : public sm::LaunchMonitor {
public:
  explicit CallWatch(bool MaySuspend) : MaySuspend(MaySuspend) {}

  Wait onWait(double Seconds, double Limit) override {
    return MaySuspend ? Wait::Suspend
                      : sm::LaunchMonitor::onWait(Seconds, Limit);
  }
  bool onDoubt() override { return IsDoubtful = MaySuspend; }
  bool isDoubtful() const { return IsDoubtful; }

private:
  const bool MaySuspend;
  bool IsDoubtful = false;
};

/// The references \p Named of a module in the slots before those of \p Objects.
sm::ImageTable withReferences(sm::ImageTable Named,
                              const sm::ImageTable &Objects) {
  auto Append = [](auto &To, const auto &From) {
    To.resize(std::max<size_t>(To.size(), TextureObjects::FirstSlot));
    if (From.size() > TextureObjects::FirstSlot)
      To.insert(To.end(), From.begin() + TextureObjects::FirstSlot, From.end());
  };
  Append(Named.Textures, Objects.Textures);
  Append(Named.Surfaces, Objects.Surfaces);
  Named.Bilinear = Objects.Bilinear;
  return Named;
}

/// The images that the kernel finds in its slots, which nobody changes while it
/// runs.
CUresult
Launch::findImages(std::shared_ptr<const sm::ImageTable> &Found) const {
  Found = Driver::get().Images.table();
  const object::Module &Object = Code->Loaded->object();
  if (Object.Images.empty())
    return CUDA_SUCCESS;
  if (Object.Images.size() > TextureObjects::FirstSlot) {
    explain("the module has more references of textures and surfaces than "
            "there are slots");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  auto Made = std::make_shared<NamedImages>(Object);
  Made->Table = withReferences(Made->Named.table(), *Found);
  Made->Bound = bindReferences(*Code, Made->Table);
  Found = std::shared_ptr<const sm::ImageTable>(Made, &Made->Table);
  return CUDA_SUCCESS;
}

runtime::LaunchRequest Launch::request() const {
  const Driver &D = Driver::get();
  const Context &C = D.context();
  runtime::LaunchRequest Request = D.Session->request();
  Request.Grid = Grid;
  Request.Block = Block;
  Request.Cluster = Cluster;
  Request.DynamicSharedBytes = SharedBytes;
  if (!Request.Geometry && D.TheDevice.isSilicon())
    Request.Geometry = &D.TheDevice.geometry();
  Request.Execution.StackBytes =
      std::max(Request.Execution.StackBytes, uint32_t(C.StackBytes));
  Request.Execution.HeapBytes =
      std::max(Request.Execution.HeapBytes, uint64_t(C.HeapBytes));
  return Request;
}

CUresult Launch::operator()() const {
  Driver &D = Driver::get();
  std::shared_ptr<const sm::ImageTable> Images;
  if (CUresult R = findImages(Images); R != CUDA_SUCCESS)
    return R;
  runtime::LaunchRequest Request = request();
  Request.Images = Images.get();
  D.HasLaunched = true;
  if (isDebugging())
    showLaunch(*Code, *Kernel, Params, Request);
  // A schedule that orders warps otherwise, or runs launches twice, needs them
  // whole.
  CallWatch Watch(!isDebugging() && !Request.Execution.Run &&
                  !Request.Execution.MakePicker);
  Request.Execution.Monitor = &Watch;
  Expected<sm::LaunchResult> Result = D.Session->launchPacked(
      *Code->Loaded, *Kernel, Params, Request, D.Memory->global());
  if (!Result || !Watch.suspended())
    return conclude(std::move(Result));
  Suspension Behind;
  Behind.Name = "kernel '" + demangle(Kernel->Info.Name) + "'";
  Behind.IsDoubtful = Watch.isDoubtful();
  Behind.Resume = [L = *this, Images,
                   Rest = std::shared_ptr<sm::SuspendedLaunch>(
                       Watch.takeSuspended())](TaskWatch &Of) {
    std::optional<Expected<sm::LaunchResult>> Result;
    {
      // Nothing may pass it, as no destructor would lock again.
      UnlockedScope Unlocked;
      callGuarded([&] { Result.emplace(Rest->resume(Of)); });
    }
    return Result ? L.conclude(std::move(*Result)) : CUDA_ERROR_OUT_OF_MEMORY;
  };
  return D.Behind.suspend(std::move(Behind));
}

CUresult Launch::conclude(Expected<sm::LaunchResult> Result) const {
  Driver &D = Driver::get();
  Context &C = D.context();
  if (!Result) {
    explain(toString(Result.takeError()));
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  C.keepPrinted(Result->Output);
  D.Session->showNewFindings();
  if (Result->Interrupted)
    return CUDA_SUCCESS;
  if (!Result->TheFault)
    return launchesKernels(*Code->Code) ? runChildLaunches(*Code)
                                        : CUDA_SUCCESS;
  const sm::Fault &F = *Result->TheFault;
  CUresult Error = errorOf(F.Kind);
  if (!F.HasPlace) {
    // It was refused and never ran.
    explain(F.Message);
    return Error;
  }
  C.flushPrinted();
  report(Code->Loaded->faultText(F));
  C.Failed = Error;
  C.WasTold = isBlocking();
  return isBlocking() ? Error : CUDA_SUCCESS;
}

/// A cluster is a part of the grid, and one that the function says how large it
/// is has no other extents.
CUresult checkCluster(const LaunchArguments &L, const Function &F) {
  const object::KernelInfo &Info = F.info();
  if (!L.Cluster && !Info.hasCluster())
    return CUDA_SUCCESS;
  const sm::Dim3 C = L.Cluster.value_or(
      sm::Dim3{Info.ReqCluster[0], Info.ReqCluster[1], Info.ReqCluster[2]});
  const unsigned Most = F.Settings.maxClusterSize();
  auto IsPart = [Most](uint32_t Part, uint32_t Of) {
    return Part != 0 && Part <= Most && Of % Part == 0;
  };
  const bool Agrees =
      !Info.hasCluster() || Info.ReqCluster == std::array{C.X, C.Y, C.Z};
  const sm::Dim3 Grid = sm::gridInBlocks(Info, L.Grid);
  return Agrees && IsPart(C.X, Grid.X) && IsPart(C.Y, Grid.Y) &&
                 IsPart(C.Z, Grid.Z) && C.count() <= Most
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_CLUSTER_SIZE;
}

CUresult checkShape(const LaunchArguments &L, const Function &F) {
  const abi::Geometry &G = Driver::get().TheDevice.geometry();
  auto IsIn = [](const sm::Dim3 &D, uint32_t X, uint32_t Y, uint32_t Z) {
    return D.X && D.Y && D.Z && D.X <= X && D.Y <= Y && D.Z <= Z;
  };
  const sm::Dim3 Grid = sm::gridInBlocks(F.info(), L.Grid);
  if (!IsIn(Grid, G.MaxGridX, G.MaxGridY, G.MaxGridZ) ||
      !IsIn(L.Block, G.MaxBlockX, G.MaxBlockY, G.MaxBlockZ) ||
      L.Block.count() > G.MaxThreadsPerCTA)
    return CUDA_ERROR_INVALID_VALUE;
  if (L.Block.count() > F.maxThreads())
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  if (CUresult R = checkCluster(L, F); R != CUDA_SUCCESS)
    return R;
  int MaxShared = 0;
  functionAttribute(F, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    MaxShared);
  if (L.SharedBytes > unsigned(MaxShared))
    return CUDA_ERROR_INVALID_VALUE;
  if (!L.IsCooperative)
    return CUDA_SUCCESS;
  uint64_t Resident =
      uint64_t(activeBlocks(F, uint32_t(L.Block.count()), L.SharedBytes)) *
      Driver::get().TheDevice.numSMs();
  return Grid.count() > Resident ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
                                 : CUDA_SUCCESS;
}

/// Reads the list that gives the parameters as one block.
CUresult readExtra(void **Extra, const Function &F,
                   SmallVectorImpl<uint8_t> &Params) {
  const void *Data = nullptr;
  const size_t *Size = nullptr;
  for (; *Extra != CU_LAUNCH_PARAM_END; Extra += 2) {
    if (*Extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      Data = Extra[1];
    else if (*Extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      Size = static_cast<const size_t *>(Extra[1]);
    else
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (!Data || !Size || *Size < F.parameterBytes())
    return CUDA_ERROR_INVALID_VALUE;
  // Old objects do not tell the size of the last parameter, or of any.
  if (F.isForSilicon()) {
    if (!F.info().KnowsParams && *Size > F.parameterRoom()) {
      explain(("the parameters have " + Twine(*Size) +
               " bytes, and the kernel " + Twine(F.parameterRoom()) +
               " for them")
                  .str());
      return CUDA_ERROR_INVALID_VALUE;
    }
    Params.resize(std::min<size_t>(*Size, F.parameterRoom()));
  }
  std::memcpy(Params.data(), Data, Params.size());
  return CUDA_SUCCESS;
}

CUresult readParams(const LaunchArguments &L, const Function &F,
                    SmallVectorImpl<uint8_t> &Params) {
  Params.assign(F.parameterBytes(), 0);
  if (L.Params && L.Extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (L.Extra)
    return readExtra(L.Extra, F, Params);
  if (!L.Params && !F.info().Params.empty())
    return CUDA_ERROR_INVALID_VALUE;
  if (L.Params && !F.info().KnowsParams) {
    explain("the object says nothing of the kernel's parameters: they can be "
            "passed by cuParamSetv, or as one block");
    return CUDA_ERROR_INVALID_IMAGE;
  }
  for (size_t I = 0; I != F.info().Params.size(); ++I) {
    const object::KernelParam &P = F.info().Params[I];
    assert(uint64_t(P.Offset) + P.Size <= Params.size() &&
           "a parameter behind the block");
    if (!L.Params[I])
      return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(&Params[P.Offset], L.Params[I], P.Size);
  }
  return CUDA_SUCCESS;
}

} // namespace

bool isBlocking() {
  const char *Value = std::getenv("CUDA_LAUNCH_BLOCKING");
  return Value && StringRef(Value) == "1";
}

CUresult makeLaunch(const LaunchArguments &L, Work &Result,
                    std::vector<uint8_t> *Block) {
  std::shared_ptr<Function> F;
  if (CUresult R = resolveFunction(L.Function, F); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = checkShape(L, *F); R != CUDA_SUCCESS)
    return R;
  Launch Made;
  if (CUresult R = readParams(L, *F, Made.Params); R != CUDA_SUCCESS)
    return R;
  if (Block)
    Block->assign(Made.Params.begin(), Made.Params.end());
  Made.Code = Driver::get().Modules.find(F->Owner->Self);
  assert(Made.Code && "functions go with their module");
  Made.Kernel = F->Kernel;
  Made.Grid = L.Grid;
  Made.Block = L.Block;
  Made.Cluster = L.Cluster;
  Made.SharedBytes = L.SharedBytes;
  Result.Type = CU_GRAPH_NODE_TYPE_KERNEL;
  Result.IsSeen = true;
  Result.Run = std::move(Made);
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
