//===- TensorMemory.h - Tensor memory of a CTA ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_TENSOR_TENSORMEMORY_H
#define HEDDLE_LIB_MACHINE_TENSOR_TENSORMEMORY_H

#include "heddle/ABI/TensorUnit.h"
#include <array>
#include <bitset>
#include <optional>
#include <vector>

namespace heddle::sm {

/// A place in tensor memory, which has 128 lanes of 512 columns.
struct TensorCell {
  unsigned Lane = 0, Column = 0;

  static TensorCell at(uint32_t Address) {
    return {Address >> 16, Address & 0xffff};
  }
  uint32_t address() const { return Lane << 16 | Column; }
  TensorCell operator+(const TensorCell &By) const {
    return {Lane + By.Lane, Column + By.Column};
  }
};

/// Cells of 32 bits, and which of their columns are allocated.
class TensorMemory {
public:
  /// As at the start of a CTA: zeros, and nothing is allocated.
  void restart();

  /// The first of \p Columns columns, which nobody had; none where there is no
  /// room.
  std::optional<unsigned> allocate(unsigned Columns);
  /// Frees what allocate() gave at \p First. Returns false if it gave no
  /// \p Columns columns there, or they are free already.
  bool free(unsigned First, unsigned Columns);
  /// Allocations are at most as large as the one before.
  bool mayAllocate(unsigned Columns) const { return Columns <= Largest; }
  void relinquish() { IsRelinquished = true; }
  bool isRelinquished() const { return IsRelinquished; }
  unsigned allocated() const { return unsigned(Taken.count()); }

  /// Whether the cell is there, in an allocated column.
  bool has(const TensorCell &C) const {
    return C.Lane < abi::TensorLanes && C.Column < abi::TensorColumns &&
           Taken[C.Column];
  }
  /// The cell \p C, which is there.
  uint32_t &operator[](const TensorCell &C) {
    return Cells[C.Lane * abi::TensorColumns + C.Column];
  }

private:
  std::vector<uint32_t> Cells;
  std::bitset<abi::TensorColumns> Taken;
  /// The size of the allocation that starts at a column.
  std::array<uint16_t, abi::TensorColumns> Sizes = {};
  unsigned Largest = abi::TensorColumns;
  bool IsRelinquished = false;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_TENSOR_TENSORMEMORY_H
