//===- InitMemory.cpp - What of memory is undefined -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitMemory.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::sanitize {

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void SharedShadow::start(uint32_t From, uint32_t Size) {
  // In whole words, which are read at once.
  Bits.assign((Size + 3) & ~3u, 0);
  if (From < Size)
    std::fill(Bits.begin() + From, Bits.end(), uint8_t(0xff));
  OpenWords = From < Size ? Bits.size() / 4 - From / 4 : 0;
  Origins.clear();
}

bool SharedShadow::isDefined(uint64_t Address, unsigned Bytes) const {
  assert(Address + Bytes <= Bits.size() && "beyond shared memory");
  uint32_t Open = 0;
  if (Bytes < 4)
    std::memcpy(&Open, Bits.data() + Address, Bytes);
  else
    for (unsigned At = 0; At != Bytes; At += 4)
      Open |= wordAt(Address + At);
  return Open == 0;
}

void SharedShadow::define(uint64_t Address, unsigned Bytes) {
  if (isDefined())
    return;
  for (unsigned At = 0; At < Bytes; At += 4) {
    const uint32_t Before = wordAt(Address + At);
    std::memset(Bits.data() + Address + At, 0, std::min(Bytes, 4u));
    OpenWords -= Before && !wordAt(Address + At);
  }
}

OpenBytes SharedShadow::read(uint64_t Address, unsigned Bytes) const {
  OpenBytes Open;
  assert(Address + Bytes <= Bits.size() && Bytes <= sizeof(Open.Bits) &&
         "beyond shared memory");
  std::memcpy(Open.Bits, Bits.data() + Address, Bytes);
  if (!Origins.empty())
    for (unsigned At = 0; At < Bytes && !Open.Origin; At += 4)
      Open.Origin = Open.Bits[At / 4] ? Origins[(Address + At) / 4] : 0;
  return Open;
}

void SharedShadow::write(uint64_t Address, unsigned Bytes,
                         const OpenBytes &To) {
  assert(Address + Bytes <= Bits.size() && Bytes <= sizeof(To.Bits) &&
         "beyond shared memory");
  for (unsigned At = 0; At < Bytes; At += 4) {
    OpenWords -= wordAt(Address + At) != 0;
    std::memcpy(Bits.data() + Address + At, &To.Bits[At / 4],
                std::min(Bytes, 4u));
    OpenWords += wordAt(Address + At) != 0;
  }
  if (!To.any())
    return;
  if (Origins.empty())
    Origins.resize(Bits.size() / 4);
  for (unsigned At = 0; At < Bytes; At += 4)
    Origins[(Address + At) / 4] = To.Origin;
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

LocalShadow::Chunk &LocalShadow::chunk(uint64_t Address) {
  size_t N = size_t(Address / (4 * Words));
  if (N >= Chunks.size())
    Chunks.resize(N + 1);
  if (!Chunks[N])
    Chunks[N] = std::make_unique<Chunk>();
  return *Chunks[N];
}

OpenBytes LocalShadow::read(unsigned Lane, uint64_t Address, unsigned Bytes) {
  assert(Lane < sm::Lanes && "no lane of a warp");
  OpenBytes Open;
  for (unsigned At = 0; At < Bytes; At += 4) {
    Chunk &C = chunk(Address + At);
    unsigned Word = unsigned((Address + At) / 4 % Words);
    uint32_t Bits = C.Bits[Word][Lane];
    if (Bytes < 4)
      Bits = Bits >> (Address % 4 * 8) & ((1u << 8 * Bytes) - 1);
    Open.Bits[At / 4] = Bits;
    if (Bits && !Open.Origin)
      Open.Origin = C.Origins[Word][Lane];
  }
  return Open;
}

void LocalShadow::write(unsigned Lane, uint64_t Address, unsigned Bytes,
                        const OpenBytes &To) {
  assert(Lane < sm::Lanes && Bytes <= sizeof(To.Bits) && "no access of a lane");
  for (unsigned At = 0; At < Bytes; At += 4) {
    Chunk &C = chunk(Address + At);
    unsigned Word = unsigned((Address + At) / 4 % Words);
    uint32_t Of = ~uint32_t(0);
    unsigned Shift = 0;
    if (Bytes < 4) {
      Shift = unsigned(Address % 4 * 8);
      Of = ((1u << 8 * Bytes) - 1) << Shift;
    }
    uint32_t &Bits = C.Bits[Word][Lane];
    Bits = (Bits & ~Of) | (To.Bits[At / 4] << Shift & Of);
    if (To.Bits[At / 4])
      C.Origins[Word][Lane] = To.Origin;
  }
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

void GlobalShadow::add(uint64_t Address, uint64_t Size) {
  if (Size)
    Regions[Address] = llvm::BitVector(unsigned(Size), true);
}

bool GlobalShadow::take(GlobalShadow &From, uint64_t Address, uint64_t Size) {
  auto It = From.Regions.find(Address);
  if (It == From.Regions.end() || It->second.size() != Size)
    return false;
  Regions.insert(From.Regions.extract(It));
  return true;
}

void GlobalShadow::takeAll(GlobalShadow &From, uint64_t Address,
                           uint64_t Size) {
  auto It = From.Regions.lower_bound(Address);
  while (It != From.Regions.end() && It->first - Address < Size)
    Regions.insert(From.Regions.extract(It++));
}

const llvm::BitVector *GlobalShadow::find(uint64_t Address,
                                          uint64_t &Offset) const {
  auto It = Regions.upper_bound(Address);
  if (It == Regions.begin())
    return nullptr;
  --It;
  Offset = Address - It->first;
  return Offset < It->second.size() ? &It->second : nullptr;
}

OpenBytes GlobalShadow::read(uint64_t Address, unsigned Bytes) const {
  OpenBytes Open;
  uint64_t Offset;
  const llvm::BitVector *Region = find(Address, Offset);
  if (!Region)
    return Open;
  for (unsigned N = 0; N != Bytes; ++N)
    if (Offset + N < Region->size() && Region->test(unsigned(Offset + N)))
      Open.Bits[N / 4] |= uint32_t(0xff) << N % 4 * 8;
  return Open;
}

void GlobalShadow::define(uint64_t Address, unsigned Bytes) {
  auto It = Regions.upper_bound(Address);
  if (It == Regions.begin())
    return;
  auto &[Start, Open] = *--It;
  uint64_t From = std::min<uint64_t>(Address - Start, Open.size());
  Open.reset(unsigned(From),
             unsigned(std::min<uint64_t>(From + Bytes, Open.size())));
}

} // namespace heddle::sanitize
