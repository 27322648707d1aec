//===- CompiledGeometry.cpp - The SM that code was compiled for -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/CompiledGeometry.h"
#include "Encoding.h"
#include <algorithm>
#include <iterator>

using namespace llvm;

namespace heddle::object {

/// "HGL" and the version of the encoding.
static constexpr uint32_t GeometryMagic = 'H' | 'G' << 8 | 'L' << 16 | 2 << 24;

static constexpr bool abi::Geometry::*Flags[] = {
    &abi::Geometry::LaunchStateInShared, &abi::Geometry::RegistersByWarp};

static constexpr uint32_t abi::Geometry::*Sizes[] = {
    &abi::Geometry::RegistersPerSM,
    &abi::Geometry::RegisterUnit,
    &abi::Geometry::WarpGranularity,
    &abi::Geometry::MaxWarps,
    &abi::Geometry::MaxThreads,
    &abi::Geometry::MaxCTAs,
    &abi::Geometry::SharedBytes,
    &abi::Geometry::SharedUnit,
    &abi::Geometry::ReservedShared,
    &abi::Geometry::MaxSharedPerCTA,
    &abi::Geometry::MaxRegistersPerThread,
    &abi::Geometry::MaxThreadsPerCTA,
    &abi::Geometry::MaxBlockX,
    &abi::Geometry::MaxBlockY,
    &abi::Geometry::MaxBlockZ,
    &abi::Geometry::MaxGridX,
    &abi::Geometry::MaxGridY,
    &abi::Geometry::MaxGridZ};

// A field that neither list has is one that objects forget. Each flag takes a
// word, since a size follows it.
static_assert(sizeof(abi::Geometry) ==
              sizeof(const char *) +
                  sizeof(uint32_t) * (std::size(Flags) + std::size(Sizes)));

SmallVector<char, 0> encodeCompiledGeometry(const CompiledGeometry &G) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(GeometryMagic);
  W.string(G.Name);
  for (auto Field : Flags)
    W.u32(G.SM.*Field);
  for (auto Field : Sizes)
    W.u32(G.SM.*Field);
  for (const auto &Extent : {G.Limits.Block, G.Limits.Grid})
    for (uint32_t N : Extent)
      W.u32(N);
  return Bytes;
}

/// The largest value that any SM has of \p Field. More is refused as a limit,
/// because the machine was never tried with it.
static uint32_t mostOf(uint32_t abi::Geometry::*Field) {
  uint32_t Most = 0;
  for (const abi::Geometry &G : abi::geometries())
    Most = std::max(Most, G.*Field);
  return Most;
}

static void readSM(Reader &R, CompiledGeometry &G) {
  for (auto Field : Flags) {
    uint32_t Value = R.u32();
    R.check(Value <= 1, "geometry: a flag is 0 or 1");
    G.SM.*Field = Value != 0;
  }
  for (auto Field : Sizes) {
    uint32_t Value = R.u32();
    R.check(Value <= mostOf(Field), "geometry: no SM has that much");
    R.check(Value != 0 || Field == &abi::Geometry::ReservedShared,
            "geometry: an SM without room");
    G.SM.*Field = Value;
  }
  const abi::Geometry *Known = abi::findGeometry(G.Name);
  G.SM.Name = Known ? Known->Name : "of the object";
}

Expected<CompiledGeometry> decodeCompiledGeometry(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  CompiledGeometry G;
  if (R.u32() != GeometryMagic)
    R.fail("the geometry does not start with the magic number of this version");
  G.Name = R.string();
  readSM(R, G);
  for (auto *Extent : {&G.Limits.Block, &G.Limits.Grid})
    for (uint32_t &N : *Extent) {
      N = R.u32();
      R.check(N != 0, "geometry: a launch cannot be empty");
    }
  if (!R.failed())
    R.check(R.rest() == 0, "the geometry has bytes after its end");
  if (R.failed())
    return R.takeError();
  return G;
}

} // namespace heddle::object
