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
/// counts itself may reset the counter by a weak store, and who has seen a flag
/// may reset the flag.
///
/// Only words are kept that atomics access, or that a thread reads which
/// another has written: others are too many. Nothing is kept of parts of words.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_OBSERVATIONS_H
#define HEDDLE_LIB_SANITIZE_OBSERVATIONS_H

#include "VectorClock.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace heddle::sanitize {

/// An access that is not weak.
struct StrongAccess {
  uint64_t Cta;
  uint32_t Thread, Clock;
  /// Of the instruction.
  uint32_t Index;
  uint8_t Lane, Bytes;
  bool IsCtaScope;

  bool operator==(const StrongAccess &) const = default;
  bool isOfSameThread(const StrongAccess &Other) const {
    return Cta == Other.Cta && Thread == Other.Thread;
  }
  /// Of one size, and each in the scope of the other.
  bool agreesWith(const StrongAccess &Other) const {
    return Bytes == Other.Bytes &&
           (Cta == Other.Cta || !(IsCtaScope || Other.IsCtaScope));
  }
};

class Observations {
public:
  /// Whether anything is kept of \p Bytes bytes at \p Address.
  bool keeps(uint64_t Address, unsigned Bytes) const {
    if (isEmpty())
      return false;
    bool Any = false;
    forWords(Address, Bytes, [&](uint64_t N) { Any |= Words.contains(N); });
    return Any;
  }
  /// Keeps words that nobody but \p Writer has written to since they were
  /// ordered with everybody.
  void keep(uint64_t Address, const StrongAccess &Writer) {
    if (Writer.Bytes >= 4)
      forWords(Address, Writer.Bytes, [&](uint64_t N) {
        Words[N].write(Writer, ++LastWrite, /*ReadsToo=*/false);
      });
  }
  /// Of strong writes those that others than \p By made, and that it is neither
  /// ordered with nor has observed.
  using MissedFn = llvm::function_ref<std::vector<StrongAccess>()>;
  void atomic(uint64_t Address, const StrongAccess &By, MissedFn Missed) {
    if (By.Bytes < 4)
      return forget(Address, By.Bytes);
    std::optional<std::vector<StrongAccess>> Hidden;
    forWords(Address, By.Bytes, [&](uint64_t N) {
      auto [It, IsNew] = Words.try_emplace(N);
      Word &W = It->second;
      if (IsNew || !W.Writer.agreesWith(By)) {
        if (!Hidden)
          Hidden = Missed();
        W.Hidden = *Hidden;
      }
      W.write(By, ++LastWrite, /*ReadsToo=*/true);
    });
  }
  void store(uint64_t Address, const StrongAccess &By, MissedFn Missed) {
    if (By.Bytes < 4)
      return forget(Address, By.Bytes);
    if (!keeps(Address, By.Bytes))
      return;
    // Who reads this does not observe what others wrote before.
    const std::vector<StrongAccess> Hidden = Missed();
    forKept(Address, By.Bytes, [&](uint64_t, Word &W) {
      W.Hidden = Hidden;
      W.write(By, ++LastWrite, /*ReadsToo=*/false);
    });
  }
  void read(uint64_t Address, const StrongAccess &By) {
    forKept(Address, By.Bytes, [&](uint64_t N, Word &W) {
      if (!W.Writer.agreesWith(By))
        return;
      W.Reader = By;
      Seen[{N, threadId(By.Cta, By.Thread)}] = {W.Write, By.IsCtaScope};
    });
  }
  /// After a weak store, whoever is ordered with that is with what was before.
  void forget(uint64_t Address, unsigned Bytes) {
    forWords(Address, Bytes, [&](uint64_t N) { Words.erase(N); });
  }

  /// Whether one that has observed the strong write \p Other \p Is it. Asked
  /// are \p Thread of \p Cta, and the last of all.
  template <class PredT>
  bool anyObserver(uint64_t Address, const StrongAccess &Other, uint64_t Cta,
                   uint32_t Thread, PredT Is) const {
    auto It = Words.find(Address / 4);
    if (It == Words.end() || It->second.hides(Other))
      return false;
    const Word &W = It->second;
    auto IsIt = [&](const StrongAccess &Z) {
      return Z.agreesWith(Other) && Is(Z);
    };
    if ((W.IsRMW && IsIt(W.Writer)) || (W.Reader && IsIt(*W.Reader)))
      return true;
    auto Mine = Seen.find({Address / 4, threadId(Cta, Thread)});
    return Mine != Seen.end() && Mine->second.Write == W.Write &&
           IsIt({Cta, Thread, /*Clock=*/0, /*Index=*/0, /*Lane=*/0,
                 W.Writer.Bytes, Mine->second.IsCtaScope});
  }
  /// The last of the writes to the word at \p Address, if it is kept and no
  /// weak one was since then.
  const StrongAccess *lastWriter(uint64_t Address) const {
    auto It = Words.find(Address / 4);
    return It == Words.end() ? nullptr : &It->second.Writer;
  }
  void clear() {
    Words.clear();
    Seen.clear();
  }
  bool isEmpty() const { return Words.empty(); }

private:
  struct Word {
    StrongAccess Writer;
    /// The last who has read what it wrote.
    std::optional<StrongAccess> Reader;
    /// What nobody observes who reads that.
    std::vector<StrongAccess> Hidden;
    /// A number of its own for each write.
    uint64_t Write = 0;
    bool IsRMW = false;

    void write(const StrongAccess &By, uint64_t Number, bool ReadsToo) {
      Writer = By;
      Reader.reset();
      Write = Number;
      IsRMW = ReadsToo;
    }
    bool hides(const StrongAccess &Other) const {
      return llvm::is_contained(Hidden, Other);
    }
  };
  struct Read {
    uint64_t Write = 0;
    bool IsCtaScope = false;
  };

  template <class FnT>
  static void forWords(uint64_t Address, unsigned Bytes, FnT Fn) {
    for (uint64_t N = Address / 4; N * 4 < Address + Bytes; ++N)
      Fn(N);
  }

  template <class FnT> void forKept(uint64_t Address, unsigned Bytes, FnT Fn) {
    forWords(Address, Bytes, [&](uint64_t N) {
      if (auto It = Words.find(N); It != Words.end())
        Fn(N, It->second);
    });
  }

  uint64_t LastWrite = 0;
  llvm::DenseMap<uint64_t, Word> Words;
  /// By word and thread: which write it has read last.
  llvm::DenseMap<std::pair<uint64_t, ThreadId>, Read> Seen;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_OBSERVATIONS_H
