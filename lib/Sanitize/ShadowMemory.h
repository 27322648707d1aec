//===- ShadowMemory.h - The last accesses of each word ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pages of cells, made where something is accessed. A cell stands for four
/// bytes, or in pages with smaller accesses for two or one.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H
#define HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H

#include "AccessEvents.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace heddle::sanitize {

struct ShadowCell {
  /// The last access that no other may go together with: a weak write.
  AccessRef Write = 0;
  /// Since then: reads, atomics, and writes that are not weak.
  AccessRef Others[2] = {0, 0};
};

class ShadowMemory {
public:
  /// The cells of \p Bytes bytes, a power of two up to 16, from \p Address, a
  /// multiple of it, on.
  llvm::MutableArrayRef<ShadowCell> cells(uint64_t Address, unsigned Bytes) {
    Page &P = pageOf(Address, Bytes);
    size_t First = size_t(Address % PageBytes) >> P.Shift;
    return {P.Cells.data() + First, std::max<size_t>(Bytes >> P.Shift, 1)};
  }

  /// Further ones than \p Cell has room for; made if \p Make.
  llvm::SmallVectorImpl<AccessRef> *more(const ShadowCell &Cell, bool Make);
  void clear(ShadowCell &Cell);
  /// Forgets the accesses of a range.
  void clear(uint64_t Address, uint64_t Bytes);
  void clear();
  void sweep(EventSweep &Sweep);

private:
  static constexpr uint64_t PageBytes = 4096;

  struct Page {
    /// A cell has 1 << Shift bytes.
    unsigned Shift = 2;
    std::vector<ShadowCell> Cells;
  };

  Page &pageOf(uint64_t Address, unsigned Bytes) {
    uint64_t Number = Address / PageBytes;
    if (!Last || Number != LastNumber)
      select(Number);
    if (Bytes < 4 && Bytes < 1u << Last->Shift)
      refine(*Last, Bytes);
    return *Last;
  }
  void select(uint64_t Number);
  /// Makes cells of \p Bytes bytes.
  void refine(Page &P, unsigned Bytes);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> Pages;
  llvm::DenseMap<const ShadowCell *, llvm::SmallVector<AccessRef, 2>> More;
  Page *Last = nullptr;
  uint64_t LastNumber = 0;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H
