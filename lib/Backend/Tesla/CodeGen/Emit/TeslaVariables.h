//===- TeslaVariables.h - Contents of module variables ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// First contents of .global and .const variables as bytes and addresses.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVARIABLES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVARIABLES_H

#include "TeslaConstantLayout.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace llvm {

struct TeslaImage {
  /// A word that takes the address of a .global variable when a module is
  /// loaded, or one byte that takes a byte of it.
  struct AddressWord {
    uint64_t Offset;
    const GlobalVariable *Variable;
    int32_t Addend;
    /// The number of the byte, or -1 for the whole address.
    int8_t Byte;
  };
  /// A part of the variable, from its byte Offset to that of the next part or
  /// the end of Bytes; it begins in Bytes at Begin. Both are multiples of 8.
  struct Part {
    uint64_t Offset, Begin;
  };
  /// The bytes of all parts, without the zeros at the end and long runs of them
  /// between parts.
  SmallVector<char, 0> Bytes;
  SmallVector<Part, 1> Parts;
  /// Ascending offsets in Bytes.
  SmallVector<AddressWord, 0> Addresses;

  /// Whether all bytes are one part, at the start.
  bool isWhole() const {
    return Parts.empty() || (Parts.size() == 1 && Parts.front().Offset == 0);
  }

  /// The contents of \p GV. Fails where its initial value has no form in an
  /// object.
  static Expected<TeslaImage> build(const GlobalVariable &GV,
                                    const TeslaConstantLayout &Constants);
};

/// Reports, through \p M's context, variables that no object can hold.
void checkTeslaVariables(const Module &M);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAVARIABLES_H
