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

#include "Decode.h"
#include "DotKernels.h"
#include "Encode.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

namespace {

// A row of a tile, whatever the width of the host's vectors.
using Row __attribute__((vector_size(4 * TileColumns))) = float;
using IntRow __attribute__((vector_size(4 * TileColumns))) = int32_t;
using WideRow __attribute__((vector_size(8 * TileColumns))) = double;
using WideInts __attribute__((vector_size(8 * TileColumns))) = int64_t;

constexpr unsigned Sums = TileRows * TileColumns;

/// The exponent of zero, which has none, and the least that there is otherwise.
constexpr int NoExponent = -10000, SomeExponent = -5000;
/// The exponents of sums that f32 has room for, with all that is above and
/// below.
constexpr int LeastHere = -100, GreatestHere = 100;

/// Elements as floats, and their exponents, which subnormal numbers share with
/// the smallest normal ones.
template <unsigned Count> struct Numerals {
  float Value[Count];
  int32_t Exponent[Count];
};

} // namespace

template <class RowT, class T> HEDDLE_INLINE RowT loadRow(const T *From) {
  RowT V;
  __builtin_memcpy(&V, From, sizeof(V));
  return V;
}

template <class RowT, class T> HEDDLE_INLINE void storeRow(T *To, RowT V) {
  __builtin_memcpy(To, &V, sizeof(V));
}

template <ElementType T> HEDDLE_INLINE F32 valueOf(U32 Bits, const Numbers &N) {
  if constexpr (T == ElementType::F32)
    return (F32)Bits;
  else if constexpr (T == ElementType::BF16)
    return (F32)(Bits << 16);
  else if constexpr (T == ElementType::TF32)
    return (F32)(Bits & ~0x1fffu);
  constexpr int Lowest = Bias<T> + int(Fields<T>.Mantissa);
  const F32 Power = (F32)((N.Exponent - Lowest + 127) << 23);
  const F32 Value = __builtin_convertvector((S32)N.Magnitude, F32) * Power;
  return (F32)((U32)Value | (N.Sign & SignBit32));
}

/// Whether all of the \p Count elements are numbers.
template <ElementType T, unsigned Room>
static bool decodeAll(const uint32_t *Words, unsigned Count,
                      Numerals<Room> &To) {
  S32 IsSpecial = {};
  for (unsigned I = 0; I != Count; I += W) {
    const U32 Bits = load(Words + I);
    const Numbers N = decodeVector<T>(Bits);
    IsSpecial |= N.IsSpecial;
    const F32 Value = valueOf<T>(Bits, N);
    const S32 Exponent =
        (S32)(N.Magnitude == 0) ? splat(NoExponent) : N.Exponent - Bias<T>;
    __builtin_memcpy(To.Value + I, &Value, sizeof(Value));
    __builtin_memcpy(To.Exponent + I, &Exponent, sizeof(Exponent));
  }
  return !any(IsSpecial);
}

template <unsigned Room>
static bool decodeElements(ElementType T, const uint32_t *Words, unsigned Count,
                           Numerals<Room> &To) {
  switch (T) {
  case ElementType::F16:
    return decodeAll<ElementType::F16>(Words, Count, To);
  case ElementType::BF16:
    return decodeAll<ElementType::BF16>(Words, Count, To);
  case ElementType::TF32:
    return decodeAll<ElementType::TF32>(Words, Count, To);
  case ElementType::F32:
    return decodeAll<ElementType::F32>(Words, Count, To);
  case ElementType::E4M3:
    return decodeAll<ElementType::E4M3>(Words, Count, To);
  case ElementType::E5M2:
    return decodeAll<ElementType::E5M2>(Words, Count, To);
  case ElementType::E3M2:
    return decodeAll<ElementType::E3M2>(Words, Count, To);
  case ElementType::E2M3:
    return decodeAll<ElementType::E2M3>(Words, Count, To);
  case ElementType::E2M1:
    return decodeAll<ElementType::E2M1>(Words, Count, To);
  case ElementType::F64:
  case ElementType::UE8M0:
  case ElementType::UE4M3:
  case ElementType::S32:
  case ElementType::S8:
  case ElementType::U8:
  case ElementType::S4:
  case ElementType::U4:
  case ElementType::B1:
    break;
  }
  llvm_unreachable("no factor of a fused sum");
}

HEDDLE_INLINE IntRow greaterOf(IntRow A, IntRow B) { return A > B ? A : B; }

/// The floats of \p S units of 2^\p Scale, cut toward zero to \p KeptBits. With
/// \p KeepsRest the lowest bit also stands for what was cut.
HEDDLE_INLINE Row encodeRow(WideRow S, IntRow Scale, unsigned KeptBits,
                            bool KeepsRest) {
  const WideInts Field = __builtin_convertvector(Scale + 1023, WideInts);
  const WideRow Sum = S * (WideRow)(Field << 52);
  const int64_t Dropped = (int64_t(1) << (52 - 23 + 24 - KeptBits)) - 1;
  WideInts Bits = (WideInts)Sum;
  const WideInts Rest = (WideInts)((Bits & Dropped) != 0) & (Dropped + 1);
  Bits &= ~Dropped;
  if (KeepsRest)
    Bits |= Rest;
  return __builtin_convertvector((WideRow)Bits, Row);
}

namespace {
/// The factors of a tile.
struct Tile {
  Numerals<TileRows * MaxTileTerms> A;
  Numerals<TileColumns * MaxTileTerms> B;
  Numerals<Sums> C;
  unsigned K;
};
} // namespace

/// The sums of row \p M and terms \p First to \p Last to \p To. Returns lanes
/// whose exponents f32 has no room for.
static IntRow fusedRow(const Tile &T, const SumRule &R, bool IsHalf, unsigned M,
                       unsigned First, unsigned Last, float *To) {
  const float *A = T.A.Value + size_t(M) * T.K;
  const int32_t *OfA = T.A.Exponent + size_t(M) * T.K;
  IntRow E = loadRow<IntRow>(T.C.Exponent + M * TileColumns);
  for (unsigned K = First; K != Last; ++K)
    E = greaterOf(E, OfA[K] + loadRow<IntRow>(T.B.Exponent + K * TileColumns));
  const IntRow Outside =
      (IntRow)((E > GreatestHere) | ((E < LeastHere) & (E > SomeExponent)));
  E = greaterOf(E, IntRow{} + LeastHere);
  const Row Scale = (Row)((R.FractionBits + 127 - E) << 23);
  // Sums of 16 products may need 33 bits.
  IntRow Sum[2] = {
      __builtin_convertvector(loadRow<Row>(T.C.Value + M * TileColumns) * Scale,
                              IntRow),
      IntRow{}};
  for (unsigned K = First; K != Last; ++K) {
    const Row Product = A[K] * loadRow<Row>(T.B.Value + K * TileColumns);
    Sum[K & 1] += __builtin_convertvector(Product * Scale, IntRow);
  }
  const WideRow Both = __builtin_convertvector(Sum[0], WideRow) +
                       __builtin_convertvector(Sum[1], WideRow);
  storeRow(To + M * TileColumns, encodeRow(Both, E - R.FractionBits,
                                           IsHalf ? 24 : R.KeptBits, IsHalf));
  return Outside;
}

/// \p Values, of which the lowest bit may stand for others, rounded to f16.
static void roundToHalf(const float *Values, uint32_t *To) {
  for (unsigned I = 0; I != Sums; I += W) {
    U32 Bits;
    __builtin_memcpy(&Bits, Values + I, sizeof(Bits));
    const Normalized N = {(Bits & 0x7fffff) | 0x800000,
                          (S32)(Bits >> 23 & 0xff) - 127};
    const U32 Half = encodeHalf(N);
    // A result that rounds to zero is positive.
    store(To + I, (S32)(Half == 0) ? Half : Half | (Bits & SignBit32) >> 16);
  }
}

static bool fusedTile(const DotForm &F, const TileOperands &X, uint32_t *D) {
  const SumRule &R = *F.Rule;
  const bool IsHalf = F.D == ElementType::F16;
  Tile T;
  T.K = X.K;
  if (!decodeElements(F.A, X.A, TileRows * X.K, T.A) ||
      !decodeElements(F.B, X.B, TileColumns * X.K, T.B))
    return false;
  float Values[Sums];
  const uint32_t *Before = X.C;
  for (unsigned First = 0; First < X.K; First += R.Terms) {
    const unsigned Last = X.K - First < R.Terms ? X.K : First + R.Terms;
    if (!decodeElements(F.D, Before, Sums, T.C))
      return false;
    IntRow Outside = {};
    for (unsigned M = 0; M != TileRows; ++M)
      Outside |= fusedRow(T, R, IsHalf, M, First, Last, Values);
    for (unsigned I = 0; I != TileColumns; ++I)
      if (Outside[I])
        return false;
    if (IsHalf)
      roundToHalf(Values, D);
    else
      __builtin_memcpy(D, Values, sizeof(Values));
    Before = D;
  }
  return true;
}

/// Elements of an integer type as floats.
template <unsigned Room>
static void extendAll(ElementType T, const uint32_t *Words, unsigned Count,
                      Numerals<Room> &To) {
  const int32_t Shift = int32_t(32 - elementBits(T));
  const bool IsSigned = T == ElementType::S8 || T == ElementType::S4;
  for (unsigned I = 0; I != Count; I += W) {
    const U32 High = load(Words + I) << uint32_t(Shift);
    const S32 V =
        IsSigned ? (S32)High >> Shift : (S32)(High >> uint32_t(Shift));
    const F32 Value = __builtin_convertvector(V, F32);
    __builtin_memcpy(To.Value + I, &Value, sizeof(Value));
  }
}

/// Sums of products of bytes are exact in f32.
static void integerTile(const DotForm &F, const TileOperands &X, uint32_t *D) {
  static_assert(MaxTileTerms * 255 * 255 < 1 << 24, "f32 has 24 bits");
  Tile T;
  extendAll(F.A, X.A, TileRows * X.K, T.A);
  extendAll(F.B, X.B, TileColumns * X.K, T.B);
  for (unsigned M = 0; M != TileRows; ++M) {
    Row Sum = {};
    for (unsigned K = 0; K != X.K; ++K)
      Sum += T.A.Value[M * X.K + K] * loadRow<Row>(T.B.Value + K * TileColumns);
    const IntRow Exact = __builtin_convertvector(Sum, IntRow);
    for (unsigned N = 0; N != TileColumns; ++N) {
      const uint32_t C = X.C[M * TileColumns + N], S = uint32_t(Exact[N]);
      uint32_t Total = C + S;
      if (F.Saturates && ((C ^ Total) & (S ^ Total)) >> 31)
        Total = 0x7fffffff + (C >> 31);
      D[M * TileColumns + N] = Total;
    }
  }
}

bool tileProducts(const DotForm &F, const TileOperands &X, uint32_t *D) {
  if (F.Rule->Method == SumMethod::Fused)
    return fusedTile(F, X, D);
  integerTile(F, X, D);
  return true;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA
