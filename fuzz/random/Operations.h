//===- Operations.h - Instructions programs are made of ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row for each instruction form: how it is written, what it takes and what
/// it computes. The evaluators are written from the PTX and Tesla ISA
/// descriptions, one thread at a time, as a second opinion on all of the
/// compiler and the interpreter.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_OPERATIONS_H
#define HEDDLE_FUZZ_RANDOM_OPERATIONS_H

#include "ChipFloat.h"
#include "Program.h"

namespace heddle::ptxrandom {

enum class Family : uint8_t {
  Integer,
  Multiply,
  Division,
  Logic,
  Shift,
  Compare,
  Select,
  Predicate,
  Move,
  Float,
  Special,
  ConvertInteger,
  ConvertFloat,
  Carry,
  /// Of PTX 2.0 and later.
  Modern,
  /// On f64 under map_f64_to_f32.
  Mapped,
};
inline constexpr unsigned NumFamilies = 16;

enum class CompareOp : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};

enum class CombineOp : uint8_t { None, And, Or, Xor };

/// What a true comparison is.
enum class TruthKind : uint8_t { Bit, BitAndComplement, Ones, FloatOne };

struct SourceKind {
  RegClass Class;
  bool MayBeImmediate = true;
  /// A count or position: mostly small.
  bool IsCount = false;
};

struct Operation {
  /// Reads the carry as bit 0 of the source behind the last one.
  using Evaluator = uint64_t (*)(const Operation &Op, const uint64_t *S);

  std::string Name;
  Family Group = Family::Integer;
  std::vector<RegClass> Results;
  std::vector<SourceKind> Sources;
  /// Results lie behind each other from bit 0; the carry is bit 32.
  Evaluator Evaluate = nullptr;
  /// Several results or sources are a vector in braces, not a list.
  bool IsVector = false;
  bool ReadsCarry = false, WritesCarry = false;
  enum UseType : uint8_t { Any, Classic, Modern } Use = Any;

  // What evaluators of whole families look at.
  Rounding Round = Rounding::Nearest;
  bool Saturates = false;
  CompareOp Comparison = CompareOp::Eq;
  CombineOp Combination = CombineOp::None;
  TruthKind Truth = TruthKind::Bit;
  unsigned FromBits = 32, ToBits = 32;
  bool FromSigned = false, ToSigned = false;
};

/// All rows; they keep their addresses.
const std::vector<Operation> &operations();

/// The parts of the table.
void addIntegerOperations(std::vector<Operation> &Table);
void addCompareOperations(std::vector<Operation> &Table);
void addFloatOperations(std::vector<Operation> &Table);
void addConvertOperations(std::vector<Operation> &Table);
void addModernOperations(std::vector<Operation> &Table);
/// Makes them of the rows that are there.
void addMappedOperations(std::vector<Operation> &Table);

/// "rn" …
const char *roundingName(Rounding Mode);

inline constexpr Rounding AllRoundings[] = {Rounding::Nearest, Rounding::Zero,
                                            Rounding::Down, Rounding::Up};

/// Of \p T: its suffix in PTX and its register.
template <typename T> struct IntType;
template <> struct IntType<uint16_t> {
  static constexpr const char *Name = "u16";
  static constexpr RegClass Class = RegClass::B16;
};
template <> struct IntType<int16_t> {
  static constexpr const char *Name = "s16";
  static constexpr RegClass Class = RegClass::B16;
};
template <> struct IntType<uint32_t> {
  static constexpr const char *Name = "u32";
  static constexpr RegClass Class = RegClass::B32;
};
template <> struct IntType<int32_t> {
  static constexpr const char *Name = "s32";
  static constexpr RegClass Class = RegClass::B32;
};
template <> struct IntType<uint64_t> {
  static constexpr const char *Name = "u64";
  static constexpr RegClass Class = RegClass::B64;
};
template <> struct IntType<int64_t> {
  static constexpr const char *Name = "s64";
  static constexpr RegClass Class = RegClass::B64;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_OPERATIONS_H
