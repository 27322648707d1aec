//===- Operand.h - Registers and immediates ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FUZZ_RANDOM_OPERAND_H
#define HEDDLE_FUZZ_RANDOM_OPERAND_H

#include <cstdint>

namespace heddle::ptxrandom {

/// Kinds of registers; the letter of their names is in registerLetter(). F64 is
/// one of map_f64_to_f32: it holds an f32.
enum class RegClass : uint8_t { Pred, B16, B32, B64, F32, F64 };
inline constexpr unsigned NumClasses = 6;

/// Bits that a register holds; 1 for a predicate.
inline unsigned bitsOf(RegClass C) {
  constexpr unsigned Bits[] = {1, 16, 32, 64, 32, 32};
  return Bits[unsigned(C)];
}

inline char registerLetter(RegClass C) { return "phrdfm"[unsigned(C)]; }

struct Reg {
  RegClass Class = RegClass::B32;
  uint8_t Index = 0;
  friend bool operator==(Reg, Reg) = default;
};

struct Operand {
  Reg R;
  bool IsImmediate = false;
  /// A predicate read as its complement.
  bool IsNegated = false;
  /// An immediate of 64 bits is an f64.
  bool IsNumber = false;
  /// Of an immediate, zero-extended; of F64 the bits of the f64 in the text.
  uint64_t Bits = 0;
  friend bool operator==(const Operand &, const Operand &) = default;
};

/// @p, @!p, or nothing.
struct Guard {
  bool IsPresent = false;
  bool IsNegated = false;
  uint8_t Pred = 0;
  friend bool operator==(const Guard &, const Guard &) = default;
};

} // namespace heddle::ptxrandom

#endif // HEDDLE_FUZZ_RANDOM_OPERAND_H
