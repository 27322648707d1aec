//===- RaceReport.cpp - Put a race into words -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "RaceChecker.h"
#include "heddle/ABI/ClusterWindow.h"
#include "heddle/ABI/ReservedShared.h"
#include "heddle/Machine/AddressNames.h"
#include "heddle/Machine/ImageTable.h"
#include "heddle/Machine/LaunchConfig.h"
#include "heddle/Object/KernelNames.h"
#include "llvm/ADT/STLExtras.h"
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

/// Whether the memory is that of a block, its own or another one's.
static bool isOfShared(const MemoryAccess &A, unsigned Lane) {
  return A.Where == Space::Shared || abi::isInClusterWindow(A.Address[Lane]);
}

/// The bytes that are shown of values that have more.
static constexpr unsigned ShownBytes = 8;

uint64_t RaceChecker::valueAt(const Issue &E, Space Where, uint64_t Address,
                              unsigned Bytes) const {
  uint64_t Value = 0;
  Bytes = std::min(Bytes, ShownBytes);
  if (Where == Space::Shared) {
    std::memcpy(&Value, E.W.lanes().Shared + Address, Bytes);
  } else if (const uint8_t *Data = inCluster(E, Address, Bytes)) {
    std::memcpy(&Value, Data, Bytes);
  } else if (const sm::Buffer *B = Launch->Memory.find(abi::Address(Address))) {
    uint64_t Offset = abi::Address(Address) - B->Address;
    if (Offset + Bytes <= B->Size)
      std::memcpy(&Value, B->Data + Offset, Bytes);
  }
  return Value;
}

uint64_t RaceChecker::valueStored(const Issue &E, unsigned Lane,
                                  unsigned Part) const {
  const sm::DecodedInst &I = E.I;
  if (I.imageAccess() != sm::AccessKind::None) {
    const sm::ImagePlaces Of = sm::imagePlaces(I, E.W.lanes(), Lane);
    uint64_t Value = 0;
    std::memcpy(&Value, Of.Stored.data() + Part,
                std::min<size_t>(ShownBytes, Of.Stored.size() - Part));
    return Value;
  }
  const uint32_t *Row = E.W.lanes().Base[I.Src[1].Base] +
                        size_t(I.Src[1].Row + Part / 4) * Lanes + Lane;
  unsigned Bytes = sm::memBytes(I.memType());
  uint64_t Value = Row[0] >> I.Src[1].Shift;
  if (Bytes < 4)
    Value &= (uint64_t(1) << (8 * Bytes)) - 1;
  if (Bytes > 4)
    Value |= uint64_t(Row[Lanes]) << 32;
  return Value;
}

bool RaceChecker::storesWhatIsThere(const Issue &E, const MemoryAccess &A,
                                    unsigned Lane) const {
  for (unsigned Part = 0; Part < A.Bytes; Part += ShownBytes)
    if (valueAt(E, A.Where, A.Address[Lane] + Part, A.Bytes) !=
        valueStored(E, Lane, Part))
      return false;
  return true;
}

void RaceChecker::add(Rule R, uint32_t First, uint32_t Second,
                      llvm::function_ref<Finding()> Make) {
  To.add(R, Launch->P.Kernel.Info.Name, firstOf(First), firstOf(Second),
         {lineAt(*Launch, First), lineAt(*Launch, Second)}, Make);
}

void RaceChecker::hold(CtaState &C, HeldFinding Held) {
  for (HeldFinding &Old : C.Held)
    if (Old.Warp == Held.Warp && Old.First == Held.First &&
        Old.Second == Held.Second && Old.What.TheRule == Held.What.TheRule) {
      ++Old.What.Count;
      return;
    }
  C.Held.push_back(std::move(Held));
}

void RaceChecker::release(CtaState &C, unsigned Warp, bool Meets) {
  llvm::erase_if(C.Held, [&](HeldFinding &H) {
    if (H.Warp != Warp)
      return false;
    if (Meets) {
      H.What.TheRule = Rule::RaceBranches;
      H.What.Missing =
          "sm_70 and later order the two, as lanes of both branches come to a "
          "meeting; here the branches run one behind the other: one "
          "bar.warp.sync for both belongs behind them";
    }
    for (uint64_t N = std::exchange(H.What.Count, 1); N; --N)
      add(H.What.TheRule, H.First, H.Second, [&] { return H.What; });
    return true;
  });
}

void RaceChecker::releaseAll(CtaState &C) {
  for (unsigned Warp = 0; Warp != C.Parted.size() && !C.Held.empty(); ++Warp)
    release(C, Warp, /*Meets=*/false);
}

Finding RaceChecker::describe(const Issue &E, const MemoryAccess &A,
                              unsigned Lane, uint64_t Address, Rule R) const {
  Finding F;
  F.TheRule = R;
  F.Kernel = Launch->P.Kernel.Info.Name;
  F.Place = placeText(A.Where, Address);
  F.Sides.push_back(sideAt(*Launch, E.Index, E.W.cta().number(),
                           E.W.number() * Lanes + Lane));
  F.Sides.front().Bytes = A.Bytes;
  F.SourceName = F.Sides.front().File;
  return F;
}

std::string RaceChecker::missing(const Now &N, AccessRef Ref,
                                 const AccessEvent &Other) const {
  if (isAgent(N.Event.Cta) || isAgent(Other.Cta))
    return missingOfAgent(N, Ref, Other);
  bool IsStrongPair = N.Event.Flags & Other.Flags & IsStrong;
  if (IsStrongPair && N.Event.Unit != Other.Unit)
    return "accesses of different sizes are not atomic with each other";
  if (N.Event.Cta != Other.Cta) {
    if (IsStrongPair)
      return "scope .cta does not reach another block: scope .gpu is missing";
    if (isOfShared(N.A, N.Lane))
      return "blocks of a cluster run in any order: barrier.cluster, or an "
             "mbarrier that one of them arrives at and the other waits for, is "
             "missing between the two";
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

bool RaceChecker::isStillInCell(const Now &N, AccessRef Ref,
                                const ShadowCell &Cell,
                                uint64_t Address) const {
  const AccessEvent &E = N.Events.of(Ref);
  if (const StrongAccess *Last = N.Memory.Observed.lastWriter(Address);
      Last && E.Flags & IsWrite)
    return *Last == strongAccess(N, E, AccessEvents::laneOf(Ref));
  bool IsHere = Cell.Write == Ref, AnyWrite = false;
  auto Look = [&](AccessRef Other) {
    IsHere |= Other == Ref;
    AnyWrite |=
        Other != Ref && Other >= N.Past && N.Events.of(Other).Flags & IsWrite;
  };
  Look(Cell.Others[0]);
  Look(Cell.Others[1]);
  if (auto *More = N.Shadow.more(Address, false))
    for (AccessRef Other : *More)
      Look(Other);
  return IsHere && !AnyWrite;
}

bool RaceChecker::isStillThere(const Now &N, AccessRef Ref, uint64_t Address,
                               unsigned Bytes) const {
  auto Cells = N.Shadow.cells(Address, Bytes);
  const unsigned Step = std::max<unsigned>(Bytes / unsigned(Cells.size()), 1);
  for (const ShadowCell &Cell : Cells) {
    if (!isStillInCell(N, Ref, Cell, Address))
      return false;
    Address += Step;
  }
  return true;
}

/// Whether the lane is the first of its instruction that accesses its place.
static bool isFirstThere(const Issue &E, const MemoryAccess &A, unsigned Lane) {
  for (unsigned Other = 0; Other != Lane; ++Other)
    if ((E.Executing & A.Mask) >> Other & 1 &&
        A.Address[Other] == A.Address[Lane])
      return false;
  return true;
}

void RaceChecker::report(const Now &N, AccessRef OtherRef, uint64_t Address) {
  const AccessEvent &Other = N.Events.of(OtherRef);
  bool AreStores = (N.Event.Flags & Other.Flags & IsWrite) &&
                   !((N.Event.Flags | Other.Flags) & IsAtomic);
  Rule R = AreStores && N.A.Bytes == Other.Bytes &&
                   storesWhatIsThere(N.E, N.A, N.Lane)
               ? Rule::RaceSameValue
           : isAgent(N.Event.Cta) && isAgentOrdered(N, OtherRef, Other,
                                                    /*NeedsFence=*/false)
               ? Rule::RaceProxy
           : isAgent(N.Event.Cta) || isAgent(Other.Cta) ? Rule::RaceAsync
           : isOfShared(N.A, N.Lane)                    ? Rule::RaceShared
                                                        : Rule::RaceGlobal;
  auto Make = [&] {
    // Accesses are multiples of their size, and begin there. The half of long
    // ones in which they meet is shown.
    const uint64_t Start = N.A.Address[N.Lane];
    const unsigned Part = unsigned(Address - Start) & ~(ShownBytes - 1);
    const unsigned OtherBytes = std::min<unsigned>(Other.Bytes, ShownBytes);
    const uint64_t OtherPart = Address & ~uint64_t(OtherBytes - 1);
    const uint64_t OtherStart = Address & ~uint64_t(Other.Bytes - 1);
    Finding F = describe(N.E, N.A, N.Lane, std::max(Start, OtherStart), R);
    FindingSide &Mine = F.Sides.front();
    const uint64_t Before = valueAt(N.E, N.A.Where, Start + Part, N.A.Bytes);
    Mine.What = accessName(N.Event.Flags);
    if (N.Event.Flags & IsAtomic)
      Mine.Values =
          isFirstThere(N.E, N.A, N.Lane) ? "of " + hex(Before) : std::string();
    else if (N.Event.Flags & IsWrite)
      Mine.Values = hex(Before) + " -> " + hex(valueStored(N.E, N.Lane, Part));
    else
      Mine.Values = "sees " + hex(Before);
    FindingSide Theirs =
        sideAt(*Launch, Other.Index, ctaOfAgent(Other.Cta),
               Other.Warp * Lanes + AccessEvents::laneOf(OtherRef));
    Theirs.What = accessName(Other.Flags);
    Theirs.Bytes = Other.Bytes;
    if (isStillThere(N, OtherRef, OtherPart, OtherBytes))
      Theirs.Values = (Other.Flags & IsWrite ? "left " : "saw ") +
                      hex(valueAt(N.E, N.A.Where, OtherPart, OtherBytes));
    F.Message = Mine.What + " of " + F.Place + " is not ordered with a" +
                (Other.Flags & IsAtomic ? "n " : " ") + Theirs.What +
                (R == Rule::RaceSameValue ? " of the same value" : "");
    F.Missing = missing(N, OtherRef, Other);
    F.Sides.push_back(std::move(Theirs));
    return F;
  };
  if (Other.Cta == N.Event.Cta && Other.Warp == N.Event.Warp &&
      !N.Cta.Parted[Other.Warp].empty())
    return hold(N.Cta, {Other.Warp, N.Event.Index, Other.Index, Make()});
  add(R, N.Event.Index, Other.Index, Make);
}

/// Whether \p Address, which is one of shared memory or of the cluster's
/// window, lies in what PTX keeps for the system.
static bool isReserved(const object::KernelInfo &Info, uint64_t Address) {
  if (abi::isInClusterWindow(Address))
    Address &= abi::ClusterOffsetMask;
  return llvm::any_of(Info.SharedSymbols, [&](const object::SharedSymbol &S) {
    return object::nameInPTX(S.Name) == abi::ReservedSharedName &&
           Address >= S.Address && Address - S.Address < S.Size;
  });
}

void RaceChecker::reportTogether(const Issue &E, const MemoryAccess &A,
                                 unsigned Lane, unsigned Other) {
  // The place where the values differ, if they do.
  unsigned Part = 0;
  while (Part + ShownBytes < A.Bytes &&
         valueStored(E, Lane, Part) == valueStored(E, Other, Part))
    Part += ShownBytes;
  uint64_t Mine = valueStored(E, Lane, Part);
  uint64_t Theirs = valueStored(E, Other, Part);
  const bool AreSame = Mine == Theirs;
  // NVIDIA's headers let all lanes write one value there, and no program can
  // change that.
  if (AreSame && isOfShared(A, Lane) &&
      isReserved(Launch->P.Kernel.Info, A.Address[Lane]))
    return;
  Rule R = AreSame               ? Rule::RaceSameValue
           : isOfShared(A, Lane) ? Rule::RaceShared
                                 : Rule::RaceGlobal;
  add(R, E.Index, E.Index, [&] {
    const uint64_t Address = A.Address[Lane];
    Finding F = describe(E, A, Lane, Address, R);
    uint64_t Before = valueAt(E, A.Where, Address + Part, A.Bytes);
    FindingSide &First = F.Sides.front();
    First.What = "write";
    First.Values = hex(Before) + " -> " + hex(Mine);
    FindingSide Second = sideAt(*Launch, E.Index, E.W.cta().number(),
                                E.W.number() * Lanes + Other);
    Second.What = "write";
    Second.Bytes = A.Bytes;
    Second.Values = hex(Before) + " -> " + hex(Theirs);
    F.Message = "two lanes of a warp write to " + F.Place + " together" +
                (AreSame ? ", both the same value" : "");
    F.Missing = AreSame ? "it does no harm as long as all lanes have the same "
                          "value: one lane is enough"
                        : "which of the two stays is not defined: one lane "
                          "should write, or an atomic should be used";
    F.Sides.push_back(std::move(Second));
    return F;
  });
}

} // namespace heddle::sanitize
