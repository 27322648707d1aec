//===- TensorAccess.cpp - Registers, shared and tensor memory -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"
#include "TensorUnit.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Matrix/FragmentLayout.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <array>
#include <cassert>

namespace heddle::sm {

using abi::TensorCopy;
using abi::TensorShape;
using abi::TensorUnpack;

static constexpr const char *NotThere =
    "the cell is in no column that is allocated";

//===----------------------------------------------------------------------===//
// tcgen05.ld, tcgen05.st
//===----------------------------------------------------------------------===//

namespace {
/// How the registers of a load or a store lie in tensor memory.
struct AccessForm {
  TensorShape Shape;
  bool IsPacked;
  /// The columns from the first half of 16x32bx2 to the second.
  uint32_t Apart;

  /// The cell of register \p R of \p Lane, from the address on. In a packed
  /// one the first of two.
  TensorCell cellOf(unsigned R, unsigned Lane) const;
};
} // namespace

/// The row of Fragments.def of a shape that has one.
static const matrix::FragmentLayout &layoutOf(TensorShape Shape) {
  static const std::array<const matrix::FragmentLayout *, 4> Layouts = [] {
    std::array<const matrix::FragmentLayout *, 4> Found;
    for (auto [Name, To] : llvm::zip_equal(
             std::array{"32x32b", "16x64b", "16x128b", "16x256b"}, Found)) {
      To = matrix::findFragment("tcgen05.ld", Name, "d", "b32");
      assert(To && "no such row of Fragments.def");
    }
    return Found;
  }();
  return *Layouts[unsigned(Shape)];
}

TensorCell AccessForm::cellOf(unsigned R, unsigned Lane) const {
  const unsigned Step = IsPacked ? 2 : 1;
  if (Shape == TensorShape::Lanes16x32bx2)
    return {Lane & 15, Step * R + (Lane >> 4) * Apart};
  const matrix::Place At = layoutOf(Shape).placeOf({Lane, R});
  return {At.Row, Step * At.Column};
}

/// The lanes that a warp reaches, and those of them that a shape starts at.
static bool startsWell(const TensorCall &Call, TensorShape Shape,
                       unsigned Lane) {
  const unsigned First = 32 * (Call.lanes().WarpIndex % 4);
  return Lane == First ||
         (Shape != TensorShape::Lanes32x32b && Lane == First + 16);
}

bool accessTensor(TensorCall &Call, bool IsStore) {
  const uint32_t Mode = Call.word(0, 1), FirstRegister = Call.word(0, 2);
  const AccessForm Form = {
      TensorShape(Mode & ((1u << abi::AccessShapeBits) - 1)),
      (Mode >> abi::AccessPackedBit & 1) != 0, Call.word(0, 3)};
  const unsigned Registers = Mode >> abi::AccessCountShift;
  // PTX has no others, but machine code may.
  constexpr unsigned MostRegisters = 128;
  if (Form.Shape > TensorShape::Lanes16x32bx2 || Registers > 4 ||
      FirstRegister >= MostRegisters ||
      FirstRegister + Registers > MostRegisters)
    return Call.fail(0, "the mode is that of no access");
  TensorMemory &Memory = Call.own().tensorMemory();
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    const TensorCell Base = TensorCell::at(Call.word(Lane, 0));
    if (!startsWell(Call, Form.Shape, Base.Lane))
      return Call.fail(Lane,
                       "the address is not at the first lane of the quarter "
                       "that the warp reaches, nor, for 16 lanes, at its half",
                       Base);
    for (unsigned N = 0; N != Registers; ++N) {
      const TensorCell Cell = Base + Form.cellOf(FirstRegister + N, Lane);
      const TensorCell Next = Cell + TensorCell{0, 1};
      if (!Memory.has(Cell) || (Form.IsPacked && !Memory.has(Next)))
        return Call.fail(Lane, NotThere, Memory.has(Cell) ? Next : Cell);
      if (IsStore) {
        const uint32_t V = Call.word(Lane, 4 + N);
        Memory[Cell] = Form.IsPacked ? V & 0xffff : V;
        if (Form.IsPacked)
          Memory[Next] = V >> 16;
      } else {
        Call.setResult(Lane, N,
                       Form.IsPacked
                           ? (Memory[Cell] & 0xffff) | Memory[Next] << 16
                           : Memory[Cell]);
      }
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// tcgen05.cp, tcgen05.shift
//===----------------------------------------------------------------------===//

namespace {
struct CopyForm {
  unsigned Rows, Chunks;
};
} // namespace

static CopyForm formOf(TensorCopy Shape) {
  switch (Shape) {
  case TensorCopy::Rows128x256b:
    return {128, 2};
  case TensorCopy::Rows4x256b:
    return {4, 2};
  case TensorCopy::Rows128x128b:
    return {128, 1};
  case TensorCopy::Rows64Halves:
  case TensorCopy::Rows64Pairs:
    return {64, 1};
  case TensorCopy::Rows32:
    return {32, 1};
  }
  __builtin_unreachable();
}

/// The lanes that row \p Row goes to: the first, how many, and how far apart
/// they are.
static std::array<unsigned, 3> lanesOf(TensorCopy Shape, unsigned Row) {
  switch (Shape) {
  case TensorCopy::Rows128x256b:
  case TensorCopy::Rows128x128b:
    return {Row, 1, 0};
  case TensorCopy::Rows4x256b:
    return {32 * Row, 1, 0};
  case TensorCopy::Rows64Halves:
    return {Row, 2, 64};
  case TensorCopy::Rows64Pairs:
    return {Row % 32 + 64 * (Row / 32), 2, 32};
  case TensorCopy::Rows32:
    return {Row, 4, 32};
  }
  __builtin_unreachable();
}

/// Sixteen elements of 4 or 6 bits, packed at the start of a chunk, become
/// bytes: e2m1 is in bits 2 to 5 of its byte.
static std::array<uint8_t, 16> unpacked(const uint8_t *From,
                                        TensorUnpack Unpack) {
  std::array<uint8_t, 16> Bytes;
  if (Unpack == TensorUnpack::None) {
    std::copy_n(From, Bytes.size(), Bytes.begin());
    return Bytes;
  }
  const unsigned Bits = Unpack == TensorUnpack::Bits4 ? 4 : 6;
  for (unsigned N = 0; N != Bytes.size(); ++N) {
    const unsigned At = N * Bits;
    const unsigned Word =
        From[At / 8] | (At % 8 + Bits > 8 ? From[At / 8 + 1] << 8 : 0);
    const unsigned Value = Word >> At % 8 & ((1u << Bits) - 1);
    Bytes[N] = uint8_t(Bits == 4 ? Value << 2 : Value);
  }
  return Bytes;
}

static TensorCopy copyShape(const TensorCall &Call, unsigned Lane) {
  return TensorCopy(Call.word(Lane, 1) & ((1u << abi::CopyShapeBits) - 1));
}

static TensorUnpack copyUnpack(const TensorCall &Call, unsigned Lane) {
  return TensorUnpack(Call.word(Lane, 1) >> abi::CopyUnpackShift &
                      ((1u << abi::CopyUnpackBits) - 1));
}

static bool copyRow(TensorCall &Call, unsigned Lane, TensorMemory &To,
                    const TensorCell &First, llvm::ArrayRef<uint8_t> Bytes) {
  for (unsigned N = 0; N != Bytes.size() / 4; ++N) {
    const TensorCell Cell = First + TensorCell{0, N};
    if (!To.has(Cell))
      return Call.fail(Lane, NotThere, Cell);
    To[Cell] = llvm::support::endian::read32le(Bytes.data() + size_t(4) * N);
  }
  return true;
}

static bool copyInto(TensorCall &Call, unsigned Lane, Cta &Of,
                     const SharedMatrix &From) {
  const TensorCopy Shape = copyShape(Call, Lane);
  const TensorUnpack Unpack = copyUnpack(Call, Lane);
  const TensorCell Base = TensorCell::at(Call.word(Lane, 0));
  const CopyForm Form = formOf(Shape);
  for (unsigned Row = 0; Row != Form.Rows; ++Row)
    for (unsigned N = 0; N != Form.Chunks; ++N) {
      const uint32_t Address = From.chunk(Row, N);
      const uint8_t *Chunk = sharedChunk(Of, Address);
      if (!Chunk)
        return Call.failShared(Lane, Address);
      const std::array<uint8_t, 16> Bytes = unpacked(Chunk, Unpack);
      const auto [First, Count, Apart] = lanesOf(Shape, Row);
      for (unsigned Copy = 0; Copy != Count; ++Copy)
        if (!copyRow(Call, Lane, Of.tensorMemory(),
                     Base + TensorCell{First + Copy * Apart, 4 * N}, Bytes))
          return false;
    }
  return true;
}

bool copyToTensor(TensorCall &Call, unsigned Lane) {
  const SharedMatrix From(Call.pair(Lane, 2));
  const TensorCell At = TensorCell::at(Call.word(Lane, 0));
  if (From.problem())
    return Call.fail(Lane, From.problem(), At);
  // PTX has no others, but machine code may.
  if (copyShape(Call, Lane) > TensorCopy::Rows32 ||
      copyUnpack(Call, Lane) > TensorUnpack::Bits6)
    return Call.fail(Lane, "the mode is that of no copy", At);
  Cta *Of[2];
  const unsigned Count =
      Call.members(Lane, Call.word(Lane, 1) & abi::CopyIsPair, Of);
  for (unsigned N = 0; N != Count; ++N)
    if (!copyInto(Call, Lane, *Of[N], From))
      return false;
  return Count != 0;
}

/// Each lane but the last gets 32 bytes of the next one.
bool shiftTensor(TensorCall &Call, unsigned Lane) {
  const TensorCell Base = TensorCell::at(Call.word(Lane, 0));
  if (Base.Lane % 32)
    return Call.fail(Lane, "the lane of the address is no multiple of 32",
                     Base);
  Cta *Of[2];
  const unsigned Count =
      Call.members(Lane, Call.word(Lane, 1) & abi::CopyIsPair, Of);
  for (unsigned N = 0; N != Count; ++N) {
    TensorMemory &Memory = Of[N]->tensorMemory();
    for (unsigned Column = 0; Column != 8; ++Column) {
      const TensorCell First = Base + TensorCell{0, Column};
      if (!Memory.has(First))
        return Call.fail(Lane, NotThere, First);
      for (unsigned At = First.Lane; At + 1 < abi::TensorLanes; ++At)
        Memory[{At, First.Column}] = Memory[{At + 1, First.Column}];
    }
  }
  return Count != 0;
}

} // namespace heddle::sm
