//===- Operands.h - Where a row's operands come from ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A source is a register, a row of words, or a word in s[] or c[] that all
/// lanes read. Of such a word no row need be made: the host's vectors are
/// filled with it as it is loaded.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_OPERANDS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_OPERANDS_H

#include "Units.h"
#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// A register.
struct RowOperand {
  const uint32_t *Row;
  [[gnu::always_inline]] U32 at(unsigned Lane) const {
    return load(Row + Lane);
  }
};

/// An operand that is one word for all lanes.
struct WordOperand {
  U32 Value;
  [[gnu::always_inline]] U32 at(unsigned) const { return Value; }
};

HEDDLE_INLINE RowOperand rowOperand(const DecodedInst &I, const LaneContext &L,
                                    unsigned Source) {
  return {sourceRow(I, L, Source)};
}

/// Source \p Source where source \p Word is a word with the value \p Value.
template <unsigned Source, unsigned Word>
HEDDLE_INLINE auto operandOr(const DecodedInst &I, const LaneContext &L,
                             U32 Value) {
  if constexpr (Source == Word)
    return WordOperand{Value};
  else
    return rowOperand(I, L, Source);
}

HEDDLE_INLINE uint32_t wordOf(const uint8_t *Place) {
  uint32_t Word;
  __builtin_memcpy(&Word, Place, 4);
  return Word;
}

/// The words of 32 bits that warps of a CTA read by one memory operand.
class OperandWords {
public:
  [[gnu::always_inline]] OperandWords(const MemoryOperand &M,
                                      const LaneContext &L)
      : Register(M.AddressReg), Offset(M.Offset) {
    const bool IsShared = M.Space == MemoryOperand::Shared;
    const uint32_t Size = IsShared ? L.SharedBytes : L.Banks[M.Bank].Size;
    Data = IsShared ? L.Shared : L.Banks[M.Bank].Data;
    Starts = Size < 4 ? 0 : Size - 3;
  }

  /// Returns the word if all lanes of \p L read the same one; null if they do
  /// not, or if that is unknown.
  [[gnu::always_inline]] const uint8_t *find(const LaneContext &L) const {
    const uint32_t Start =
        (L.AddressRegs[Register][0] + Offset) & ~L.AddressCut;
    if (L.Shapes[Register] != AddressShape::Uniform || Start >= Starts ||
        Start & 3)
      return nullptr;
    return Data + Start;
  }

private:
  const uint8_t *Data;
  /// A word may start at an offset below this.
  uint32_t Starts;
  const uint32_t Register, Offset;
};

/// The operand of \p I that is in memory, where only one is.
HEDDLE_INLINE const MemoryOperand &memoryOperand(const DecodedInst &I) {
  return I.Mem[0].Space != MemoryOperand::None ? I.Mem[0] : I.Mem[1];
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_OPERANDS_H
