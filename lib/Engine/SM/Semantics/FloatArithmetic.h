//===- FloatArithmetic.h - f32 sums and products ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Add, mul and mad of a vector of lanes, by the rules of tesla-isa.md section
/// 5.2.
///
/// On x86-64 and AArch64 they rely on the state that FloatEnvironment sets:
/// round to nearest, denormal operands and tiny results are zero. x86-64
/// detects a tiny result after rounding with an unbounded exponent, as the chip
/// does, and AArch64 before (Arm ARM, FPRound), which only products tell: a sum
/// that small is exact. Elsewhere the arithmetic is ScalarFloat.h's.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_FLOATARITHMETIC_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_FLOATARITHMETIC_H

#include "FloatCompare.h"
#include "ScalarFloat.h"
#include "heddle/Support/FloatControl.h"

namespace heddle::sm::HEDDLE_SM_ISA {

HEDDLE_INLINE S32 isNaN(U32 V) { return (S32)((V & ~SignBit) > Infinity); }
HEDDLE_INLINE U32 canonical(U32 V) {
  return select(isNaN(V), splat(CanonicalNaN), V);
}
HEDDLE_INLINE S32 isZero(U32 V) { return (S32)((V & ~SignBit) == 0); }

/// The host's product, rounded to nearest, with its NaN.
HEDDLE_INLINE F32 product(F32 A, F32 B) {
#if defined(__aarch64__)
  // One that is tiny before rounding and not behind it is 2^-126; times 2^64 it
  // is nowhere near zero.
  U32 Scaled = asBits(A * 0x1p64f * B);
  constexpr uint32_t Shift = 64 << 23;
  S32 Raised = (S32)((Scaled & ~SignBit) == MinNormal + Shift);
  return asFloat(select(Raised, Scaled - Shift, asBits(A * B)));
#else
  return A * B;
#endif
}

#if defined(HEDDLE_SM_HOST_FLOAT)

#if defined(__AVX512F__)
HEDDLE_INLINE F32 addZ(F32 A, F32 B) {
  return (F32)_mm512_add_round_ps((__m512)A, (__m512)B,
                                  _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
HEDDLE_INLINE F32 mulZ(F32 A, F32 B) {
  return (F32)_mm512_mul_round_ps((__m512)A, (__m512)B,
                                  _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
#else
/// Switches the host to rounding toward zero. The empty assembly ties the
/// operation to its place between the switches.
template <class FnT> HEDDLE_INLINE F32 towardZero(F32 A, F32 B, FnT Fn) {
#if defined(__aarch64__)
#define HEDDLE_IN_VECTOR "+w"
#else
#define HEDDLE_IN_VECTOR "+x"
#endif
  FloatControl Saved = readFloatControl();
  writeFloatControl(Saved | floatControlFor(FloatRounding::Zero, false));
  asm volatile("" : HEDDLE_IN_VECTOR(A), HEDDLE_IN_VECTOR(B));
  F32 R = Fn(A, B);
  asm volatile("" : HEDDLE_IN_VECTOR(R));
  writeFloatControl(Saved);
  return R;
#undef HEDDLE_IN_VECTOR
}
HEDDLE_INLINE F32 addZ(F32 A, F32 B) {
  return towardZero(A, B, [](F32 X, F32 Y) { return X + Y; });
}
HEDDLE_INLINE F32 mulZ(F32 A, F32 B) {
  return towardZero(A, B, [](F32 X, F32 Y) { return X * Y; });
}
#endif

/// Whether a row has a NaN, which may not be the chip's.
HEDDLE_INLINE bool anyNaN(const F32 R[Lanes / W]) {
  S32 Unordered = S32{};
  for (unsigned N = 0; N != Lanes / W; ++N)
    Unordered |= isUnordered(R[N]);
  return any(Unordered);
}

/// The bits of a result, with the chip's NaN.
HEDDLE_INLINE U32 finish(F32 V) {
  return select(isUnordered(V), splat(CanonicalNaN), asBits(V));
}

HEDDLE_INLINE U32 addRN(U32 A, U32 B) {
  return finish(asFloat(A) + asFloat(B));
}
HEDDLE_INLINE U32 addRZ(U32 A, U32 B) {
  return finish(addZ(asFloat(A), asFloat(B)));
}
HEDDLE_INLINE U32 mulRN(U32 A, U32 B) {
  return finish(product(asFloat(A), asFloat(B)));
}
HEDDLE_INLINE U32 mulRZ(U32 A, U32 B) {
  return finish(mulZ(asFloat(A), asFloat(B)));
}

/// mad for any operands. A product of two f32 is exact in a
/// double; cut to 24 bits and added to a 24-bit number, it may be rounded to
/// 53 bits and then to 24, because 53 >= 2 * 24 + 2.
HEDDLE_INLINE U32 madByDouble(U32 A, U32 B, U32 C) {
  F32 Plain = product(asFloat(A), asFloat(B)) + asFloat(C);
  F64 P = __builtin_convertvector(asFloat(A), F64) *
          __builtin_convertvector(asFloat(B), F64);
  P = (F64)((U64)P & ~uint64_t(0x1fffffff));
  F64 Sum = P + __builtin_convertvector(asFloat(C), F64);
  U32 R = asBits(__builtin_convertvector(Sum, F32));
  // The limit for the smallest normal number is 2^-126 - 2^-150; the host's
  // conversion has it at 2^-126 - 2^-151.
  U64 Magnitude = (U64)Sum & ~(uint64_t(1) << 63);
  S64 Short = (S64)(Magnitude < 0x380fffffe0000000) &
              (S64)(Magnitude > 0x3800000000000000);
  U32 Flushed = __builtin_convertvector((U64)Short, U32);
  S64 Tiny = (S64)(Magnitude >= 0x380fffffe0000000) &
             (S64)(Magnitude < 0x3810000000000000);
  U32 Raised = __builtin_convertvector((U64)Tiny, U32);
  U32 Sign = __builtin_convertvector((U64)Sum >> 32, U32) & SignBit;
  R = select((S32)Flushed, Sign, R);
  R = select((S32)Raised, Sign | MinNormal, R);
  // Before a zero the product is rounded, not cut.
  R = select(isFlushed(C), asBits(Plain), R);
  return finish(asFloat(R));
}

#if defined(HEDDLE_SM_HAS_FMA)
/// Whether a magnitude is outside of [\p Low, \p High).
HEDDLE_INLINE S32 outside(U32 V, uint32_t Low, uint32_t High) {
  return (S32)((V & ~SignBit) - Low >= High - Low);
}
constexpr uint32_t LargeExponent = (127 + 127) << 23;
#endif

#if defined(__AVX512F__)
/// The host cuts the product as the chip does, provided that it stays in the
/// range of f32. Before a zero the product is rounded, not cut.
HEDDLE_INLINE U32 madInRange(U32 A, U32 B, U32 C, S32 &Rare) {
  F32 Fa = asFloat(A), Fb = asFloat(B), Fc = asFloat(C);
  U32 Cut = asBits(mulZ(Fa, Fb));
  Rare |= outside(Cut, MinNormal, LargeExponent);
  U32 P = select(isFlushed(C), asBits(Fa * Fb), Cut);
  return finish(asFloat(P) + Fc);
}
#elif defined(HEDDLE_SM_HAS_FMA)
/// The rounded product minus one unit where rounding went away from zero is
/// the truncated product, provided neither it nor the residue of the fused
/// multiply leaves the range of f32.
HEDDLE_INLINE U32 madInRange(U32 A, U32 B, U32 C, S32 &Rare) {
  F32 Fa = asFloat(A), Fb = asFloat(B), Fc = asFloat(C);
  F32 Product = Fa * Fb;
  U32 P = asBits(Product);
  Rare |= outside(P, (127 - 76) << 23, LargeExponent);
  F32 Residue = fusedMultiplyAdd(Fa, Fb, -Product);
  // Without a residue its sign must not count; before a zero the product is
  // rounded, not cut.
  S32 Away = (S32)((S32)(P ^ asBits(Residue)) < 0) & isNotZero(Residue) &
             ~isFlushed(C);
  return finish(asFloat(P + (U32)Away) + Fc);
}
#endif

#if defined(__AVX512F__) && defined(HEDDLE_SM_TRANSLATED)
/// mad of a row, of operands as Operands.h has them. False: the row is to be
/// computed another way, as some lane may have a product beyond the range of
/// f32. One below it does not count before a number so large that it is less
/// than half of its last place.
template <class A, class B, class C>
HEDDLE_INLINE bool madRow(A OfX, B OfY, C OfZ, uint32_t Neg, uint32_t NegC,
                          U32 R[2]) {
  constexpr int AbsMax = 3 | 2 << 2;
  constexpr uint32_t Large = (127 - 100) << 23, Beyond = 0x7f7fffff;
  __mmask16 Bad = 0;
  __m512 Sum[2];
  for (unsigned N = 0; N != 2; ++N) {
    __m512 X = (__m512)(OfX.at(N * W) ^ Neg), Y = (__m512)OfY.at(N * W),
           Z = (__m512)(OfZ.at(N * W) ^ NegC);
    __m512 P = (__m512)mulZ((F32)X, (F32)Y);
    // Before a zero the product is rounded, not cut.
    __mmask16 Round =
        _mm512_testn_epi32_mask((__m512i)Z, _mm512_set1_epi32(int(Infinity)));
    P = _mm512_mask_mul_ps(P, Round, X, Y);
    Sum[N] = _mm512_add_ps(P, Z);
    U32 Larger = (U32)_mm512_range_ps(P, Z, AbsMax);
    Bad |= _mm512_mask_cmpge_epu32_mask(_mm512_knot(Round),
                                        (__m512i)(Larger - Large),
                                        _mm512_set1_epi32(int(Beyond - Large)));
    R[N] = (U32)Sum[N];
  }
  Bad |= _mm512_cmp_ps_mask(Sum[0], Sum[1], _CMP_UNORD_Q);
  return !Bad;
}
#elif defined(__AVX512F__)
/// Computes mad of a row, with operands of Operands.h. Returns false if the
/// product of some lane is beyond the range of f32; the row must then be
/// computed another way. One test for the whole row finds all such lanes and
/// also some harmless ones, which are tested again. A product that underflows,
/// or is zero, is harmless if the addend is so large that no product below the
/// range of f32 reaches half of its last place.
template <class A, class B, class C>
HEDDLE_INLINE bool madRow(A OfX, B OfY, C OfZ, uint32_t Neg, uint32_t NegC,
                          U32 R[2]) {
  constexpr int AbsMin = 2 | 2 << 2, AbsMax = 3 | 2 << 2;
  U32 X[2], Y[2], Z[2];
  __m512 P[2], Sum[2], Larger[2];
  for (unsigned N = 0; N != 2; ++N) {
    X[N] = OfX.at(N * W) ^ Neg;
    Y[N] = OfY.at(N * W);
    Z[N] = OfZ.at(N * W) ^ NegC;
    P[N] = (__m512)mulZ((F32)X[N], (F32)Y[N]);
    // Before a zero the product is rounded, not cut.
    __mmask16 Round = _mm512_testn_epi32_mask((__m512i)Z[N],
                                              _mm512_set1_epi32(int(Infinity)));
    P[N] = _mm512_mask_mul_ps(P[N], Round, (__m512)X[N], (__m512)Y[N]);
    Sum[N] = _mm512_add_ps(P[N], (__m512)Z[N]);
    Larger[N] = _mm512_range_ps(P[N], (__m512)Z[N], AbsMax);
    R[N] = (U32)Sum[N];
  }
  __mmask16 Bad =
      _mm512_cmp_ps_mask(_mm512_range_ps(Larger[0], Larger[1], AbsMin),
                         _mm512_set1_ps(0x1p-100f), _CMP_NGE_UQ);
  Bad |= _mm512_cmp_ps_mask(_mm512_range_ps(Larger[0], Larger[1], AbsMax),
                            _mm512_set1_ps(__FLT_MAX__), _CMP_NLT_UQ);
  Bad |= _mm512_cmp_ps_mask(Sum[0], Sum[1], _CMP_UNORD_Q);
  if (!Bad) [[likely]]
    return true;
  S32 Rare = S32{};
  for (unsigned N = 0; N != 2; ++N) {
    S32 Lost = isFlushed((U32)P[N]) & ~isFlushed(X[N]) & ~isFlushed(Y[N]);
    S32 Beyond = (S32)(((U32)P[N] & ~SignBit) == 0x7f7fffff);
    Rare |= (Lost | Beyond) & ~isFlushed(Z[N]);
    R[N] = finish((F32)Sum[N]);
  }
  return !any(Rare);
}
#elif defined(HEDDLE_SM_HAS_FMA)
/// mad of a row, of operands as Operands.h has them. False: some lane is rare,
/// and the row is to be computed another way.
template <class A, class B, class C>
HEDDLE_INLINE bool madRow(A X, B Y, C Z, uint32_t Neg, uint32_t NegC,
                          U32 R[Lanes / W]) {
  S32 Rare = S32{};
  for (unsigned N = 0; N != Lanes / W; ++N)
    R[N] = madInRange(X.at(N * W) ^ Neg, Y.at(N * W), Z.at(N * W) ^ NegC, Rare);
  return !any(Rare);
}
#endif

#if defined(HEDDLE_SM_HAS_FMA)
/// The lanes that madInRange calls rare include products that are zero because
/// an operand is; those results are right.
HEDDLE_INLINE U32 mad(U32 A, U32 B, U32 C) {
  S32 Rare = S32{};
  U32 R = madInRange(A, B, C, Rare);
  Rare &= ~isFlushed(A) & ~isFlushed(B);
  return any(Rare) ? select(Rare, madByDouble(A, B, C), R) : R;
}
#else
HEDDLE_INLINE U32 mad(U32 A, U32 B, U32 C) { return madByDouble(A, B, C); }
#endif

#else // !HEDDLE_SM_HOST_FLOAT

template <class FnT> HEDDLE_INLINE U32 eachLane(FnT Fn) {
  U32 R;
  for (unsigned N = 0; N != W; ++N)
    R[N] = Fn(N);
  return R;
}
HEDDLE_INLINE U32 addRN(U32 A, U32 B) {
  return eachLane(
      [&](unsigned N) { return addScalar(A[N], B[N], RoundingMode::Nearest); });
}
HEDDLE_INLINE U32 addRZ(U32 A, U32 B) {
  return eachLane(
      [&](unsigned N) { return addScalar(A[N], B[N], RoundingMode::Zero); });
}
HEDDLE_INLINE U32 mulRN(U32 A, U32 B) {
  return eachLane(
      [&](unsigned N) { return mulScalar(A[N], B[N], RoundingMode::Nearest); });
}
HEDDLE_INLINE U32 mulRZ(U32 A, U32 B) {
  return eachLane(
      [&](unsigned N) { return mulScalar(A[N], B[N], RoundingMode::Zero); });
}
HEDDLE_INLINE U32 mad(U32 A, U32 B, U32 C) {
  return eachLane([&](unsigned N) { return madScalar(A[N], B[N], C[N]); });
}

#endif // HEDDLE_SM_HOST_FLOAT

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_FLOATARITHMETIC_H
