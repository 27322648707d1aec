//===- Memory.cpp - Memory that the device reaches ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Report.h"
#include "TextureLimits.h"
#include "heddle/Support/CheckedSize.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

using namespace llvm;

namespace heddle::driver {

DeviceMemory::DeviceMemory(uint64_t TotalBytes, bool IsLow)
    : Total(TotalBytes),
      Memory(IsLow ? sm::AddressModel::LowHost : sm::AddressModel::Host,
             TotalBytes) {}

uint64_t DeviceMemory::free() const {
  return Total - std::min(Total, Memory.used());
}

/// The name that faults give an allocation.
static std::string nameOf(Allocation::KindType Kind, uint64_t Id) {
  const char *What = "";
  switch (Kind) {
  case Allocation::DeviceOnly:
    What = "allocation";
    break;
  case Allocation::Managed:
    What = "managed allocation";
    break;
  case Allocation::Host:
    What = "host allocation";
    break;
  case Allocation::Registered:
    What = "registered memory";
    break;
  case Allocation::Variable:
    What = "variable";
    break;
  case Allocation::Array:
    What = "array";
    break;
  case Allocation::Mapped:
    What = "mapped memory";
    break;
  }
  return What + (" #" + std::to_string(Id));
}

std::optional<uint64_t>
DeviceMemory::allocate(uint64_t Bytes, Allocation::KindType Kind,
                       CUcontext Owner, unsigned Flags,
                       std::shared_ptr<MemoryPool> Pool) {
  uint64_t Id = NextId + 1;
  // Textures may begin wherever memory does.
  Expected<abi::Address> Where = Memory.allocate(
      Bytes, nameOf(Kind, Id), sm::Buffer::Allocation, TextureAlignment);
  if (!Where) {
    consumeError(Where.takeError());
    return std::nullopt;
  }
  assert(!Allocations.count(Where->value()) && "allocated twice");
  NextId = Id;
  if (Pool)
    Pool->take(Bytes);
  Allocations[Where->value()] = {Where->value(), Bytes, Kind,           Owner,
                                 Flags,          Id,    std::move(Pool)};
  return Where->value();
}

/// Removes what \p Which points to; the one behind it.
DeviceMemory::Table::iterator DeviceMemory::remove(Table::iterator Which) {
  const Allocation &A = Which->second;
  assert(A.Address == Which->first && "the table is by address");
  if (OnRelease)
    OnRelease(A.Address, A.Bytes);
  if (A.Kind == Allocation::Registered || A.Kind == Allocation::Mapped)
    Memory.unregisterHost(reinterpret_cast<void *>(A.Address));
  else
    Memory.release(abi::Address(A.Address));
  if (A.Pool)
    A.Pool->giveBack(A.Bytes);
  return Allocations.erase(Which);
}

bool DeviceMemory::release(uint64_t Address,
                           ArrayRef<Allocation::KindType> Kinds) {
  auto Found = Allocations.find(Address);
  if (Found == Allocations.end() || !is_contained(Kinds, Found->second.Kind))
    return false;
  remove(Found);
  return true;
}

CUresult DeviceMemory::registerHost(void *Data, uint64_t Bytes, CUcontext Owner,
                                    unsigned Flags) {
  auto Address = reinterpret_cast<uint64_t>(Data);
  std::optional<uint64_t> End = (CheckedSize(Address) + Bytes).value();
  if (!End)
    return CUDA_ERROR_INVALID_VALUE;
  auto Behind = Allocations.lower_bound(*End);
  if (Behind != Allocations.begin()) {
    const Allocation &Before = std::prev(Behind)->second;
    if (Before.Address + Before.Bytes > Address)
      return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  }
  uint64_t Id = ++NextId;
  if (Error E = Memory.registerHost(Data, Bytes,
                                    nameOf(Allocation::Registered, Id))) {
    consumeError(std::move(E));
    return CUDA_ERROR_INVALID_VALUE;
  }
  Allocations[Address] = {Address, Bytes,  Allocation::Registered, Owner, Flags,
                          Id,      nullptr};
  return CUDA_SUCCESS;
}

CUresult DeviceMemory::unregisterHost(void *Data) {
  auto Found = Allocations.find(reinterpret_cast<uint64_t>(Data));
  if (Found == Allocations.end() ||
      Found->second.Kind != Allocation::Registered)
    return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
  remove(Found);
  return CUDA_SUCCESS;
}

CUresult DeviceMemory::addMapped(uint64_t Address, uint64_t Bytes) {
  const uint64_t Id = ++NextId;
  if (Error E = Memory.registerHost(reinterpret_cast<void *>(Address), Bytes,
                                    nameOf(Allocation::Mapped, Id))) {
    explain(toString(std::move(E)));
    return CUDA_ERROR_MAP_FAILED;
  }
  Allocations[Address] = {Address, Bytes,  Allocation::Mapped, nullptr, 0,
                          Id,      nullptr};
  return CUDA_SUCCESS;
}

void DeviceMemory::removeMapped(uint64_t Address) {
  auto Found = Allocations.find(Address);
  assert(Found != Allocations.end() &&
         Found->second.Kind == Allocation::Mapped && "it was not added");
  remove(Found);
}

bool DeviceMemory::isWhole(uint64_t Address, uint64_t Bytes) const {
  for (;;) {
    std::optional<Allocation> A = find(Address);
    if (!A)
      return false;
    assert(Address - A->Address < A->Bytes &&
           "what was found holds the address");
    const uint64_t Left = A->Bytes - (Address - A->Address);
    if (Bytes <= Left)
      return true;
    if (A->Kind != Allocation::Mapped)
      return false;
    Address += Left;
    Bytes -= Left;
  }
}

void DeviceMemory::releaseAllOf(CUcontext Owner) {
  for (auto I = Allocations.begin(); I != Allocations.end();)
    I = I->second.Owner == Owner ? remove(I) : std::next(I);
}

void DeviceMemory::setManaged(uint64_t Address, bool Is) {
  if (Is)
    ManagedVariables.insert(Address);
  else
    ManagedVariables.erase(Address);
}

std::optional<Allocation> DeviceMemory::find(uint64_t Address) const {
  auto Behind = Allocations.upper_bound(Address);
  if (Behind != Allocations.begin()) {
    const Allocation &Before = std::prev(Behind)->second;
    if (Address - Before.Address < Before.Bytes)
      return Before;
  }
  if (std::optional<sm::Buffer> B = Memory.holding(abi::Address(Address))) {
    Allocation A;
    A.Address = B->Address.value();
    A.Bytes = B->Size;
    A.Kind = ManagedVariables.count(A.Address) ? Allocation::Managed
                                               : Allocation::Variable;
    return A;
  }
  return std::nullopt;
}

} // namespace heddle::driver
