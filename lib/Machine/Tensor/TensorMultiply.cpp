//===- TensorMultiply.cpp - tcgen05.mma -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The whole product is computed when the instruction executes. Of a pair of
/// CTAs each has half of the rows of A and of D, and gives half of the columns
/// of B.
///
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"
#include "TensorForm.h"
#include "TensorUnit.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Matrix/TensorProduct.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

namespace heddle::sm {

using matrix::ElementType;

namespace {

class TensorMultiplication {
public:
  TensorMultiplication(TensorCall &Of, unsigned InLane)
      : Call(Of), Lane(InLane), Mode(Of.word(InLane, abi::WordMode)) {}

  bool run();

private:
  using Elements = std::vector<uint32_t>;

  /// Returns the cell at the address of tensor memory in word \p N of the
  /// operands.
  TensorCell cellAt(unsigned N) const {
    return TensorCell::at(Call.word(Lane, N));
  }
  bool fail(const char *Detail) {
    return Call.fail(Lane, Detail, cellAt(abi::WordD));
  }
  /// Reads cell \p At of \p From; false, after a fault, where there is none.
  bool load(Cta &From, const TensorCell &At, uint32_t &To);
  /// Reads \p Rows rows of \p Depth elements from the matrix of descriptor
  /// \p Descriptor in the shared memory of \p From.
  bool readShared(Cta &From, uint64_t Descriptor, ElementType T, unsigned Rows,
                  unsigned Depth, bool IsTransposed, uint32_t *To);
  bool readTensorA(Cta &From, Elements &To);
  bool readMetadata(Cta &From);
  bool readFactors(Cta &From, unsigned Word, unsigned Byte, unsigned Count,
                   std::vector<uint8_t> &To);
  bool readB();
  bool readA(Cta &From);
  bool multiplyIn(Cta &Of, unsigned Member);
  bool isDisabled(unsigned Member, unsigned TensorLane) const;

  TensorCall &Call;
  const unsigned Lane;
  const uint32_t Mode;
  TensorForm F;
  std::optional<matrix::DotForm> Sum;
  Cta *Members[2] = {};
  unsigned Count = 0;
  Elements A, B;
  std::vector<uint8_t> Nibbles, ScaleA, ScaleB;
};

} // namespace

/// The signs of elements of type \p T.
static uint32_t signOf(ElementType T) {
  return uint32_t(1) << (matrix::elementBits(T) - 1);
}

static uint32_t maskOf(ElementType T) {
  return ~uint32_t(0) >> (32 - matrix::elementBits(T));
}

bool TensorMultiplication::load(Cta &From, const TensorCell &At, uint32_t &To) {
  TensorMemory &Memory = From.tensorMemory();
  if (!Memory.has(At))
    return Call.fail(Lane, "the cell is in no column that is allocated", At);
  To = Memory[At];
  return true;
}

/// Element \p N of a chunk, of \p Bits bits.
static uint32_t elementOf(const uint8_t *Chunk, unsigned N, unsigned Bits) {
  const unsigned At = N * Bits;
  uint32_t Word = 0;
  for (unsigned Byte = At / 8; Byte != (At + Bits + 7) / 8; ++Byte)
    Word |= uint32_t(Chunk[Byte]) << 8 * (Byte - At / 8);
  return Word >> At % 8;
}

bool TensorMultiplication::readShared(Cta &From, uint64_t Descriptor,
                                      ElementType T, unsigned Rows,
                                      unsigned Depth, bool IsTransposed,
                                      uint32_t *To) {
  const SharedMatrix M(Descriptor);
  if (M.problem())
    return fail(M.problem());
  const unsigned Bits = matrix::elementBits(T), Each = F.perChunk(T);
  // Chunks follow the elements of a row, or those of one place along k.
  const unsigned Outer = IsTransposed ? Depth : Rows,
                 Inner = IsTransposed ? Rows : Depth;
  for (unsigned O = 0; O != Outer; ++O)
    for (unsigned First = 0; First < Inner; First += Each) {
      const uint32_t Address = IsTransposed ? M.transposedChunk(First / Each, O)
                                            : M.chunk(O, First / Each);
      const uint8_t *Chunk = sharedChunk(From, Address);
      if (!Chunk)
        return Call.failShared(Lane, Address);
      for (unsigned N = 0; N != std::min(Each, Inner - First); ++N) {
        const size_t Place = IsTransposed ? size_t(First + N) * Depth + O
                                          : size_t(O) * Depth + First + N;
        To[Place] = elementOf(Chunk, N, Bits) & maskOf(T);
      }
    }
  return true;
}

/// Elements are packed along k. Those of fewer than 8 bits have bytes, unless
/// the kind has nothing else.
bool TensorMultiplication::readTensorA(Cta &From, Elements &To) {
  const unsigned Bits = matrix::elementBits(F.A),
                 Container = F.isPacked() ? Bits : std::max(Bits, 8u),
                 Shift = Container == 8 && Bits == 4 ? 2 : 0;
  for (unsigned Row = 0; Row != F.rows(); ++Row) {
    const unsigned Stored =
        Mode & abi::MultiplyShiftsA ? std::min(Row + 1, F.rows() - 1) : Row;
    const TensorCell First = cellAt(abi::WordA) + F.cellOfA(Stored);
    for (unsigned N = 0; N != F.terms(); ++N) {
      const unsigned At = N * Container;
      uint32_t Word;
      if (!load(From, First + TensorCell{0, At / 32}, Word))
        return false;
      To[size_t(Row) * F.terms() + N] = Word >> (At % 32 + Shift) & maskOf(F.A);
    }
  }
  return true;
}

bool TensorMultiplication::readA(Cta &From) {
  A.assign(size_t(F.rows()) * F.terms(), 0);
  const bool Read =
      Mode & abi::MultiplyHasTensorA
          ? readTensorA(From, A)
          : readShared(From, Call.pair(Lane, abi::WordA), F.A, F.rows(),
                       F.terms(), F.TransposesA, A.data());
  if (Read && F.NegatesA)
    for (uint32_t &V : A)
      V ^= signOf(F.A);
  return Read;
}

bool TensorMultiplication::readB() {
  B.assign(size_t(F.N) * F.K, 0);
  const unsigned Columns = F.N / Count;
  for (unsigned N = 0; N != Count; ++N)
    if (!readShared(*Members[N], Call.pair(Lane, abi::WordB), F.B, Columns, F.K,
                    F.TransposesB, B.data() + size_t(N) * Columns * F.K))
      return false;
  if (F.NegatesB)
    for (uint32_t &V : B)
      V ^= signOf(F.B);
  return true;
}

/// Which of the elements of B count: those of bytes for all kinds that have
/// containers of bytes.
static ElementType unitOf(const TensorForm &F) {
  if (F.Kind == abi::TensorKind::F16 || F.Kind == abi::TensorKind::TF32 ||
      F.isPacked())
    return F.A;
  return ElementType::S8;
}

namespace {
struct NibblePlace {
  TensorCell Cell;
  unsigned Shift;
};
} // namespace

/// Wide elements: rows m and m + 8 share a lane, and the second half of the
/// chunks is 8 lanes further.
static NibblePlace placeOfNibble(ElementType Unit, unsigned Row,
                                 unsigned Chunk) {
  if (matrix::elementBits(Unit) < 16)
    return {{Row, Chunk / 8}, 4 * (Chunk % 8)};
  return {{16 * (Row / 16) + Row % 8 + 8 * (Chunk / 4), 0},
          16 * (Row / 8 % 2) + 4 * (Chunk % 4)};
}

bool TensorMultiplication::readMetadata(Cta &From) {
  Nibbles.clear();
  const ElementType Unit = unitOf(F);
  constexpr unsigned WideChunks = 8, NarrowChunks = 16;
  const unsigned Chunks =
      matrix::elementBits(Unit) >= 16 ? WideChunks : NarrowChunks;
  for (unsigned Row = 0; Row != F.rows(); ++Row)
    for (unsigned Chunk = 0; Chunk != Chunks; ++Chunk) {
      const NibblePlace At = placeOfNibble(Unit, Row, Chunk);
      uint32_t Word;
      if (!load(From, cellAt(abi::WordMetadata) + At.Cell, Word))
        return false;
      Nibbles.push_back(Word >> At.Shift & 15);
    }
  return true;
}

bool TensorMultiplication::readFactors(Cta &From, unsigned Word, unsigned Byte,
                                       unsigned Rows,
                                       std::vector<uint8_t> &To) {
  To.clear();
  for (unsigned Row = 0; Row != Rows; ++Row) {
    uint32_t Bytes;
    if (!load(From, cellAt(Word) + TensorCell{Row % 32, Row / 32}, Bytes))
      return false;
    for (unsigned N = 0; N != F.Factors; ++N)
      To.push_back(uint8_t(Bytes >> 8 * (Byte + N)));
  }
  return true;
}

bool TensorMultiplication::isDisabled(unsigned Member,
                                      unsigned TensorLane) const {
  return Mode & abi::MultiplyHasDisabledLanes &&
         Call.word(Lane, abi::WordMore + 4 * Member + TensorLane / 32) >>
                 TensorLane % 32 &
             1;
}

bool TensorMultiplication::multiplyIn(Cta &Of, unsigned Member) {
  if (!readA(Of) || (F.IsSparse && !readMetadata(Of)))
    return false;
  if (F.Factors &&
      (!readFactors(Of, abi::WordScaleA, F.ByteA, F.rows(), ScaleA) ||
       !readFactors(Of, abi::WordScaleB, F.ByteB, F.N, ScaleB)))
    return false;
  const TensorCell Base = cellAt(abi::WordD);
  Elements D(size_t(F.rows()) * F.N);
  const unsigned Shift =
      Mode >> abi::MultiplyScaleShift & abi::MultiplyScaleMask;
  for (unsigned Row = 0; Row != F.rows(); ++Row)
    for (unsigned N = 0; N != F.N; ++N) {
      uint32_t &To = D[size_t(Row) * F.N + N];
      if (!load(Of, Base + F.cellOfD(Row, N), To))
        return false;
      if (!(Mode & abi::MultiplyAdds))
        To = 0;
      else if (F.D == ElementType::F16)
        To &= 0xffff;
      if (Shift && F.D != ElementType::S32)
        To = matrix::scaleDown(F.D, To, Shift);
    }
  matrix::TensorOperands X;
  X.Rows = F.rows();
  X.Columns = F.N;
  X.Depth = F.K;
  X.A = A;
  X.B = B;
  if (F.IsSparse)
    X.Nibbles = Nibbles;
  X.Unit = unitOf(F);
  X.Factors = F.Factors;
  X.ScaleA = ScaleA;
  X.ScaleB = ScaleB;
  matrix::multiplyTensors(*Sum, X, D);
  for (unsigned Row = 0; Row != F.rows(); ++Row)
    for (unsigned N = 0; N != F.N; ++N) {
      const TensorCell Cell = Base + F.cellOfD(Row, N);
      if (!isDisabled(Member, Cell.Lane))
        Of.tensorMemory()[Cell] = D[size_t(Row) * F.N + N];
    }
  return true;
}

bool TensorMultiplication::run() {
  if (const char *Problem =
          readForm(Mode, Call.word(Lane, abi::WordDescription), F))
    return fail(Problem);
  if (Mode & abi::MultiplyHasZeroColumns && Call.pair(Lane, abi::WordMore))
    return fail("a descriptor of columns that are zero is not 0, which is not "
                "supported");
  Sum = F.sum(Call.lanes().TensorChip);
  if (!Sum)
    return fail("the chip whose sums it has multiplies no elements of these "
                "types; --tensor-arch names another");
  Count = Call.members(Lane, F.IsPair, Members);
  if (!Count || !readB())
    return false;
  for (unsigned N = 0; N != Count; ++N)
    if (!multiplyIn(*Members[N], N))
      return false;
  return true;
}

bool multiplyTensor(TensorCall &Call, unsigned Lane) {
  return TensorMultiplication(Call, Lane).run();
}

} // namespace heddle::sm
