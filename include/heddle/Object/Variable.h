//===- Variable.h - Module variables in an object ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of .global and .const, and the places that hold an address which
/// is known only when a loader has given the .global ones theirs.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_VARIABLE_H
#define HEDDLE_OBJECT_VARIABLE_H

#include "heddle/ABI/Address.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::object {

/// ELF relocation types of these objects.
enum RelocationType : uint32_t {
  /// The four bytes at the offset are the address (R_CUDA_32).
  RelocData32 = 1,
  /// The eight bytes are, in ELF64 objects (R_CUDA_64).
  RelocData64 = 2,
  /// The address is the 32-bit immediate of the instruction at the offset: its
  /// bits 0..5 go to word 0, bits 16..21, and bits 6..31 to word 1, bits 2..27.
  /// The number is not one of NVIDIA's, whose objects of these chips need none.
  RelocImmediate32 = 0x80,
  /// RelocImmediate32 with the upper word of the address, in ELF64 objects.
  RelocImmediateHigh32 = 0x81,
  /// The byte at the offset is the lowest of the address; the next seven
  /// relocation types are for the bytes above it.
  RelocByte0 = 0x90,
};

/// The place at Offset takes the address of Module::Variables[Variable] plus
/// Addend, in the form that belongs to its section: code has immediates, data
/// words.
struct Relocation {
  uint32_t Offset = 0;
  uint32_t Variable = 0;
  int64_t Addend = 0;
  /// In code: the relocation takes the upper word of the address.
  bool IsHigh = false;
  /// In data: the byte of the address that the relocation takes, or -1 for all.
  int8_t Byte = -1;
};

/// Bytes of a variable that an object stores, from byte Offset on.
struct VariablePart {
  uint64_t Offset = 0;
  uint64_t Size = 0;
};

/// A .global variable.
struct Variable {
  std::string Name;
  uint64_t Size = 0;
  uint32_t Align = 1;
  /// In order and within the variable; the rest starts as zero.
  std::vector<VariablePart> Parts;
  /// The bytes of the parts, one behind the other.
  std::vector<uint8_t> Init;
  /// Words of Init that are addresses.
  std::vector<Relocation> Relocations;
};

/// A .const variable: a part of the module's image of c0[].
struct ConstantSymbol {
  std::string Name;
  uint32_t Offset = 0;
  uint32_t Size = 0;
};

/// The relocation of an address in data of \p Target.
constexpr RelocationType dataRelocation(const abi::TargetModel &Target) {
  return Target.GlobalPointerBits == 64 ? RelocData64 : RelocData32;
}

/// Writes \p A to \p Bytes, of which there are \p PointerBytes, 4 or 8.
void storePointer(unsigned PointerBytes, uint8_t *Bytes, abi::Address A);

/// The bits of a long instruction that hold \p Value as its immediate.
uint64_t immediateBits(uint32_t Value);

/// Writes \p Address to the immediate of the instruction at the start of
/// \p Code, which has at least eight bytes.
void patchImmediate(llvm::MutableArrayRef<uint8_t> Code, uint32_t Address);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_VARIABLE_H
