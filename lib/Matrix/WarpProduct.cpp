//===- WarpProduct.cpp - What the lanes of a warp multiply ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/WarpProduct.h"
#include "WarpPlan.h"
#include "heddle/Matrix/SparseSelection.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstring>

using namespace llvm;

namespace heddle::matrix {
namespace {

/// Elements of an operand, in all lanes: those of a lane's fragment lie 32
/// apart, lane after lane.
using Elements = std::vector<uint32_t>;
using WideElements = std::vector<uint64_t>;

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static Elements unpack(const Packing &P, const uint32_t *Rows) {
  const unsigned Each = P.perRow();
  Elements Found(size_t(P.Rows) * Each * DotLanes);
  for (unsigned N = 0; N != P.Rows * Each; ++N) {
    const uint32_t *Row = Rows + N / Each * DotLanes;
    const unsigned Shift = N % Each * P.Bits + P.Shift;
    uint32_t *To = Found.data() + size_t(N) * DotLanes;
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
      To[Lane] = Row[Lane] >> (Shift & 31) & P.Mask;
  }
  return Found;
}

static WideElements unpackPairs(const uint32_t *Rows, unsigned Count) {
  WideElements Found(size_t(Count) * DotLanes);
  for (size_t N = 0; N != Found.size(); ++N) {
    const uint32_t *Low = Rows + N / DotLanes * 2 * DotLanes + N % DotLanes;
    Found[N] = uint64_t(Low[DotLanes]) << 32 | Low[0];
  }
  return Found;
}

template <class T>
static std::vector<T> gather(const std::vector<T> &From, const Places &At) {
  std::vector<T> Found(At.size());
  for (size_t N = 0; N != At.size(); ++N)
    Found[N] = From[At[N]];
  return Found;
}

/// Gathers the elements of every distinct set.
template <class T>
static std::vector<std::vector<T>> gatherAll(const std::vector<T> &From,
                                             const SetPlaces &At) {
  std::vector<std::vector<T>> Found;
  for (const Places &P : At.distinct())
    Found.push_back(gather(From, P));
  return Found;
}

/// The opposite of unpack: \p Sums of set after set to the rows of \p D.
static void packSums(const MatrixForm &F, const Elements &Sums, uint32_t *D) {
  const size_t Sets = Sums.size() / DotLanes;
  if (F.D != ElementType::F16) {
    std::memcpy(D, Sums.data(), Sums.size() * sizeof(uint32_t));
    return;
  }
  for (size_t N = 0; N != Sets / 2 * DotLanes; ++N) {
    const uint32_t *Low =
        Sums.data() + N / DotLanes * 2 * DotLanes + N % DotLanes;
    D[N] = (Low[0] & 0xffff) | Low[DotLanes] << 16;
  }
}

//===----------------------------------------------------------------------===//
// Sparse matrices and scale factors
//===----------------------------------------------------------------------===//

/// Units of each row's elements of A: of 32 bits, two to an element, else one.
using KeptUnits = std::array<SmallVector<uint64_t, 64>, 16>;

/// Which elements of B a row keeps; of TF32, in each half of the word, which of
/// the halves of B's elements.
static KeptUnits keptUnits(const MatrixForm &F, const uint32_t *More) {
  // Elements in bytes are kept as bytes are.
  const bool InBytes = F.containerBits(F.A) == 8;
  const ElementType T = InBytes ? ElementType::S8 : F.A;
  const unsigned Selector = More[SelectorsRow * DotLanes] >> SparsityShift & 3;
  SmallVector<uint64_t, 128> Column;
  for (unsigned K = 0; K != F.K; ++K)
    Column.push_back(T == ElementType::TF32 ? 2 * K | (2 * K + 1) << 16 : K);
  KeptUnits Kept;
  for (unsigned Row = 0; Row != Kept.size(); ++Row)
    Kept[Row] =
        keptElements(T, Row, Selector,
                     ArrayRef(More + MetadataRow * DotLanes, DotLanes), Column);
  return Kept;
}

/// The elements of B that meet A's.
static Elements gatherKept(const Plan &P, unsigned Set, const KeptUnits &Kept,
                           const Elements &B) {
  const size_t Terms = P.Form.K / 2;
  Elements Found(Terms * DotLanes);
  for (unsigned Lane = 0; Lane != DotLanes; ++Lane) {
    auto Of = [&](uint64_t K) {
      return B[P.FromB.of(Set)[K * DotLanes + Lane]];
    };
    auto HalfOf = [&](uint64_t Unit) {
      return Of(Unit / 2) >> 16 * (Unit % 2) & 0xffff;
    };
    const auto &Row = Kept[P.Targets[Set][Lane].Row];
    for (size_t K = 0; K != Terms; ++K)
      Found[K * DotLanes + Lane] =
          P.Form.A == ElementType::TF32
              ? HalfOf(Row[K] & 0xffff) | HalfOf(Row[K] >> 16) << 16
              : Of(Row[K]);
  }
  return Found;
}

namespace {
/// The factors of one sum: of a row of A and of a column of B, each of a part
/// of k.
class ScaleFactors {
public:
  ScaleFactors(const MatrixForm &F, const uint32_t *More, const Place &At)
      : Block(F.K / F.scales()) {
    const uint32_t Selectors = More[SelectorsRow * DotLanes];
    auto Field = [&](unsigned Shift) { return Selectors >> Shift & 3; };
    const unsigned LaneA =
        4 * (At.Row % 8) + 2 * (Field(ThreadAShift) & 1) + At.Row / 8;
    const unsigned LaneB = 4 * At.Column + Field(ThreadBShift);
    OfA = More[ScaleARow * DotLanes + LaneA] >> 8 * Field(ByteAShift);
    OfB = More[ScaleBRow * DotLanes + LaneB] >> 8 * Field(ByteBShift);
  }
  uint8_t ofA(unsigned K) const { return uint8_t(OfA >> 8 * (K / Block)); }
  uint8_t ofB(unsigned K) const { return uint8_t(OfB >> 8 * (K / Block)); }

private:
  unsigned Block;
  uint32_t OfA, OfB;
};
} // namespace

/// A set of sums with scale factors.
static void scaledSums(const DotForm &Sum, const Plan &P, unsigned Set,
                       const Elements &A, const Elements &B,
                       const KeptUnits *Kept, const uint32_t *More,
                       const uint32_t *C, uint32_t *D) {
  const size_t Terms = A.size() / DotLanes;
  for (unsigned Lane = 0; Lane != DotLanes; ++Lane) {
    const Place &At = P.Targets[Set][Lane];
    const ScaleFactors Factors(P.Form, More, At);
    SmallVector<uint64_t, 64> RowA, ColumnB;
    SmallVector<uint8_t, 64> OfA, OfB;
    for (size_t N = 0; N != Terms; ++N) {
      const unsigned K = unsigned(Kept ? (*Kept)[At.Row][N] : N);
      RowA.push_back(A[N * DotLanes + Lane]);
      ColumnB.push_back(B[N * DotLanes + Lane]);
      OfA.push_back(Factors.ofA(K));
      OfB.push_back(Factors.ofB(K));
    }
    D[Lane] = uint32_t(scaledDotProduct(Sum, RowA, ColumnB, OfA, OfB, C[Lane]));
  }
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

static void multiplyDoubles(const DotForm &Sum, const Plan &P,
                            const WarpOperands &X, uint32_t *D) {
  const WideElements A = unpackPairs(X.A, P.A.Rows / 2),
                     B = unpackPairs(X.B, P.B.Rows / 2);
  WideElements C = unpackPairs(X.C, unsigned(P.FromA.sets()));
  for (size_t Set = 0; Set != P.FromA.sets(); ++Set) {
    const WideElements Left = gather(A, P.FromA.of(Set)),
                       Right = gather(B, P.FromB.of(Set));
    uint64_t *Sums = C.data() + Set * DotLanes;
    doubleProducts(Sum, {Left.data(), Right.data(), P.Form.K}, Sums, Sums);
  }
  for (size_t N = 0; N != C.size(); ++N) {
    uint32_t *Low = D + N / DotLanes * 2 * DotLanes + N % DotLanes;
    Low[0] = uint32_t(C[N]);
    Low[DotLanes] = uint32_t(C[N] >> 32);
  }
}

bool multiply(unsigned Chip, unsigned Form, const WarpOperands &X,
              uint32_t *D) {
  const Plan &P = planOf(Form);
  if (Chip >= P.SumsOfChip.size() || !P.SumsOfChip[Chip])
    return false;
  const DotForm *Sum = &*P.SumsOfChip[Chip];
  if (P.Form.A == ElementType::F64) {
    multiplyDoubles(*Sum, P, X, D);
    return true;
  }
  if (P.Tile && hasTileProducts(*Sum, P.Form.K) &&
      tileProducts(*Sum, {X.A, X.B, X.C, *P.Tile}, D))
    return true;
  const Elements A = unpack(P.A, X.A), B = unpack(P.B, X.B),
                 C = unpack(P.C, X.C);
  const auto Rows = gatherAll(A, P.FromA);
  std::vector<Elements> Columns;
  std::optional<KeptUnits> Kept;
  if (P.Form.IsSparse)
    Kept = keptUnits(P.Form, X.More);
  else
    Columns = gatherAll(B, P.FromB);
  Elements Sums(P.FromA.sets() * DotLanes);
  for (unsigned Set = 0; Set != P.FromA.sets(); ++Set) {
    const Elements &Left = Rows[P.FromA.numberOf(Set)];
    // Which columns there are depends on the row.
    Elements OfRow;
    if (Kept)
      OfRow = gatherKept(P, Set, *Kept, B);
    const Elements &Right = Kept ? OfRow : Columns[P.FromB.numberOf(Set)];
    const Elements Start = gather(C, P.FromC.of(Set));
    uint32_t *To = Sums.data() + size_t(Set) * DotLanes;
    if (P.Form.scales())
      scaledSums(*Sum, P, Set, Left, Right, Kept ? &*Kept : nullptr, X.More,
                 Start.data(), To);
    else
      dotProducts(*Sum,
                  {Left.data(), Right.data(), unsigned(Left.size() / DotLanes)},
                  Start.data(), To);
  }
  packSums(P.Form, Sums, D);
  return true;
}

} // namespace heddle::matrix
