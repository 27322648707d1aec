//===- VirtualMemory.cpp - Addresses and memory apart ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VirtualMemory.h"
#include "Memory.h"
#include "ProgramDebug.h"
#include "Report.h"
#include "heddle/Support/CheckedSize.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::driver {

PhysicalMemory::PhysicalMemory(int File, uint64_t Bytes,
                               const CUmemAllocationProp &What,
                               std::shared_ptr<uint64_t> Counted)
    : File(File), Bytes(Bytes), Properties(What), Counted(std::move(Counted)) {
  assert(File >= 0 && Bytes && "memory of no file");
  *this->Counted += Bytes;
}

PhysicalMemory::~PhysicalMemory() {
  close(File);
  assert(*Counted >= Bytes && "more is given back than was taken");
  *Counted -= Bytes;
}

static void *at(uint64_t Address) { return reinterpret_cast<void *>(Address); }

static bool isWhole(uint64_t Value) { return Value % MappingUnit == 0; }

/// Whether the range is one of whole units.
static bool isRange(uint64_t Address, uint64_t Bytes) {
  return Address && Bytes && isWhole(Address) && isWhole(Bytes) &&
         (CheckedSize(Address) + Bytes).isKnown();
}

/// Takes addresses that nobody can access. MAP_FAILED: there are none.
static void *takeAddresses(void *Where, uint64_t Bytes, int Flags) {
  return mmap(Where, Bytes, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | Flags, -1, 0);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

CUresult VirtualMemory::reserve(uint64_t Bytes, uint64_t Alignment,
                                uint64_t Wanted, uint64_t &Address) {
  if (!Bytes || !isWhole(Bytes) || (Alignment && !isPowerOf2_64(Alignment)))
    return CUDA_ERROR_INVALID_VALUE;
  const uint64_t Unit = std::max(Alignment, MappingUnit);
  void *Found = MAP_FAILED;
  if (Wanted && Wanted % Unit == 0)
    Found = takeAddresses(at(Wanted), Bytes, MAP_FIXED_NOREPLACE);
  if (Found == MAP_FAILED) {
    std::optional<uint64_t> More = (CheckedSize(Bytes) + Unit).value();
    if (!More)
      return CUDA_ERROR_OUT_OF_MEMORY;
    void *Larger = takeAddresses(nullptr, *More, 0);
    if (Larger == MAP_FAILED)
      return CUDA_ERROR_OUT_OF_MEMORY;
    const auto Begin = reinterpret_cast<uint64_t>(Larger);
    const uint64_t First = alignTo(Begin, Unit), End = First + Bytes;
    if (First != Begin)
      munmap(Larger, First - Begin);
    if (End != Begin + *More)
      munmap(at(End), Begin + *More - End);
    Found = at(First);
  }
  Address = reinterpret_cast<uint64_t>(Found);
  assert(Address % Unit == 0 && "addresses that are not aligned");
  Reservations[Address] = Bytes;
  return CUDA_SUCCESS;
}

CUresult VirtualMemory::free(uint64_t Address, uint64_t Bytes) {
  auto Found = Reservations.find(Address);
  if (Found == Reservations.end() || Found->second != Bytes)
    return CUDA_ERROR_INVALID_VALUE;
  auto Mapped = Mappings.lower_bound(Address);
  if (Mapped != Mappings.end() && Mapped->first < Address + Bytes) {
    explain("memory is mapped there");
    return CUDA_ERROR_INVALID_VALUE;
  }
  munmap(at(Address), Bytes);
  Reservations.erase(Found);
  return CUDA_SUCCESS;
}

bool VirtualMemory::isReserved(uint64_t Address, uint64_t Bytes) const {
  auto Behind = Reservations.upper_bound(Address);
  if (Behind == Reservations.begin())
    return false;
  const auto &[First, Size] = *std::prev(Behind);
  return Address - First < Size && Bytes <= Size - (Address - First);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CUmemGenericAllocationHandle
VirtualMemory::name(std::shared_ptr<PhysicalMemory> Memory) {
  // As handles of HandleTable, it is no address of user space.
  const CUmemGenericAllocationHandle Handle =
      (uint64_t(0x7e) << 56) | (uint64_t(0xff) << 48) | (++Serial << 4);
  Handles[Handle] = {std::move(Memory)};
  noteSharedMemory();
  return Handle;
}

CUresult VirtualMemory::create(uint64_t Bytes, const CUmemAllocationProp &What,
                               CUmemGenericAllocationHandle &Handle) {
  const int File = memfd_create("heddle", MFD_CLOEXEC);
  if (File < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  // Memory that is promised and not there would end the process when it is
  // used.
  if (ftruncate(File, off_t(Bytes)) || posix_fallocate(File, 0, off_t(Bytes))) {
    close(File);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  Handle = name(std::make_shared<PhysicalMemory>(File, Bytes, What, Created));
  return CUDA_SUCCESS;
}

CUresult VirtualMemory::import(int File, CUmemGenericAllocationHandle &Handle) {
  struct stat Known;
  if (fstat(File, &Known) || Known.st_size <= 0 ||
      !isWhole(uint64_t(Known.st_size)))
    return CUDA_ERROR_INVALID_VALUE;
  const int Own = fcntl(File, F_DUPFD_CLOEXEC, 0);
  if (Own < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  CUmemAllocationProp What = {};
  What.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  What.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  What.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  Handle = name(std::make_shared<PhysicalMemory>(Own, uint64_t(Known.st_size),
                                                 What, Created));
  return CUDA_SUCCESS;
}

CUresult VirtualMemory::release(CUmemGenericAllocationHandle Handle) {
  auto Found = Handles.find(Handle);
  if (Found == Handles.end())
    return CUDA_ERROR_INVALID_VALUE;
  if (--Found->second.Users == 0)
    Handles.erase(Found);
  return CUDA_SUCCESS;
}

std::shared_ptr<PhysicalMemory>
VirtualMemory::find(CUmemGenericAllocationHandle Handle) const {
  auto Found = Handles.find(Handle);
  return Found == Handles.end() ? nullptr : Found->second.Memory;
}

CUresult VirtualMemory::retain(uint64_t Address,
                               CUmemGenericAllocationHandle &Handle) {
  const Mapping *M = findMapping(Address);
  if (!M)
    return CUDA_ERROR_INVALID_VALUE;
  for (auto &[Known, Entry] : Handles)
    if (Entry.Memory == M->Of) {
      ++Entry.Users;
      Handle = Known;
      return CUDA_SUCCESS;
    }
  // Its handle was released; it is still mapped.
  Handle = name(M->Of);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

CUresult VirtualMemory::map(uint64_t Address, uint64_t Bytes, uint64_t Offset,
                            CUmemGenericAllocationHandle Handle) {
  std::shared_ptr<PhysicalMemory> Of = find(Handle);
  if (!Of || !isRange(Address, Bytes) || !isWhole(Offset) ||
      Offset > Of->Bytes || Bytes > Of->Bytes - Offset ||
      !isReserved(Address, Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  auto Behind = Mappings.lower_bound(Address + Bytes);
  if (Behind != Mappings.begin() &&
      std::prev(Behind)->first + std::prev(Behind)->second.Bytes > Address) {
    explain("memory is mapped there");
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (mmap(at(Address), Bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, Of->File,
           off_t(Offset)) == MAP_FAILED)
    return CUDA_ERROR_MAP_FAILED;
  Mappings[Address] = {Bytes, std::move(Of)};
  return CUDA_SUCCESS;
}

bool VirtualMemory::isFilled(uint64_t Address, uint64_t Bytes) const {
  if (!isRange(Address, Bytes))
    return false;
  uint64_t Next = Address;
  for (auto I = Mappings.find(Address);
       I != Mappings.end() && I->first == Next && Next < Address + Bytes; ++I)
    Next += I->second.Bytes;
  return Next == Address + Bytes;
}

CUresult VirtualMemory::unmap(uint64_t Address, uint64_t Bytes,
                              DeviceMemory &Memory) {
  if (!isFilled(Address, Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  for (auto I = Mappings.find(Address);
       I != Mappings.end() && I->first < Address + Bytes; I = Mappings.erase(I))
    if (I->second.Access != CU_MEM_ACCESS_FLAGS_PROT_NONE)
      Memory.removeMapped(I->first);
  // The addresses stay reserved.
  [[maybe_unused]] void *Kept = takeAddresses(at(Address), Bytes, MAP_FIXED);
  assert(Kept != MAP_FAILED && "the range was mapped");
  return CUDA_SUCCESS;
}

static int protectionOf(CUmemAccess_flags Access) {
  switch (Access) {
  case CU_MEM_ACCESS_FLAGS_PROT_NONE:
    return PROT_NONE;
  case CU_MEM_ACCESS_FLAGS_PROT_READ:
    return PROT_READ;
  case CU_MEM_ACCESS_FLAGS_PROT_READWRITE:
    return PROT_READ | PROT_WRITE;
  }
  return PROT_NONE;
}

CUresult VirtualMemory::setAccess(uint64_t Address, uint64_t Bytes,
                                  CUmemAccess_flags Access,
                                  DeviceMemory &Memory) {
  if (!isFilled(Address, Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  for (auto I = Mappings.find(Address);
       I != Mappings.end() && I->first < Address + Bytes; ++I) {
    Mapping &M = I->second;
    if (M.Access == Access)
      continue;
    if (M.Access != CU_MEM_ACCESS_FLAGS_PROT_NONE)
      Memory.removeMapped(I->first);
    M.Access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    if (mprotect(at(I->first), M.Bytes, protectionOf(Access)))
      return CUDA_ERROR_OUT_OF_MEMORY;
    if (Access == CU_MEM_ACCESS_FLAGS_PROT_NONE)
      continue;
    if (CUresult R = Memory.addMapped(I->first, M.Bytes); R != CUDA_SUCCESS)
      return R;
    M.Access = Access;
  }
  return CUDA_SUCCESS;
}

const Mapping *VirtualMemory::findMapping(uint64_t Address) const {
  auto Behind = Mappings.upper_bound(Address);
  if (Behind == Mappings.begin())
    return nullptr;
  const auto &[First, M] = *std::prev(Behind);
  return Address - First < M.Bytes ? &M : nullptr;
}

} // namespace heddle::driver
