//===- CompiledGeometry.cpp - The SM that code was compiled for -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Object/CompiledGeometry.h"
#include "Encoding.h"

using namespace llvm;

namespace heddle::object {

/// "HGL" and the version of the encoding.
static constexpr uint32_t Magic = 'H' | 'G' << 8 | 'L' << 16 | 1 << 24;

SmallVector<char, 0> encodeCompiledGeometry(const CompiledGeometry &G) {
  SmallVector<char, 0> Bytes;
  Writer W(Bytes);
  W.u32(Magic);
  W.string(G.Name);
  for (const auto &Extent : {G.Limits.Block, G.Limits.Grid})
    for (uint32_t N : Extent)
      W.u32(N);
  return Bytes;
}

Expected<CompiledGeometry> decodeCompiledGeometry(ArrayRef<uint8_t> Bytes) {
  Reader R(Bytes);
  CompiledGeometry G;
  if (R.u32() != Magic)
    R.fail("the geometry does not start with the magic number of this version");
  G.Name = R.string();
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
