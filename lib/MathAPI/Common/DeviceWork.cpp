//===- DeviceWork.cpp - Work of a library in a stream ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceWork.h"
#include "heddle-cuda/cuda.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::math {

static const HeddleLibraryTable *driverTable() {
  static const HeddleLibraryTable *const Table = [] {
    const void *Found = nullptr;
    cuGetExportTable(&Found, &HeddleLibraryTableId);
    return static_cast<const HeddleLibraryTable *>(Found);
  }();
  return Table;
}

uint64_t bytesOf(int64_t Count, int64_t Stride, int64_t Last,
                 uint64_t ElementBytes) {
  if (Count <= 0 || Last <= 0)
    return 0;
  const uint64_t Step = Stride < 0 ? -uint64_t(Stride) : uint64_t(Stride);
  return llvm::SaturatingMultiply(
      llvm::SaturatingMultiplyAdd(uint64_t(Count - 1), Step, uint64_t(Last)),
      ElementBytes);
}

CUresult initialize() {
  if (!driverTable())
    return CUDA_ERROR_NOT_INITIALIZED;
  if (CUresult R = cuInit(0); R != CUDA_SUCCESS)
    return R;
  CUcontext Current = nullptr;
  if (CUresult R = cuCtxGetCurrent(&Current); R != CUDA_SUCCESS || Current)
    return R;
  if (CUresult R = cuDevicePrimaryCtxRetain(&Current, 0); R != CUDA_SUCCESS)
    return R;
  return cuCtxSetCurrent(Current);
}

CUresult runInStream(const char *Name, CUstream Stream,
                     std::function<bool()> Work) {
  using Function = std::function<bool()>;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return R;
  return driverTable()->submit(
      Name, Stream,
      [](void *Data) { return (*static_cast<Function *>(Data))(); },
      [](void *Data) { delete static_cast<Function *>(Data); },
      new Function(std::move(Work)));
}

bool areAccessible(const char *Name, llvm::ArrayRef<Operand> Operands) {
  return llvm::all_of(Operands, [&](const Operand &O) {
    return driverTable()->isAccessible(Name, O.Name, O.Address, O.Bytes);
  });
}

void logFailure(const char *Name, const char *Why) {
  if (const HeddleLibraryTable *T = driverTable())
    T->log(Name, Why);
}

} // namespace heddle::math
