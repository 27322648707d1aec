//===- MemoryAccess.h - What an instruction accesses ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_MEMORYACCESS_H
#define HEDDLE_MACHINE_MEMORYACCESS_H

#include "heddle/ABI/Address.h"
#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace heddle::sm {

/// An access to memory by the lanes of a warp. Without member initializers,
/// since lists of them are made for each instruction.
struct MemoryAccess {
  Space Where;
  AccessKind Kind;
  /// The bank of c[].
  uint8_t Bank;
  /// Bytes that each lane accesses.
  uint8_t Bytes;
  /// The addresses of all lanes, those that do not execute included, as the
  /// chip has them.
  std::array<uint64_t, Lanes> Address;
  /// Lanes that it is an access of, if they execute: all, but where a generic
  /// address says which space each goes to.
  uint32_t Mask;
  /// The known relation between the addresses.
  AddressShape Shape;

  abi::Address at(unsigned Lane) const { return abi::Address(Address[Lane]); }
};

/// All accesses of one instruction: first its operands in memory, then its own
/// access. A fetch has one for each texel that some lane reads.
class AccessList {
public:
  /// Collects the accesses of \p I, which a warp with the registers of \p L is
  /// about to execute.
  void collect(const DecodedInst &I, const LaneContext &L);
  llvm::ArrayRef<MemoryAccess> list() const { return Items; }

private:
  MemoryAccess &add(Space Where, AccessKind Kind, unsigned Bytes);
  void collectFar(const DecodedInst &I, const LaneContext &L);
  void collectImage(const DecodedInst &I, const LaneContext &L);
  /// The first, from \p First on, of \p Bytes and without \p Lane.
  MemoryAccess &imageItem(size_t First, const DecodedInst &I, unsigned Bytes,
                          unsigned Lane);

  llvm::SmallVector<MemoryAccess, 6> Items;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_MEMORYACCESS_H
