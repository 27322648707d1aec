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

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAVARIABLES_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAVARIABLES_H

#include "TeslaConstantLayout.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace llvm {

struct TeslaImage {
  /// A word that takes the address of a .global variable when a module is
  /// loaded.
  struct AddressWord {
    uint64_t Offset;
    const GlobalVariable *Variable;
    int32_t Addend;
  };
  /// Without the zeros at the end.
  SmallVector<char, 0> Bytes;
  /// Ascending offsets.
  SmallVector<AddressWord, 0> Addresses;

  /// The contents of \p GV. Fails where its initial value has no form in an
  /// object.
  static Expected<TeslaImage> build(const GlobalVariable &GV,
                                    const TeslaConstantLayout &Constants);
};

/// Reports, through \p M's context, variables that no object can hold.
void checkTeslaVariables(const Module &M);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAVARIABLES_H
