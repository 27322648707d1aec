//===- PointerCalls.cpp - What is known of a pointer ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include <cstring>

namespace heddle::driver {
namespace {

/// An attribute of a pointer, as its documentation types it.
struct PointerValue {
  uint64_t Bits = 0;
  /// 0: there is no such attribute.
  unsigned Bytes = 0;
  /// Whether the pointer has it: managed memory has no host's.
  bool IsThere = true;
};

bool isHost(const Allocation &A) {
  return A.Kind == Allocation::Host || A.Kind == Allocation::Registered;
}

/// Returns an attribute of \p Pointer, which lies in \p A; null if no known
/// allocation has it.
PointerValue attributeOf(const Allocation *A, CUdeviceptr Pointer,
                         CUpointer_attribute Attribute) {
  bool HostReaches = A && (isHost(*A) || A->Kind == Allocation::Managed);
  switch (int(Attribute)) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    return {A ? reinterpret_cast<uint64_t>(A->Owner) : 0, 8, A && A->Owner};
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return {A && isHost(*A) ? uint64_t(CU_MEMORYTYPE_HOST)
                            : uint64_t(A ? CU_MEMORYTYPE_DEVICE : 0),
            4, A != nullptr};
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return {A ? Pointer : 0, 8, A != nullptr};
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    return {HostReaches ? Pointer : 0, 8, HostReaches};
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return {1, 4, A != nullptr};
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    return {A ? A->Id : 0, 8, A != nullptr};
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return {A && A->Kind == Allocation::Managed, 4, A != nullptr};
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    // None of a foreign pointer is -2 where all attributes are asked.
    return {A ? 0 : uint64_t(-2), 4, A != nullptr};
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return {A ? A->Address : 0, 8, A != nullptr};
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return {A ? A->Bytes : 0, 8, A != nullptr};
  case CU_POINTER_ATTRIBUTE_MAPPED:
    return {A != nullptr, 4, true};
  case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    return {A && A->Pool ? reinterpret_cast<uint64_t>(A->Pool->Self) : 0, 8,
            A != nullptr};
  default:
    return {};
  }
}

} // namespace

namespace calls {

CUresult PointerGetAttribute(void *Value, CUpointer_attribute Attribute,
                             CUdeviceptr Pointer) {
  std::optional<Allocation> A = Driver::get().Memory->find(Pointer);
  PointerValue Found = attributeOf(A ? &*A : nullptr, Pointer, Attribute);
  if (!Value || !Found.Bytes || !Found.IsThere)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(Value, &Found.Bits, Found.Bytes);
  return CUDA_SUCCESS;
}

CUresult PointerGetAttributes(unsigned Count, CUpointer_attribute *Attributes,
                              void **Values, CUdeviceptr Pointer) {
  if (!Count || !Attributes || !Values)
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> A = Driver::get().Memory->find(Pointer);
  for (unsigned I = 0; I != Count; ++I) {
    PointerValue Found = attributeOf(A ? &*A : nullptr, Pointer, Attributes[I]);
    if (!Values[I] || !Found.Bytes)
      return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(Values[I], &Found.Bits, Found.Bytes);
  }
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
