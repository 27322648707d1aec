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
/// that observed it, without any fence; operations before the write do not (PTX
/// ISA, "Memory Consistency Model", observation and causality order). An atomic
/// observes all that the atomics before it did. So the last block that counts
/// itself may reset the counter by a weak store, and a thread that has seen a
/// flag may reset it.
///
/// A thread keeps its observations, though it or another writes there again.
///
/// Only words are kept that atomics access, or that a thread reads which
/// another has written: others are too many. Where accesses are of parts of a
/// word, its bytes are kept.
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
  /// The index of the instruction.
  uint32_t Index;
  uint8_t Lane, Bytes;
  bool IsCtaScope;

  bool operator==(const StrongAccess &) const = default;
  bool isOfSameThread(const StrongAccess &Other) const {
    return Cta == Other.Cta && Thread == Other.Thread;
  }
  /// Whether both are of one size, and each in the scope of the other.
  bool agreesWith(const StrongAccess &Other) const {
    return Bytes == Other.Bytes &&
           (Cta == Other.Cta || !(IsCtaScope || Other.IsCtaScope));
  }
};

class Observations {
public:
  /// Whether anything is kept of an access of \p Bytes bytes at \p Address.
  bool keeps(uint64_t Address, unsigned Bytes) const {
    if (isEmpty())
      return false;
    bool Any = false;
    forUnits(Address, Bytes, [&](uint64_t N) { Any |= Units.contains(N); });
    return Any;
  }
  /// Keeps what nobody but \p Writer has written to since it was ordered with
  /// everybody.
  void keep(uint64_t Address, const StrongAccess &Writer) {
    HasBytes |= Writer.Bytes < WordBytes;
    forUnits(Address, Writer.Bytes, [&](uint64_t N) {
      Units[N].write(Writer, ++LastWrite, /*ReadsToo=*/false);
    });
  }
  /// Strong writes that others than the thread that writes now made.
  struct OtherWrites {
    std::vector<StrongAccess> All;
    /// Writes that the writing thread neither is ordered with nor has observed.
    std::vector<StrongAccess> Missed;
  };
  using OthersFn = llvm::function_ref<OtherWrites()>;
  void atomic(uint64_t Address, const StrongAccess &By, OthersFn Others) {
    HasBytes |= By.Bytes < WordBytes;
    forgetOtherUnits(Address, By.Bytes);
    std::optional<OtherWrites> Here;
    forUnits(Address, By.Bytes, [&](uint64_t N) {
      auto [It, IsNew] = Units.try_emplace(N);
      Unit &U = It->second;
      if (IsNew || !U.Writer.agreesWith(By)) {
        if (!Here)
          Here = Others();
        U.hide(*Here);
      }
      U.write(By, ++LastWrite, /*ReadsToo=*/true);
    });
  }
  void store(uint64_t Address, const StrongAccess &By, OthersFn Others) {
    forgetOtherUnits(Address, By.Bytes);
    if (!keeps(Address, By.Bytes))
      return;
    // A thread that reads this does not observe what others wrote before.
    const OtherWrites Here = Others();
    forKept(Address, By.Bytes, [&](Unit &U) {
      U.hide(Here);
      U.write(By, ++LastWrite, /*ReadsToo=*/false);
    });
  }
  void read(uint64_t Address, const StrongAccess &By) {
    forKept(Address, By.Bytes, [&](Unit &U) {
      if (U.Writer.agreesWith(By))
        U.read(By);
    });
  }
  /// Forgets these bytes after a weak store: a thread that is ordered with the
  /// store is ordered with the writes before it.
  void forget(uint64_t Address, unsigned Bytes) {
    forUnits(Address, Bytes, [&](uint64_t N) { Units.erase(N); });
    forgetOtherUnits(Address, Bytes);
  }

  /// Whether one that has observed the strong write \p Other \p Is it.
  template <class PredT>
  bool anyObserver(uint64_t Address, const StrongAccess &Other,
                   PredT Is) const {
    auto It = Units.find(unitOf(Address, Other.Bytes));
    if (It == Units.end())
      return false;
    return It->second.anyObserver(Other, [&](const StrongAccess &Z) {
      return Z.agreesWith(Other) && Is(Z);
    });
  }
  /// The last of the writes to the byte at \p Address, if it is kept and no
  /// weak one was since then.
  const StrongAccess *lastWriter(uint64_t Address) const {
    auto It = HasBytes ? Units.find(unitOf(Address, 1)) : Units.end();
    if (It == Units.end())
      It = Units.find(unitOf(Address, WordBytes));
    return It == Units.end() ? nullptr : &It->second.Writer;
  }
  void clear() {
    Units.clear();
    HasBytes = false;
  }
  bool isEmpty() const { return Units.empty(); }

private:
  static constexpr unsigned WordBytes = 4;

  /// A strong write that is not the last any more, and the accesses that have
  /// observed it.
  struct EarlierWrite {
    StrongAccess Write;
    std::vector<StrongAccess> Observers;
  };
  /// The write that a thread has read, and its first read of it.
  struct Reading {
    uint64_t Write = 0;
    StrongAccess By = {};
  };
  /// A word, or a byte of one.
  struct Unit {
    StrongAccess Writer;
    /// The last access that has read the value that Writer wrote.
    std::optional<StrongAccess> Reader;
    /// Writes that a thread which reads this value does not observe.
    std::vector<StrongAccess> Hidden;
    /// Writes that were observed before this one.
    std::vector<EarlierWrite> Earlier;
    /// By thread.
    llvm::DenseMap<ThreadId, Reading> Readings;
    /// A number of its own for each write.
    uint64_t Write = 0;
    bool IsRMW = false;

    void write(const StrongAccess &By, uint64_t Number, bool ReadsToo) {
      Writer = By;
      Reader.reset();
      Write = Number;
      IsRMW = ReadsToo;
    }
    void read(const StrongAccess &By) {
      Reader = By;
      Reading &R = Readings[threadId(By.Cta, By.Thread)];
      if (R.Write != Write)
        R = {Write, By};
    }
    bool hides(const StrongAccess &Other) const {
      return llvm::is_contained(Hidden, Other);
    }
    /// A write is about to come that does not pass on what was written before.
    void hide(const OtherWrites &Others);
    template <class PredT>
    bool anyObserver(const StrongAccess &Other, PredT Is) const;
  };

  static uint64_t unitOf(uint64_t Address, unsigned Bytes) {
    constexpr uint64_t IsByte = uint64_t(1) << 62;
    return Bytes < WordBytes ? IsByte | Address : Address / WordBytes;
  }
  template <class FnT>
  static void forUnits(uint64_t Address, unsigned Bytes, FnT Fn) {
    const unsigned Step = Bytes < WordBytes ? 1 : WordBytes;
    for (unsigned At = 0; At < Bytes; At += Step)
      Fn(unitOf(Address + At, Bytes));
  }
  template <class FnT> void forKept(uint64_t Address, unsigned Bytes, FnT Fn) {
    forUnits(Address, Bytes, [&](uint64_t N) {
      if (auto It = Units.find(N); It != Units.end())
        Fn(It->second);
    });
  }
  /// A write of \p Bytes bytes changes the bytes of words, or the words of
  /// bytes.
  void forgetOtherUnits(uint64_t Address, unsigned Bytes) {
    if (Bytes < WordBytes)
      Units.erase(unitOf(Address, WordBytes));
    else if (HasBytes)
      for (unsigned At = 0; At != Bytes; ++At)
        Units.erase(unitOf(Address + At, 1));
  }

  uint64_t LastWrite = 0;
  /// Whether there are bytes among them.
  bool HasBytes = false;
  llvm::DenseMap<uint64_t, Unit> Units;
};

template <class PredT>
bool Observations::Unit::anyObserver(const StrongAccess &Other,
                                     PredT Is) const {
  if (!hides(Other)) {
    // Mostly it is one of the last.
    if ((IsRMW && Is(Writer)) || (Reader && Is(*Reader)))
      return true;
    for (const auto &[Thread, R] : Readings)
      if (R.Write == Write && Is(R.By))
        return true;
  }
  for (const EarlierWrite &E : Earlier)
    if (E.Write == Other && llvm::any_of(E.Observers, Is))
      return true;
  return false;
}

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_OBSERVATIONS_H
