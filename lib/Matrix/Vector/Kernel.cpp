//===- Kernel.cpp - dotProducts of one instruction set --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Significands are small integers and exponents are, too, so that all of a
// fused sum is arithmetic of 32 bits: 16 products of f16 below 2^27 each, or 32
// of bytes, stay below 2^32 together with the accumulator.
//
// Nothing inline of the standard library or of LLVM is called here: a linker
// that merges it must not take the copy of a better host.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "DotKernels.h"
#include "Encode.h"
#include "FusedSum.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

namespace {

/// Terms of the longest block.
constexpr unsigned MaxTerms = 32;

/// Words of the elements of W sums, in the order in which they are added.
struct Rows {
  const uint32_t *Words;
  unsigned Count;
  /// Two of four are in the first half, and then the others.
  bool Alternates;

  [[gnu::always_inline]] U32 row(unsigned I) const {
    if (Alternates) {
      const bool IsFirst = I < Count / 2;
      const unsigned J = IsFirst ? I : I - Count / 2;
      I = J / 2 * 4 + J % 2 + (IsFirst ? 0 : 2);
    }
    return load(Words + I * DotLanes);
  }
};

/// Elements of a block, or their products.
struct Factors {
  U32 Magnitude[MaxTerms];
  S32 Exponent[MaxTerms];
  U32 Sign[MaxTerms];
};

} // namespace

/// Decodes \p Count elements from \p First on; what is special.
template <ElementType T, bool ThroughF16>
static S32 decodeRows(const Rows &R, unsigned First, unsigned Count,
                      Factors &To) {
  S32 IsSpecial = {};
  for (unsigned I = 0; I != Count; ++I) {
    const U32 Bits = R.row(First + I);
    Numbers N;
    if constexpr (ThroughF16) {
      N = decodeVector<ElementType::F16>(asF16<T>(Bits));
      N.IsSpecial = decodeVector<T>(Bits).IsSpecial;
    } else {
      N = decodeVector<T>(Bits);
    }
    To.Magnitude[I] = N.Magnitude;
    To.Exponent[I] = N.Exponent;
    To.Sign[I] = N.Sign;
    IsSpecial |= N.IsSpecial;
  }
  return IsSpecial;
}

static S32 decodeFactors(ElementType T, bool ThroughF16, const Rows &R,
                         unsigned First, unsigned Count, Factors &To) {
  switch (T) {
  case ElementType::F16:
    return decodeRows<ElementType::F16, false>(R, First, Count, To);
  case ElementType::BF16:
    return decodeRows<ElementType::BF16, false>(R, First, Count, To);
  case ElementType::TF32:
    return decodeRows<ElementType::TF32, false>(R, First, Count, To);
  case ElementType::E4M3:
    if (ThroughF16)
      return decodeRows<ElementType::E4M3, true>(R, First, Count, To);
    return decodeRows<ElementType::E4M3, false>(R, First, Count, To);
  case ElementType::E5M2:
    if (ThroughF16)
      return decodeRows<ElementType::E5M2, true>(R, First, Count, To);
    return decodeRows<ElementType::E5M2, false>(R, First, Count, To);
  case ElementType::E3M2:
    return decodeRows<ElementType::E3M2, false>(R, First, Count, To);
  case ElementType::E2M3:
    return decodeRows<ElementType::E2M3, false>(R, First, Count, To);
  case ElementType::E2M1:
    return decodeRows<ElementType::E2M1, false>(R, First, Count, To);
  case ElementType::F32:
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

namespace {

/// Mantissa bits of a float, and the bias of its exponents.
struct Format {
  int MantissaBits, Bias;
};

} // namespace

static Format formatOf(ElementType T) {
  switch (T) {
#define HEDDLE_FLOAT_TYPE(NAME, TEXT, CONTAINER, EXPONENT, MANTISSA, SPECIALS) \
  case ElementType::NAME:                                                      \
    return {MANTISSA, (1 << (EXPONENT - 1)) - 1};
#define HEDDLE_SCALE_TYPE(NAME, TEXT, EXPONENT, MANTISSA)                      \
  case ElementType::NAME:
#define HEDDLE_INTEGER_TYPE(NAME, TEXT, BITS, SIGNED) case ElementType::NAME:
#include "heddle/Matrix/ElementTypes.def"
    break;
  }
  llvm_unreachable("not a float");
}

static Numbers decodeAccumulator(ElementType T, U32 Bits) {
  return T == ElementType::F32 ? decodeVector<ElementType::F32>(Bits)
                               : decodeVector<ElementType::F16>(Bits);
}

namespace {

/// The constants of a fused sum, the same for all lanes.
struct FusedShape {
  int FractionBits;
  unsigned KeptBits;
  /// The formats of products and of the accumulator.
  Format Product, Accumulator;
  ElementType D;
};

/// Magnitudes cut to units, added up by their signs.
struct SumBySign {
  /// The sum of all terms, and that of the negative ones.
  U32 All = {}, Negative = {};

  [[gnu::always_inline]] void add(U32 Magnitude, U32 Sign, int Shift,
                                  S32 Below) {
    const U32 Cut = shiftedRight(shifted(Magnitude, Shift), Below);
    All += Cut;
    Negative += Cut & (U32)((S32)Sign >> 31);
  }
};

} // namespace

/// The exponent of zero, which has none.
constexpr int NoExponent = -10000;

/// \p S as bits; its unit is 2^\p Scale.
static U32 encodeSum(const FusedShape &F, const SumBySign &S, S32 Scale) {
  const U32 Positive = S.All - S.Negative;
  const S32 IsNegative = (S32)(S.Negative > Positive);
  const U32 Magnitude =
      IsNegative ? S.Negative - Positive : Positive - S.Negative;
  const Normalized N = normalized(Magnitude, Scale);
  U32 Result;
  uint32_t SignBit = SignBit32;
  if (F.D == ElementType::F32) {
    Result = encodeSingle(N, F.KeptBits);
  } else {
    Result = encodeHalf(sticky(N, Magnitude, Scale));
    SignBit = 0x8000;
  }
  // A result that rounds to zero is positive.
  const S32 IsZero = (S32)((Magnitude == 0) | (Result == 0));
  return IsZero ? U32{} : Result | ((U32)IsNegative & SignBit);
}

/// One fused sum of the first \p Count products of \p A and \p B, and \p C.
/// Exponents have the bias of products. The products take the place of \p A.
static U32 fusedSum(const FusedShape &F, Factors &A, const Factors &B,
                    unsigned Count, const Numbers &C) {
  const S32 Nowhere = splat(NoExponent);
  const S32 ExponentC = (S32)(C.Magnitude == 0)
                            ? Nowhere
                            : C.Exponent - F.Accumulator.Bias + F.Product.Bias;
  S32 Largest = greater(ExponentC, splat(LeastExponent + F.Product.Bias));
  for (unsigned I = 0; I != Count; ++I) {
    const U32 Product = A.Magnitude[I] * B.Magnitude[I];
    const S32 Exponent =
        (S32)(Product == 0) ? Nowhere : A.Exponent[I] + B.Exponent[I];
    Largest = greater(Largest, Exponent);
    A.Magnitude[I] = Product;
    A.Exponent[I] = Exponent;
    A.Sign[I] ^= B.Sign[I];
  }
  SumBySign Sum;
  const int Shift = F.FractionBits - F.Product.MantissaBits;
  for (unsigned I = 0; I != Count; ++I)
    Sum.add(A.Magnitude[I], A.Sign[I], Shift, Largest - A.Exponent[I]);
  Sum.add(C.Magnitude, C.Sign, F.FractionBits - F.Accumulator.MantissaBits,
          Largest - ExponentC);
  return encodeSum(F, Sum, Largest - F.Product.Bias - F.FractionBits);
}

/// Blocks of \p A and \p B, each with the sum so far, from \p C on.
static U32 fusedBlocks(const DotForm &F, const Rows &A, const Rows &B,
                       unsigned First, unsigned Last, U32 C, S32 &IsSpecial) {
  const SumRule &R = *F.Rule;
  const bool ThroughF16 = R.Method == SumMethod::ThroughF16;
  const Format FormatA = formatOf(ThroughF16 ? ElementType::F16 : F.A),
               FormatB = formatOf(ThroughF16 ? ElementType::F16 : F.B);
  const FusedShape Shape = {R.FractionBits, R.KeptBits,
                            Format{FormatA.MantissaBits + FormatB.MantissaBits,
                                   FormatA.Bias + FormatB.Bias},
                            formatOf(F.D), F.D};
  Factors FactorsA, FactorsB;
  for (; First < Last; First += R.Terms) {
    const unsigned Rest = Last - First;
    const unsigned Count = Rest < R.Terms ? Rest : R.Terms;
    IsSpecial |= decodeFactors(F.A, ThroughF16, A, First, Count, FactorsA);
    IsSpecial |= decodeFactors(F.B, ThroughF16, B, First, Count, FactorsB);
    const Numbers Before = decodeAccumulator(F.D, C);
    IsSpecial |= Before.IsSpecial;
    C = fusedSum(Shape, FactorsA, FactorsB, Count, Before);
  }
  return C;
}

/// Numbers of \p T, which are f16 or f32, as floats. NaNs and infinities are
/// nonsense.
static F32 asFloat(ElementType T, U32 Bits) {
  if (T == ElementType::F32)
    return (F32)Bits;
  const Numbers N = decodeVector<ElementType::F16>(Bits);
  constexpr int Lowest =
      Bias<ElementType::F16> + Fields<ElementType::F16>.Mantissa;
  const F32 Power = (F32)((N.Exponent - Lowest + 127) << 23);
  const F32 Value = __builtin_convertvector((S32)N.Magnitude, F32) * Power;
  return (F32)((U32)Value | (N.Sign & SignBit32));
}

/// \p V as an accumulator of type \p D, rounded to nearest even.
static U32 fromFloat(ElementType D, F32 V) {
  const U32 Bits = (U32)V;
  if (D == ElementType::F32)
    return Bits;
  // A number that is subnormal in f32 becomes a zero with its sign.
  const Normalized N = {(Bits & 0x7fffff) | 0x800000,
                        (S32)(Bits >> 23 & 0xff) - 127};
  return encodeHalf(N) | (Bits & SignBit32) >> 16;
}

static U32 throughF16(const DotForm &F, const Rows &A, const Rows &B, U32 C,
                      S32 &IsSpecial) {
  IsSpecial |= decodeAccumulator(F.D, C).IsSpecial;
  const unsigned Half = A.Count / 2;
  U32 Sum = fusedBlocks(F, A, B, 0, Half, U32{}, IsSpecial);
  Sum = fusedBlocks(F, A, B, Half, A.Count, Sum, IsSpecial);
  IsSpecial |= decodeAccumulator(F.D, Sum).IsSpecial;
  return fromFloat(F.D, asFloat(F.D, Sum) + asFloat(F.D, C));
}

/// Products of f16 are exact in f32, so that a multiplication and an addition
/// are as good as one operation.
static U32 fmaChain(const DotForm &F, const Rows &A, const Rows &B, U32 C,
                    S32 &IsSpecial) {
  IsSpecial |= decodeAccumulator(F.C, C).IsSpecial;
  F32 Sum = {};
  for (unsigned I = 0; I != A.Count; ++I) {
    const U32 X = A.row(I), Y = B.row(I);
    IsSpecial |= decodeVector<ElementType::F16>(X).IsSpecial |
                 decodeVector<ElementType::F16>(Y).IsSpecial;
    Sum += asFloat(ElementType::F16, X) * asFloat(ElementType::F16, Y);
  }
  return fromFloat(F.D, Sum + asFloat(F.C, C));
}

namespace {

/// How elements of an integer type become words.
struct Extension {
  uint32_t Shift;
  bool IsSigned;

  explicit Extension(ElementType T)
      : Shift(32 - elementBits(T)),
        IsSigned(T == ElementType::S8 || T == ElementType::S4) {}

  [[gnu::always_inline]] U32 operator()(U32 Bits) const {
    const U32 High = Bits << Shift;
    return IsSigned ? (U32)((S32)High >> int32_t(Shift)) : High >> Shift;
  }
};

} // namespace

static U32 integerSum(const DotForm &F, const Rows &A, const Rows &B, U32 C) {
  const Extension ExtendA(F.A), ExtendB(F.B);
  U32 Sum = {};
  for (unsigned I = 0; I != A.Count; ++I)
    Sum += ExtendA(A.row(I)) * ExtendB(B.row(I));
  const U32 Total = C + Sum;
  if (!F.Saturates)
    return Total;
  const S32 Overflows = (S32)((C ^ Total) & (Sum ^ Total)) < 0;
  const U32 Bound = 0x7fffffff + (C >> 31);
  return Overflows ? Bound : Total;
}

static U32 countedBits(const DotForm &F, const Rows &A, const Rows &B, U32 C) {
  for (unsigned I = 0; I != A.Count; ++I) {
    const U32 X = A.row(I), Y = B.row(I);
    U32 V = F.IsAnd ? X & Y : X ^ Y;
    V -= V >> 1 & 0x55555555;
    V = (V & 0x33333333) + (V >> 2 & 0x33333333);
    V = (V + (V >> 4)) & 0x0f0f0f0f;
    C += V * 0x01010101 >> 24;
  }
  return C;
}

static U32 sumOf(const DotForm &F, const Rows &A, const Rows &B, U32 C,
                 S32 &IsSpecial) {
  switch (F.Rule->Method) {
  case SumMethod::Fused:
    return fusedBlocks(F, A, B, 0, A.Count, C, IsSpecial);
  case SumMethod::ThroughF16:
    return throughF16(F, A, B, C, IsSpecial);
  case SumMethod::FmaChain:
    return fmaChain(F, A, B, C, IsSpecial);
  case SumMethod::Integer:
    return integerSum(F, A, B, C);
  case SumMethod::Bits:
    return countedBits(F, A, B, C);
  case SumMethod::DoubleChain:
  case SumMethod::Scaled:
  case SumMethod::ScaledGroups:
    break;
  }
  llvm_unreachable("no sums of words");
}

uint32_t dotProducts(const DotForm &F, const DotOperands &X, const uint32_t *C,
                     uint32_t *D) {
  const bool Alternates = F.Rule->Method == SumMethod::ThroughF16;
  uint32_t Left = 0;
  for (unsigned Lane = 0; Lane != DotLanes; Lane += W) {
    S32 IsSpecial = {};
    const Rows A = {X.A + Lane, X.Count, Alternates},
               B = {X.B + Lane, X.Count, Alternates};
    store(D + Lane, sumOf(F, A, B, load(C + Lane), IsSpecial));
    if (any(IsSpecial))
      for (unsigned I = 0; I != W; ++I)
        Left |= uint32_t(IsSpecial[I] != 0) << (Lane + I);
  }
  return Left;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA
