//===- TileKernel.cpp - tileProducts of one instruction set ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of factors with 11 significant bits are exact in f32, and so is
// their scaling by a power of two: a conversion to an integer then cuts them
// where the sum does. Exponents far from f32's own ends, and no NaN or
// infinity, are what that needs; a tile with others is left to dotProducts.
//
// Nothing inline of the standard library or of LLVM is called here: a linker
// that merges it must not take the copy of a better host.
//
//===----------------------------------------------------------------------===//

#include "DotKernels.h"
#include "TileElements.h"
#include <cassert>

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

using ShortRow __attribute__((vector_size(4 * TileColumns))) = int16_t;

namespace {

/// The exponents of sums that f32 has room for, with all that is above and
/// below.
constexpr int LeastHere = -100, GreatestHere = 100;

/// The factors of a tile, and where those of term after term are.
struct Tile {
  Numerals<TileRows * MaxTileTerms> A;
  Numerals<TileColumns * MaxTileTerms> B;
  const uint16_t *OfA, *OfB;
  unsigned K;
};

/// How a sum is made, the same for all.
struct Shape {
  int FractionBits;
  uint32_t Kept;
  /// The products of a block, and whether cut ones may need 33 bits together.
  unsigned Terms;
  bool IsLong;
  /// Sums are of f16.
  bool IsHalf;
  /// Exponents of products may be outside of f32's.
  bool IsWide;
};

/// Two rows of sums on their way, and those eight rows below.
struct Group {
  /// The rows' elements of A.
  unsigned OfA[GroupRows];
  Row C[GroupRows];
  /// Numbers below zero in a lane whose sum is left to others.
  IntRow Bad = {};
};

} // namespace

/// Whether some sum of \p G is left to others.
HEDDLE_INLINE bool isBad(const Group &G) {
  int32_t All = 0;
  for (unsigned N = 0; N != TileColumns; ++N)
    All |= G.Bad[N];
  return All < 0;
}

HEDDLE_INLINE IntRow greaterOf(IntRow A, IntRow B) { return A > B ? A : B; }

/// Exponents as halves of a word: there are two rows in a vector.
template <class RowT> HEDDLE_INLINE RowT pairOfExponents(RowT Low, RowT High) {
  return (Low & 0xffff) | High << 16;
}

/// Number \p N of the rows of the group that begins with \p First.
HEDDLE_INLINE unsigned rowOfGroup(unsigned First, unsigned N) {
  return First + N % (GroupRows / 2) + N / (GroupRows / 2) * (TileRows / 2);
}

/// The numbers of f16 as floats. NaNs and infinities become bad.
HEDDLE_INLINE Row fromHalf(WordRow Bits, IntRow &Bad) {
  const WordRow Magnitude = Bits & 0x7fff;
  const WordRow Subnormal = (WordRow)(Magnitude < 0x400);
  const WordRow Hidden = ~Subnormal & 0x400;
  const WordRow Field = Magnitude >> 10;
  const Row Power = (Row)(((Field | (Subnormal & 1)) + (127 - 15 - 10)) << 23);
  const Row Value =
      __builtin_convertvector((IntRow)((Magnitude & 0x3ff) | Hidden), Row) *
      Power;
  Bad |= (IntRow)(Magnitude >= 0x7c00);
  return (Row)((WordRow)Value | (Bits & 0x8000) << 16);
}

/// The numbers \p Values, of which the lowest bit may stand for others, rounded
/// to f16.
HEDDLE_INLINE void roundToHalf(const Row (&Values)[GroupRows],
                               WordRow (&To)[GroupRows]) {
  alignas(64) uint32_t Words[GroupRows * TileColumns];
  __builtin_memcpy(Words, Values, sizeof(Words));
  for (unsigned I = 0; I != GroupRows * TileColumns; I += W) {
    const U32 Bits = load(Words + I);
    const Normalized N = {(Bits & 0x7fffff) | 0x800000,
                          (S32)(Bits >> 23 & 0xff) - 127};
    const U32 Half = encodeHalf(N);
    // A result that rounds to zero is positive.
    store(Words + I, (S32)(Half == 0) ? Half : Half | (Bits & SignBit32) >> 16);
  }
  __builtin_memcpy(To, Words, sizeof(Words));
}

/// The exponents of accumulators.
HEDDLE_INLINE IntRow exponentOf(const Shape &S, Row C, IntRow &Bad) {
  const WordRow Magnitude = (WordRow)C & ~SignBit32;
  const IntRow E = (IntRow)(Magnitude >> 23) - 127;
  if (!S.IsHalf && !S.IsWide) {
    // The products have room, and so must this. No sum is below LeastHere: it
    // stands for zero.
    constexpr uint32_t Low = uint32_t(LeastHere + 127) << 23;
    Bad |= (IntRow)(Magnitude - 1 < Low - 1) | (E > GreatestHere);
    return greaterOf(E, IntRow{} + LeastHere);
  }
  const IntRow Subnormal = IntRow{} + (S.IsHalf ? -14 : -127);
  return (IntRow)(Magnitude == 0) ? IntRow{} + NoExponent
                                  : greaterOf(E, Subnormal);
}

/// The exponents of sums of the accumulators and the products \p First to
/// \p Last.
HEDDLE_INLINE void largestExponents(const Tile &T, const Shape &S,
                                    unsigned First, unsigned Last, Group &G,
                                    IntRow (&E)[GroupRows]) {
  constexpr unsigned Pairs = GroupRows / 2;
  ShortRow Both[Pairs];
  for (unsigned M = 0; M != Pairs; ++M)
    Both[M] = (ShortRow)pairOfExponents(exponentOf(S, G.C[M], G.Bad),
                                        exponentOf(S, G.C[M + Pairs], G.Bad));
  for (unsigned K = First; K != Last; ++K) {
    const ShortRow B = loadRow<ShortRow>(T.B.Exponent + T.OfB[K]);
    const int32_t *A = T.A.Exponent + T.OfA[K];
    for (unsigned M = 0; M != Pairs; ++M) {
      const ShortRow Sum = (ShortRow)(IntRow{} + A[G.OfA[M]]) + B;
      Both[M] = Both[M] > Sum ? Both[M] : Sum;
    }
  }
  for (unsigned M = 0; M != Pairs; ++M) {
    E[M] = (IntRow)((WordRow)Both[M] << 16) >> 16;
    E[M + Pairs] = (IntRow)Both[M] >> 16;
  }
  for (unsigned M = 0; M != GroupRows; ++M) {
    if (S.IsWide)
      G.Bad |= (IntRow)((E[M] > GreatestHere) |
                        ((E[M] < LeastHere) & (E[M] > SomeExponent)));
    if (S.IsWide || S.IsHalf)
      E[M] = greaterOf(E[M], IntRow{} + LeastHere);
  }
}

/// Adds products \p First to \p Last, cut to units of the reciprocals of \p
/// Scale.
HEDDLE_INLINE void addProducts(const Tile &T, const Group &G, unsigned First,
                               unsigned Last, const Row (&Scale)[GroupRows],
                               IntRow (&Sum)[GroupRows]) {
  const float *A[GroupRows];
  for (unsigned M = 0; M != GroupRows; ++M)
    A[M] = T.A.Value + G.OfA[M];
  for (unsigned K = First; K != Last; ++K) {
    const Row B = loadRow<Row>(T.B.Value + T.OfB[K]);
    for (unsigned M = 0; M != GroupRows; ++M)
      Sum[M] += __builtin_convertvector(A[M][T.OfA[K]] * B * Scale[M], IntRow);
  }
}

/// The float of \p Sum units of 2^\p Scale, cut to the bits that are kept. Of
/// f16, the lowest bit also stands for what was cut.
HEDDLE_INLINE Row encodeRow(const Shape &S, IntRow Sum, IntRow Scale,
                            IntRow &Bad) {
  const IntRow Size = Sum < 0 ? -Sum : Sum;
  Bad |= Size;
  WordRow Magnitude = (WordRow)Size;
  if (S.IsHalf) {
    const WordRow IsLong = (WordRow)(Magnitude > 0xffffff);
    const WordRow Rest = (WordRow)((Magnitude & 0xff) != 0) & 0x100;
    Magnitude = (Magnitude & ~(IsLong & 0xff)) | (Rest & IsLong);
  } else {
    // With the bit below the highest 24 cleared, the conversion truncates.
    Magnitude &= ~(Magnitude >> 24);
  }
  const Row Value = __builtin_convertvector((IntRow)Magnitude, Row) *
                    (Row)((Scale + 127) << 23);
  return (Row)(((WordRow)Value & S.Kept) | ((WordRow)Sum & SignBit32));
}

/// Makes a sum of the accumulators and of the products \p First to \p Last;
/// false where others have to, as numbers may be none that integers have.
HEDDLE_INLINE bool fusedBlock(const Tile &T, const Shape &S, unsigned First,
                              unsigned Last, Group &G) {
  IntRow E[GroupRows];
  largestExponents(T, S, First, Last, G, E);
  if (isBad(G))
    return false;
  Row Scale[GroupRows];
  IntRow Sum[GroupRows];
  for (unsigned M = 0; M != GroupRows; ++M) {
    Scale[M] = (Row)((S.FractionBits + 127 - E[M]) << 23);
    Sum[M] = __builtin_convertvector(G.C[M] * Scale[M], IntRow);
  }
  // Half of the products and C need 32 bits at most, as fusedTile() asserts.
  const unsigned Middle = S.IsLong ? First + (Last - First) / 2 : Last;
  addProducts(T, G, First, Middle, Scale, Sum);
  if (S.IsLong) {
    IntRow High[GroupRows] = {};
    addProducts(T, G, Middle, Last, Scale, High);
    for (unsigned M = 0; M != GroupRows; ++M) {
      const IntRow Low = Sum[M];
      Sum[M] = (IntRow)((WordRow)Low + (WordRow)High[M]);
      G.Bad |= (Low ^ Sum[M]) & (High[M] ^ Sum[M]);
    }
  }
  for (unsigned M = 0; M != GroupRows; ++M)
    G.C[M] = encodeRow(S, Sum[M], E[M] - S.FractionBits, G.Bad);
  return true;
}

/// Makes all sums of a chain of blocks; false where others have to. The rows
/// come out as words.
HEDDLE_INLINE bool fusedBlocks(const Tile &T, const Shape &S, Group &G,
                               WordRow (&Sums)[GroupRows]) {
  for (unsigned First = 0; First < T.K; First += S.Terms) {
    const unsigned Last = T.K - First < S.Terms ? T.K : First + S.Terms;
    if (!fusedBlock(T, S, First, Last, G))
      return false;
    if (!S.IsHalf) {
      for (unsigned M = 0; M != GroupRows; ++M)
        Sums[M] = (WordRow)G.C[M];
      continue;
    }
    roundToHalf(G.C, Sums);
    if (Last != T.K)
      for (unsigned M = 0; M != GroupRows; ++M)
        G.C[M] = fromHalf(Sums[M], G.Bad);
  }
  return true;
}

template <bool IsHalf, bool IsWide, bool IsLong>
static bool fusedGroup(const DotForm &F, const Tile &T, const TileOperands &X,
                       unsigned First, uint32_t *D) {
  const SumRule &R = *F.Rule;
  const bool IsThroughF16 = R.Method == SumMethod::ThroughF16;
  const Shape S = {R.FractionBits,
                   IsHalf ? ~0u : ~((1u << (24 - R.KeptBits)) - 1),
                   IsThroughF16 ? T.K / 2 : R.Terms,
                   IsLong,
                   IsHalf,
                   IsWide};
  Group G;
  Row Before[GroupRows];
  for (unsigned M = 0; M != GroupRows; ++M) {
    const unsigned At = rowOfGroup(First, M);
    G.OfA[M] = X.Layout.RowOfA[At];
    Before[M] = IsHalf ? fromHalf(loadHalfSums(X.C, At), G.Bad)
                       : (Row)loadSums(X.C, At);
    // C is added last.
    G.C[M] = IsThroughF16 ? Row{} : Before[M];
  }
  WordRow Sums[GroupRows];
  if (!fusedBlocks(T, S, G, Sums))
    return false;
  for (unsigned M = 0; M != GroupRows; ++M) {
    if (IsThroughF16) {
      G.Bad |= (IntRow)(((WordRow)Before[M] & ~SignBit32) >= Infinity32);
      Sums[M] = (WordRow)((Row)Sums[M] + Before[M]);
    }
    if (IsHalf)
      storeHalfSums(D, rowOfGroup(First, M), Sums[M]);
    else
      storeSums(D, rowOfGroup(First, M), Sums[M]);
  }
  return !isBad(G);
}

template <bool IsHalf, bool IsWide, bool IsLong>
static bool fusedGroups(const DotForm &F, const Tile &T, const TileOperands &X,
                        uint32_t *D) {
  alignas(64) uint32_t Sums[SumWords];
  for (unsigned First = 0; First != TileRows / 2; First += GroupRows / 2)
    if (!fusedGroup<IsHalf, IsWide, IsLong>(F, T, X, First, Sums))
      return false;
  __builtin_memcpy(D, Sums, IsHalf ? sizeof(Sums) / 2 : sizeof(Sums));
  return true;
}

/// The order in which ThroughF16 adds terms: two of four are in the first half,
/// and then the others.
static void alternate(const TileLayout &L, uint16_t *OfA, uint16_t *OfB) {
  const unsigned Half = L.K / 2;
  for (unsigned I = 0; I != L.K; ++I) {
    const unsigned J = I % Half, K = J / 2 * 4 + J % 2 + I / Half * 2;
    OfA[I] = L.TermOfA[K];
    OfB[I] = L.TermOfB[K];
  }
}

/// Exponents of A in two halves: those of rows that are eight apart, where the
/// upper one's are. Those of B are there twice.
static void pairExponents(const TileLayout &L, Tile &T) {
  const unsigned Apart = L.RowOfA[TileRows / 2] - L.RowOfA[0];
  const unsigned CountA = L.A.words() * L.A.perWord(),
                 CountB = L.B.words() * L.B.perWord();
  for (unsigned First = 0; First != CountA; First += 2 * Apart)
    for (unsigned I = First; I != First + Apart; I += W) {
      const S32 Pair = pairOfExponents(loadRow<S32>(T.A.Exponent + I),
                                       loadRow<S32>(T.A.Exponent + I + Apart));
      storeRow(T.A.Exponent + I, Pair);
    }
  for (unsigned I = 0; I != CountB; I += W) {
    const S32 Once = loadRow<S32>(T.B.Exponent + I);
    storeRow(T.B.Exponent + I, pairOfExponents(Once, Once));
  }
}

static bool fusedTile(const DotForm &F, const TileOperands &X, uint32_t *D) {
  const TileLayout &L = X.Layout;
  const SumRule &R = *F.Rule;
  Tile T;
  alignas(64) uint32_t Columns[MaxWordsOfB];
  orderColumns(X.B, L.B.Registers, Columns);
  if (!decodeElements(F.A, R.Method, L.A, X.A, T.A) ||
      !decodeElements(F.B, R.Method, L.B, Columns, T.B))
    return false;
  pairExponents(L, T);
  T.K = L.K;
  T.OfA = L.TermOfA;
  T.OfB = L.TermOfB;
  uint16_t OfA[MaxTileTerms], OfB[MaxTileTerms];
  if (R.Method == SumMethod::ThroughF16) {
    alternate(L, OfA, OfB);
    T.OfA = OfA;
    T.OfB = OfB;
  }
  // A product is less than four units of its exponent, and C less than two.
  const bool IsLong = (4 * R.Terms + 2) >> (31 - R.FractionBits);
  // Elements of a byte are at most 1.875 units, so that 16 products of them and
  // C are less than 64 units; of others a half has no more than eight.
  [[maybe_unused]] const unsigned ProductIn64ths =
      elementBits(F.A) <= 8 && elementBits(F.B) <= 8 ? 225 : 256;
  assert((!IsLong || R.Terms / 2 * ProductIn64ths + 2 * 64 <
                         64u << (31 - R.FractionBits)) &&
         "half of a block needs more than 32 bits");
  if (F.D == ElementType::F16)
    return IsLong ? fusedGroups<true, false, true>(F, T, X, D)
                  : fusedGroups<true, false, false>(F, T, X, D);
  if (F.A == ElementType::BF16 || F.A == ElementType::TF32)
    return IsLong ? fusedGroups<false, true, true>(F, T, X, D)
                  : fusedGroups<false, true, false>(F, T, X, D);
  return IsLong ? fusedGroups<false, false, true>(F, T, X, D)
                : fusedGroups<false, false, false>(F, T, X, D);
}

bool tileProducts(const DotForm &F, const TileOperands &X, uint32_t *D) {
  if (F.Rule->Method != SumMethod::Integer)
    return fusedTile(F, X, D);
  integerTile(F, X, D);
  return true;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA
