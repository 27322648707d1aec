//===- Sfu.cpp - Special-function unit ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chip interpolates: the upper bits of the argument choose a row {c0,c1,c2}
// of a table, the lower bits r enter c0 + c1*r + c2*r^2, where the square is an
// approximate one that drops partial products. Rules and constants:
// tesla-isa.md section 5.3, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "ScalarFloat.h"
#include "SfuSquare.h"
#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/SfuOps.inc"
#include <type_traits>

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

#include "heddle/ABI/SfuTables.inc"

/// Coefficients of W lanes.
struct Coefficients {
  S64 C0, C1, C2;
};

HEDDLE_INLINE Coefficients coefficients(const int32_t *Table, U32 Index) {
  auto Column = [&](unsigned N) {
    return __builtin_convertvector(lookUp(Table, Index * 3 + N), S64);
  };
  return {Column(0), Column(1), Column(2)};
}

HEDDLE_INLINE S64 wide(U32 V) { return __builtin_convertvector((S32)V, S64); }
HEDDLE_INLINE U32 narrow(S64 V) { return __builtin_convertvector((U64)V, U32); }

HEDDLE_INLINE S64 square(U32 X) { return wide(square32(X)); }

HEDDLE_INLINE U32 exponent(U32 V) { return V >> 23 & 0xff; }
HEDDLE_INLINE S32 isNaN(U32 V) { return (S32)((V & ~SignBit) > Infinity); }

/// M in [2^23, 2^24] with biased exponent \p E; outside of f32's range zero or
/// infinity.
HEDDLE_INLINE U32 pack(S32 E, U32 M) {
  E += (S32)(M >> 24);
  U32 R = (U32)E << 23 | (M & 0x7fffff);
  R = select(E <= 0, splat(0), R);
  return select(E >= 255, splat(Infinity), R);
}

/// Truncates \p T * 2^\p Scale, T >= 0, to 24 bits.
HEDDLE_INLINE U32 truncateToFloat(S64 T, int Scale) {
  // Exact: T is below 2^53. The double's fields then only need to be cut.
  U64 D = (U64) __builtin_convertvector(T, F64);
  U32 E = __builtin_convertvector(D >> 52, U32) - uint32_t(1023 - 127 - Scale);
  U32 M = __builtin_convertvector(D >> 29, U32) & 0x7fffff;
  U32 Zero = __builtin_convertvector((U64)(T == 0), U32);
  return select((S32)Zero, splat(0), E << 23 | M);
}

struct RcpLanes {
  HEDDLE_INLINE U32 chunk(U32 X) {
    U32 M = X & 0x7fffff, E = exponent(X);
    U32 R = M & 0xffff;
    Coefficients C = coefficients(RcpTable, M >> 16);
    S64 V =
        ((C.C0 << 13) + C.C1 * wide(R) + C.C2 * square(R << 1) + 0x47e7) >> 15;
    U32 Result = pack(253 - (S32)E, narrow(V));
    Result = select((S32)(E == 0), splat(Infinity), Result);
    Result = select((S32)(E == 255), splat(0), Result);
    return Result | (X & SignBit);
  }
};

struct RsqrtLanes {
  HEDDLE_INLINE U32 chunk(U32 X) {
    U32 M = X & 0x7fffff, E = exponent(X);
    S32 Unbiased = (S32)E - 127;
    U32 Odd = (U32)Unbiased & 1;
    U32 R = M & 0x1ffff;
    Coefficients C = coefficients(RsqrtTable, Odd << 6 | M >> 17);
    S64 V =
        ((C.C0 << 14) + C.C1 * wide(R) + ((C.C2 * square(R)) << 2) + 0x7fff) >>
        16;
    U32 Result = pack(126 - (Unbiased >> 1), narrow(V));
    S32 Power = (S32)((M | Odd) == 0);
    Result = select(Power, (U32)(127 - (Unbiased >> 1)) << 23, Result);
    Result = select((S32)X < 0, splat(CanonicalNaN), Result);
    Result = select((S32)(E == 255),
                    select((S32)X < 0, splat(CanonicalNaN), splat(0)), Result);
    return select((S32)(E == 0), splat(Infinity) | (X & SignBit), Result);
  }
};

struct Lg2Lanes {
  HEDDLE_INLINE U32 chunk(U32 X) {
    U32 M = X & 0x7fffff, E = exponent(X);
    U32 R = M & 0x1ffff;
    Coefficients C = coefficients(Lg2Table, M >> 17);
    S64 T =
        ((C.C0 << 12) + C.C1 * wide(R) + ((C.C2 * square(R)) << 1) + 0x3345) >>
        2;
    S64 One = __builtin_convertvector((S32)(M == 0), S64);
    T &= ~One;
    T += (wide(E) - 127) << 36;
    S64 Negative = T >> 63;
    U32 Result = truncateToFloat(T ^ Negative, -36);
    Result |= narrow(Negative) & SignBit;
    Result = select((S32)X < 0, splat(CanonicalNaN), Result);
    Result = select((S32)(E == 255) & ((S32)X >= 0), splat(Infinity), Result);
    return select((S32)(E == 0), splat(Infinity | SignBit), Result);
  }
};

/// sin, and cos as sin one quadrant on, of what presin made.
template <bool Cosine> struct Sine {
  HEDDLE_INLINE U32 chunk(U32 X) {
    U32 Q = X >> 23 & 0xff, F = X & 0x7fffff;
    S32 Special = (S32)((Q & 0x80) != 0);
    U32 Sign = X >> 31;
    if (Cosine) {
      Q += 1;
      Sign = splat(0);
    }
    F ^= (-(Q & 1)) & 0x7fffff;
    Sign ^= Q >> 1 & 1;
    U32 R = F & 0x1ffff;
    Coefficients C = coefficients(SinTable, F >> 17);
    S64 T = (C.C0 << 11) + C.C1 * wide(R) + C.C2 * square(R);
    U32 Result = truncateToFloat(T, -37) | Sign << 31;
    return select(Special, splat(CanonicalNaN), Result);
  }
};

/// 2^x of what preex2 made.
struct Ex2Lanes {
  HEDDLE_INLINE U32 chunk(U32 X) {
    U32 Q = X >> 23 & 0xff, F = X & 0x7fffff;
    S32 Negative = (S32)X < 0;
    S32 Special = (S32)((Q & 0x80) != 0);
    S32 Whole = (S32)(F == 0);
    S32 N = (S32)select(Negative, (U32)(Whole ? -(S32)Q : ~(S32)Q), Q);
    F = select(Negative & ~Whole, ~F & 0x7fffff, F);
    U32 R = F & 0x1ffff;
    Coefficients C = coefficients(Ex2Table, F >> 17);
    S64 V = ((C.C0 << 13) + C.C1 * wide(R) + C.C2 * square(R) + 0x77e2) >> 15;
    U32 Result = pack(N + 127, narrow(V));
    U32 Infinite = select(Negative, splat(0), splat(Infinity));
    U32 Other = select((S32)((Q & 1) != 0), Infinite, splat(CanonicalNaN));
    return select(Special, Other, Result);
  }
};

constexpr uint32_t HiddenBit = 1 << 23;

/// A table of 128 intervals for 32-bit arithmetic: c0 shifted and made to fit,
/// and in one word the magnitude of c1, which is negative, over c2.
struct alignas(64) NarrowTable {
  int32_t C0[128];
  int32_t C12[128];
  constexpr NarrowTable(const int32_t *Wide, unsigned Shift, uint32_t Bias,
                        unsigned Swap)
      : C0(), C12() {
    for (unsigned N = 0; N != 128; ++N) {
      const int32_t *Row = Wide + (N ^ Swap) * 3;
      C0[N] = int32_t((uint32_t(Row[0]) << Shift) - Bias);
      C12[N] = int32_t(uint32_t(-Row[1]) << 16 | (uint32_t(Row[2]) & 0xffff));
    }
  }
};
constexpr NarrowTable NarrowRcp(RcpTable, 5, uint32_t(1) << 30, 0);
/// By the exponent's low bit, which is the complement of what RsqrtTable uses.
constexpr NarrowTable NarrowRsqrt(RsqrtTable, 6, uint32_t(1) << 31, 64);

struct NarrowCoefficients {
  U32 C0, C12;
};

#if defined(__AVX512BW__)
/// Each half of a column by itself, so that all 32 lanes are looked up at once,
/// as words.
struct alignas(64) LookUpTable {
  uint16_t Halves[4][128];
  constexpr LookUpTable(const NarrowTable &T) : Halves() {
    for (unsigned N = 0; N != 128; ++N) {
      Halves[0][N] = uint16_t(T.C0[N]);
      Halves[1][N] = uint16_t(uint32_t(T.C0[N]) >> 16);
      Halves[2][N] = uint16_t(T.C12[N]);
      Halves[3][N] = uint16_t(uint32_t(T.C12[N]) >> 16);
    }
  }
};

/// The rows Index % 128 of the lanes of a row; indices are below 2^16.
class RowLookUp {
public:
  [[gnu::always_inline]] RowLookUp(const LookUpTable &T, const U32 *Index) {
    // How the lanes are mixed does not matter, since unpacking undoes it.
    __m512i I = _mm512_packus_epi32((__m512i)Index[0], (__m512i)Index[1]);
    __mmask32 Upper = _mm512_test_epi16_mask(I, _mm512_set1_epi16(64));
    __m512i H[4];
    for (unsigned N = 0; N != 4; ++N) {
      auto Quarter = [&](unsigned Q) {
        return _mm512_load_si512(T.Halves[N] + Q * 32);
      };
      H[N] = _mm512_mask_blend_epi16(
          Upper, _mm512_permutex2var_epi16(Quarter(0), I, Quarter(1)),
          _mm512_permutex2var_epi16(Quarter(2), I, Quarter(3)));
    }
    Found[0] = {(U32)_mm512_unpacklo_epi16(H[0], H[1]),
                (U32)_mm512_unpacklo_epi16(H[2], H[3])};
    Found[1] = {(U32)_mm512_unpackhi_epi16(H[0], H[1]),
                (U32)_mm512_unpackhi_epi16(H[2], H[3])};
  }

  /// Returns the coefficients of vector \p K of the row.
  [[gnu::always_inline]] NarrowCoefficients of(unsigned K) const {
    return Found[K];
  }

private:
  NarrowCoefficients Found[2];
};
#elif defined(__AVX2__)
/// Rows of both columns, so that one access gets both.
struct alignas(64) LookUpTable {
  int32_t Rows[128][2];
  constexpr LookUpTable(const NarrowTable &T) : Rows() {
    for (unsigned N = 0; N != 128; ++N) {
      Rows[N][0] = T.C0[N];
      Rows[N][1] = T.C12[N];
    }
  }
};

HEDDLE_INLINE NarrowCoefficients lookUpVector(const LookUpTable &T, U32 Index) {
  // See forEachLane for why nothing is gathered.
  using Pairs __attribute__((vector_size(32))) = uint64_t;
  const Pairs Rows = (Pairs)(Index & 127);
  auto Row = [&](uint64_t N) {
    return reinterpret_cast<const double *>(T.Rows[N]);
  };
  auto Two = [&](uint64_t Numbers) {
    return _mm_loadh_pd(_mm_load_sd(Row(uint32_t(Numbers))),
                        Row(Numbers >> 32));
  };
  // Lanes 0, 1, 4, 5 and 2, 3, 6, 7: then shuffles in halves restore the order.
  const __m256 A = (__m256)_mm256_set_m128d(Two(Rows[2]), Two(Rows[0]));
  const __m256 B = (__m256)_mm256_set_m128d(Two(Rows[3]), Two(Rows[1]));
  return {(U32)_mm256_shuffle_ps(A, B, 0x88),
          (U32)_mm256_shuffle_ps(A, B, 0xdd)};
}
#else
using LookUpTable = NarrowTable;

HEDDLE_INLINE NarrowCoefficients lookUpVector(const LookUpTable &T, U32 Index) {
  Index &= 127;
  return {(U32)lookUp(T.C0, Index), (U32)lookUp(T.C12, Index)};
}
#endif

#if !defined(__AVX512BW__)
/// The rows Index % 128 of the lanes of a row, a vector at a time, since there
/// are not registers for all.
class RowLookUp {
public:
  [[gnu::always_inline]] RowLookUp(const LookUpTable &T, const U32 *Index)
      : Table(T), Index(Index) {}

  /// Returns the coefficients of vector \p K of the row.
  [[gnu::always_inline]] NarrowCoefficients of(unsigned K) const {
    return lookUpVector(Table, Index[K]);
  }

private:
  const LookUpTable &Table;
  const U32 *Index;
};
#endif

constexpr LookUpTable RcpLookUp(NarrowRcp), RsqrtLookUp(NarrowRsqrt);

/// Products of the low 16 bits, signed. The high bits of \p B are zero.
HEDDLE_INLINE U32 multiplyLow16(U32 A, U32 B) {
#if defined(__AVX512BW__)
  return (U32)_mm512_madd_epi16((__m512i)A, (__m512i)B);
#elif defined(__AVX2__)
  return (U32)_mm256_madd_epi16((__m256i)A, (__m256i)B);
#else
  return (U32)((S32)(A << 16) >> 16) * B;
#endif
}

/// The significands of a row less their highest bit. The sum of the three terms
/// is taken 8 bits later than \p Shift says, so that c1 * r fits: r is split.
template <unsigned Shift>
HEDDLE_INLINE U32 interpolate(NarrowCoefficients C, U32 R, U32 Square,
                              unsigned SquareShift, uint32_t Round) {
  auto [C0, C12] = C;
  U32 C1 = C12 >> 16;
  U32 Low =
      (multiplyLow16(C12, Square) << SquareShift) + Round - C1 * (R & 255);
  U32 High = C0 - C1 * (R >> 8);
  return (U32)((S32)(High + (U32)((S32)Low >> 8)) >> Shift);
}

/// Rcp and Rsqrt for arguments that neither are special nor give special
/// results. A row at a time: the squares of 32 lanes are made together.
struct FastRcp {
  HEDDLE_INLINE S32 isPlain(U32 X) {
    return (S32)((X & ~SignBit) - HiddenBit < 252u << 23);
  }
  static constexpr const LookUpTable &Table = RcpLookUp;
  HEDDLE_INLINE U32 index(U32 X) { return X >> 16; }
  HEDDLE_INLINE U32 squared(U32 X) { return (X & 0xffff) << 1; }
  HEDDLE_INLINE U32 result(U32 X, NarrowCoefficients C, U32 Square) {
    U32 V = interpolate<7>(C, X & 0xffff, Square, 0, 0x47e7);
    return (V + (253u << 23) - (X & Infinity)) | (X & SignBit);
  }
};

struct FastRsqrt {
  HEDDLE_INLINE S32 isPlain(U32 X) {
    return (S32)(X - HiddenBit < Infinity - HiddenBit);
  }
  static constexpr const LookUpTable &Table = RsqrtLookUp;
  HEDDLE_INLINE U32 index(U32 X) { return X >> 17; }
  HEDDLE_INLINE U32 squared(U32 X) { return X & 0x1ffff; }
  HEDDLE_INLINE U32 result(U32 X, NarrowCoefficients C, U32 Square) {
    U32 V = interpolate<8>(C, X & 0x1ffff, Square, 2, 0x7fff);
    // At powers of four the table gives one unit less than the chip.
    V = select((S32)((X & 0xffffff) == HiddenBit), splat(HiddenBit), V);
    return V + (190u << 23) - (((X + HiddenBit) >> 1) & Infinity);
  }
};

struct NoFast {};

/// \p FloatIn: the source is an f32 with modifiers, not a pre-op's result.
/// \p FastT: the operation for plain arguments.
template <class OpT, bool FloatIn, class FastT = NoFast> struct Frame {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if constexpr (!std::is_same_v<FastT, NoFast>)
      if (fast<Full>(I, L, Mask)) [[likely]]
        return true;
    return general<Full>(I, L, Mask);
  }

  template <bool Full>
  HEDDLE_INLINE bool fast(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    uint32_t Keep = I.has(Abs1) ? ~SignBit : ~0u;
    constexpr unsigned N = Lanes / W;
    U32 X[N], Indices[N], Squares[N];
    S32 Plain = ~S32{};
    for (unsigned K = 0; K != N; ++K) {
      X[K] = (load(A + K * W) & Keep) ^ I.Invert[0];
      Plain &= FastT::isPlain(X[K]);
      Indices[K] = FastT::index(X[K]);
      Squares[K] = FastT::squared(X[K]);
    }
    if (any(~Plain)) [[unlikely]]
      return false;
    squareRow(Squares);
    const RowLookUp Rows(FastT::Table, Indices);
    for (unsigned K = 0; K != N; ++K)
      put<Full>(Dst, K * W, Mask, FastT::result(X[K], Rows.of(K), Squares[K]));
    return true;
  }

  template <bool Full>
  [[gnu::noinline]] static bool general(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    uint32_t *Dst = destRow(I, L);
    uint32_t Keep = I.has(Abs1) ? ~SignBit : ~0u;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 X = load(A + Lane);
      U32 R;
      if constexpr (FloatIn) {
        X = (X & Keep) ^ I.Invert[0];
        R = select(isNaN(X), splat(CanonicalNaN), OpT::chunk(X));
      } else {
        R = OpT::chunk(X);
        if (I.has(Saturate))
          R = select((S32)(R > 0x3f800000) & ~isNaN(R), splat(0x3f800000), R);
      }
      put<Full>(Dst, Lane, Mask, R);
    }
    return true;
  }
};
using Rcp = Frame<RcpLanes, true, FastRcp>;
using Rsqrt = Frame<RsqrtLanes, true, FastRsqrt>;
using Lg2 = Frame<Lg2Lanes, true>;
using Sin = Frame<Sine<false>, false>;
using Cos = Frame<Sine<true>, false>;
using Ex2 = Frame<Ex2Lanes, false>;

} // namespace

HandlerPair handlersOf(SfuOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case SfuOp::NAME:                                                            \
    return handlerPair<NAME>();
    HEDDLE_SFU_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
