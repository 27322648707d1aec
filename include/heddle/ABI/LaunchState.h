//===- LaunchState.h - What a CTA finds when it starts ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state that the chip's launch hardware prepares for every CTA. The code
/// generator reads it and the SM writes it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_LAUNCHSTATE_H
#define HEDDLE_ABI_LAUNCHSTATE_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::abi {

/// An identifier that tells a thread where it is: a row of Identifiers.def.
enum class Identifier : uint8_t {
#define HEDDLE_IDENTIFIER(ID, NAME, INTRINSIC) ID,
#include "heddle/ABI/Identifiers.def"
};

inline constexpr size_t NumIdentifiers = 0
#define HEDDLE_IDENTIFIER(ID, NAME, INTRINSIC) +1
#include "heddle/ABI/Identifiers.def"
    ;

/// "%tid.x"
const char *identifierName(Identifier Id);

/// The place of an identifier in the state of a thread.
struct IdentifierPlace {
  enum KindType : uint8_t {
    /// In the half-word of shared memory at byte Where.
    SharedHalf,
    /// In the word of shared memory at byte Where.
    SharedWord,
    /// In special register Where.
    SpecialRegister,
    /// In $r0 at the start, from bit Where on.
    StartRegister,
    /// Nowhere: its value is always Where.
    Fixed,
  };
  KindType Kind;
  uint32_t Where;
  /// The width of the identifier: its value is below 1 << Bits.
  unsigned Bits;
};

struct LaunchState {
  /// By Identifier.
  std::array<IdentifierPlace, NumIdentifiers> Places;

  constexpr const IdentifierPlace &operator[](Identifier Id) const {
    return Places[static_cast<size_t>(Id)];
  }

  /// $r0 at the start of thread \p Tid.
  constexpr uint32_t startRegister(const std::array<uint32_t, 3> &Tid) const {
    uint32_t Word = 0;
    for (size_t I = 0; I != Tid.size(); ++I) {
      const IdentifierPlace &P =
          Places[static_cast<size_t>(Identifier::TidX) + I];
      Word |= (Tid[I] & ((uint32_t(1) << P.Bits) - 1)) << P.Where;
    }
    return Word;
  }
};

/// The constant bank of the literals that come with a kernel's code. Source:
/// tesla-isa.md section 1.
inline constexpr unsigned LiteralBank = 1;

/// The place of the parameters in shared memory, each with natural alignment;
/// static .shared follows them, then dynamic .shared. The header with the
/// identifiers comes before them.
inline constexpr uint32_t SharedParams = 0x10;

/// The special register of tx1 with %nctaid.x; .y and .z follow.
inline constexpr uint32_t NctaidRegister = 16;

/// The window of g[] through which global memory is addressed: linear, base 0.
inline constexpr unsigned GlobalWindow = 14;

/// Lanes of a warp.
inline constexpr unsigned WarpSize = 32;

} // namespace heddle::abi

#endif // HEDDLE_ABI_LAUNCHSTATE_H
