//===- Address.h - Places in global memory ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An address in global memory as hosts, objects and launchers know it: 64 bits
/// whatever the chip, and a type of its own, so that it is not taken for a size
/// or an offset. A chip of 32-bit pointers holds it as one word.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_ADDRESS_H
#define HEDDLE_ABI_ADDRESS_H

#include <cassert>
#include <compare>
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace heddle::abi {

class Address {
public:
  constexpr Address() = default;
  constexpr explicit Address(uint64_t V) : Value(V) {}

  constexpr uint64_t value() const { return Value; }

  friend constexpr auto operator<=>(Address, Address) = default;

  friend constexpr Address operator+(Address A, uint64_t Bytes) {
    return Address(A.Value + Bytes);
  }
  /// How many bytes \p From lies below \p To.
  friend constexpr uint64_t operator-(Address To, Address From) {
    return To.Value - From.Value;
  }

  /// The address that arithmetic on pointers of \p Bits bits, which may wrap
  /// around, yields.
  constexpr Address wrapped(unsigned Bits) const {
    return Bits < 64 ? Address(Value & ((uint64_t(1) << Bits) - 1)) : *this;
  }

  /// The word that holds it in the registers and the memory of a chip with
  /// 32-bit pointers, on which all of global memory has such addresses.
  constexpr uint32_t chipWord() const {
    assert(Value <= UINT32_MAX && "the chip cannot reach this address");
    return static_cast<uint32_t>(Value);
  }

  /// "0x1f00": in hexadecimal, without leading zeros.
  std::string str() const;

private:
  uint64_t Value = 0;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Address A);

} // namespace heddle::abi

#endif // HEDDLE_ABI_ADDRESS_H
