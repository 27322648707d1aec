//===- Vector.h - Lanes on the host's vectors -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of 32 lanes is worked on in chunks of one host vector. The vector
/// types are the compilers' own extension, so that each operation is written
/// once; what the extension lacks (lane masks as bits) has a portable twin
/// beside the intrinsic.
///
/// Everything here lives in a namespace named after the host ISA, since the
/// same inline function compiled for two ISAs must never be merged by a linker.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTOR_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTOR_H

#include "heddle/Machine/LaneContext.h"
#include "heddle/SM/Handlers.h"
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// A * B + C, rounded once, of a vector.
#if defined(__FMA__) || defined(__aarch64__)
#define HEDDLE_SM_HAS_FMA
#endif

#ifndef HEDDLE_SM_ISA
#error "HEDDLE_SM_ISA names the namespace of this host ISA"
#endif

#define HEDDLE_INLINE [[gnu::always_inline]] static inline

namespace heddle::sm::HEDDLE_SM_ISA {

/// Lanes of one host vector.
constexpr unsigned W = HEDDLE_SM_LANES;

using U32 __attribute__((vector_size(4 * W), may_alias)) = uint32_t;
using S32 __attribute__((vector_size(4 * W), may_alias)) = int32_t;
using F32 __attribute__((vector_size(4 * W), may_alias)) = float;
using U64 __attribute__((vector_size(8 * W))) = uint64_t;
using S64 __attribute__((vector_size(8 * W))) = int64_t;
using F64 __attribute__((vector_size(8 * W), may_alias)) = double;

HEDDLE_INLINE U32 splat(uint32_t V) { return U32{} + V; }
HEDDLE_INLINE F32 splatF(float V) { return F32{} + V; }

HEDDLE_INLINE U32 load(const uint32_t *P) {
  return *reinterpret_cast<const U32 *>(P);
}
HEDDLE_INLINE void store(uint32_t *P, U32 V) {
  *reinterpret_cast<U32 *>(P) = V;
}

HEDDLE_INLINE F32 asFloat(U32 V) { return (F32)V; }
HEDDLE_INLINE U32 asBits(F32 V) { return (U32)V; }
HEDDLE_INLINE S32 asSigned(U32 V) { return (S32)V; }

/// {0, 1, 2, ...}
HEDDLE_INLINE U32 laneNumbers() {
  U32 R;
  for (unsigned I = 0; I != W; ++I)
    R[I] = I;
  return R;
}

/// {1, 2, 4, ...}
HEDDLE_INLINE U32 laneBits() {
  U32 R;
  for (unsigned I = 0; I != W; ++I)
    R[I] = uint32_t(1) << I;
  return R;
}

/// All ones in lanes whose bit of \p Bits (lowest: lane 0) is set.
HEDDLE_INLINE S32 spread(uint32_t Bits) {
  return (S32)((splat(Bits) & laneBits()) != 0);
}

/// The sign bits of \p V as an integer.
HEDDLE_INLINE uint32_t gather(S32 V) {
#if defined(__AVX512DQ__)
  static_assert(W == 16);
  return _mm512_movepi32_mask((__m512i)V);
#elif defined(__AVX2__)
  static_assert(W == 8);
  return uint32_t(_mm256_movemask_ps((__m256)V));
#elif defined(__SSE2__)
  static_assert(W == 4);
  return uint32_t(_mm_movemask_ps((__m128)V));
#elif defined(__aarch64__)
  static_assert(W == 4);
  return vaddvq_u32((uint32x4_t)((U32)(V >> 31) & laneBits()));
#else
  uint32_t R = 0;
  for (unsigned I = 0; I != W; ++I)
    R |= uint32_t(V[I] < 0) << I;
  return R;
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
/// Read(N) of each lane's number, each lane by itself. On AMD's processors the
/// instruction that gathers takes three times as long, on many of Intel's it
/// was made slow for the sake of security. Two numbers come out of a vector at
/// once, which is the slow part.
template <class FnT> HEDDLE_INLINE U32 forEachLane(U32 Numbers, FnT Read) {
  using Pairs __attribute__((vector_size(4 * W))) = uint64_t;
  const Pairs All = (Pairs)Numbers;
  U32 R;
  for (unsigned I = 0; I != W / 2; ++I) {
    const uint64_t Two = All[I];
    R[2 * I] = Read(uint32_t(Two));
    R[2 * I + 1] = Read(uint32_t(Two >> 32));
  }
  return R;
}
#endif

/// Base[Index] of each lane.
HEDDLE_INLINE S32 lookUp(const int32_t *Base, U32 Index) {
#if defined(__AVX512F__)
  return (S32)_mm512_i32gather_epi32((__m512i)Index, Base, 4);
#elif defined(__AVX2__)
  return (S32)forEachLane(Index, [&](uint32_t N) { return uint32_t(Base[N]); });
#else
  S32 R;
  for (unsigned I = 0; I != W; ++I)
    R[I] = Base[Index[I]];
  return R;
#endif
}

/// The words at byte offsets \p Offset from \p Data, which are below 2^31.
HEDDLE_INLINE U32 readWords(const uint8_t *Data, U32 Offset) {
#if defined(__AVX512F__)
  return (U32)_mm512_i32gather_epi32((__m512i)Offset, Data, 1);
#elif defined(__AVX2__)
  return forEachLane(Offset, [&](uint32_t Byte) {
    uint32_t Word;
    __builtin_memcpy(&Word, Data + Byte, 4);
    return Word;
  });
#else
  U32 R;
  for (unsigned I = 0; I != W; ++I) {
    uint32_t Word;
    __builtin_memcpy(&Word, Data + Offset[I], 4);
    R[I] = Word;
  }
  return R;
#endif
}

#if defined(HEDDLE_SM_HAS_FMA)
HEDDLE_INLINE F32 fusedMultiplyAdd(F32 A, F32 B, F32 C) {
#if defined(__aarch64__)
  return (F32)vfmaq_f32((float32x4_t)C, (float32x4_t)A, (float32x4_t)B);
#elif HEDDLE_SM_LANES == 16
  return (F32)_mm512_fmadd_ps((__m512)A, (__m512)B, (__m512)C);
#else
  return (F32)_mm256_fmadd_ps((__m256)A, (__m256)B, (__m256)C);
#endif
}
#endif

#if defined(__SSE2__) || defined(__aarch64__)
HEDDLE_INLINE F32 squareRoot(F32 A) {
#if defined(__aarch64__)
  return (F32)vsqrtq_f32((float32x4_t)A);
#elif HEDDLE_SM_LANES == 16
  return (F32)_mm512_sqrt_ps((__m512)A);
#elif HEDDLE_SM_LANES == 8
  return (F32)_mm256_sqrt_ps((__m256)A);
#else
  return (F32)_mm_sqrt_ps((__m128)A);
#endif
}
#endif

HEDDLE_INLINE bool any(S32 V) {
#if defined(__aarch64__)
  return vminvq_s32((int32x4_t)V) < 0;
#elif defined(__AVX2__) && !defined(__AVX512DQ__)
  // LLVM knows what the bits of gather() are, and makes eight words of 16 bits
  // of the mask on the way to them.
  return !_mm256_testz_ps((__m256)V, (__m256)V);
#else
  return gather(V) != 0;
#endif
}

/// Seen | (A ^ B): not zero where a pair differed. Compilers find a dearer way.
HEDDLE_INLINE U32 addDifference(U32 Seen, U32 A, U32 B) {
#if defined(__AVX512F__)
  return (U32)_mm512_ternarylogic_epi32((__m512i)Seen, (__m512i)A, (__m512i)B,
                                        0xf6);
#else
  return Seen | (A ^ B);
#endif
}

HEDDLE_INLINE U32 select(S32 Mask, U32 Then, U32 Else) {
  return Mask ? Then : Else;
}

/// The row of source \p N.
HEDDLE_INLINE const uint32_t *sourceRow(const DecodedInst &I,
                                        const LaneContext &L, unsigned N) {
  return L.Base[I.Src[N].Base] + I.Src[N].Row * Lanes;
}

HEDDLE_INLINE uint32_t *destRow(const DecodedInst &I, LaneContext &L) {
  return L.Base[WarpRows] + I.DstRow * Lanes;
}

/// Writes \p V to the lanes from \p Lane on, where \p Mask (of all 32) allows.
template <bool Full>
HEDDLE_INLINE void put(uint32_t *Row, unsigned Lane, uint32_t Mask, U32 V) {
  if constexpr (!Full)
    V = select(spread(Mask >> Lane), V, load(Row + Lane));
  store(Row + Lane, V);
}

/// Writes \p V to the 16 bits at \p Shift of the lanes' registers.
template <bool Full>
HEDDLE_INLINE void putHalf(uint32_t *Row, unsigned Lane, uint32_t Mask,
                           unsigned Shift, U32 V) {
  U32 Other = load(Row + Lane) & (0xffff0000u >> Shift);
  put<Full>(Row, Lane, Mask, Other | (V & 0xffff) << Shift);
}

/// Collects the four condition-code bits of 32 lanes.
struct ConditionBuilder {
  uint32_t Plane[4] = {0, 0, 0, 0};

  [[gnu::always_inline]] void add(ConditionBit Bit, unsigned Lane, S32 V) {
    Plane[Bit] |= gather(V) << Lane;
  }
  [[gnu::always_inline]] void commit(const DecodedInst &I, LaneContext &L,
                                     uint32_t Mask) const {
    uint32_t *C = L.Condition[I.CCDst];
    for (unsigned B = 0; B != 4; ++B)
      C[B] = (C[B] & ~Mask) | (Plane[B] & Mask);
  }
};

/// A group handler for operations that have none of their own.
template <class OpT>
unsigned eachWarp(const DecodedInst &I, LaneContext *const *L, unsigned Warps) {
  for (unsigned K = 0; K != Warps; ++K)
    if (!OpT::template run<true>(I, *L[K], AllLanes)) [[unlikely]]
      return K;
  return Warps;
}

/// A group handler from \p Row(I, L), which does all of one warp and cannot
/// fault. It gets a copy of the instruction, which the compiler knows that no
/// store to a register changes, and so keeps where it is fast to reach.
template <class RowT>
HEDDLE_INLINE unsigned groupOf(const DecodedInst &Shared, LaneContext *const *L,
                               unsigned Warps, RowT Row) {
  const DecodedInst I = Shared;
  for (unsigned K = 0; K != Warps; ++K)
    Row(I, *L[K]);
  return Warps;
}

/// Makes the handlers of an operation. \p OpT::run<Full>(I, L, Mask) is the
/// operation; OpT::group, where there is one, does a group of warps faster.
template <class OpT> HEDDLE_INLINE HandlerPair handlerPair() {
  if constexpr (requires { &OpT::group; })
    return {&OpT::template run<true>, &OpT::template run<false>, &OpT::group};
  else
    return {&OpT::template run<true>, &OpT::template run<false>,
            &eachWarp<OpT>};
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_VECTOR_H
