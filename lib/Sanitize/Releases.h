//===- Releases.h - What writes hand on -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What whoever observes a write learns, by the scope of how it was released.
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
  /// What a thread of CTA \p From does with \p Scope.
  void add(uint64_t From, MemoryScope Scope, const T &What) {
    mergeInto(narrow(From), What);
    if (Scope != MemoryScope::Cta)
      mergeInto(Wide, What);
  }
  /// The same, which is all that came from there before, and more.
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
  /// Takes in what reaches that operation, with who it was for.
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
  /// What was known at those that happened before.
  Scoped<ClockRef> Before;
  /// What was known at those that come before the next one, but did not happen
  /// before.
  Scoped<ClockRef> Seen;
};
/// Of a CTA whose \p Count threads all had such fences, one clock is enough.
void uniteFences(FenceOrder &Fences, uint64_t Cta, unsigned Count);
/// Shared by all that know the same; null: there are none.
using FenceRef = std::shared_ptr<FenceOrder>;
void mergeInto(FenceRef &To, const FenceRef &From);
/// \p Fences, shared with nobody.
FenceOrder &own(FenceRef &Fences);

/// What passes from thread to thread.
struct Knowledge {
  ClockRef Clock;
  FenceRef Fences;

  explicit operator bool() const { return Clock || Fences; }
};
void mergeInto(Knowledge &To, const Knowledge &From);

/// What whoever observes a write, or a chain of atomics behind it, learns.
struct Release {
  /// Of the access: others do not observe it.
  unsigned Bytes = 0;
  /// If it acquires.
  Scoped<Knowledge> Order;
  /// The fences that the writers are behind.
  Scoped<FenceRef> Fences;
};

/// Releases in one memory.
class ReleaseMap {
public:
  /// What an access of \p Bytes at \p Address may observe; null: nothing.
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
  /// What \p Thread has released at \p Address by operations of its own, with
  /// accesses of \p Bytes: what it writes there later hands that on, too (PTX
  /// ISA, "Release and Acquire Patterns").
  Scoped<Knowledge> &ownOf(ThreadId Thread, uint64_t Address, unsigned Bytes) {
    auto &[Size, What] = Own[{Address, Thread}];
    if (std::exchange(Size, Bytes) != Bytes)
      What = {};
    return What;
  }
  /// The same where there may be nothing; null then.
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
