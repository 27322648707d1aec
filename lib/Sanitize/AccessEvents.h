//===- AccessEvents.h - Who accessed memory, and when -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An access of the lanes of a warp that execute it together is one event, and
/// lanes are told apart by their numbers. Shadow memory holds a word for each
/// access that counts.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_ACCESSEVENTS_H
#define HEDDLE_LIB_SANITIZE_ACCESSEVENTS_H

#include "llvm/ADT/bit.h"
#include <cstdint>
#include <vector>

namespace heddle::sanitize {

enum AccessFlags : uint8_t {
  IsWrite = 1,
  IsAtomic = 2,
  /// The access is not weak.
  IsStrong = 4,
  /// Ordered with its own CTA only.
  IsCtaScope = 8,
};

/// The properties of an access that decide which others it races with, except
/// time and place.
using AccessKindId = uint8_t;
/// The kind stands for all other reads: it races with whatever they race with.
constexpr AccessKindId WeakRead = 0;

struct AccessEvent {
  uint64_t Cta = 0;
  /// The clock of the thread, which is the same for all lanes.
  uint32_t Clock = 0;
  /// The index of the instruction in the program.
  uint32_t Index = 0;
  uint8_t Warp = 0;
  /// Bytes that each lane accesses.
  uint8_t Bytes = 0;
  uint8_t Flags = 0;
  /// Bytes of an element, which are less than all in vectors.
  uint8_t Unit = 0;

  AccessKindId kind() const {
    return Flags & IsStrong ? AccessKindId(Flags | llvm::countr_zero(Unit) << 4)
                            : AccessKindId(Flags & IsWrite);
  }
  bool operator==(const AccessEvent &) const = default;
};

/// An event and one of its lanes; 0: none.
using AccessRef = uint32_t;

/// By number, which ascends in time.
class AccessEvents {
public:
  static constexpr unsigned LaneBits = 5;
  static constexpr uint32_t MaxEvents = uint32_t(1) << (32 - LaneBits);

  AccessEvents() { clear(); }

  void clear() {
    First = 0;
    // The first stands for none.
    List.assign(1, AccessEvent());
  }
  /// Nobody asks for those so far any more. Numbers go on.
  void forget() {
    First += size();
    List.clear();
  }
  void reserve(uint32_t Count) { List.reserve(Count); }
  uint32_t size() const { return uint32_t(List.size()); }
  /// How many more there are numbers for.
  uint32_t room() const { return MaxEvents - 1 - First - size(); }
  uint32_t add(const AccessEvent &E) {
    List.push_back(E);
    return First + size() - 1;
  }
  bool has(uint32_t Id) const { return Id && Id - First < size(); }
  const AccessEvent &operator[](uint32_t Id) const { return List[Id - First]; }
  const AccessEvent &of(AccessRef R) const { return (*this)[idOf(R)]; }

  static AccessRef ref(uint32_t Id, unsigned Lane) {
    return Id << LaneBits | Lane;
  }
  static unsigned laneOf(AccessRef R) { return R & ((1u << LaneBits) - 1); }
  static uint32_t idOf(AccessRef R) { return R >> LaneBits; }
  /// Less than this are the references to all events so far.
  AccessRef end() const { return ref(First + size(), 0); }

private:
  friend class EventSweep;

  std::vector<AccessEvent> List;
  /// The number of the first in the list.
  uint32_t First = 0;
};

/// Drops events that shadow memory refers to no more, and keeps the order of
/// the others: first all references are marked, then all are renumbered.
class EventSweep {
public:
  explicit EventSweep(AccessEvents &All) : Events(All), Places(All.size(), 0) {}

  void mark(AccessRef R) { place(R) = 1; }
  void drop();
  /// Makes \p R refer to the new place of its event.
  void renumber(AccessRef &R) {
    R = AccessEvents::ref(place(R), AccessEvents::laneOf(R));
  }

private:
  uint32_t &place(AccessRef R) {
    return Places[AccessEvents::idOf(R) - Events.First];
  }

  AccessEvents &Events;
  /// For each event: marked or not; then the new number.
  std::vector<uint32_t> Places;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_ACCESSEVENTS_H
