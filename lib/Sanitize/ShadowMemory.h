//===- ShadowMemory.h - The last accesses of each word ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pages of lines, made where something is accessed. A line of 16 words that
/// neighbouring lanes access as neighbouring words has one cell: the lane that
/// it names is that of the first word. Others have a cell for each word, or for
/// each half or byte where there were such accesses.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H
#define HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H

#include "AccessEvents.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <memory>

namespace heddle::sanitize {

struct ShadowCell {
  /// The last access that no other may go together with: a weak write.
  AccessRef Write = 0;
  /// Since then: reads, atomics, and writes that are not weak.
  AccessRef Others[2] = {0, 0};
};

class ShadowLine {
public:
  static constexpr unsigned Words = 16, Bytes = 4 * Words;

  bool isSame() const { return !IsSplit; }
  /// Of all words, in a line that is the same.
  ShadowCell &same() { return Same; }

  /// Those of \p Size bytes, a power of two, at offset \p Offset.
  llvm::MutableArrayRef<ShadowCell> cells(unsigned Offset, unsigned Size) {
    if (!IsSplit)
      split();
    if (Size < 4 && Size < 1u << Shift)
      refine(Size);
    return {Cells.get() + (Offset >> Shift), std::max(Size >> Shift, 1u)};
  }
  /// All of a line that is split.
  llvm::MutableArrayRef<ShadowCell> cells() {
    return {Cells.get(), size_t(Bytes >> Shift)};
  }
  /// One cell for all from here on.
  void unite(const ShadowCell &Cell) {
    Same = Cell;
    IsSplit = false;
  }

private:
  void split();
  /// Makes cells of \p Size bytes.
  void refine(unsigned Size);

  ShadowCell Same;
  bool IsSplit = false;
  /// A cell has 1 << Shift bytes.
  uint8_t Shift = 2;
  /// Kept for the next time when the line is the same again.
  std::unique_ptr<ShadowCell[]> Cells;
};

class ShadowMemory {
public:
  ShadowLine &line(uint64_t Address) {
    uint64_t Number = Address / PageBytes;
    if (!Last || Number != LastNumber)
      select(Number);
    return (*Last)[Address % PageBytes / ShadowLine::Bytes];
  }
  /// Of an access of \p Bytes bytes, a power of two up to 16, at a multiple of
  /// that.
  llvm::MutableArrayRef<ShadowCell> cells(uint64_t Address, unsigned Bytes) {
    return line(Address).cells(Address % ShadowLine::Bytes, Bytes);
  }

  /// Further accesses of the byte at \p Address; made if \p Make.
  llvm::SmallVectorImpl<AccessRef> *more(uint64_t Address, bool Make);
  void clearMore(uint64_t Address) {
    if (!More.empty())
      More.erase(Address);
  }
  /// Forgets the accesses of a range of words.
  void clear(uint64_t Address, uint64_t Bytes);
  void clear();
  void sweep(EventSweep &Sweep);

private:
  static constexpr uint64_t PageBytes = 4096;
  using Page = std::array<ShadowLine, PageBytes / ShadowLine::Bytes>;

  void select(uint64_t Number);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> Pages;
  llvm::DenseMap<uint64_t, llvm::SmallVector<AccessRef, 2>> More;
  Page *Last = nullptr;
  uint64_t LastNumber = 0;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H
