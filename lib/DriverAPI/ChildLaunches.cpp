//===- ChildLaunches.cpp - Launches by kernels ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildLaunches.h"
#include "DeviceRuntime.h"
#include "Driver.h"
#include "Launch.h"
#include "Report.h"
#include <algorithm>

using namespace llvm;

namespace heddle::driver {

/// Takes the records of \p M in the order of the launches. None are left.
static std::vector<LaunchRecord> takeRecords(Module &M) {
  CUdeviceptr Counts = 0, Records = 0;
  if (findVariable(M, LaunchCounts, &Counts, nullptr) != CUDA_SUCCESS ||
      findVariable(M, LaunchRecords, &Records, nullptr) != CUDA_SUCCESS)
    return {};
  auto *Count = reinterpret_cast<uint64_t *>(Counts);
  if (!Count[0])
    return {};
  const auto *First = reinterpret_cast<const LaunchRecord *>(Records);
  if (Count[0] > MaxLaunchRecords)
    report("heddle: a grid launches more kernels than can wait: " +
           std::to_string(Count[0] - MaxLaunchRecords) +
           " launches were refused\n");
  std::vector<LaunchRecord> Taken(First,
                                  First + std::min(Count[0], MaxLaunchRecords));
  Count[0] = Count[1] = 0;
  erase_if(Taken, [](const LaunchRecord &R) { return !R.Number; });
  auto Place = [](const LaunchRecord &R) {
    return std::pair(R.Stream == TailStream, R.Number);
  };
  sort(Taken, [&](const LaunchRecord &A, const LaunchRecord &B) {
    return Place(A) < Place(B);
  });
  return Taken;
}

static CUresult launchRecord(Module &M, LaunchRecord &R, StringRef Name) {
  std::shared_ptr<Function> F;
  if (CUresult Error = findFunction(M, Name, F); Error != CUDA_SUCCESS)
    return Error;
  size_t Bytes = sizeof R.Params;
  void *Extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, R.Params,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &Bytes, CU_LAUNCH_PARAM_END};
  LaunchArguments L;
  L.Function = F->Self;
  L.Grid = {R.Grid[0], R.Grid[1], R.Grid[2]};
  L.Block = {R.Block[0], R.Block[1], R.Block[2]};
  L.SharedBytes = R.SharedBytes;
  L.Extra = Extra;
  Work Does;
  CUresult Error = makeLaunch(L, Does);
  return Error == CUDA_SUCCESS ? Does() : Error;
}

/// Launches \p Taken from number \p First on.
static CUresult launchRecords(const std::shared_ptr<Module> &M,
                              std::shared_ptr<std::vector<LaunchRecord>> Taken,
                              size_t First) {
  const std::map<uint64_t, std::string> Names = launchedKernels(*M);
  Context &C = Driver::get().context();
  for (size_t N = First; N != Taken->size(); ++N) {
    LaunchRecord &R = (*Taken)[N];
    if (C.Failed != CUDA_SUCCESS)
      break;
    auto Name = Names.find(R.Kernel);
    CUresult Error = Name == Names.end() ? CUDA_ERROR_NOT_FOUND
                                         : launchRecord(*M, R, Name->second);
    if (Error == NotEnded)
      return Driver::get().Behind.then(
          [=] { return launchRecords(M, Taken, N + 1); });
    if (Error == CUDA_SUCCESS)
      continue;
    report("heddle: a launch by a kernel failed: " +
           std::string(errorName(Error)) + "\n");
    C.Failed = CUDA_ERROR_LAUNCH_FAILED;
  }
  return CUDA_SUCCESS;
}

CUresult runChildLaunches(Module &M) {
  auto Taken = std::make_shared<std::vector<LaunchRecord>>(takeRecords(M));
  if (Taken->empty())
    return CUDA_SUCCESS;
  return launchRecords(Driver::get().Modules.find(M.Self), Taken, 0);
}

} // namespace heddle::driver
