//===- StreamAttributes.cpp - Hints that streams are given ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows of the L2 cache that are to persist, how the host waits, domains of
// memory: none of them changes a result. They are kept for who asks for them.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"
#include <cstring>
#include <map>
#include <mutex>

namespace heddle::cudart {

namespace {
/// Numbers of cudaLaunchAttributeID that streams have.
enum StreamAttribute {
  AccessPolicyWindow = 1,
  SynchronizationPolicy = 3,
  Priority = 8,
  MemSyncDomainMap = 9,
  MemSyncDomain = 10
};

/// By the number of the stream, which is no other's later.
struct KeptAttributes {
  std::mutex Lock;
  std::map<unsigned long long, std::map<int, cudaAttributeValue>> OfStream;
};
} // namespace

static KeptAttributes &kept() {
  static KeptAttributes *All = new KeptAttributes;
  return *All;
}

static bool isKept(int Attribute) {
  return Attribute == AccessPolicyWindow ||
         Attribute == SynchronizationPolicy || Attribute == MemSyncDomainMap ||
         Attribute == MemSyncDomain;
}

/// Returns the value of an attribute that was never set.
static cudaAttributeValue initialValue(int Attribute) {
  cudaAttributeValue Value = {};
  // The host waits as the device likes.
  if (Attribute == SynchronizationPolicy)
    Value.Bytes[0] = 1;
  // The ordinary domain is 0, that of others is 1.
  if (Attribute == MemSyncDomainMap)
    Value.Bytes[1] = 1;
  return Value;
}

static cudaError_t idOf(CUstream Stream, unsigned long long &Id) {
  return withContext([&] { return cuStreamGetId(streamOf(Stream), &Id); });
}

namespace calls {

cudaError_t StreamSetAttribute(CUstream Stream, int Attribute,
                               const cudaAttributeValue *Value) {
  unsigned long long Id = 0;
  if (!Value || !isKept(Attribute))
    return cudaErrorInvalidValue;
  if (cudaError_t R = idOf(Stream, Id); R != cudaSuccess)
    return R;
  std::lock_guard<std::mutex> Guard(kept().Lock);
  kept().OfStream[Id][Attribute] = *Value;
  return cudaSuccess;
}

cudaError_t StreamGetAttribute(CUstream Stream, int Attribute,
                               cudaAttributeValue *Value) {
  unsigned long long Id = 0;
  if (!Value || (!isKept(Attribute) && Attribute != Priority))
    return cudaErrorInvalidValue;
  if (cudaError_t R = idOf(Stream, Id); R != cudaSuccess)
    return R;
  *Value = initialValue(Attribute);
  if (Attribute == Priority) {
    int Number = 0;
    CUresult R = cuStreamGetPriority(streamOf(Stream), &Number);
    std::memcpy(Value->Bytes, &Number, sizeof(Number));
    return toRuntime(R);
  }
  std::lock_guard<std::mutex> Guard(kept().Lock);
  auto Own = kept().OfStream.find(Id);
  if (Own != kept().OfStream.end())
    if (auto Found = Own->second.find(Attribute); Found != Own->second.end())
      *Value = Found->second;
  return cudaSuccess;
}

cudaError_t StreamCopyAttributes(CUstream To, CUstream From) {
  unsigned long long ToId = 0, FromId = 0;
  if (cudaError_t R = idOf(To, ToId); R != cudaSuccess)
    return R;
  if (cudaError_t R = idOf(From, FromId); R != cudaSuccess)
    return R;
  std::lock_guard<std::mutex> Guard(kept().Lock);
  auto Copied = kept().OfStream[FromId];
  kept().OfStream[ToId] = std::move(Copied);
  return cudaSuccess;
}

} // namespace calls
} // namespace heddle::cudart
