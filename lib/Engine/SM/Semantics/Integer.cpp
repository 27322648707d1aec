//===- Integer.cpp - Integer unit -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules: tesla-isa.md section 5.1. Each operation computes a chunk of lanes; a
// shared frame writes the result and the condition code.
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "Vector.h"
#include "heddle/ABI/IntegerOps.inc"

namespace heddle::sm::HEDDLE_SM_ISA {
namespace {

HEDDLE_INLINE U32 half(U32 V, unsigned Shift) { return (V >> Shift) & 0xffff; }

HEDDLE_INLINE U32 signExtend16(U32 V) { return (U32)((S32)(V << 16) >> 16); }

/// A 16-bit source, extended as \p IsSigned says.
HEDDLE_INLINE U32 extended16(U32 V, unsigned Shift, bool IsSigned) {
  U32 H = half(V, Shift);
  return IsSigned ? signExtend16(H) : H;
}

/// One chunk's result with C and O; Z and S follow from the result.
struct Result {
  U32 Value;
  S32 C;
  S32 O;
};

HEDDLE_INLINE Result withoutCarry(U32 Value) { return {Value, S32{}, S32{}}; }

/// The sign bits of a row.
HEDDLE_INLINE uint32_t gatherRow(const S32 (&Row)[Lanes / W]) {
#if defined(__AVX512BW__)
  // In one mask: of two, compilers put together the planes of a condition in a
  // roundabout way.
  static_assert(Lanes / W == 2);
  return _cvtmask32_u32(_mm512_kunpackw(_mm512_movepi32_mask((__m512i)Row[1]),
                                        _mm512_movepi32_mask((__m512i)Row[0])));
#else
  uint32_t Bits = 0;
  for (unsigned N = 0; N != Lanes / W; ++N)
    Bits |= gather(Row[N]) << N * W;
  return Bits;
#endif
}

/// Runs OpT::chunk over the row. OpT::Wide says whether the destination is a
/// whole register; OpT::HasCarry whether C and O can be other than zero;
/// OpT::IsTruth whether the result is -1 or 0.
template <class OpT> struct Frame {
  static constexpr bool IsTruth = false;

  /// Without condition code. The rest leaves by a tail call, so that this needs
  /// no stack.
  template <bool Full>
  static bool run(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    if (I.Flags & (WritesCondition | Saturate)) [[unlikely]]
      return general<Full>(I, L, Mask);
    row<Full>(I, L, Mask);
    return true;
  }

  template <bool Full>
  [[gnu::noinline]] static bool general(const DecodedInst &I, LaneContext &L,
                                        uint32_t Mask) {
    flagRow<Full>(I, L, Mask);
    return true;
  }

  static unsigned group(const DecodedInst &I, LaneContext *const *L,
                        unsigned Warps) {
    if (I.Flags & (WritesCondition | Saturate)) [[unlikely]]
      return flagGroup(I, L, Warps);
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      row<true>(Inst, C, AllLanes);
    });
  }
  [[gnu::noinline]] static unsigned
  flagGroup(const DecodedInst &I, LaneContext *const *L, unsigned Warps) {
    return groupOf(I, L, Warps, [](const DecodedInst &Inst, LaneContext &C) {
      flagRow<true>(Inst, C, AllLanes);
    });
  }

  template <bool Full>
  HEDDLE_INLINE void row(const DecodedInst &I, LaneContext &L, uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    for (unsigned Lane = 0; Lane != Lanes; Lane += W) {
      U32 R =
          OpT::chunk(I, L, Lane, load(A + Lane), load(B + Lane), load(C + Lane))
              .Value;
      if constexpr (OpT::Wide)
        put<Full>(Dst, Lane, Mask, R);
      else
        putHalf<Full>(Dst, Lane, Mask, I.DstShift, R);
    }
  }

  template <bool Full>
  HEDDLE_INLINE void flagRow(const DecodedInst &I, LaneContext &L,
                             uint32_t Mask) {
    const uint32_t *A = sourceRow(I, L, 0);
    const uint32_t *B = sourceRow(I, L, 1);
    const uint32_t *C = sourceRow(I, L, 2);
    uint32_t *Dst = destRow(I, L);
    S32 Value[Lanes / W], Carry[Lanes / W], Overflow[Lanes / W];
    for (unsigned N = 0; N != Lanes / W; ++N) {
      unsigned Lane = N * W;
      Result R = OpT::chunk(I, L, Lane, load(A + Lane), load(B + Lane),
                            load(C + Lane));
      if constexpr (OpT::Wide)
        put<Full>(Dst, Lane, Mask, R.Value);
      else
        putHalf<Full>(Dst, Lane, Mask, I.DstShift, R.Value);
      Value[N] = (S32)(OpT::Wide ? R.Value : R.Value << 16);
      Carry[N] = R.C;
      Overflow[N] = R.O;
    }
    if (!I.has(WritesCondition))
      return;
    ConditionBuilder CC;
    CC.Plane[BitS] = gatherRow(Value);
    if constexpr (OpT::IsTruth) {
      CC.Plane[BitZ] = ~CC.Plane[BitS];
    } else {
      S32 Zero[Lanes / W];
      for (unsigned N = 0; N != Lanes / W; ++N)
        Zero[N] = (S32)(Value[N] == 0);
      CC.Plane[BitZ] = gatherRow(Zero);
    }
    if constexpr (OpT::HasCarry) {
      CC.Plane[BitC] = gatherRow(Carry);
      CC.Plane[BitO] = gatherRow(Overflow);
    }
    CC.commit(I, L, Mask);
  }
};

/// x + y + cin at 32 bits with the add family's flags and saturation.
HEDDLE_INLINE Result addFamily32(const DecodedInst &I, U32 X, U32 Y, U32 Cin) {
  U32 R = X + Y + Cin;
  // Carry out: of the majority of the operands' and the inverted result's tops.
  S32 C = (S32)((X & Y) | ((X | Y) & ~R));
  S32 O = (S32)((X ^ R) & (Y ^ R));
  if (I.has(Saturate)) [[unlikely]] {
    U32 Limit = (U32)((S32)X >> 31) ^ 0x7fffffff;
    R = select(O < 0, Limit, R);
  }
  return {R, C, O};
}

HEDDLE_INLINE Result addFamily16(const DecodedInst &I, U32 X, U32 Y, U32 Cin) {
  // At the top of the word the 32-bit rules hold; the low half carries in.
  U32 R = X + Y + Cin;
  U32 Xs = X << 16, Ys = Y << 16, Rs = R << 16;
  S32 C = (S32)((Xs & Ys) | ((Xs | Ys) & ~Rs));
  S32 O = (S32)((Xs ^ Rs) & (Ys ^ Rs));
  if (I.has(Saturate)) [[unlikely]] {
    U32 Limit = ((U32)((S32)Xs >> 31) ^ 0x7fffffff) >> 16;
    R = select(O < 0, Limit, R);
  }
  return {R & 0xffff, C, O};
}

HEDDLE_INLINE U32 carryIn(const DecodedInst &I, const LaneContext &L,
                          unsigned Lane) {
  return (U32)spread(L.Condition[I.CondReg][BitC] >> Lane) & 1;
}

template <bool CarryIn> struct AddWords : Frame<AddWords<CarryIn>> {
  static constexpr bool Wide = true, HasCarry = true;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &L,
                             unsigned Lane, U32 A, U32 B, U32) {
    U32 Cin = CarryIn ? carryIn(I, L, Lane) : splat(I.Imm);
    return addFamily32(I, A ^ I.Invert[0], B ^ I.Invert[1], Cin);
  }
};
using Add32 = AddWords<false>;
using AddCarry32 = AddWords<true>;

template <bool CarryIn> struct AddHalves : Frame<AddHalves<CarryIn>> {
  static constexpr bool Wide = false, HasCarry = true;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &L,
                             unsigned Lane, U32 A, U32 B, U32) {
    U32 Cin = CarryIn ? carryIn(I, L, Lane) : splat(I.Imm);
    U32 X = half(A, I.Src[0].Shift) ^ (I.Invert[0] & 0xffff);
    U32 Y = half(B, I.Src[1].Shift) ^ (I.Invert[1] & 0xffff);
    return addFamily16(I, X, Y, Cin);
  }
};
using Add16 = AddHalves<false>;
using AddCarry16 = AddHalves<true>;

/// Maps order so that a signed compare is right for both signednesses.
HEDDLE_INLINE S32 ordered(U32 V, bool IsSigned) {
  return (S32)(V ^ (IsSigned ? 0 : 0x80000000u));
}

template <bool Word>
HEDDLE_INLINE U32 operand(const DecodedInst &I, U32 V, unsigned N,
                          bool IsSigned) {
  if constexpr (Word)
    return V;
  else
    return extended16(V, I.Src[N].Shift, IsSigned);
}

template <bool Word> struct Set : Frame<Set<Word>> {
  static constexpr bool Wide = Word, HasCarry = false, IsTruth = true;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    bool IsSigned = I.has(Signed);
    S32 X = ordered(operand<Word>(I, A, 0, IsSigned), IsSigned);
    S32 Y = ordered(operand<Word>(I, B, 1, IsSigned), IsSigned);
    unsigned Subset = I.Sub[0];
    U32 R = splat(0);
    if (Subset & CmpLess)
      R |= (U32)(X < Y);
    if (Subset & CmpEqual)
      R |= (U32)(X == Y);
    if (Subset & CmpGreater)
      R |= (U32)(X > Y);
    return withoutCarry(R);
  }
};
using Set32 = Set<true>;
using Set16 = Set<false>;

template <bool Word, bool Larger> struct MinMax : Frame<MinMax<Word, Larger>> {
  static constexpr bool Wide = Word, HasCarry = false;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    bool IsSigned = I.has(Signed);
    U32 X = operand<Word>(I, A, 0, IsSigned);
    U32 Y = operand<Word>(I, B, 1, IsSigned);
    S32 Less = (S32)(ordered(X, IsSigned) < ordered(Y, IsSigned));
    return withoutCarry(Larger ? select(Less, Y, X) : select(Less, X, Y));
  }
};
using Min32 = MinMax<true, false>;
using Min16 = MinMax<false, false>;
using Max32 = MinMax<true, true>;
using Max16 = MinMax<false, true>;

/// Shifts by a count that is not masked. C is the last bit shifted out for
/// 0 < n < size, O a sign change when n is 1.
template <bool Word, bool Left> struct Shift : Frame<Shift<Word, Left>> {
  static constexpr bool Wide = Word, HasCarry = true;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    constexpr unsigned Size = Word ? 32 : 16;
    bool Arithmetic = !Left && I.has(Signed);
    U32 X = operand<Word>(I, A, 0, Arithmetic);
    U32 N = Word ? B : half(B, I.Src[1].Shift);
    S32 InRange = (S32)(N < Size);
    // Two steps, so that no host shift is by 32 or more and the bit shifted
    // out last can be seen. N = 0 is put right below.
    U32 Less1 = (N - 1) & 31;
    U32 Before, R;
    S32 Out;
    if constexpr (Left) {
      Before = X << Less1;
      R = Before << 1;
      Out = (S32)(Before << (32 - Size));
    } else {
      Before = Arithmetic ? (U32)((S32)X >> (S32)Less1) : X >> Less1;
      R = Arithmetic ? (U32)((S32)Before >> 1) : Before >> 1;
      Out = (S32)(Before << 31);
    }
    U32 Fill = Arithmetic ? (U32)((S32)X >> 31) : splat(0);
    S32 Zero = (S32)(N == 0);
    R = select(Zero, X, select(InRange, R, Fill));
    if constexpr (!Word)
      R &= 0xffff;
    S32 C = Out & InRange & ~Zero;
    S32 O = (S32)((X ^ R) << (32 - Size)) & (S32)(N == 1);
    return {R, C, O};
  }
};
using Shl32 = Shift<true, true>;
using Shl16 = Shift<false, true>;
using Shr32 = Shift<true, false>;
using Shr16 = Shift<false, false>;

template <bool Word> struct Logic : Frame<Logic<Word>> {
  static constexpr bool Wide = Word, HasCarry = false;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    U32 X = operand<Word>(I, A, 0, false) ^ I.Invert[0];
    U32 Y = operand<Word>(I, B, 1, false) ^ I.Invert[1];
    U32 R = Y;
    switch (LogicKind(I.Sub[0])) {
    case LogicAnd:
      R = X & Y;
      break;
    case LogicOr:
      R = X | Y;
      break;
    case LogicXor:
      R = X ^ Y;
      break;
    case LogicMov2:
      break;
    }
    if constexpr (!Word)
      R &= 0xffff;
    return withoutCarry(R);
  }
};
using Logic32 = Logic<true>;
using Logic16 = Logic<false>;

HEDDLE_INLINE U32 product16(const DecodedInst &I, U32 A, U32 B, bool Signed1,
                            bool SignedB) {
  return extended16(A, I.Src[0].Shift, Signed1) *
         extended16(B, I.Src[1].Shift, SignedB);
}

HEDDLE_INLINE U32 product24(U32 A, U32 B, bool IsSigned, bool WantHigh) {
  if (!WantHigh) {
    U32 X = IsSigned ? (U32)((S32)(A << 8) >> 8) : A & 0xffffff;
    U32 Y = IsSigned ? (U32)((S32)(B << 8) >> 8) : B & 0xffffff;
    return X * Y;
  }
  if (IsSigned) {
    S64 P = __builtin_convertvector((S32)(A << 8) >> 8, S64) *
            __builtin_convertvector((S32)(B << 8) >> 8, S64);
    return __builtin_convertvector((U64)(P >> 16), U32);
  }
  U64 P = __builtin_convertvector(A & 0xffffff, U64) *
          __builtin_convertvector(B & 0xffffff, U64);
  return __builtin_convertvector(P >> 16, U32);
}

struct Mul16 : Frame<Mul16> {
  static constexpr bool Wide = true, HasCarry = false;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    return withoutCarry(product16(I, A, B, I.has(Signed), I.has(Signed2)));
  }
};

struct Mul24 : Frame<Mul24> {
  static constexpr bool Wide = true, HasCarry = false;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    return withoutCarry(product24(A, B, I.has(Signed), I.has(High)));
  }
};

struct Product : Frame<Product> {
  static constexpr bool Wide = true, HasCarry = false;
  HEDDLE_INLINE Result chunk(const DecodedInst &, const LaneContext &, unsigned,
                             U32 A, U32 B, U32 C) {
    return withoutCarry(A * B + C);
  }
};

struct ProductHigh : Frame<ProductHigh> {
  static constexpr bool Wide = true, HasCarry = false;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32) {
    U32 R;
    if (I.has(Signed))
      for (unsigned N = 0; N != W; ++N)
        R[N] = uint32_t(uint64_t(int64_t(int32_t(A[N])) * int32_t(B[N])) >> 32);
    else
      for (unsigned N = 0; N != W; ++N)
        R[N] = uint32_t(uint64_t(A[N]) * B[N] >> 32);
    return withoutCarry(R);
  }
};

template <bool Word> struct Sad : Frame<Sad<Word>> {
  static constexpr bool Wide = true, HasCarry = true;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &,
                             unsigned, U32 A, U32 B, U32 C) {
    bool IsSigned = I.has(Signed);
    U32 X = operand<Word>(I, A, 0, IsSigned);
    U32 Y = operand<Word>(I, B, 1, IsSigned);
    S32 Less = (S32)(ordered(X, IsSigned) < ordered(Y, IsSigned));
    U32 Difference = select(Less, Y - X, X - Y);
    return addFamily32(I, Difference, C, splat(0));
  }
};
using Sad32 = Sad<true>;
using Sad16 = Sad<false>;

HEDDLE_INLINE U32 productOf(const DecodedInst &I, U32 A, U32 B) {
  switch (ProductKind(I.Sub[0])) {
  case ProductKind::U16:
    return product16(I, A, B, false, false);
  case ProductKind::S16:
    return product16(I, A, B, true, true);
  case ProductKind::U24:
    return product24(A, B, false, false);
  case ProductKind::S24:
    return product24(A, B, true, false);
  case ProductKind::U24High:
    return product24(A, B, false, true);
  case ProductKind::S24High:
    return product24(A, B, true, true);
  }
  __builtin_unreachable();
}

template <bool CarryIn> struct MultiplyAdd : Frame<MultiplyAdd<CarryIn>> {
  static constexpr bool Wide = true, HasCarry = true;
  HEDDLE_INLINE Result chunk(const DecodedInst &I, const LaneContext &L,
                             unsigned Lane, U32 A, U32 B, U32 C) {
    U32 Cin = CarryIn ? carryIn(I, L, Lane) : splat(I.Imm);
    return addFamily32(I, productOf(I, A, B) ^ I.Invert[0], C ^ I.Invert[1],
                       Cin);
  }
};
using MulAdd = MultiplyAdd<false>;
using MulAddCarry = MultiplyAdd<true>;

} // namespace

HandlerPair handlersOf(IntegerOp Op) {
  switch (Op) {
#define HEDDLE_CASE(NAME)                                                      \
  case IntegerOp::NAME:                                                        \
    return handlerPair<NAME>();
    HEDDLE_INTEGER_OPS(HEDDLE_CASE)
#undef HEDDLE_CASE
  }
  __builtin_unreachable();
}

} // namespace heddle::sm::HEDDLE_SM_ISA
