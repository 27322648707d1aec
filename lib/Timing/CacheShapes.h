//===- CacheShapes.h - The caches of a board --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_CACHESHAPES_H
#define HEDDLE_LIB_TIMING_CACHESHAPES_H

#include "heddle/Machine/TextureCache.h"
#include "heddle/Timing/Board.h"

namespace heddle::timing {

constexpr unsigned ConstLineBytes = 64, L2LineBytes = 256;
constexpr unsigned TextureLineBytes = 32;

inline sm::TextureCacheShape constL1Shape(const Board &B) {
  return {B.count(Parameter::ConstL1Bytes), ConstLineBytes, 4};
}
inline sm::TextureCacheShape codeL1Shape(const Board &B) {
  return {B.count(Parameter::CodeL1Bytes), L2LineBytes, 4};
}
inline sm::TextureCacheShape l2Shape(const Board &B) {
  return {B.count(Parameter::L2Bytes), L2LineBytes, 4};
}
inline sm::TextureCacheShape l3Shape(const Board &B) {
  return {B.count(Parameter::L3Bytes), L2LineBytes, 8};
}
inline sm::TextureCacheShape textureL1Shape(const Board &B) {
  return {B.count(Parameter::TextureL1Bytes), TextureLineBytes,
          B.count(Parameter::TextureL1Ways)};
}
inline sm::TextureCacheShape textureL2Shape(const Board &B) {
  return {B.count(Parameter::TextureL2Bytes), L2LineBytes, 8};
}

/// \p Entries that are numbered, any of which in any place.
inline sm::TextureCacheShape entriesShape(unsigned Entries) {
  constexpr unsigned Bytes = 16;
  return {Entries * Bytes, Bytes, Entries};
}

/// All of them, with the keys of the parameters that say how large they are.
struct CacheParameters {
  sm::TextureCacheShape Shape;
  llvm::StringRef Bytes, Ways;
};
inline std::array<CacheParameters, 6> cachesOf(const Board &B) {
  auto Key = [](Parameter P) {
    return llvm::StringRef(ParameterTable[unsigned(P)].Key);
  };
  return {{{constL1Shape(B), Key(Parameter::ConstL1Bytes), ""},
           {codeL1Shape(B), Key(Parameter::CodeL1Bytes), ""},
           {l2Shape(B), Key(Parameter::L2Bytes), ""},
           {l3Shape(B), Key(Parameter::L3Bytes), ""},
           {textureL1Shape(B), Key(Parameter::TextureL1Bytes),
            Key(Parameter::TextureL1Ways)},
           {textureL2Shape(B), Key(Parameter::TextureL2Bytes), ""}}};
}

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_CACHESHAPES_H
