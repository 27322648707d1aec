//===- AccessEvents.h - Who accessed memory, and when -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the lanes of a warp do together is one event, and lanes are told apart
/// by their numbers. Shadow memory holds a word for each access that counts.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_ACCESSEVENTS_H
#define HEDDLE_LIB_SANITIZE_ACCESSEVENTS_H

#include <cstdint>
#include <vector>

namespace heddle::sanitize {

enum AccessFlags : uint8_t {
  IsWrite = 1,
  IsAtomic = 2,
  /// Not weak.
  IsStrong = 4,
  /// Ordered with its own CTA only.
  IsCtaScope = 8,
};

struct AccessEvent {
  uint64_t Cta = 0;
  /// Of the thread, which is the same for all lanes.
  uint32_t Clock = 0;
  /// Of the instruction, in the program.
  uint32_t Index = 0;
  uint8_t Warp = 0;
  /// Of each lane.
  uint8_t Bytes = 0;
  uint8_t Flags = 0;

  bool operator==(const AccessEvent &) const = default;
};

/// An event and one of its lanes; 0: none.
using AccessRef = uint32_t;

class AccessEvents {
public:
  static constexpr unsigned LaneBits = 5;
  static constexpr uint32_t MaxEvents = uint32_t(1) << (32 - LaneBits);

  AccessEvents() { clear(); }

  void clear() { List.assign(1, AccessEvent()); }
  uint32_t size() const { return uint32_t(List.size()); }
  uint32_t add(const AccessEvent &E) {
    List.push_back(E);
    return uint32_t(List.size() - 1);
  }
  const AccessEvent &operator[](uint32_t Id) const { return List[Id]; }
  const AccessEvent &of(AccessRef R) const { return List[R >> LaneBits]; }

  static AccessRef ref(uint32_t Id, unsigned Lane) {
    return Id << LaneBits | Lane;
  }
  static unsigned laneOf(AccessRef R) { return R & ((1u << LaneBits) - 1); }
  static uint32_t idOf(AccessRef R) { return R >> LaneBits; }

private:
  std::vector<AccessEvent> List;
};

/// Keeps the events that shadow memory still refers to.
class EventSweep {
public:
  explicit EventSweep(const AccessEvents &Before)
      : Old(Before), Places(Before.size(), 0) {}

  /// Makes \p R refer to the place of its event in the result.
  void keep(AccessRef &R);
  AccessEvents take() { return std::move(Kept); }

private:
  const AccessEvents &Old;
  AccessEvents Kept;
  /// By old number; 0: not kept so far.
  std::vector<uint32_t> Places;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_ACCESSEVENTS_H
