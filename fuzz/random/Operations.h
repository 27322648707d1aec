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

#include "Program.h"
#include "heddle/Model/FloatJudge.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::ptxrandom {

using namespace model;

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
  /// Floats of tx1: sums, products, quotients, roots, signs; conversions;
  /// comparisons.
  Ieee,
  IeeeConvert,
  IeeeCompare,
  /// Integers that only tx1 has.
  Bits,
  /// Floats of tx1 that need only be near: not in programs.
  Approx,
};
inline constexpr unsigned NumFamilies = 21;

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
/// The last one is that of the float in Operation::To.
enum class TruthKind : uint8_t {
  Bit,
  BitAndComplement,
  Ones,
  FloatOne,
  NumberOne
};

struct SourceKind {
  RegClass Class;
  bool MayBeImmediate = true;
  /// A count or position: mostly small.
  bool IsCount = false;
  /// What the bits are, or all lanes of them; None: an integer, or an f32.
  NumberFormat Format = NumberFormat::None;
};

/// How far a result may be off: a part of the exact value, an amount and units
/// in the last place of the exact value, together.
struct ErrorBound {
  long double Relative = 0, Absolute = 0, Units = 0;
};

struct Operation {
  /// Reads the carry as bit 0 of the source behind the last one.
  using Evaluator = uint64_t (*)(const Operation &Op, const uint64_t *S);

  std::string Name;
  /// Written behind the sources.
  std::string Suffix;
  Family Group = Family::Integer;
  std::vector<RegClass> Results;
  std::vector<SourceKind> Sources;
  /// Results lie behind each other from bit 0; the carry is bit 32.
  Evaluator Evaluate = nullptr;
  /// Several results or sources are a vector in braces, not a list.
  bool IsVector = false;
  bool ReadsCarry = false, WritesCarry = false;
  /// Extended: only tx1 has it.
  enum UseType : uint8_t { Any, Classic, Modern, Extended } Use = Any;

  // What evaluators of whole families look at.
  Rounding Round = Rounding::Nearest;
  bool Saturates = false;
  CompareOp Comparison = CompareOp::Eq;
  CombineOp Combination = CombineOp::None;
  TruthKind Truth = TruthKind::Bit;
  unsigned FromBits = 32, ToBits = 32;
  bool FromSigned = false, ToSigned = false;

  // Floats of tx1: lanes of From to lanes of To.
  FloatOp Arithmetic = FloatOp::Add;
  NumberFormat From = NumberFormat::None, To = NumberFormat::None;
  unsigned Lanes = 1;
  /// Of what need only be near: whether it takes \p Got for the result; else
  /// null. \p Function is what the result of each lane is near.
  bool (*Accepts)(const Operation &Op, const uint64_t *S,
                  uint64_t Got) = nullptr;
  long double (*Function)(long double) = nullptr;
  ErrorBound Error;
  /// .ftz; .relu, or .abs of minimum and maximum; .NaN; .xorsign; .satfinite
  bool Flushes = false, HasRelu = false, HasAbs = false, WantsNaN = false,
       HasXorSign = false, IsSatFinite = false;
};

/// Whether no register wider than its source's type may be that source.
inline bool takesByteRegister(const Operation &Op) {
  llvm::StringRef Name = Op.Name;
  return Name.ends_with(".bf16.u8") || Name.ends_with(".bf16.s8");
}

/// All rows; they keep their addresses.
const std::vector<Operation> &operations();

/// The operation by which \p Form changes shared or global memory; null unless
/// it is on floats.
const Operation *operationOf(const AtomicForm &Form, bool IsShared);

/// The parts of the table.
void addIntegerOperations(std::vector<Operation> &Table);
void addCompareOperations(std::vector<Operation> &Table);
void addFloatOperations(std::vector<Operation> &Table);
void addConvertOperations(std::vector<Operation> &Table);
void addModernOperations(std::vector<Operation> &Table);
void addIeeeOperations(std::vector<Operation> &Table);
void addIeeeConvertOperations(std::vector<Operation> &Table);
void addIeeeCompareOperations(std::vector<Operation> &Table);
void addNarrowOperations(std::vector<Operation> &Table);
void addApproxOperations(std::vector<Operation> &Table);
void addBitsOperations(std::vector<Operation> &Table);
/// Makes them of the rows that are there.
void addMappedOperations(std::vector<Operation> &Table);

/// Who judges rows of tx1's floats; APFloat unless something else was set.
const FloatJudge &currentJudge();
void setJudge(const FloatJudge &Judge);

/// Whether \p Op is in the table of \p IsModern code for silicon, or of code
/// for tx1.
bool isFor(const Operation &Op, bool IsModern, bool IsSilicon);

const char *compareName(CompareOp C);
/// \p Order is negative, zero or positive.
bool holdsOrdered(CompareOp C, int Order);
/// The result of a comparison that \p Holds, combined with \p Other.
uint64_t truthOf(const Operation &Op, bool Holds, uint64_t Other);

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
