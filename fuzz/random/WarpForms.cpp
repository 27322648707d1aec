//===- WarpForms.cpp - Operations over the lanes of a warp ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the PTX ISA, chapter "Warp-level instructions": what a member gets of what
// the members give.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include <bit>
#include <iterator>

namespace heddle::ptxrandom {
namespace {

bool isMember(const WarpValues &V, unsigned Lane) {
  return V.Members >> Lane & 1;
}

uint32_t ballot(const WarpValues &V, uint64_t Value) {
  uint32_t Lanes = 0;
  for (unsigned I = 0; I != 32; ++I)
    Lanes |= uint32_t(isMember(V, I) && V.Values[I] == Value) << I;
  return Lanes;
}

WarpResult all(const WarpValues &V, unsigned) {
  return {ballot(V, 1) == V.Members};
}
WarpResult any(const WarpValues &V, unsigned) { return {ballot(V, 1) != 0}; }
WarpResult uni(const WarpValues &V, unsigned) {
  return {ballot(V, 1) == V.Members || ballot(V, 1) == 0};
}
WarpResult lanes(const WarpValues &V, unsigned) { return {ballot(V, 1)}; }
WarpResult matchAny(const WarpValues &V, unsigned Lane) {
  return {ballot(V, V.Values[Lane])};
}
WarpResult matchAll(const WarpValues &V, unsigned Lane) {
  bool IsAll = ballot(V, V.Values[Lane]) == V.Members;
  return {IsAll ? V.Members : 0, IsAll};
}

template <typename T, typename Fn> uint32_t fold(const WarpValues &V, Fn Join) {
  auto First = unsigned(std::countr_zero(V.Members));
  T R = T(V.Values[First]);
  for (unsigned I = First + 1; I != 32; ++I)
    if (isMember(V, I))
      R = Join(R, T(V.Values[I]));
  return uint32_t(R);
}

WarpResult sum(const WarpValues &V, unsigned) {
  return {fold<uint32_t>(V, [](uint32_t A, uint32_t B) { return A + B; })};
}
WarpResult bitAnd(const WarpValues &V, unsigned) {
  return {fold<uint32_t>(V, [](uint32_t A, uint32_t B) { return A & B; })};
}
WarpResult bitOr(const WarpValues &V, unsigned) {
  return {fold<uint32_t>(V, [](uint32_t A, uint32_t B) { return A | B; })};
}
WarpResult bitXor(const WarpValues &V, unsigned) {
  return {fold<uint32_t>(V, [](uint32_t A, uint32_t B) { return A ^ B; })};
}
template <typename T> WarpResult least(const WarpValues &V, unsigned) {
  return {fold<T>(V, [](T A, T B) { return A < B ? A : B; })};
}
template <typename T> WarpResult most(const WarpValues &V, unsigned) {
  return {fold<T>(V, [](T A, T B) { return A > B ? A : B; })};
}

enum ShuffleMode : unsigned { Up, Down, Bfly, Idx };

/// A lane that names none of its segment, or no member, keeps its value.
template <ShuffleMode Mode>
WarpResult shuffle(const WarpValues &V, unsigned Lane) {
  auto L = int(Lane), B = int(V.Second[Lane] & 31);
  auto Clamp = int(V.Control & 31), Segment = int(V.Control >> 8 & 31);
  int Least = L & Segment, Most = Least | (Clamp & ~Segment);
  int From = Mode == Up     ? L - B
             : Mode == Down ? L + B
             : Mode == Bfly ? L ^ B
                            : Least | (B & ~Segment);
  bool IsThere = Mode == Up ? From >= Most : From <= Most;
  bool Takes = IsThere && isMember(V, unsigned(From));
  return {V.Values[Takes ? unsigned(From) : Lane], IsThere};
}

} // namespace

const WarpForm WarpForms[] = {
    {"shfl.sync.up.b32", WarpForm::Shuffle, RegClass::B32, shuffle<Up>},
    {"shfl.sync.down.b32", WarpForm::Shuffle, RegClass::B32, shuffle<Down>},
    {"shfl.sync.bfly.b32", WarpForm::Shuffle, RegClass::B32, shuffle<Bfly>},
    {"shfl.sync.idx.b32", WarpForm::Shuffle, RegClass::B32, shuffle<Idx>},
    {"vote.sync.all.pred", WarpForm::Vote, RegClass::Pred, all},
    {"vote.sync.any.pred", WarpForm::Vote, RegClass::Pred, any},
    {"vote.sync.uni.pred", WarpForm::Vote, RegClass::Pred, uni},
    {"vote.sync.ballot.b32", WarpForm::Lanes, RegClass::Pred, lanes},
    {"match.any.sync.b32", WarpForm::Lanes, RegClass::B32, matchAny},
    {"match.any.sync.b64", WarpForm::Lanes, RegClass::B64, matchAny},
    {"match.all.sync.b32", WarpForm::LanesAndTruth, RegClass::B32, matchAll},
    {"match.all.sync.b64", WarpForm::LanesAndTruth, RegClass::B64, matchAll},
    {"redux.sync.add.u32", WarpForm::Lanes, RegClass::B32, sum},
    {"redux.sync.add.s32", WarpForm::Lanes, RegClass::B32, sum},
    {"redux.sync.min.u32", WarpForm::Lanes, RegClass::B32, least<uint32_t>},
    {"redux.sync.max.u32", WarpForm::Lanes, RegClass::B32, most<uint32_t>},
    {"redux.sync.min.s32", WarpForm::Lanes, RegClass::B32, least<int32_t>},
    {"redux.sync.max.s32", WarpForm::Lanes, RegClass::B32, most<int32_t>},
    {"redux.sync.and.b32", WarpForm::Lanes, RegClass::B32, bitAnd},
    {"redux.sync.or.b32", WarpForm::Lanes, RegClass::B32, bitOr},
    {"redux.sync.xor.b32", WarpForm::Lanes, RegClass::B32, bitXor},
    {"bar.warp.sync", WarpForm::Meeting, RegClass::B32, nullptr},
};
const unsigned NumWarpForms = std::size(WarpForms);

} // namespace heddle::ptxrandom
