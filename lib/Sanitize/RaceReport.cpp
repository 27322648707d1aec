//===- RaceReport.cpp - Put a race into words -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "RaceChecker.h"
#include "heddle/Machine/LaunchConfig.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::sanitize {

using sm::Issue;
using sm::Lanes;
using sm::MemoryAccess;
using sm::Space;

static std::string hex(uint64_t V) {
  return "0x" + llvm::utohexstr(V, /*LowerCase=*/true);
}

/// "volatile read", "atomic"
static std::string accessName(uint8_t Flags) {
  if (Flags & IsAtomic)
    return Flags & IsWrite ? "atomic" : "atomic read";
  std::string Name = Flags & IsWrite ? "write" : "read";
  return Flags & IsStrong ? "strong " + Name : Name;
}

/// The first eight bytes are enough to tell values apart.
uint64_t RaceChecker::valueBefore(const Issue &E, const MemoryAccess &A,
                                  unsigned Lane) const {
  uint64_t Value = 0;
  unsigned Bytes = std::min<unsigned>(A.Bytes, 8);
  if (A.Where == Space::Shared) {
    std::memcpy(&Value, E.W.lanes().Shared + A.Address[Lane], Bytes);
  } else if (const sm::Buffer *B = Launch->Memory.find(A.at(Lane))) {
    uint64_t Offset = A.at(Lane) - B->Address;
    if (Offset + Bytes <= B->Size)
      std::memcpy(&Value, B->Data + Offset, Bytes);
  }
  return Value;
}

uint64_t RaceChecker::valueStored(const Issue &E, unsigned Lane) const {
  const sm::DecodedInst &I = E.I;
  const uint32_t *Row =
      E.W.lanes().Base[I.Src[1].Base] + size_t(I.Src[1].Row) * Lanes + Lane;
  unsigned Bytes = sm::memBytes(I.memType());
  uint64_t Value = Row[0] >> I.Src[1].Shift;
  if (Bytes < 4)
    Value &= (uint64_t(1) << (8 * Bytes)) - 1;
  if (Bytes > 4)
    Value |= uint64_t(Row[Lanes]) << 32;
  return Value;
}

std::array<uint32_t, 2> RaceChecker::linesOf(uint32_t First,
                                             uint32_t Second) const {
  return {lineAt(*Launch, First), lineAt(*Launch, Second)};
}

Finding RaceChecker::describe(const Issue &E, const MemoryAccess &A,
                              unsigned Lane, Rule R) const {
  Finding F;
  F.TheRule = R;
  F.Kernel = Launch->P.Kernel.Info.Name;
  F.Place = A.Where == Space::Shared
                ? sharedPlace(Launch->P.Kernel.Info, A.Address[Lane])
                : globalPlace(*Launch, A.Address[Lane]);
  F.Sides.push_back(sideAt(*Launch, E.Index, E.W.cta().number(),
                           E.W.number() * Lanes + Lane));
  F.Sides.front().Bytes = A.Bytes;
  F.SourceName = F.Sides.front().File;
  return F;
}

std::string RaceChecker::missing(const Now &N, const AccessEvent &Other) const {
  bool IsStrongPair = N.Event.Flags & Other.Flags & IsStrong;
  if (IsStrongPair && N.Event.Bytes != Other.Bytes)
    return "accesses of different sizes are not atomic with each other";
  if (N.Event.Cta != Other.Cta) {
    if (IsStrongPair)
      return "scope .cta does not reach another block: scope .gpu is missing";
    return "blocks of a launch run in any order: what is missing is an atomic "
           "on both sides, a flag with a fence before it is set and after it "
           "is read, or the end of the launch";
  }
  if (N.Event.Warp == Other.Warp)
    return "lanes of a warp run independently of each other: a bar.warp.sync "
           "between the two is missing";
  if ((N.Event.Flags | Other.Flags) & IsAtomic)
    return "an atomic is atomic with other atomics only: an atomic on both "
           "sides, or a bar.sync between them, is missing";
  return "a bar.sync between the two, which both warps come to, is missing";
}

void RaceChecker::report(const Now &N, AccessRef OtherRef) {
  const AccessEvent &Other = N.Events.of(OtherRef);
  bool AreStores = (N.Event.Flags & Other.Flags & IsWrite) &&
                   !((N.Event.Flags | Other.Flags) & IsAtomic);
  uint64_t Before = valueBefore(N.E, N.A, N.Lane), After = Before;
  if (N.Event.Flags & IsWrite && !(N.Event.Flags & IsAtomic))
    After = valueStored(N.E, N.Lane);
  Rule R = AreStores && Before == After && N.A.Bytes == Other.Bytes
               ? Rule::RaceSameValue
           : N.A.Where == Space::Shared ? Rule::RaceShared
                                        : Rule::RaceGlobal;
  const std::string &Kernel = Launch->P.Kernel.Info.Name;
  To.add(R, Kernel, N.Event.Index, Other.Index,
         linesOf(N.Event.Index, Other.Index), [&] {
           Finding F = describe(N.E, N.A, N.Lane, R);
           FindingSide &Mine = F.Sides.front();
           Mine.What = accessName(N.Event.Flags);
           if (N.Event.Flags & IsAtomic)
             Mine.Values = "of " + hex(Before);
           else if (N.Event.Flags & IsWrite)
             Mine.Values = hex(Before) + " -> " + hex(After);
           else
             Mine.Values = "sees " + hex(Before);
           unsigned Lane = AccessEvents::laneOf(OtherRef);
           FindingSide Theirs = sideAt(*Launch, Other.Index, Other.Cta,
                                       Other.Warp * Lanes + Lane);
           Theirs.What = accessName(Other.Flags);
           Theirs.Bytes = Other.Bytes;
           Theirs.Values =
               (Other.Flags & IsWrite ? "left " : "saw ") + hex(Before);
           F.Message = Mine.What + " of " + F.Place + " is not ordered with a" +
                       (Other.Flags & IsAtomic ? "n " : " ") + Theirs.What +
                       (R == Rule::RaceSameValue ? " of the same value" : "");
           F.Missing = missing(N, Other);
           F.Sides.push_back(std::move(Theirs));
           return F;
         });
}

void RaceChecker::reportTogether(const Issue &E, const MemoryAccess &A,
                                 unsigned Lane, unsigned Other) {
  uint64_t Mine = valueStored(E, Lane), Theirs = valueStored(E, Other);
  Rule R = Mine == Theirs             ? Rule::RaceSameValue
           : A.Where == Space::Shared ? Rule::RaceShared
                                      : Rule::RaceGlobal;
  To.add(R, Launch->P.Kernel.Info.Name, E.Index, E.Index,
         linesOf(E.Index, E.Index), [&] {
           Finding F = describe(E, A, Lane, R);
           uint64_t Before = valueBefore(E, A, Lane);
           FindingSide &First = F.Sides.front();
           First.What = "write";
           First.Values = hex(Before) + " -> " + hex(Mine);
           FindingSide Second = sideAt(*Launch, E.Index, E.W.cta().number(),
                                       E.W.number() * Lanes + Other);
           Second.What = "write";
           Second.Bytes = A.Bytes;
           Second.Values = hex(Before) + " -> " + hex(Theirs);
           F.Message = "two lanes of a warp write to " + F.Place + " together" +
                       (Mine == Theirs ? ", both the same value" : "");
           F.Missing = "which of the two stays is not defined: one lane "
                       "should write, or an atomic should be used";
           F.Sides.push_back(std::move(Second));
           return F;
         });
}

} // namespace heddle::sanitize
