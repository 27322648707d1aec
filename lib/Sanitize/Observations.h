//===- Observations.h - Who has seen what was written -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A write precedes in causality order what comes behind a read, or an atomic,
/// that observed it, without any fence; what came before the write does not
/// (PTX ISA, "Memory Consistency Model", observation and causality order). An
/// atomic observes all that the atomics before it did. So the last block that
/// counts itself may reset the counter by a weak store.
///
/// Only words that atomics access are kept: others are too many.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_OBSERVATIONS_H
#define HEDDLE_LIB_SANITIZE_OBSERVATIONS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>

namespace heddle::sanitize {

/// An access that is not weak.
struct StrongAccess {
  uint64_t Cta;
  uint32_t Thread, Clock;
  /// Of the instruction.
  uint32_t Index;
  uint8_t Lane, Bytes;
  bool IsCtaScope;

  bool isOfSameThread(const StrongAccess &Other) const {
    return Cta == Other.Cta && Thread == Other.Thread;
  }
};

class Observations {
public:
  void atomic(uint64_t Address, const StrongAccess &By) {
    forWords(Address, By, [&](Word &W) {
      W.Reader.reset();
      W.Writer = By;
      W.IsAtomic = true;
    });
  }
  void read(uint64_t Address, const StrongAccess &By) {
    forKept(Address, By, [&](Word &W) { W.Reader = By; });
  }
  /// What others wrote before is not observed by who reads this.
  void store(uint64_t Address, const StrongAccess &By) {
    forKept(Address, By, [&](Word &W) {
      W.IsBroken |= W.Writer && !W.Writer->isOfSameThread(By);
      W.Reader.reset();
      W.Writer = By;
      W.IsAtomic = false;
    });
  }
  /// Whoever is ordered with this is with what was before.
  void weakStore(uint64_t Address, unsigned Bytes) {
    for (uint64_t N = Address / 4; N * 4 < Address + Bytes; ++N)
      Words.erase(N);
  }
  /// Whether one that observed all strong writes to a place \p Is it.
  template <class PredT> bool anyObserver(uint64_t Address, PredT Is) const {
    auto It = Words.find(Address / 4);
    if (It == Words.end() || It->second.IsBroken)
      return false;
    const Word &W = It->second;
    return (W.IsAtomic && Is(*W.Writer)) || (W.Reader && Is(*W.Reader));
  }
  /// The last of the writes that are kept to the word at \p Address, if no weak
  /// one was since then.
  const StrongAccess *lastWriter(uint64_t Address) const {
    auto It = Words.find(Address / 4);
    return It == Words.end() || !It->second.Writer ? nullptr
                                                   : &*It->second.Writer;
  }
  void clear() { Words.clear(); }
  bool isEmpty() const { return Words.empty(); }

private:
  struct Word {
    /// The last, and the last who has read what it wrote.
    std::optional<StrongAccess> Writer, Reader;
    bool IsAtomic = false;
    /// A store has hidden what somebody else wrote.
    bool IsBroken = false;
  };

  template <class FnT>
  void forWords(uint64_t Address, const StrongAccess &By, FnT Fn) {
    for (uint64_t N = Address / 4; N * 4 < Address + By.Bytes; ++N)
      Fn(Words[N]);
  }

  template <class FnT>
  void forKept(uint64_t Address, const StrongAccess &By, FnT Fn) {
    for (uint64_t N = Address / 4; N * 4 < Address + By.Bytes; ++N)
      if (auto It = Words.find(N); It != Words.end())
        Fn(It->second);
  }

  llvm::DenseMap<uint64_t, Word> Words;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_OBSERVATIONS_H
