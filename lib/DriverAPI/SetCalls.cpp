//===- SetCalls.cpp - Calls that set memory -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Copy.h"
#include "Driver.h"
#include "NodeParams.h"

namespace heddle::driver {

static CUresult set(CUdeviceptr To, size_t Pitch, unsigned Value,
                    unsigned ElementBytes, size_t Width, size_t Height,
                    CUstream Handle = nullptr) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Set;
  if (CUresult R = makeSet(To, Pitch, Value, ElementBytes, Width, Height, Set);
      R != CUDA_SUCCESS)
    return R;
  if (S->Captured)
    keepSet(Set, {To, Pitch, Value, ElementBytes, Width, Height});
  return submit(S, std::move(Set));
}

namespace calls {

CUresult MemsetD8_v2(CUdeviceptr To, unsigned char Value, size_t Count) {
  return set(To, 0, Value, 1, Count, 1);
}

CUresult MemsetD2D8_v2(CUdeviceptr To, size_t Pitch, unsigned char Value,
                       size_t Width, size_t Height) {
  return set(To, Pitch, Value, 1, Width, Height);
}

CUresult MemsetD8Async(CUdeviceptr To, unsigned char Value, size_t Count,
                       CUstream Handle) {
  return set(To, 0, Value, 1, Count, 1, Handle);
}

CUresult MemsetD2D8Async(CUdeviceptr To, size_t Pitch, unsigned char Value,
                         size_t Width, size_t Height, CUstream Handle) {
  return set(To, Pitch, Value, 1, Width, Height, Handle);
}

CUresult MemsetD16_v2(CUdeviceptr To, unsigned short Value, size_t Count) {
  return set(To, 0, Value, 2, Count, 1);
}

CUresult MemsetD2D16_v2(CUdeviceptr To, size_t Pitch, unsigned short Value,
                        size_t Width, size_t Height) {
  return set(To, Pitch, Value, 2, Width, Height);
}

CUresult MemsetD16Async(CUdeviceptr To, unsigned short Value, size_t Count,
                        CUstream Handle) {
  return set(To, 0, Value, 2, Count, 1, Handle);
}

CUresult MemsetD2D16Async(CUdeviceptr To, size_t Pitch, unsigned short Value,
                          size_t Width, size_t Height, CUstream Handle) {
  return set(To, Pitch, Value, 2, Width, Height, Handle);
}

CUresult MemsetD32_v2(CUdeviceptr To, unsigned Value, size_t Count) {
  return set(To, 0, Value, 4, Count, 1);
}

CUresult MemsetD2D32_v2(CUdeviceptr To, size_t Pitch, unsigned Value,
                        size_t Width, size_t Height) {
  return set(To, Pitch, Value, 4, Width, Height);
}

CUresult MemsetD32Async(CUdeviceptr To, unsigned Value, size_t Count,
                        CUstream Handle) {
  return set(To, 0, Value, 4, Count, 1, Handle);
}

CUresult MemsetD2D32Async(CUdeviceptr To, size_t Pitch, unsigned Value,
                          size_t Width, size_t Height, CUstream Handle) {
  return set(To, Pitch, Value, 4, Width, Height, Handle);
}

} // namespace calls
} // namespace heddle::driver
