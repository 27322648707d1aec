//===- RegisterMap.h - Where PTX registers are kept -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The map with which a debugger shows a kernel's registers as its PTX calls
/// them. An object has the map only on request; the code is the same with it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_REGISTERMAP_H
#define HEDDLE_OBJECT_REGISTERMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::object {

/// A register of a PTX function. A function that was inlined at several places
/// has its registers at each of them.
struct PTXRegister {
  /// The name as written, with the component of a vector: "%r1", "%v.x".
  std::string Name;
  /// "u32"; "pred".
  std::string Type;
  /// Bits of the value; 1 for a predicate.
  uint32_t Bits = 0;
  /// Number of the function, or inlined copy of one, that it is part of.
  uint32_t Scope = 0;
};

/// From Begin up to End, these bits of a PTX register are there.
struct RegisterPlace {
  enum KindType : uint32_t {
    /// Number is twice the machine register's, plus one for its high half.
    Half,
    Word,
    Pair,
    Quad,
    /// $aN.
    Address,
    /// Number is the local address.
    Local,
    /// The bits are a constant: Number and, above it, High.
    Constant,
    /// $cN of a `set`: the predicate holds where its Z is not set.
    Condition,
    /// Nothing was assigned to the bits yet; they read as zero.
    Unassigned,
  };

  uint32_t Begin = 0, End = 0;
  /// Index in RegisterMap::Registers.
  uint32_t Register = 0;
  /// The first of its bits, and how many.
  uint32_t FirstBit = 0, Bits = 0;
  KindType Kind = Word;
  uint32_t Number = 0, High = 0;
};

/// From Address up to the next mark's, code belongs to Scope.
struct ScopeMark {
  uint32_t Address = 0;
  /// A scope's number plus one; 0: of none.
  uint32_t Scope = 0;
};

struct RegisterMap {
  std::vector<PTXRegister> Registers;
  std::vector<RegisterPlace> Places;
  /// Ascending.
  std::vector<ScopeMark> Scopes;

  /// Whether the object says nothing of PTX registers.
  bool empty() const { return Scopes.empty(); }

  /// The scope of the instruction at \p Address, as in ScopeMark.
  uint32_t scopeAt(uint32_t Address) const;
};

/// The bytes of .heddle.registers.NAME.
llvm::SmallVector<char, 0> encodeRegisterMap(const RegisterMap &Map);

/// Reads what encodeRegisterMap wrote. Fails on truncated or foreign bytes.
llvm::Expected<RegisterMap> decodeRegisterMap(llvm::ArrayRef<uint8_t> Bytes);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_REGISTERMAP_H
