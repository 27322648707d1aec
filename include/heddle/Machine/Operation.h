//===- Operation.h - The operations by name ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operation of a decoded instruction, as a name with properties.
/// Operations.def is the table. No LLVM headers, and no inline function that is
/// not inlined everywhere: this file is compiled once for every host vector
/// width, and code shared between those would be a trap.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_OPERATION_H
#define HEDDLE_MACHINE_OPERATION_H

#include "heddle/ABI/DivergenceRules.h"
#include "heddle/ABI/GenericAddress.h"
#include <cstdint>

namespace heddle::sm {

/// The unit that executes an operation.
enum class Unit : uint8_t {
  Move,
  Integer,
  /// 64-bit integers.
  Wide,
  /// Counting, moving and choosing bits.
  Bits,
  /// Between the lanes of a warp.
  Exchange,
  /// f32 by IEEE 754.
  Ieee,
  /// Approximations of f32.
  Function,
  /// f16 and bf16.
  Half,
  /// Between f32 and formats of fewer bits.
  Format,
  Float,
  Double,
  Sfu,
  Convert,
  /// Textures and surfaces.
  Texture,
  /// Products of matrices.
  Matrix,
  Memory,
  Flow,
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

/// All operations: UnitName.
enum class Operation : uint8_t {
#define HEDDLE_OPERATION(UNIT, NAME, SPACE, ACCESS) UNIT##NAME,
#include "heddle/Machine/Operations.def"
};

// The operations of one unit.
enum class MoveOp : uint8_t {
#define HEDDLE_MOVE(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class IntegerOp : uint8_t {
#define HEDDLE_INTEGER(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class WideOp : uint8_t {
#define HEDDLE_WIDE(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class BitsOp : uint8_t {
#define HEDDLE_BITS(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class ExchangeOp : uint8_t {
#define HEDDLE_EXCHANGE(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class IeeeOp : uint8_t {
#define HEDDLE_IEEE(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class FunctionOp : uint8_t {
#define HEDDLE_FUNCTION(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class HalfOp : uint8_t {
#define HEDDLE_HALF(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class FormatOp : uint8_t {
#define HEDDLE_FORMAT(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class FloatOp : uint8_t {
#define HEDDLE_FLOAT(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class DoubleOp : uint8_t {
#define HEDDLE_DOUBLE(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class SfuOp : uint8_t {
#define HEDDLE_SFU(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class ConvertOp : uint8_t {
#define HEDDLE_CONVERT(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class TextureOp : uint8_t {
#define HEDDLE_TEXTURE(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class MatrixOp : uint8_t {
#define HEDDLE_MATRIX(NAME) NAME,
#include "heddle/Machine/Operations.def"
};
enum class MemoryOp : uint8_t {
#define HEDDLE_MEMORY(NAME, SPACE, ACCESS) NAME,
#include "heddle/Machine/Operations.def"
};

/// The effect of an instruction on the flow of its warp. Everything but Plain
/// ends a run of instructions that the lanes execute without looking up.
enum class FlowKind : uint8_t {
  Plain,
#define HEDDLE_FLOW(NAME) NAME,
#include "heddle/Machine/Operations.def"
};

/// Returns whether \p Flow, a return or a break, leaves a function or a loop.
constexpr abi::Leaving leavingOf(FlowKind Flow) {
  return Flow == FlowKind::Break ? abi::Leaving::Break : abi::Leaving::Return;
}

struct OperationInfo {
  /// "IntegerAdd32".
  const char *Name;
  Unit Executor;
  /// None for operations that access memory only by operands.
  Space Where;
  AccessKind Access;
};

/// By Operation.
inline constexpr OperationInfo OperationTable[] = {
#define HEDDLE_OPERATION(UNIT, NAME, SPACE, ACCESS)                            \
  {#UNIT #NAME, Unit::UNIT, Space::SPACE, AccessKind::ACCESS},
#include "heddle/Machine/Operations.def"
};

[[gnu::always_inline]] constexpr const OperationInfo &infoOf(Operation Op) {
  return OperationTable[unsigned(Op)];
}

// The operation that a unit knows by a name of its own. The operations of a
// unit follow each other in both enumerations.
#define HEDDLE_OPERATION_OF(UNIT, FIRST)                                       \
  [[gnu::always_inline]] constexpr Operation operationOf(UNIT##Op Op) {        \
    static_assert(unsigned(UNIT##Op::FIRST) == 0, "the first of its unit");    \
    return Operation(unsigned(Operation::UNIT##FIRST) + unsigned(Op));         \
  }
HEDDLE_OPERATION_OF(Move, Mov32)
HEDDLE_OPERATION_OF(Integer, Add32)
HEDDLE_OPERATION_OF(Wide, Add)
HEDDLE_OPERATION_OF(Bits, Popc)
HEDDLE_OPERATION_OF(Exchange, Shuffle)
HEDDLE_OPERATION_OF(Ieee, Add)
HEDDLE_OPERATION_OF(Function, Rsqrt)
HEDDLE_OPERATION_OF(Half, Add)
HEDDLE_OPERATION_OF(Format, Narrow)
HEDDLE_OPERATION_OF(Float, AddRN)
HEDDLE_OPERATION_OF(Double, Add)
HEDDLE_OPERATION_OF(Sfu, Rcp)
HEDDLE_OPERATION_OF(Convert, Any)
HEDDLE_OPERATION_OF(Texture, Fetch)
HEDDLE_OPERATION_OF(Matrix, Multiply)
HEDDLE_OPERATION_OF(Memory, LoadShared)
#undef HEDDLE_OPERATION_OF

/// \p Kind is not Plain.
[[gnu::always_inline]] constexpr Operation operationOf(FlowKind Kind) {
  return Operation(unsigned(Operation::FlowBranch) + unsigned(Kind) -
                   unsigned(FlowKind::Branch));
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_OPERATION_H
