//===- StreamMemoryCalls.cpp - Streams that wait for and write values -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphWork.h"
#include "Report.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>
#include <type_traits>
#include <vector>

using namespace llvm;

namespace heddle::driver {
namespace {

/// A word of memory that a stream waits for or writes.
struct WordAccess {
  bool IsWait = false;
  bool IsWide = false;
  CUdeviceptr Address = 0;
  uint64_t Value = 0;
  unsigned How = CU_STREAM_WAIT_VALUE_GEQ;
};

/// Seconds that a wait of a stream may take while nobody can end it, as for
/// kernels.
constexpr double LongestWait = 10;

CUresult check(const WordAccess &A) {
  const unsigned Bytes = A.IsWide ? 8 : 4;
  if (A.Address % Bytes || !Driver::get().Memory->isWhole(A.Address, Bytes)) {
    explain("the value is at no aligned address of memory that the device "
            "reaches");
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

/// Another thread may write the word at the same time.
template <typename T> T load(CUdeviceptr Address) {
  return __atomic_load_n(reinterpret_cast<const T *>(Address),
                         __ATOMIC_ACQUIRE);
}

template <typename T> bool isThere(const WordAccess &A) {
  const T Now = load<T>(A.Address), Value = T(A.Value);
  switch (int(A.How)) {
  case CU_STREAM_WAIT_VALUE_GEQ:
    return std::make_signed_t<T>(T(Now - Value)) >= 0;
  case CU_STREAM_WAIT_VALUE_EQ:
    return Now == Value;
  case CU_STREAM_WAIT_VALUE_AND:
    return (Now & Value) != 0;
  default:
    return T(~(Now | Value)) != 0;
  }
}

bool isThere(const WordAccess &A) {
  return A.IsWide ? isThere<uint64_t>(A) : isThere<uint32_t>(A);
}

void write(const WordAccess &A) {
  if (A.IsWide)
    __atomic_store_n(reinterpret_cast<uint64_t *>(A.Address), A.Value,
                     __ATOMIC_RELEASE);
  else
    __atomic_store_n(reinterpret_cast<uint32_t *>(A.Address), uint32_t(A.Value),
                     __ATOMIC_RELEASE);
}

/// Waits without the driver's lock. A wait that nobody can end is reported as
/// that of a kernel.
CUresult waitFor(const WordAccess &A, TaskWatch &Watch) {
  using Wait = sm::LaunchMonitor::Wait;
  const auto Start = std::chrono::steady_clock::now();
  Wait What = Wait::GoOn;
  {
    UnlockedScope Unlocked;
    while (What == Wait::GoOn && !Watch.isInterrupted() && !isThere(A)) {
      const std::chrono::duration<double> Waited =
          std::chrono::steady_clock::now() - Start;
      What = Watch.onWait(Waited.count(), LongestWait);
    }
  }
  if (What == Wait::GoOn)
    return CUDA_SUCCESS;
  report(formatv("heddle: a stream has waited {0} seconds for a value at {1:x} "
                 "that nobody writes\n",
                 LongestWait, A.Address)
             .str());
  return CUDA_ERROR_LAUNCH_TIMEOUT;
}

CUresult run(const std::vector<WordAccess> &All, size_t First) {
  for (size_t N = First; N != All.size(); ++N) {
    const WordAccess A = All[N];
    // Its memory may be gone since.
    if (CUresult R = check(A); R != CUDA_SUCCESS)
      return R;
    if (!A.IsWait) {
      write(A);
      continue;
    }
    if (isThere(A))
      continue;
    Tasks &Behind = Driver::get().Behind;
    Suspension Made;
    Made.Name = "a stream";
    Made.Resume = [A](TaskWatch &Watch) { return waitFor(A, Watch); };
    Behind.suspend(std::move(Made));
    return Behind.then([All, N] { return run(All, N + 1); });
  }
  return CUDA_SUCCESS;
}

CUresult makeWait(CUdeviceptr Address, uint64_t Value, unsigned Flags,
                  bool IsWide, WordAccess &Made) {
  // Memory that a flush would make visible is visible at once.
  const unsigned How = Flags & ~unsigned(CU_STREAM_WAIT_VALUE_FLUSH);
  if (How > CU_STREAM_WAIT_VALUE_NOR)
    return CUDA_ERROR_INVALID_VALUE;
  Made = {true, IsWide, Address, Value, How};
  return CUDA_SUCCESS;
}

CUresult makeWrite(CUdeviceptr Address, uint64_t Value, unsigned Flags,
                   bool IsWide, WordAccess &Made) {
  if (Flags & ~unsigned(CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER))
    return CUDA_ERROR_INVALID_VALUE;
  Made = {false, IsWide, Address, Value, 0};
  return CUDA_SUCCESS;
}

/// Adds what \p P says to \p All.
CUresult readOperation(const CUstreamBatchMemOpParams &P,
                       std::vector<WordAccess> &All) {
  const bool IsWide = P.operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
                      P.operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
  WordAccess Made;
  CUresult R = CUDA_SUCCESS;
  switch (int(P.operation)) {
  case CU_STREAM_MEM_OP_WAIT_VALUE_32:
  case CU_STREAM_MEM_OP_WAIT_VALUE_64:
    R = makeWait(P.waitValue.address,
                 IsWide ? P.waitValue.value64 : P.waitValue.value,
                 P.waitValue.flags, IsWide, Made);
    break;
  case CU_STREAM_MEM_OP_WRITE_VALUE_32:
  case CU_STREAM_MEM_OP_WRITE_VALUE_64:
    R = makeWrite(P.writeValue.address,
                  IsWide ? P.writeValue.value64 : P.writeValue.value,
                  P.writeValue.flags, IsWide, Made);
    break;
  case CU_STREAM_MEM_OP_BARRIER:
  case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    // All operations come one after another, and each is seen at once.
    return P.memoryBarrier.flags <= 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (R == CUDA_SUCCESS)
    All.push_back(Made);
  return R;
}

} // namespace

CUresult makeWordAccesses(ArrayRef<CUstreamBatchMemOpParams> Operations,
                          Work &Result) {
  constexpr unsigned MostOperations = 256;
  if (Operations.empty() || Operations.size() > MostOperations)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<WordAccess> All;
  for (const CUstreamBatchMemOpParams &P : Operations)
    if (CUresult R = readOperation(P, All); R != CUDA_SUCCESS)
      return R;
  for (const WordAccess &A : All)
    if (CUresult R = check(A); R != CUDA_SUCCESS)
      return R;
  Result.Type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  Result.Run = [All = std::move(All)] { return run(All, 0); };
  const std::shared_ptr<Context> Current = Driver::get().current();
  keepOperations(Result, Operations, Current ? Current->Self : nullptr);
  return CUDA_SUCCESS;
}

namespace {

/// Submits one operation.
CUresult submitOperation(CUstream Handle, const CUstreamBatchMemOpParams &P) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Does;
  CUresult R = makeWordAccesses(ArrayRef(P), Does);
  return R == CUDA_SUCCESS ? submit(S, std::move(Does)) : R;
}

CUresult waitValue(CUstream Handle, CUdeviceptr Address, uint64_t Value,
                   unsigned Flags, bool IsWide) {
  CUstreamBatchMemOpParams P = {};
  P.waitValue.operation =
      IsWide ? CU_STREAM_MEM_OP_WAIT_VALUE_64 : CU_STREAM_MEM_OP_WAIT_VALUE_32;
  P.waitValue.address = Address;
  P.waitValue.value64 = Value;
  P.waitValue.flags = Flags;
  return submitOperation(Handle, P);
}

CUresult writeValue(CUstream Handle, CUdeviceptr Address, uint64_t Value,
                    unsigned Flags, bool IsWide) {
  CUstreamBatchMemOpParams P = {};
  P.writeValue.operation = IsWide ? CU_STREAM_MEM_OP_WRITE_VALUE_64
                                  : CU_STREAM_MEM_OP_WRITE_VALUE_32;
  P.writeValue.address = Address;
  P.writeValue.value64 = Value;
  P.writeValue.flags = Flags;
  return submitOperation(Handle, P);
}

} // namespace

namespace calls {

CUresult StreamWaitValue32_v2(CUstream Handle, CUdeviceptr Address,
                              cuuint32_t Value, unsigned Flags) {
  return waitValue(Handle, Address, Value, Flags, /*IsWide=*/false);
}

CUresult StreamWaitValue64_v2(CUstream Handle, CUdeviceptr Address,
                              cuuint64_t Value, unsigned Flags) {
  return waitValue(Handle, Address, Value, Flags, /*IsWide=*/true);
}

CUresult StreamWriteValue32_v2(CUstream Handle, CUdeviceptr Address,
                               cuuint32_t Value, unsigned Flags) {
  return writeValue(Handle, Address, Value, Flags, /*IsWide=*/false);
}

CUresult StreamWriteValue64_v2(CUstream Handle, CUdeviceptr Address,
                               cuuint64_t Value, unsigned Flags) {
  return writeValue(Handle, Address, Value, Flags, /*IsWide=*/true);
}

CUresult StreamBatchMemOp_v2(CUstream Handle, unsigned Count,
                             CUstreamBatchMemOpParams *Params, unsigned Flags) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!Params || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Does;
  CUresult R = makeWordAccesses(ArrayRef(Params, Count), Does);
  return R == CUDA_SUCCESS ? submit(S, std::move(Does)) : R;
}

CUresult StreamWaitValue32(CUstream Handle, CUdeviceptr Address,
                           cuuint32_t Value, unsigned Flags) {
  return StreamWaitValue32_v2(Handle, Address, Value, Flags);
}

CUresult StreamWaitValue64(CUstream Handle, CUdeviceptr Address,
                           cuuint64_t Value, unsigned Flags) {
  return StreamWaitValue64_v2(Handle, Address, Value, Flags);
}

CUresult StreamWriteValue32(CUstream Handle, CUdeviceptr Address,
                            cuuint32_t Value, unsigned Flags) {
  return StreamWriteValue32_v2(Handle, Address, Value, Flags);
}

CUresult StreamWriteValue64(CUstream Handle, CUdeviceptr Address,
                            cuuint64_t Value, unsigned Flags) {
  return StreamWriteValue64_v2(Handle, Address, Value, Flags);
}

CUresult StreamBatchMemOp(CUstream Handle, unsigned Count,
                          CUstreamBatchMemOpParams *Params, unsigned Flags) {
  return StreamBatchMemOp_v2(Handle, Count, Params, Flags);
}

} // namespace calls
} // namespace heddle::driver
