//===- Releases.h - What writes hand on -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The knowledge that a thread gains by observing a write, by the scope of its
/// release.
///
/// A fence.sc orders more than what its own thread does. Two of them have an
/// order, and where a thread that is behind fence F writes what a thread in
/// front of fence G reads, F comes first: the other way round, the read would
/// be in front of the write that it observes. So writes hand on which fences
/// they are behind, reads keep that for the fences to come, and both go where
/// knowledge goes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_RELEASES_H
#define HEDDLE_LIB_SANITIZE_RELEASES_H

#include "VectorClock.h"
#include "heddle/Object/OperationMap.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sanitize {

using object::MemoryScope;

/// Something for threads of all CTAs, and something for those of single ones.
/// \p T can be merged with mergeInto(), and is false where there is nothing.
template <class T> class Scoped {
public:
  /// Adds the effect of an operation with \p Scope of a thread of CTA \p From.
  void add(uint64_t From, MemoryScope Scope, const T &What) {
    mergeInto(narrow(From), What);
    if (Scope != MemoryScope::Cta)
      mergeInto(Wide, What);
  }
  /// As add(), where \p What contains all that was added from there before.
  void replace(uint64_t From, MemoryScope Scope, const T &What) {
    narrow(From) = What;
    if (Scope != MemoryScope::Cta)
      Wide = What;
  }
  void merge(const Scoped &Other) {
    mergeInto(Wide, Other.Wide);
    for (const auto &[Cta, What] : Other.Narrow)
      mergeInto(narrow(Cta), What);
  }
  /// Calls \p Fn with what reaches an operation with \p Scope by a thread of
  /// CTA \p To: with what is for its CTA, and with what is for all.
  template <class FnT>
  void forReached(uint64_t To, MemoryScope Scope, FnT Fn) const {
    for (const auto &[Cta, What] : Narrow)
      if (Cta == To)
        Fn(What);
    if (Scope != MemoryScope::Cta && Wide)
      Fn(Wide);
  }
  /// Adds what reaches that operation, for the CTAs that it was for.
  void mergeReached(const Scoped &Other, uint64_t To, MemoryScope Scope) {
    for (const auto &[Cta, What] : Other.Narrow)
      if (Cta == To)
        mergeInto(narrow(Cta), What);
    if (Scope != MemoryScope::Cta)
      mergeInto(Wide, Other.Wide);
  }
  /// Drops what forReached() finds.
  void dropReached(uint64_t To, MemoryScope Scope) {
    llvm::erase_if(Narrow, [To](const auto &N) { return N.first == To; });
    if (Scope != MemoryScope::Cta)
      Wide = T();
  }
  template <class FnT> void forAll(FnT Fn) {
    if (Wide)
      Fn(Wide);
    for (auto &[Cta, What] : Narrow)
      Fn(What);
  }
  bool empty() const { return !Wide && Narrow.empty(); }

private:
  T &narrow(uint64_t Cta) {
    for (auto &[Number, What] : Narrow)
      if (Number == Cta)
        return What;
    return Narrow.emplace_back(Cta, T()).second;
  }

  T Wide{};
  /// By the number of a CTA.
  llvm::SmallVector<std::pair<uint64_t, T>, 1> Narrow;
};

/// The sequentially consistent fences that matter to a thread.
struct FenceOrder {
  /// The knowledge at fences that happened before.
  Scoped<ClockRef> Before;
  /// The knowledge at fences that come before the next one, but did not happen
  /// before.
  Scoped<ClockRef> Seen;
};
/// Replaces the clocks of a CTA whose \p Count threads all had such fences by
/// one.
void uniteFences(FenceOrder &Fences, uint64_t Cta, unsigned Count);
/// Shared by all that know the same; null: there are none.
using FenceRef = std::shared_ptr<FenceOrder>;
void mergeInto(FenceRef &To, const FenceRef &From);
/// \p Fences, shared with nobody.
FenceOrder &own(FenceRef &Fences);

/// The knowledge that passes from thread to thread.
struct Knowledge {
  ClockRef Clock;
  FenceRef Fences;

  explicit operator bool() const { return Clock || Fences; }
};
void mergeInto(Knowledge &To, const Knowledge &From);

/// The knowledge that a thread gains when it observes a write, or a chain of
/// atomics behind it.
struct Release {
  /// Bytes of the access: others do not observe it.
  unsigned Bytes = 0;
  /// The knowledge of an observer that acquires.
  Scoped<Knowledge> Order;
  /// The fences that the writers are behind.
  Scoped<FenceRef> Fences;
};

/// Releases in one memory.
class ReleaseMap {
public:
  /// The release that an access of \p Bytes at \p Address may observe; null:
  /// none.
  const Release *find(uint64_t Address, unsigned Bytes) const {
    auto It = Places.find(Address);
    return It == Places.end() || It->second.Bytes != Bytes ? nullptr
                                                           : &It->second;
  }
  /// Drops what was released by accesses of some of these bytes. \p KeepsSame:
  /// but for those of the same place and size.
  void forget(uint64_t Address, unsigned Bytes, bool KeepsSame);
  void put(uint64_t Address, Release What) {
    Places[Address] = std::move(What);
  }
  /// The knowledge that \p Thread has released at \p Address by operations of
  /// its own, with accesses of \p Bytes: its later writes there hand that on,
  /// too (PTX ISA, "Release and Acquire Patterns").
  Scoped<Knowledge> &ownOf(ThreadId Thread, uint64_t Address, unsigned Bytes) {
    auto &[Size, What] = Own[{Address, Thread}];
    if (std::exchange(Size, Bytes) != Bytes)
      What = {};
    return What;
  }
  /// As ownOf(); null where there is nothing.
  const Scoped<Knowledge> *findOwn(ThreadId Thread, uint64_t Address,
                                   unsigned Bytes) const {
    auto It = Own.find({Address, Thread});
    return It == Own.end() || It->second.first != Bytes ? nullptr
                                                        : &It->second.second;
  }
  bool empty() const { return Places.empty(); }
  void clear() {
    Places.clear();
    Own.clear();
  }

private:
  llvm::DenseMap<uint64_t, Release> Places;
  llvm::DenseMap<std::pair<uint64_t, ThreadId>,
                 std::pair<unsigned, Scoped<Knowledge>>>
      Own;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_RELEASES_H
