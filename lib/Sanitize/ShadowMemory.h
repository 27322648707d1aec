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
/// neighbouring lanes access one after another, by one, two or four words each,
/// has one cell: the lane that it names is that of the first word. Others have
/// a cell for each word, or for each half or byte where there were such
/// accesses. Words that many read are settled at some time: nobody has to look
/// at further reads.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H
#define HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H

#include "AccessEvents.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <memory>
#include <vector>

namespace heddle::sanitize {

struct ShadowCell {
  /// The last access that no other may go together with: a weak write.
  AccessRef Write = 0;
  /// Since then: reads, atomics, and writes that are not weak.
  AccessRef Others[2] = {0, 0};
};

/// A part of a launch: the time of a CTA between two barriers of all its
/// threads, which has a number of its own. 0: all of the launch.
using Span = uint64_t;

class ShadowLine {
public:
  static constexpr unsigned Words = 16, Bytes = 4 * Words;
  static constexpr uint16_t AllWords = 0xffff;

  bool isSame() const { return Shift >= SameShift; }
  /// The cell of all words, in a line that is the same.
  ShadowCell &same() { return Same; }
  /// How many words each lane has there: 1 << laneShift().
  unsigned laneShift() const { return Shift - SameShift; }
  /// Whether there is a cell for each word.
  bool hasWords() const { return Shift == 2; }
  /// The cell of word \p N, in a line with a cell for each word.
  ShadowCell &word(unsigned N) { return Cells[N]; }

  /// The cells of \p Size bytes, a power of two, at offset \p Offset.
  llvm::MutableArrayRef<ShadowCell> cells(unsigned Offset, unsigned Size) {
    if (isSame())
      split();
    if (Size < 4 && Size < 1u << Shift)
      refine(Size);
    return {Cells.get() + (Offset >> Shift), std::max(Size >> Shift, 1u)};
  }
  /// How many bytes a cell has, that of a line that is the same apart.
  unsigned cellBytes() const { return isSame() ? 4 : 1u << Shift; }
  /// The value that the cell of the byte at \p Offset has, or would have.
  ShadowCell cellAt(unsigned Offset) const {
    return isSame() ? wordOfSame(Offset / 4) : Cells[Offset >> Shift];
  }
  /// Makes \p Cell that of all words, of lanes with 1 << \p LaneShift words.
  void unite(const ShadowCell &Cell, unsigned LaneShift) {
    assert(LaneShift <= 2 && "a lane accesses one, two or four words");
    Same = Cell;
    if (!isSame() && !hasWords())
      Cells.reset();
    Shift = uint8_t(SameShift + LaneShift);
  }
  /// Calls \p Fn with each reference of a cell.
  template <class FnT> void eachRef(FnT Fn) {
    if (isSame())
      eachRefOf(Same, Fn);
    else
      for (unsigned N = 0; N != Bytes >> Shift; ++N)
        eachRefOf(Cells[N], Fn);
  }

  /// The words that \p Size bytes at offset \p Offset are in, by bit.
  static uint16_t wordsOf(unsigned Offset, unsigned Size) {
    return uint16_t(((1u << (Size + 3) / 4) - 1) << Offset / 4);
  }
  /// Whether no read of \p Kind of all of \p These words, in \p When or in
  /// all of the launch, needs to be looked at: two that were stand for it.
  bool isSettled(uint16_t These, Span When, AccessKindId Kind) const {
    return (Settled & These) == These && (Since == 0 || Since == When) &&
           (SettledKind == WeakRead || SettledKind == Kind);
  }
  void settle(uint16_t These, Span When, AccessKindId Kind) {
    if (Since != When || SettledKind != Kind)
      Settled = 0;
    Settled |= These;
    Since = When;
    SettledKind = Kind;
  }
  void unsettle(uint16_t These) { Settled &= uint16_t(~These); }

private:
  static constexpr uint8_t SameShift = 0x80;

  template <class FnT> static void eachRefOf(ShadowCell &Cell, FnT Fn) {
    Fn(Cell.Write);
    Fn(Cell.Others[0]);
    Fn(Cell.Others[1]);
  }
  ShadowCell wordOfSame(unsigned Word) const;
  void split();
  /// Makes cells of \p Size bytes.
  void refine(unsigned Size);

  ShadowCell Same;
  /// By word.
  uint16_t Settled = 0;
  AccessKindId SettledKind = WeakRead;
  /// A cell has 1 << Shift bytes, unless there is one for all; from SameShift
  /// on, how many words each lane has.
  uint8_t Shift = SameShift;
  /// The span in which words are settled.
  Span Since = 0;
  /// Cells of words are kept when the line is the same again.
  std::unique_ptr<ShadowCell[]> Cells;
};

class ShadowMemory {
  static constexpr unsigned LinesPerPage = 128;

public:
  /// Lines are kept in pages, which begin at multiples of this.
  static constexpr uint64_t PageBytes = LinesPerPage * ShadowLine::Bytes;

  /// A cache of \p Pages pages, a power of two.
  explicit ShadowMemory(unsigned Pages) : Recent(Pages) {}

  ShadowLine &line(uint64_t Address) {
    uint64_t Number = Address / PageBytes;
    RecentPage &R = Recent[Number & (Recent.size() - 1)];
    if (!R.Lines || Number != R.Number)
      R = {Number, page(Number)};
    return R.Lines[Address % PageBytes / ShadowLine::Bytes];
  }
  /// The cells of an access of \p Bytes bytes, a power of two up to 16, at a
  /// multiple of that.
  llvm::MutableArrayRef<ShadowCell> cells(uint64_t Address, unsigned Bytes) {
    assert((Address & (Bytes - 1)) == 0 &&
           "an access lies at a multiple of its size");
    return line(Address).cells(Address % ShadowLine::Bytes, Bytes);
  }

  /// Whether some byte has further accesses.
  bool hasMore() const { return !More.empty(); }
  /// Further accesses of the byte at \p Address; made if \p Make.
  llvm::SmallVectorImpl<AccessRef> *more(uint64_t Address, bool Make);
  void clearMore(uint64_t Address) {
    if (hasMore())
      More.erase(Address);
  }
  void clearMore() { More.clear(); }
  /// Forgets the accesses of a range of words.
  void clear(uint64_t Address, uint64_t Bytes);
  void clear();
  /// Whether something was ever kept of the page of \p Address.
  bool hasPage(uint64_t Address) const {
    return Pages.contains(Address / PageBytes);
  }
  /// Gives back the pages of \p Bytes bytes from \p Begin on, the start of one,
  /// in which nothing else lies.
  void drop(uint64_t Begin, uint64_t Bytes);

  uint64_t numLines() const { return Pages.size() * LinesPerPage; }
  /// Calls \p Fn with each reference to an event.
  template <class FnT> void eachRef(FnT Fn) {
    for (auto &[Number, P] : Pages)
      for (unsigned N = 0; N != LinesPerPage; ++N)
        P[N].eachRef(Fn);
    for (auto &[Address, Refs] : More)
      for (AccessRef &R : Refs)
        Fn(R);
  }

private:
  struct RecentPage {
    uint64_t Number = 0;
    ShadowLine *Lines = nullptr;
  };

  ShadowLine *page(uint64_t Number);

  llvm::DenseMap<uint64_t, std::unique_ptr<ShadowLine[]>> Pages;
  llvm::DenseMap<uint64_t, llvm::SmallVector<AccessRef, 2>> More;
  /// Pages by the low bits of their numbers.
  std::vector<RecentPage> Recent;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_SHADOWMEMORY_H
