//===- Operation.h - The operations by name ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operation of a decoded instruction, which is a unit and a number, and
/// its properties. Operations.td is the table. Names of operations are not
/// here: a new one changes what is about its unit, and nothing else. No LLVM
/// headers, and no inline function that is not inlined everywhere: this file is
/// compiled once for every host vector width, and code shared between those
/// would be a trap.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_OPERATION_H
#define HEDDLE_MACHINE_OPERATION_H

#include "heddle/ABI/GenericAddress.h"
#include <cstdint>

namespace heddle::sm {

/// The unit that executes an operation.
enum class Unit : uint8_t {
#define HEDDLE_UNIT(NAME) NAME,
#define HEDDLE_FLOW_UNIT(NAME) NAME,
#include "heddle/ABI/Units.inc"
};

/// A memory, as instructions name it.
enum class Space : uint8_t {
  Global,
  Shared,
  Local,
  Const,
  /// The address of each lane selects one of the first three.
  Generic,
  None
};

/// The kind of an operation's access to its space.
enum class AccessKind : uint8_t {
  None,
  Load,
  Store,
  /// Reads and writes as one.
  Atomic,
  /// A load that may lock its word.
  Lock,
  /// A store that releases its word.
  Unlock,
};

/// The place of a generic address: global memory, or the space of its window.
struct GenericPlace {
  Space Where;
  uint64_t Address;
};

[[gnu::always_inline]] constexpr GenericPlace placeOf(uint64_t Generic) {
  switch (uint32_t(Generic >> 32)) {
  case abi::SharedWindowWord:
    return {Space::Shared, uint32_t(Generic)};
  case abi::LocalWindowWord:
    return {Space::Local, uint32_t(Generic)};
  case abi::ConstWindowWord:
    return {Space::Const, uint32_t(Generic)};
  default:
    return {Space::Global, Generic};
  }
}

// The operations of one unit. heddle/ABI/UNITOps.inc, which only those
// include who name an operation of it, has the names.
#define HEDDLE_UNIT(NAME) enum class NAME##Op : uint8_t;
#define HEDDLE_FLOW_UNIT(NAME)
#include "heddle/ABI/Units.inc"

/// The effect of an instruction on the flow of its warp. Everything but 0,
/// which is Plain, ends a run of instructions that the lanes execute without
/// looking up. heddle/ABI/FlowOps.inc has the names.
enum class FlowKind : uint8_t;

/// An operation of any unit: the unit, and the number that it has there.
enum class Operation : uint16_t {};

[[gnu::always_inline]] constexpr Unit unitOf(Operation Op) {
  return Unit(uint16_t(Op) >> 8);
}
[[gnu::always_inline]] constexpr uint8_t numberOf(Operation Op) {
  return uint8_t(Op);
}
[[gnu::always_inline]] constexpr Operation operationOf(Unit Of, unsigned N) {
  return Operation(unsigned(Of) << 8 | N);
}
#define HEDDLE_UNIT(NAME)                                                      \
  [[gnu::always_inline]] constexpr Operation operationOf(NAME##Op Op) {        \
    return operationOf(Unit::NAME, unsigned(Op));                              \
  }
#define HEDDLE_FLOW_UNIT(NAME)
#include "heddle/ABI/Units.inc"
/// \p Kind is not Plain.
[[gnu::always_inline]] constexpr Operation operationOf(FlowKind Kind) {
  return operationOf(Unit::Flow, unsigned(Kind) - 1);
}

/// Properties of operations, as bits.
enum OperationTrait : uint8_t {
  /// Lanes exchange values, or meet before they do.
  MeetsLanes = 1 << 0,
  /// Reads a clock, or a special register, which may be one.
  ReadsClock = 1 << 1,
  /// Reads a texture.
  Fetches = 1 << 2,
  /// Its address is Src[0] and Imm.
  Far = 1 << 3,
  /// Warps of the CTA meet at it.
  MeetsWarps = 1 << 4,
  /// Asks the host for a service.
  AsksHost = 1 << 5,
};

struct OperationInfo {
  /// "IntegerAdd32".
  const char *Name;
  Operation Op;
  /// None for operations that access memory only by operands.
  Space Where;
  AccessKind Access;
  /// Bits of OperationTrait.
  uint8_t Traits;
};

/// How many operations there are, and the place of \p Op among them: by unit,
/// and in its unit by number.
unsigned operationCount();
unsigned indexOf(Operation Op);
/// By that place.
const OperationInfo &operationInfo(unsigned Index);
const OperationInfo &infoOf(Operation Op);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_OPERATION_H
