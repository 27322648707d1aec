//===- LibraryWork.cpp - Work of our libraries in a stream ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of a library stands for kernels: memory that is not there is a fault,
// which makes the context unusable.
//
//===----------------------------------------------------------------------===//

#include "LibraryWork.h"
#include "Driver.h"
#include "Entry.h"
#include "Report.h"
#include "heddle/Machine/Fault.h"
#include "llvm/Support/FormatVariadic.h"
#include <cassert>
#include <chrono>
#include <cstdio>
#include <utility>

namespace heddle::driver {
namespace {

/// The fault that the work that runs has found in its memory.
std::optional<sm::Fault> &lastFault() {
  static std::optional<sm::Fault> Last;
  return Last;
}

/// Makes \p Run work of the current context. The data is released with the
/// last copy of the work.
Work makeLibraryWork(const char *Call, bool (*Run)(void *),
                     std::shared_ptr<void> Data) {
  assert(Run && Data && "a call without work");
  Work W;
  W.Type = CU_GRAPH_NODE_TYPE_HOST;
  W.IsSeen = true;
  W.Run = [Call, Run, Data = std::move(Data)] {
    Driver &D = Driver::get();
    D.HasLaunched = true;
    const auto Start = std::chrono::steady_clock::now();
    const bool IsDone = Run(Data.get());
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    D.Session->recordCall(Call, Took.count(),
                          std::exchange(lastFault(), std::nullopt));
    if (IsDone)
      return CUDA_SUCCESS;
    Context &C = D.context();
    C.flushPrinted();
    C.Failed = CUDA_ERROR_ILLEGAL_ADDRESS;
    C.WasTold = true;
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  };
  return W;
}

CUresult submitLibraryWork(const char *Call, CUstream Handle,
                           bool (*Run)(void *), void (*Release)(void *),
                           void *Data) {
  std::shared_ptr<void> Owned(Data, Release);
  return enter(Call, Needs::Context, false, [&] {
    std::shared_ptr<Stream> S = Driver::get().stream(Handle);
    if (!S)
      return CUDA_ERROR_INVALID_HANDLE;
    // The caller may look for a result.
    return submitAndWait(S, makeLibraryWork(Call, Run, std::move(Owned)));
  });
}

/// The lock is held: this is called by work that runs.
bool isAccessible(const char *Call, const char *Name, const void *Pointer,
                  size_t Bytes) {
  if (!Bytes)
    return true;
  Driver &D = Driver::get();
  const auto Address = reinterpret_cast<uint64_t>(Pointer);
  const std::optional<Allocation> A = D.Memory->find(Address);
  const uint64_t There = A ? A->Address + A->Bytes - Address : 0;
  if (Bytes <= There)
    return true;
  sm::Fault F;
  F.Kind = sm::FaultKind::OobGlobal;
  F.Kernel = F.SourceName = Call;
  F.Address = Address;
  F.Message =
      llvm::formatv("{0} has {1} bytes at {2:x}, ", Name, Bytes, Address);
  F.Message +=
      A ? llvm::formatv("{0} bytes before the end of its allocation of {1}",
                        There, A->Bytes)
              .str()
        : "which is no memory of the device";
  report(F.toText());
  lastFault() = std::move(F);
  return false;
}

void logCall(const char *Call, const char *Why) {
  if (isLogging())
    std::fprintf(stderr, "heddle: %s: %s\n", Call, Why);
}

} // namespace

const HeddleLibraryTable &libraryTable() {
  static const HeddleLibraryTable Table = {sizeof(Table), submitLibraryWork,
                                           isAccessible, logCall};
  return Table;
}

} // namespace heddle::driver
