//===- Counters.h - What a run counted --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The counters of a launch. Counters.def says what each is.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_COUNTERS_H
#define HEDDLE_MACHINE_COUNTERS_H

#include <array>
#include <cstdint>

namespace heddle::sm {

enum class CounterId : unsigned {
#define HEDDLE_COUNTER(Id, Name, Unit, Merge, NvidiaName, Definition) Id,
#include "heddle/Machine/Counters.def"
};

struct CounterInfo {
  enum MergeKind : uint8_t { Sum, Max };
  CounterId Id;
  const char *Name;
  const char *Unit;
  MergeKind Merge;
  /// Empty when NVIDIA's profiler has no such counter.
  const char *NvidiaName;
  const char *Definition;
};

inline constexpr CounterInfo CounterTable[] = {
#define HEDDLE_COUNTER(Id, Name, Unit, Merge, NvidiaName, Definition)          \
  {CounterId::Id, Name, Unit, CounterInfo::Merge, NvidiaName, Definition},
#include "heddle/Machine/Counters.def"
};

class Counters {
public:
  uint64_t &operator[](CounterId Id) { return Values[unsigned(Id)]; }
  uint64_t operator[](CounterId Id) const { return Values[unsigned(Id)]; }

  /// Takes in what another part of the launch counted.
  void merge(const Counters &Other);

  /// Share of lanes that were active, 0 to 1.
  double laneEfficiency() const;

private:
  std::array<uint64_t, std::size(CounterTable)> Values = {};
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_COUNTERS_H
