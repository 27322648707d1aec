//===- Float.cpp - f32 unit -----------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 5.2. Denormal operands count as signed zero,
// results below 2^-126 after rounding become signed zero, NaN is 0x7fffffff.
//
// On x86 the vector code relies on the state that FloatEnvironment sets:
// round to nearest, denormals-are-zero, flush-to-zero. The latter detects a
// tiny result after rounding with an unbounded exponent, as the chip does.
// Elsewhere add, mul and mad go through integers.
//
//===----------------------------------------------------------------------===//

#include "ScalarFloat.h"
#include "Units.h"
#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

HEDDLE_INLINE U32 flush(U32 V) {
  return select((S32)((V & Infinity) == 0), V & SignBit, V);
}
HEDDLE_INLINE S32 isNaN(U32 V) { return (S32)((V & ~SignBit) > Infinity); }
HEDDLE_INLINE U32 canonical(U32 V) {
  return select(isNaN(V), splat(CanonicalNaN), V);
}
HEDDLE_INLINE S32 isZero(U32 V) { return (S32)((V & ~SignBit) == 0); }

HEDDLE_INLINE U32 saturate(U32 V) {
  U32 R = select((S32)V < 0, splat(0),
                 select((S32)V > 0x3f800000, splat(0x3f800000), V));
  return select(isNaN(V), splat(CanonicalNaN), R);
}

HEDDLE_INLINE U32 modified(U32 V, bool Abs, uint32_t Invert) {
  return (V & (Abs ? ~SignBit : ~0u)) ^ Invert;
}

/// Key whose signed order is that of f32 values, -0 before +0, without NaNs.
HEDDLE_INLINE S32 orderKey(U32 V) {
  return (S32)(V ^ ((U32)((S32)V >> 31) & ~SignBit));
}

/// Writes a float result and its condition code.
template <class OpT> struct Frame {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    bool Flags = I.has(WritesCondition);
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 R = OpT::chunk(I, load(A + Lane), load(B + Lane), load(C + Lane));
      if (OpT::CanSaturate && I.has(Saturate)) [[unlikely]]
        R = saturate(R);
      put<Full>(Dst, Lane, Mask, R);
      if (Flags) [[unlikely]] {
        CC.add(BitZ, Lane, isZero(R) | isNaN(R));
        CC.add(BitS, Lane, ((S32)R & ~isZero(R)) | isNaN(R));
      }
    }
    if (Flags) [[unlikely]]
      CC.commit(I, L, Mask);
    return true;
  }
};

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
  unsigned Saved = _mm_getcsr();
  _mm_setcsr(Saved | _MM_ROUND_TOWARD_ZERO);
  asm volatile("" : "+x"(A), "+x"(B));
  F32 R = Fn(A, B);
  asm volatile("" : "+x"(R));
  _mm_setcsr(Saved);
  return R;
}
HEDDLE_INLINE F32 addZ(F32 A, F32 B) {
  return towardZero(A, B, [](F32 X, F32 Y) { return X + Y; });
}
HEDDLE_INLINE F32 mulZ(F32 A, F32 B) {
  return towardZero(A, B, [](F32 X, F32 Y) { return X * Y; });
}
#endif

HEDDLE_INLINE U32 addRN(U32 A, U32 B) {
  return canonical(asBits(asFloat(A) + asFloat(B)));
}
HEDDLE_INLINE U32 addRZ(U32 A, U32 B) {
  return canonical(asBits(addZ(asFloat(A), asFloat(B))));
}
HEDDLE_INLINE U32 mulRN(U32 A, U32 B) {
  return canonical(asBits(asFloat(A) * asFloat(B)));
}
HEDDLE_INLINE U32 mulRZ(U32 A, U32 B) {
  return canonical(asBits(mulZ(asFloat(A), asFloat(B))));
}

/// mad for any operands, C other than zero. A product of two f32 is exact in a
/// double; cut to 24 bits and added to a 24-bit number, it may be rounded to
/// 53 bits and then to 24, because 53 >= 2 * 24 + 2.
HEDDLE_INLINE U32 madByDouble(U32 A, U32 B, U32 C) {
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
  return select((S32)Raised, Sign | MinNormal, R);
}

#if defined(__FMA__)
HEDDLE_INLINE F32 fusedResidue(F32 A, F32 B, F32 P) {
#if defined(__AVX512F__)
  return (F32)_mm512_fmsub_ps((__m512)A, (__m512)B, (__m512)P);
#else
  return (F32)_mm256_fmsub_ps((__m256)A, (__m256)B, (__m256)P);
#endif
}
#endif

/// The rounded product minus one unit where rounding went away from zero is
/// the truncated product, provided neither it nor the residue of the fused
/// multiply leaves the range of f32.
HEDDLE_INLINE U32 mad(U32 A, U32 B, U32 C) {
  F32 Fa = asFloat(A), Fb = asFloat(B), Fc = asFloat(C);
  S32 ZeroC = (S32)(Fc == 0);
#if defined(__FMA__)
  F32 Product = Fa * Fb;
  U32 P = asBits(Product);
  constexpr uint32_t Low = (127 - 76) << 23, High = (127 + 127) << 23;
  S32 Rare = (S32)((P & ~SignBit) - Low >= High - Low) & (S32)(Fa != 0) &
             (S32)(Fb != 0);
  U32 Residue = asBits(fusedResidue(Fa, Fb, Product));
  // Nothing left: +0 or -0, whose sign must not count.
  S32 Away = ((S32)(P ^ Residue) < 0) & ~isZero(Residue) & ~ZeroC;
  U32 R = canonical(asBits(asFloat(P + (U32)Away) + Fc));
  if (any(Rare)) [[unlikely]] {
    U32 Exact =
        canonical(select(ZeroC, asBits(Product + Fc), madByDouble(A, B, C)));
    R = select(Rare, Exact, R);
  }
  return R;
#else
  U32 R = select(ZeroC, asBits(Fa * Fb + Fc), madByDouble(A, B, C));
  return canonical(R);
#endif
}

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

template <bool ToZero> struct Add : Frame<Add<ToZero>> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    A ^= I.Invert[0];
    B ^= I.Invert[1];
    return ToZero ? addRZ(A, B) : addRN(A, B);
  }
};

template <bool ToZero> struct Mul : Frame<Mul<ToZero>> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    A ^= I.Invert[0];
    B ^= I.Invert[1];
    return ToZero ? mulRZ(A, B) : mulRN(A, B);
  }
};

struct Mad : Frame<Mad> {
  static constexpr bool CanSaturate = true;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32 C) {
    return mad(A ^ I.Invert[0], B, C ^ I.Invert[1]);
  }
};

template <bool Larger> struct MinMax : Frame<MinMax<Larger>> {
  static constexpr bool CanSaturate = false;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32 B, U32) {
    A = flush(modified(A, I.has(Abs1), I.Invert[0]));
    B = flush(modified(B, I.has(Abs2), I.Invert[1]));
    S32 Less = (S32)(orderKey(A) < orderKey(B));
    U32 R = Larger ? select(Less, B, A) : select(Less, A, B);
    R = select(isNaN(A), B, select(isNaN(B), A, R));
    return canonical(R);
  }
};

/// Result -1 or 0; true sets S alone, false Z alone.
struct Set {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *RowA = sourceRow(I, L, 0);
    const uint32_t *RowB = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    unsigned Cond = I.Sub[0];
    uint32_t True = 0;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 A = flush(modified(load(RowA + Lane), I.has(Abs1), I.Invert[0]));
      U32 B = flush(modified(load(RowB + Lane), I.has(Abs2), I.Invert[1]));
      S32 Unordered = isNaN(A) | isNaN(B);
      // Zeros are equal whatever their signs.
      S32 X = orderKey(select(isZero(A), splat(0), A));
      S32 Y = orderKey(select(isZero(B), splat(0), B));
      S32 R = S32{};
      if (Cond & 1)
        R |= (S32)(X < Y);
      if (Cond & 2)
        R |= (S32)(X == Y);
      if (Cond & 4)
        R |= (S32)(X > Y);
      R &= ~Unordered;
      if (Cond & 8)
        R |= Unordered;
      put<Full>(Dst, Lane, Mask, (U32)R);
      True |= gather(R) << Lane;
    }
    if (I.has(WritesCondition)) {
      ConditionBuilder CC;
      CC.Plane[BitZ] = ~True;
      CC.Plane[BitS] = True;
      CC.commit(I, L, Mask);
    }
    return true;
  }
};

/// Z when the chosen word is +-0, else S is its sign.
struct Select {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 Selector = flush(load(C + Lane) ^ I.Invert[0]);
      S32 First = (isZero(Selector) | ((S32)Selector >= 0)) & ~isNaN(Selector);
      U32 R = select(First, load(A + Lane), load(B + Lane));
      put<Full>(Dst, Lane, Mask, R);
      CC.add(BitZ, Lane, isZero(R));
      CC.add(BitS, Lane, (S32)R & ~isZero(R));
    }
    if (I.has(WritesCondition))
      CC.commit(I, L, Mask);
    return true;
  }
};

/// Sign, then 8 bits of quadrant or integer, then 23 of fraction. Infinity and
/// NaN have patterns of their own.
HEDDLE_INLINE U32 packPre(U32 In, U32 Value, U32 Exponent) {
  U32 Special = select(isNaN(In), splat(0x40000000), splat(0x40800000));
  U32 R = select((S32)(Exponent == 255), Special, Value);
  R = select((S32)(Exponent == 0), splat(0), R);
  return R | (In & SignBit);
}

/// \p V shifted left by \p Count (negative: right); 32 and more give zero.
HEDDLE_INLINE U32 shifted(U32 V, S32 Count) {
  S32 Left = Count >= 0;
  U32 Distance = (U32)(Left ? Count : -Count);
  U32 Legal = Distance & 31;
  U32 R = select(Left, V << Legal, V >> Legal);
  return select((S32)(Distance > 31), splat(0), R);
}

struct PreSin : Frame<PreSin> {
  static constexpr bool CanSaturate = false;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32, U32) {
    A = modified(A, I.has(Abs1), I.Invert[0]);
    U32 E = A >> 23 & 0xff;
    U64 P = __builtin_convertvector((A & 0x7fffff) | 0x800000, U64) *
            uint64_t(0xa2f983);
    U32 V = __builtin_convertvector(P >> 16, U32);
    return packPre(A, shifted(V, (S32)E - 135) & 0x1ffffff, E);
  }
};

struct PreEx2 : Frame<PreEx2> {
  static constexpr bool CanSaturate = false;
  HEDDLE_INLINE U32 chunk(const DecodedInst &I, U32 A, U32, U32) {
    A = modified(A, I.has(Abs1), I.Invert[0]);
    U32 E = A >> 23 & 0xff;
    U32 V = shifted((A & 0x7fffff) | 0x800000, (S32)E - 127);
    V = select((S32)E >= 127 + 7, splat(0x40800000), V);
    return packPre(A, V, E);
  }
};

/// The only way between lanes: source 0 comes from one lane of each quad.
struct Quad {
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    uint32_t *Dst = destRow(I, L);
    alignas(64) uint32_t X[Lanes], Y[Lanes], R[Lanes];
    bool Constant = I.Sub[0] > 3;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
      uint32_t First = Constant ? 0 : A[(Lane & ~3u) + I.Sub[0]];
      unsigned Op = I.Sub[1] >> (2 * (Lane & 3)) & 3;
      // 0 add, 1 subr, 2 sub, 3 move; a move is exact as an addition to -0.
      X[Lane] = Op == 3 ? SignBit : First ^ (Op == 1 ? SignBit : 0);
      Y[Lane] = B[Lane] ^ (Op == 2 ? SignBit : 0);
    }
    ConditionBuilder CC;
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 V = addRN(load(X + Lane), load(Y + Lane));
      store(R + Lane, V);
      CC.add(BitZ, Lane, isZero(V) | isNaN(V));
      CC.add(BitS, Lane, ((S32)V & ~isZero(V)) | isNaN(V));
    }
    for (unsigned Lane = 0; Lane != Lanes; Lane += W)
      put<Full>(Dst, Lane, Mask, load(R + Lane));
    if (I.has(WritesCondition))
      CC.commit(I, L, Mask);
    return true;
  }
};

} // namespace

HandlerPair floatHandlers(FloatOp Op) {
  switch (Op) {
  case FloatOp::AddRN:
    return handlerPair<Add<false>>();
  case FloatOp::AddRZ:
    return handlerPair<Add<true>>();
  case FloatOp::MulRN:
    return handlerPair<Mul<false>>();
  case FloatOp::MulRZ:
    return handlerPair<Mul<true>>();
  case FloatOp::Mad:
    return handlerPair<Mad>();
  case FloatOp::Min:
    return handlerPair<MinMax<false>>();
  case FloatOp::Max:
    return handlerPair<MinMax<true>>();
  case FloatOp::Set:
    return handlerPair<Set>();
  case FloatOp::Select:
    return handlerPair<Select>();
  case FloatOp::PreSin:
    return handlerPair<PreSin>();
  case FloatOp::PreEx2:
    return handlerPair<PreEx2>();
  case FloatOp::Quad:
    return handlerPair<Quad>();
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
