//===- TargetModel.h - What code, objects and the SM agree on ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One row a triple: data layout, width of pointers, ELF class and machine, and
/// where a thread finds its identifiers. A triple for each pointer width,
/// because LLVM derives the width from the triple alone.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_TARGETMODEL_H
#define HEDDLE_ABI_TARGETMODEL_H

#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace heddle::abi {

/// The flag of IR modules whose PTX has addresses of 32 bits on a chip with 64.
inline constexpr char NarrowPointersFlag[] = "heddle.address_size_32";

struct Chip;

struct TargetModel {
  const char *Triple;
  /// In LLVM's notation. The pointer widths in it must be those of
  /// pointerBits().
  const char *DataLayout;
  /// The width of an address in global or generic memory: 32 or 64. Addresses
  /// in the other spaces have 32 bits.
  unsigned GlobalPointerBits;
  /// e_machine of objects.
  uint16_t Machine;
  LaunchState Launch;

  constexpr unsigned pointerBits(unsigned AddressSpace) const {
    return AddressSpace == Generic || AddressSpace == Global ? GlobalPointerBits
                                                             : 32;
  }
  /// Objects are ELF64 rather than ELF32.
  constexpr bool isELF64() const { return GlobalPointerBits == 64; }
};

/// All models; the first is that of the silicon.
llvm::ArrayRef<TargetModel> targetModels();

/// The model of \p Triple, null when there is none.
const TargetModel *findTargetModel(llvm::StringRef Triple);

/// The model of \p Triple; the silicon's for IR that names none or another
/// target's.
const TargetModel &targetModelOrDefault(llvm::StringRef Triple);

/// The model of code for \p C.
const TargetModel &targetModel(const Chip &C);

} // namespace heddle::abi

#endif // HEDDLE_ABI_TARGETMODEL_H
