//===- Copies.cpp - The C API between host and device ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Handles.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Support/CheckedSize.h"

using namespace heddle;
using namespace heddle::capi;

/// The place on the host of \p Size bytes from \p Address on; null where they
/// neither lie in one buffer nor are all mapped on the host.
static uint8_t *bytesAt(const sm::GlobalMemory &Memory, uint64_t Address,
                        uint64_t Size, bool IsWrite) {
  uint8_t *Data = reinterpret_cast<uint8_t *>(Address);
  if (std::optional<sm::FarWindow> W = Memory.window(Address, IsWrite)) {
    uint64_t Offset = Address - W->Base;
    bool IsInside = W->Size >= Size && Offset <= W->Size - Size;
    if (!W->Data || !IsInside)
      return nullptr;
    Data = W->Data + Offset;
    std::optional<sm::Buffer> B = Memory.holding(abi::Address(Address));
    if (!B || B->Kind != sm::Buffer::Registered)
      return Data;
    // The caller may have unmapped registered memory, which is his.
  }
  sm::HostPages Pages;
  for (uint64_t Done = 0; Done < Size;) {
    sm::FarWindow P = Pages.find(Address + Done, IsWrite);
    if (!P.Size)
      return nullptr;
    Done = P.Base + P.Size - Address;
  }
  return Data;
}

static heddleError_t outside(const char *Function, uint64_t Address,
                             uint64_t Size, bool IsWrite) {
  return fail(heddleErrorInvalidAddress,
              llvm::Twine(Function) + ": the " + llvm::Twine(Size) +
                  " bytes from " + abi::Address(Address).str() +
                  " on are not all in one buffer that can be " +
                  (IsWrite ? "written" : "read"));
}

heddleError_t heddleCopyToDevice(heddleDevice_t D, heddleAddress_t To,
                                 const void *From, uint64_t Size) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (Size == 0)
    return heddleSuccess;
  if (!From)
    return isNull(__func__, "From");
  uint8_t *Bytes = bytesAt(D->State->Memory, To, Size, true);
  if (!Bytes)
    return outside(__func__, To, Size, true);
  std::memmove(Bytes, From, Size);
  return heddleSuccess;
}

heddleError_t heddleCopyFromDevice(heddleDevice_t D, void *To,
                                   heddleAddress_t From,
                                   uint64_t Size) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (Size == 0)
    return heddleSuccess;
  if (!To)
    return isNull(__func__, "To");
  const uint8_t *Bytes = bytesAt(D->State->Memory, From, Size, false);
  if (!Bytes)
    return outside(__func__, From, Size, false);
  std::memmove(To, Bytes, Size);
  return heddleSuccess;
}

heddleError_t heddleCopyOnDevice(heddleDevice_t D, heddleAddress_t To,
                                 heddleAddress_t From, uint64_t Size) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (Size == 0)
    return heddleSuccess;
  const uint8_t *Source = bytesAt(D->State->Memory, From, Size, false);
  if (!Source)
    return outside(__func__, From, Size, false);
  uint8_t *Bytes = bytesAt(D->State->Memory, To, Size, true);
  if (!Bytes)
    return outside(__func__, To, Size, true);
  std::memmove(Bytes, Source, Size);
  return heddleSuccess;
}

heddleError_t heddleFill(heddleDevice_t D, heddleAddress_t To, uint32_t Value,
                         unsigned ElementBytes, uint64_t Count) noexcept {
  if (!D)
    return isNull(__func__, "D");
  if (ElementBytes != 1 && ElementBytes != 2 && ElementBytes != 4)
    return fail(heddleErrorInvalidValue, "elements have 1, 2 or 4 bytes");
  std::optional<uint64_t> Size = (CheckedSize(Count) * ElementBytes).value();
  if (To % ElementBytes || !Size)
    return fail(heddleErrorInvalidValue,
                "the address is no multiple of the element's size, or there "
                "are too many elements");
  if (Count == 0)
    return heddleSuccess;
  uint8_t *Bytes = bytesAt(D->State->Memory, To, *Size, true);
  if (!Bytes)
    return outside(__func__, To, *Size, true);
  uint8_t Element[4];
  for (unsigned N = 0; N != 4; ++N)
    Element[N] = uint8_t(Value >> (8 * N));
  if (ElementBytes == 1) {
    std::memset(Bytes, Element[0], *Size);
    return heddleSuccess;
  }
  for (uint64_t N = 0; N != Count; ++N)
    std::memcpy(Bytes + N * ElementBytes, Element, ElementBytes);
  return heddleSuccess;
}
